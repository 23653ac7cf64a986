"""The allowlist for answers: Python, the package, and NumPy. Everything else is rejected by name.

This module reads the source of an answer. `guard` watches what the answer does as it runs.
"""

import ast
from collections.abc import Iterable


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COMPUTING = words(
    "abc bisect cmath collections contextlib copy dataclasses decimal fractions functools heapq "
    "itertools math minigrad numbers numpy operator random re statistics string sys time torch "
    "typing types warnings __future__"
)
CLOSED = (
    "minigrad.course",
    "minigrad.teaching",
    "numpy.ctypeslib",
    "numpy.f2py",
    "numpy.distutils",
    "torch.utils",
)
OUTWARD = words("eval exec compile __import__ breakpoint")
INWARD = words(
    "__globals__ __builtins__ __code__ __closure__ __subclasses__ __bases__ __mro__ __loader__ "
    "__spec__ __defaults__ __kwdefaults__ f_globals f_locals f_back f_builtins f_code tb_frame "
    "gi_frame cr_frame _getframe course os subprocess ctypes builtins importlib"
)
DUNDER = frozenset(name for name in INWARD if name.startswith("__"))


def imports(source: str) -> set[tuple[str, str]]:
    """Return the modules and names that a cell imports, as pairs. A whole module has no name."""
    pairs = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            pairs |= {(alias.name, "") for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            pairs |= {("." * node.level + (node.module or ""), a.name) for a in node.names}
    return pairs


def refused(source: str, of_the_chapter: Iterable[tuple[str, str]] = ()) -> str:
    """Return a forbidden name or import that a cell uses, or "" if there's none.

    >>> refused("import os"), refused("import numpy as np"), refused("eval('x')")
    ('import os', '', 'eval')
    >>> refused("f.__globals__['check'] = print"), refused("from minigrad.course import progress")
    ('__globals__', 'import minigrad.course')
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ""  # invalid code won't run, so it's harmless
    for module, name in sorted(imports(source) - set(of_the_chapter)):
        if not _computes(module) or (name and not _computes(f"{module}.{name}")):
            return f"import {module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and (node.id in OUTWARD | DUNDER):
            return node.id
        if isinstance(node, ast.Attribute) and node.attr in INWARD:
            return node.attr
    return ""


def _computes(module: str) -> bool:
    closed = any(f"{module}.".startswith(f"{name}.") for name in CLOSED)
    return module.partition(".")[0] in COMPUTING and not closed
