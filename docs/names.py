"""Names in code, such as `w.grad` or `no_grad()`, resolved to names in the reference."""

import ast
import builtins
import functools
import re
from collections.abc import Collection, Iterator, Sequence

from minigrad.api import entry

PACKAGES = {
    "mg": "minigrad",
    "minigrad": "minigrad",
    "F": "minigrad.nn.functional",
    **{name: f"minigrad.{name}" for name in ("autograd", "linalg", "nn", "optim", "Tensor")},
}
OTHERS = {"json", "math", "np", "numpy", "os", "plt", "random", "re", "torch"}
OF_PYTHON = {name for kind in (dict, list, str) for name in dir(kind)}
# What the chapters call their objects. Without such a name, what several classes have isn't linked.
OBJECTS = {
    "model": "minigrad.nn.Module",
    "optimizer": "minigrad.optim.Optimizer",
    "scheduler": "minigrad.optim.lr_scheduler.LRScheduler",
}
OF_OPTIMIZERS = ("step()", "zero_grad()", "zero_grad")
CALL = r"\((?:[^()]|\([^()]*\))*\)"
CODE = re.compile(rf"(?:with )?((?:\w*\.)?\w+(?:\.\w+)*)(?:{CALL})?(?::| = None|=True)?")
ENGINE = frozenset({""})  # instead of own names: the chapter's tensors are its own


def own_names(sources: Sequence[str]) -> frozenset[str]:
    """Return the names that programs define outside their classes, or `ENGINE`."""
    nodes = [node for source in sources for node in ast.walk(parsed(source))]
    methods = {id(each) for node in nodes if isinstance(node, ast.ClassDef) for each in node.body}
    own: set[str] = set()
    for node in (node for node in nodes if id(node) not in methods):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                own.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                own.add(name)
            case ast.Attribute(attr="grad", value=ast.Name(id="self"), ctx=ast.Store()):
                if "import minigrad" not in sources[0]:
                    return ENGINE
    return frozenset(own)


def meant(code: str, own: Collection[str], known: Collection[str]) -> str | None:
    """Return the public name that `code` refers to, or None.

    `code` can be the name itself, a call, `.grad`, `w.grad = None`, or `requires_grad=True`. A
    longer expression isn't a name.
    """
    code = code.strip()
    if not (found := CODE.fullmatch(code)):
        return None
    first, *rest = found[1].split(".")
    if rest and first in PACKAGES:
        return _first_known(".".join((PACKAGES[first], *rest)), known)
    name = rest[-1] if rest else first
    if own == ENGINE or first in OTHERS or name in OF_PYTHON:
        return None
    if not rest and (name in own or len(name) == 1 or hasattr(builtins, name)):
        return None
    if first in OBJECTS or code in OF_OPTIMIZERS:
        return _first_known(f"{OBJECTS.get(first, OBJECTS['optimizer'])}.{name}", known)
    return _first_known(f"minigrad.Tensor.{name}", known) or _only(name, frozenset(known))


def used(source: str, own: Collection[str], known: Collection[str]) -> Iterator[str]:
    """Yield each public name that a program uses, once for each use."""
    for node in ast.walk(parsed(source)):
        code = ast.unparse(node) if isinstance(node, ast.Attribute | ast.Name) else ""
        if isinstance(node, ast.Attribute) and not CODE.fullmatch(code):  # of a call's result
            code = f".{node.attr}"
        if name := meant(code, own, known):
            yield name


def _first_known(full: str, known: Collection[str]) -> str | None:
    """Return the known spelling: a function may document its method, and `add` documents `add_`."""
    place, _, name = full.rpartition(".")
    name = entry.SECOND.get(name, name)
    both = ("minigrad.Tensor", "minigrad")
    spellings = (
        f"{where}.{spelled}"
        for spelled in (name, name.removesuffix("_"))
        for where in (both if place in both else (place,))
    )
    return next((spelling for spelling in spellings if spelling in known), None)


@functools.cache
def _only(name: str, known: frozenset[str]) -> str | None:
    """Return the public name that ends in `name`, if there's just one."""
    found = [full for full in known if full.endswith(f".{name}")]
    return found[0] if len(found) == 1 else None


@functools.cache
def parsed(source: str) -> ast.Module:
    """Return the parsed program, or an empty program if the text isn't valid Python."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module([], [])
