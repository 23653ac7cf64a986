"""Names in code, such as `w.grad` or `no_grad()`, resolved to names in the reference."""

import ast
import builtins
import functools
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from minigrad.api import entry

FUNCTION = "minigrad.autograd.Function"
PACKAGES = {
    "mg": "minigrad",
    "minigrad": "minigrad",
    "F": "minigrad.nn.functional",
    **{name: f"minigrad.{name}" for name in ("autograd", "linalg", "nn", "optim", "Tensor")},
}
OTHERS = {"json", "math", "np", "numpy", "os", "plt", "random", "re", "torch"}
# A method's owner, if the name before it determines one; else the first class here that has it.
OWNERS = {
    "minigrad.Tensor": (),
    "minigrad.nn.Module": ("model", "layer", "module", "net", "self"),
    "minigrad.optim.Optimizer": ("optim", "sgd", "adam"),
    FUNCTION: (),
    "minigrad.autograd.function.FunctionCtx": ("ctx",),
    "minigrad.optim.lr_scheduler.LRScheduler": ("scheduler",),
    "minigrad.Generator": ("generator",),
}
# Namespaces in which a bare name is looked up.
PLACES = (
    *("minigrad.Tensor", "minigrad", "minigrad.nn.functional", "minigrad.autograd"),
    *("minigrad.nn.init", "minigrad.draw", *OWNERS),
)
# Owners of methods whose names are also common words, such as `step`: linked only if used.
WORDS = ("minigrad.optim.Optimizer.", "minigrad.nn.Module.", FUNCTION + ".")
OF_PYTHON = {name for kind in (dict, list, str) for name in dir(kind)}


@dataclass(frozen=True)
class Scope:
    """The names in some code: names that the code defines, and public names that it uses."""

    own: frozenset[str] = frozenset()  # including Python's built-in names, which aren't ours
    functions: frozenset[str] = frozenset()  # the functions that are called
    # Members of classes that are defined without a base, in a notebook without minigrad's tensors.
    members: frozenset[str] = frozenset()
    imported: dict[str, str] = field(default_factory=dict)
    public: Counter[str] = field(default_factory=Counter)

    def named(
        self, path: tuple[str, ...], known: Collection[str], call: bool = False
    ) -> str | None:
        """Return the public name that a dotted path refers to, or None."""
        first, *rest = path
        if first in self.imported or (rest and first in PACKAGES):
            full = ".".join((self.imported.get(first) or PACKAGES[first], *rest))
            return next((name for name in _spellings(full) if name in known), None)
        if first in OTHERS or path[-1] in self.members | OF_PYTHON or "grad" in self.members:
            return None  # a class with its own `.grad` is an engine, and its code refers to itself
        if rest:
            return _of_an_object(first, rest[-1], known)
        if first in (self.functions if call else self.own):
            return None
        full = self._alone(first, known) or ""
        is_heard = call or not full.startswith(WORDS) or self.public[full]
        return full if full and is_heard else None

    def _alone(self, name: str, known: Collection[str]) -> str | None:
        """Resolve a bare name, such as `no_grad` or `DataLoader`, to its full name."""
        if len(name) == 1:
            return None
        if name[0].isupper():
            candidates = [full for full in known if full.endswith(f".{name}")]
            return candidates[0] if len(candidates) == 1 else None
        candidates = [f"{place}.{name}" for place in PLACES if f"{place}.{name}" in known]
        candidates.sort(key=lambda full: -self.public[full])
        return candidates[0] if candidates else _of_an_object("", name, known)


def scope_of(sources: list[str], known: Collection[str]) -> Scope:
    """Return the scope of the given programs."""
    own: set[str] = set()
    functions: set[str] = set()
    attributes: set[str] = set()
    members: set[str] = set()
    imported: dict[str, str] = {}
    nodes = [node for source in sources for node in ast.walk(parsed(source))]
    inner = {id(each) for node in nodes if isinstance(node, ast.ClassDef) for each in node.body}
    for node in (node for node in nodes if id(node) not in inner):
        match node:
            case ast.FunctionDef(name) | ast.ClassDef(name) | ast.Call(ast.Name(name)):
                functions.add(name)
            case ast.Name(name) | ast.arg(name):
                own.add(name)
            case ast.Attribute(_, name):
                attributes.add(name)
            case ast.ImportFrom(module, names) if (module or "").startswith("minigrad"):
                imported |= {a.asname or a.name: f"{module}.{a.name}" for a in names}
        if isinstance(node, ast.ClassDef) and not node.bases and not _begins_with_minigrad(sources):
            members |= set(_members(node))
    functions = (functions | (set(dir(builtins)) - attributes)) - imported.keys()
    scope = Scope(frozenset(own | functions), frozenset(functions), frozenset(members), imported)
    scope.public.update(name for source in sources for name in used(source, scope, known))
    return scope


def _begins_with_minigrad(sources: list[str]) -> bool:
    """Return whether the first program imports the package, so that its `.grad` is a tensor's."""
    imports = [node for node in ast.walk(parsed(sources[0])) if isinstance(node, ast.Import)]
    return any(alias.name == "minigrad" for node in imports for alias in node.names)


def used(source: str, scope: Scope, known: Collection[str]) -> Iterator[str]:
    """Yield each public name that a program uses, once for each use."""
    within: set[int] = set()
    for node in ast.walk(parsed(source)):
        path = () if id(node) in within else dotted(node)
        is_whole = path[:1] and path[0] in {*PACKAGES, *OTHERS, *scope.imported}
        if is_whole:
            within |= {id(inner) for inner in ast.walk(node)}
        if (is_whole or len(path) > 1) and (name := scope.named(path, known)):
            yield name
        if isinstance(node, ast.ClassDef):
            yield from _filled_in(node, scope, known)


def _filled_in(defined: ast.ClassDef, scope: Scope, known: Collection[str]) -> Iterator[str]:
    """Yield minigrad's methods that a class overrides, such as `Function.forward`."""
    for base in filter(None, (scope.named(dotted(base), known) for base in defined.bases)):
        names = (node.name for node in defined.body if isinstance(node, ast.FunctionDef))
        yield from (f"{base}.{name}" for name in names if f"{base}.{name}" in known)


def meant(code: str, scope: Scope, known: Collection[str]) -> str | None:
    """Return the public name that `code` refers to, or None.

    `code` can be the name itself, a call, `.grad`, `w.grad = None`, or `requires_grad=True`. A
    longer expression isn't a name.
    """
    code = code.strip()
    is_part = code.startswith(".")
    match parsed("_" + code if is_part else code + " ..." if code.endswith(":") else code).body:
        case [ast.Expr(node)] | [ast.With([ast.withitem(node, None)])]:
            pass
        case [ast.Assign([ast.Attribute() as node])]:
            pass
        case [ast.Assign([ast.Name("requires_grad") as node])] if " " not in code:
            pass
        case _:
            return None
    call = isinstance(node, ast.Call)
    path = dotted(node.func if isinstance(node, ast.Call) else node)
    if not path or "" in path:
        return None
    return scope.named(("", *path[1:]) if is_part else path, known, call)


def dotted(node: ast.AST) -> tuple[str, ...]:
    """Return the parts of a name such as `mg.nn.Linear`, or those after a call in `f(x).sum`."""
    if isinstance(node, ast.Attribute):
        return (*(dotted(node.value) or ("",)), node.attr)
    return (node.id,) if isinstance(node, ast.Name) else ()


@functools.cache
def parsed(source: str) -> ast.Module:
    """Return the parsed program, or an empty program if the text isn't valid Python."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module([], [])


def _of_an_object(first: str, name: str, known: Collection[str]) -> str | None:
    def fits(owner: str) -> bool:
        return any(word in first.lower() for word in OWNERS[owner])

    owners = sorted(OWNERS, key=fits, reverse=True)
    if first[:1].isupper() and len(first) > 1:
        owners = [FUNCTION]  # called on a class that the author defined
    spellings = (full for owner in owners for full in _spellings(f"{owner}.{name}"))
    return next((full for full in spellings if full in known), None)


def _spellings(full: str) -> Iterator[str]:
    """Return a name and its variants, such as a function's method, or `add_` for `add`."""
    yield full
    place, _, name = full.rpartition(".")
    name = entry.SECOND.get(name, name)
    yield f"{place}.{name}"
    if place in ("minigrad", "minigrad.Tensor"):
        for there in ("minigrad.Tensor", "minigrad"):
            yield f"{there}.{name}"
            yield f"{there}.{name.removesuffix('_')}"


def _members(defined: ast.ClassDef) -> Iterator[str]:
    for node in ast.walk(defined):
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and dotted(node)[:1] == ("self",):
            yield node.attr
