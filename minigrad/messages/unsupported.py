"""Parts of PyTorch that minigrad doesn't have, and what to use instead.

The unsupported names don't exist: `hasattr` returns False, `dir` and completion don't list them,
and accessing one raises an AttributeError with a suggestion. Importing one raises an ImportError
with the same suggestion. `unsupported_names.py` lists the names.
"""

import functools
import sys
from collections.abc import Callable, Iterable
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any

from .unsupported_names import ADVICE

_ELSEWHERE = "minigrad has only the parts of PyTorch that a first course needs. dir() lists them."


def message(sentence: str, name: str, otherwise: str = _ELSEWHERE) -> str:
    """Return the text of an error about a missing name: Python's sentence, and a suggestion."""
    return f"{sentence}\n{_advice().get(name, otherwise)}".rstrip("\n")


def no_attribute(owner: str, name: str, otherwise: str = _ELSEWHERE) -> str:
    """Return the text of the AttributeError for a missing name."""
    return message(f"{owner} has no attribute '{name}'", name, otherwise)


@functools.cache
def _advice() -> dict[str, str]:
    return {name.strip("."): advice for name, advice in _table().items()}


@functools.cache
def _table() -> dict[str, str]:
    """Return a dict from each name to its advice; PyTorch's tensor attributes begin with a dot."""
    return {name: advice for advice, names in ADVICE.items() for name in names.split()}


def explain(tensors: type, *modules: ModuleType) -> None:
    """Make the tensor class and the modules suggest alternatives to names they don't have.

    `dir` lists only the public names of these modules, so completion doesn't offer any others.
    Errors: ImportError if the class or a module defines a name that's listed as unsupported.
    """
    owners: list[Any] = [*tensors.__mro__, *modules]
    for name in (name.strip(".") for name in _table()):
        for owner in owners:
            if name in vars(owner):
                where = getattr(vars(owner)[name], "__module__", owner.__name__)
                raise ImportError(_DEFINED.format(name, where))
    for name in (name[1:] for name in _table() if name[0] == "."):
        setattr(tensors, name, Unsupported(name))
    for module in modules:
        module.__getattr__ = within(module.__name__)  # type: ignore[method-assign]
        module.__dir__ = public_names(module)  # type: ignore[method-assign]
        # If a module has a path, Python also looks for the names in `from module import name` with
        # its finders. No finder finds any of them, so the last one explains them.
        vars(module).setdefault("__path__", [])
    names = [module.__name__ for module in modules]
    sys.meta_path.append(Explainer([*names, "minigrad.backends", "minigrad.cuda"]))


class Explainer:
    """A finder that raises an ImportError with a suggestion, in `import minigrad.jit` for example.

    Python calls it for a name that isn't an attribute and that no other finder has found.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        self.modules = {*modules}

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        owner, _, name = fullname.rpartition(".")
        if owner in self.modules and name[0] != "_":
            module = sys.modules.get(owner)
            # Test runners also ask for existing modules here, with paths that lack them.
            exists = PathFinder.find_spec(fullname, getattr(module, "__path__", []))
            if exists or hasattr(module, name):
                return
            sentence = f"cannot import name '{name}' from '{owner}'"
            raise ImportError(message(sentence, name), name=fullname)


_DEFINED = (
    "{0!r} is defined in {1}, but minigrad/messages/unsupported_names.py "
    "lists it as unsupported. Delete it from that list."
)


class Unsupported:
    """A placeholder for an attribute that only PyTorch's tensors have.

    The alternative, a `__getattr__`, would slow down every access to a tensor's attributes.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance, owner=None):
        name = repr(owner.__name__)
        subject = f"type object {name}" if instance is None else f"{name} object"
        raise AttributeError(no_attribute(subject, self.name), name=self.name, obj=instance)


def supported(kind: type, names: Iterable[str]) -> list[str]:
    """Return only the names that aren't placeholders in the class."""
    attributes = {name: it for base in reversed(kind.__mro__) for name, it in vars(base).items()}
    return [name for name in names if not isinstance(attributes.get(name), Unsupported)]


def public_names(module: ModuleType) -> Callable[[], list[str]]:
    """Return a `__dir__` function for a module, which lists the names in the module's `__all__`."""
    return lambda: [*module.__all__, *(n for n in vars(module) if n.startswith("__"))]


def within(module: str):
    """Return a module-level `__getattr__` that gives advice on names the module doesn't have."""

    def missing(name: str):
        raise AttributeError(no_attribute(f"module '{module}'", name))

    return missing
