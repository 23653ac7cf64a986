"""Make a new operation public, in `minigrad/__init__.py` and for editors.

Run `python -m tests.parity.naming exp2`; recording its results (`make record ONLY=exp2`) has the
same effect. The operation's entry in `minigrad/ops` declares its forms and arguments.
"""

import importlib
import importlib.util
import pkgutil
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import minigrad
from minigrad import ops
from minigrad.api import entry

from .cases import EXPRESSIONS, IN_PLACE

PUBLIC = Path(minigrad.__file__)


class IncompleteError(Exception):
    """Raised if something is missing before an operation can be named; says what to do next."""


def next_steps(name: str) -> str:
    """Return what to do after writing the cases. An in-place form comes with its operation."""
    name = name.removesuffix("_") if name.removesuffix("_") in EXPRESSIONS else name
    return (
        f"Then run `make record ONLY={name}`, which makes it public and records PyTorch's results. "
        f"Without PyTorch, `python -m tests.parity.naming {name}` only makes it public."
    )


def how_to_test(name: str) -> str:
    return f"Now test it: python -m pytest -n 0 tests/ops -k {name}. Finally, run make test."


def torch() -> Any:
    """Return PyTorch, or None if it isn't installed."""
    return importlib.import_module("torch") if importlib.util.find_spec("torch") else None


def place(name: str) -> str:
    """Return the module that defines an operation."""
    for module in pkgutil.iter_modules(ops.__path__):
        value = vars(importlib.import_module(f"{ops.__name__}.{module.name}")).get(name)
        if getattr(value, "__module__", "") == f"{ops.__name__}.{module.name}":
            return f"ops.{module.name}"
    raise IncompleteError(
        f"No file in minigrad/ops defines {name}. minigrad/ops/README.md shows how to write it."
    )


def functions(name: str) -> list[str]:
    """Return the functions that the package should have: the operation and maybe its in-place form.

    Most in-place forms without other arguments are also functions. If PyTorch is installed, an
    in-place form is a function if PyTorch has one.
    """
    names = [name] * (name in entry.FUNCTIONS or name not in entry.METHODS)
    form = f"{name}_"
    if form in entry.METHODS and form in vars(importlib.import_module(f"minigrad.{place(name)}")):
        takes_nothing = entry.METHODS[form] is entry.Elementwise.__call__
        names += [form] * (hasattr(torch(), form) if torch() else takes_nothing)
    return names


def with_name(text: str, module: str, name: str) -> str:
    """Return the text of `minigrad/__init__.py` with one more name, imported and in `__all__`."""
    line = f"from .{module} import {name}\n"
    first = text.index("from .ops")
    text = text[:first] + line + text[first:]
    start, end = text.index("__all__ = ["), text.index("]\n# fmt: on")
    listed = sorted({*re.findall(r'"(\w+)"', text[start:end]), name})
    filled = textwrap.fill(
        ", ".join(f'"{each}"' for each in listed),
        96,
        initial_indent="    ",
        subsequent_indent="    ",
    )
    return f"{text[:start]}__all__ = [\n{filled},\n{text[end:]}"


def complete(name: str) -> bool:
    """Make an operation public if it isn't yet; return whether anything changed."""
    if name not in EXPRESSIONS and name not in IN_PLACE:
        if name.isidentifier() and not name.startswith("_"):
            place(name)  # report an undefined operation first
        raise IncompleteError(
            f"tests/parity/cases.py has no cases for {name}, so there is nothing to try. "
            f"Add the calls as minigrad/ops/README.md shows. {next_steps(name)}"
        )
    if hasattr(minigrad, name) or name.startswith("_") or "." in name:
        return refreshed()
    text = PUBLIC.read_text("utf-8")
    for function in functions(name):
        text = with_name(text, place(name), function)
    PUBLIC.write_text(text, "utf-8")
    for command in (["check", "--fix", "--quiet", "--select=I"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, str(PUBLIC)], check=True)
    return refreshed() or True


def refreshed() -> bool:
    """Write the stub of methods for editors if it changed; return whether it did."""
    from tests.typing import methods

    before = methods.STUB.read_text("utf-8")
    subprocess.run([sys.executable, "-m", methods.__name__], check=True)
    return methods.STUB.read_text("utf-8") != before


def main() -> None:
    for name in sys.argv[1:]:
        try:
            done = complete(name)
        except IncompleteError as what:
            sys.exit(str(what))
        print(f"{name} {'is now public' if done else 'was already public'}. {how_to_test(name)}")


if __name__ == "__main__":
    main()
