"""What PyTorch has and minigrad leaves out, and what to do instead: see `unsupported.toml`.

Such a name is absent: `hasattr` is False, and access raises an AttributeError that helps on.
"""

import functools
import re

_ELSEWHERE = "minigrad has the part of PyTorch that a first course uses; dir() lists it."


def message(owner: str, name: str, otherwise: str = f"\n{_ELSEWHERE}") -> str:
    """The text of the AttributeError: Python's sentence, and a way on."""
    advice = _advice().get(name)
    return f"{owner} has no attribute '{name}'" + (f"\n{advice}" if advice else otherwise)


@functools.cache
def _advice() -> dict[str, str]:
    import tomllib
    from pathlib import Path

    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {name.strip("."): advice for advice, names in table.items() for name in names.split()}


def of_tensors() -> list[str]:
    """The names that PyTorch's tensors have and these have not."""
    with open(f"{__file__.removesuffix('.py')}.toml", encoding="utf-8") as file:
        return re.findall(r'[\s"]\.(\w+)', file.read())


class Unsupported:
    """Stands where PyTorch's tensors have an attribute and these have none.

    A `__getattr__` of theirs would make every access slower.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance, owner=None):
        name = repr(owner.__name__)
        subject = f"type object {name}" if instance is None else f"{name} object"
        raise AttributeError(message(subject, self.name), name=self.name, obj=instance)


def within(module: str):
    """A `__getattr__` for a module, which explains the names that it lacks."""

    def missing(name: str):
        raise AttributeError(message(f"module '{module}'", name))

    return missing
