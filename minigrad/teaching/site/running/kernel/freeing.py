"""Long chains, freed link by link.

When the last name of a chain goes, Python frees its links within each other. That's one call for
each link, and a browser's stack ends after a few thousand. So the objects that a cell left behind
are held while the next one runs, and then let go from the newest on.
"""

import gc
import sys
from collections.abc import Iterator
from typing import Any

CHAINED = ("__main__", "minigrad.engine")  # whose objects refer to those that they were made from
CONTAINERS = (tuple, list, dict)


class Held:
    def __init__(self) -> None:
        self.objects: dict[int, Any] = {}

    def hold(self) -> None:
        """Let go what only this holds, and hold what there is now."""
        _let_go(self.objects)
        self.objects = {id(o): o for o in gc.get_objects() if _chained(o)}


def _chained(value: Any) -> bool:
    module: Any = type(value).__module__  # which a class may define as it likes
    return isinstance(module, str) and module.startswith(CHAINED)


def _let_go(objects: dict[int, Any]) -> None:
    alone = _references({0: object()}, 0)  # of an object that only such a table holds
    waiting = list(objects)
    while waiting:
        key = waiting.pop()
        if key in objects and _references(objects, key) <= alone:
            waiting += [id(other) for other in _behind(objects[key]) if id(other) in objects]
            del objects[key]


def _references(objects: dict[int, Any], key: int) -> int:
    return sys.getrefcount(objects[key])


def _behind(value: Any) -> Iterator[Any]:
    """Return what an object refers to, directly or in a container."""
    for other in gc.get_referents(value):
        if isinstance(other, CONTAINERS):
            yield from gc.get_referents(other)
        yield other
