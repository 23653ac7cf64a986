"""JupyterLab on the learner's working copy, without network access."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from minigrad.course.threads import use_one_thread
from minigrad.course.working_copy import WorkingCopy

START_PAGE = "00_start_here.ipynb"
SETTINGS = Path(__file__).with_name("lab_settings")
EXTENSION = Path(__file__).with_name("lab_extension")


def use_writable_folders() -> str:
    """If the home folder is read-only, point Jupyter at a temporary folder; return a message."""
    from jupyter_core import paths

    try:
        Path.home()
    except RuntimeError:  # no HOME, and no entry in the list of accounts
        home = os.environ["HOME"] = tempfile.mkdtemp(prefix="minigrad-home-")
        return (
            f"Your account has no home folder, so Jupyter keeps its settings in {home}. "
            "The chapters and your progress are in my_notebooks, as always."
        )
    folders = {
        "JUPYTER_DATA_DIR": paths.jupyter_data_dir(),
        "JUPYTER_CONFIG_DIR": paths.jupyter_config_dir(),
        "JUPYTER_RUNTIME_DIR": paths.jupyter_runtime_dir(),
        "IPYTHONDIR": os.environ.get("IPYTHONDIR") or Path.home() / ".ipython",
    }
    refused_folders = [folder for folder in map(Path, folders.values()) if not _writable(folder)]
    if not refused_folders:
        return ""
    temporary = Path(tempfile.mkdtemp(prefix="minigrad-jupyter-"))
    for name in folders:
        os.environ[name] = str(temporary / name.lower())
    # Without a folder, matplotlib would complain above the first curve of every chapter.
    os.environ.setdefault("MPLCONFIGDIR", str(temporary / "matplotlib"))
    return (
        f"Jupyter can't write to {refused_folders[0]}, so it keeps its settings in {temporary}. "
        "The chapters and your progress are in my_notebooks, as always."
    )


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def open_lab(copy: WorkingCopy, options: Sequence[str]) -> None:
    from jupyterlab.labapp import main

    use_one_thread()
    main(
        [
            f"--ServerApp.root_dir={copy.folder}",
            f"--LabApp.default_url=/lab/tree/{START_PAGE}",
            f"--LabApp.app_settings_dir={SETTINGS}",
            f"--LabApp.extra_labextensions_path={EXTENSION}",
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
            *(["--allow-root"] if is_root() else []),
            *options,
        ]
    )
