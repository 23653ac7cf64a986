"""The parts of PyTorch that minigrad leaves out, and what to use instead: see `unsupported.toml`.

Such a name doesn't exist: `hasattr` returns False, and accessing it raises an AttributeError with
a suggestion.
"""

import functools
import re

_ELSEWHERE = "minigrad has only the part of PyTorch that a first course needs: dir() lists it."


def message(owner: str, name: str, otherwise: str = f"\n{_ELSEWHERE}") -> str:
    """Return the text of the AttributeError: Python's sentence, and a suggestion."""
    advice = _advice().get(name)
    return f"{owner} has no attribute '{name}'" + (f"\n{advice}" if advice else otherwise)


@functools.cache
def _advice() -> dict[str, str]:
    import tomllib
    from pathlib import Path

    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {name.strip("."): advice for advice, names in table.items() for name in names.split()}


def of_tensors() -> list[str]:
    """Return the names that PyTorch's tensors have, but these don't."""
    with open(f"{__file__.removesuffix('.py')}.toml", encoding="utf-8") as file:
        return re.findall(r'[\s"]\.(\w+)', file.read())


class Unsupported:
    """A placeholder for an attribute that only PyTorch's tensors have.

    A `__getattr__` would make every access to a tensor slower.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance, owner=None):
        name = repr(owner.__name__)
        subject = f"type object {name}" if instance is None else f"{name} object"
        raise AttributeError(message(subject, self.name), name=self.name, obj=instance)


def within(module: str):
    """Return a `__getattr__` for a module that explains the names it doesn't have."""

    def missing(name: str):
        raise AttributeError(message(f"module '{module}'", name))

    return missing
