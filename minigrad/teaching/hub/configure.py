"""The JupyterLab settings of `make lab`, for use on a hub or on Binder.

The settings are written to the environment once, where Jupyter looks for them. They turn off the
news and the check for updates, make links find their headings, and make Jupyter trust the course's
chapters.
"""

import json
import shutil
import sys
import sysconfig
from pathlib import Path

from minigrad.course.lab import EXTENSION, SETTINGS

TRUST = Path(__file__).with_name("trust.py")
MODULE = "minigrad_trust"  # a separate module, because `import minigrad.course` imports NumPy
SERVER = {"ServerApp": {"jpserver_extensions": {MODULE: True}}}
LAB = {
    "LabApp": {
        "news_url": None,
        "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "extension_manager": "readonly",
    }
}


def configure(environment: Path = Path(sys.prefix)) -> list[Path]:
    """Write the configuration files; return the paths of the files."""
    config, share = environment / "etc" / "jupyter", environment / "share" / "jupyter"
    written = {
        config / "jupyter_server_config.d" / "minigrad.json": json.dumps(SERVER),
        config / "jupyter_lab_config.d" / "minigrad.json": json.dumps(LAB),
        share / "lab" / "settings" / "overrides.d" / "minigrad.json": (
            SETTINGS / "overrides.json"
        ).read_text(encoding="utf-8"),
    }
    scheme = {"base": str(environment), "platbase": str(environment)}
    module = Path(sysconfig.get_path("purelib", vars=scheme), f"{MODULE}.py")
    written[module] = TRUST.read_text(encoding="utf-8")
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    extensions = share / "labextensions"
    shutil.copytree(EXTENSION, extensions, dirs_exist_ok=True)
    return [*written, *(extensions / path.name for path in EXTENSION.iterdir())]
