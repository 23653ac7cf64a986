"""The names that chapter 11 calls missing from minigrad but present in PyTorch."""

import json
import re
import types
from pathlib import Path

PAGE = Path(__file__).parents[2] / "notebooks" / "11_on_to_pytorch.ipynb"
TABLE = "| | in PyTorch | what it is |"


def left_out() -> list[str]:
    """Return the names in the chapter's table, without `torch.`"""
    cells = json.loads(PAGE.read_text(encoding="utf-8"))["cells"]
    (text,) = (t for c in cells if TABLE in (t := "".join(c["source"])))
    return re.findall(r"`torch\.([\w.]+)`", text)


def within(library: types.ModuleType, name: str) -> bool:
    """Return whether the library has a name, which may be a path of attributes."""
    value: object = library
    for part in name.split("."):
        if not hasattr(value, part):
            return False
        value = getattr(value, part)
    return True
