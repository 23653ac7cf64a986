"""On-demand matplotlib, downloaded and unpacked when a cell imports it for the first time."""

import gzip
import importlib.util
import io
import logging
import sys
import zipfile
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

from .messages import send

ARCHIVE = "plots.zip"
LIBRARY = Path("/usr/local/lib")  # where the page puts the files that it downloaded


class Finder:
    """An import finder that comes last, so it's used only for modules that aren't installed yet."""

    def __init__(self, home: Path) -> None:
        self.folder = home.parent / "plots"

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in ("matplotlib", "mpl_toolkits", "PIL") or str(self.folder) in sys.path:
            return None
        send("fetch", file=ARCHIVE)  # when this returns, the page has downloaded it
        packed = LIBRARY / f"{ARCHIVE}.gz"
        if not packed.exists():
            raise ImportError(f"The page couldn't fetch {name}. Are you online?", name=name)
        # As files, because matplotlib reads its data from a folder.
        with zipfile.ZipFile(io.BytesIO(gzip.decompress(packed.read_bytes()))) as archive:
            archive.extractall(self.folder)
        sys.path.append(str(self.folder))
        # Otherwise it warns that it has no folder for a cache.
        logging.getLogger("matplotlib").setLevel(logging.ERROR)
        return importlib.util.find_spec(name)


def show_open_figures() -> None:
    """Show and close the figures that a cell created with pyplot, as JupyterLab does."""
    if not (pyplot := sys.modules.get("matplotlib.pyplot")):
        return
    for number in pyplot.get_fignums():
        drawn = io.StringIO()
        pyplot.figure(number).savefig(drawn, format="svg", bbox_inches="tight")
        svg = drawn.getvalue()
        shown = {"image/svg+xml": svg[svg.index("<svg") :], "text/plain": "a figure"}
        send("display", data=shown)
        pyplot.close(number)
