"""Long chains of objects, freed one link at a time.

When the last reference to a chain goes away, Python frees each link inside the call that frees the
previous link. That means one nested call for each link, and a browser's stack overflows after a few
thousand calls. So the objects that a cell left behind are kept alive while the next cell runs, and
are then released one by one, starting with the newest.
"""

import gc
import sys
from collections.abc import Iterator
from typing import Any

# Modules whose objects refer to the objects they were made from.
CHAINED = ("__main__", "minigrad.engine")
CONTAINERS = (tuple, list, dict)


class Held:
    def __init__(self) -> None:
        self.objects: dict[int, Any] = {}

    def hold(self) -> None:
        """Release the objects that only this table keeps alive; hold those that exist now."""
        _let_go(self.objects)
        self.objects = {id(o): o for o in gc.get_objects() if _chained(o)}


def _chained(value: Any) -> bool:
    module: Any = type(value).__module__  # a class can set this to anything
    return isinstance(module, str) and module.startswith(CHAINED)


def _let_go(objects: dict[int, Any]) -> None:
    alone = _references({0: object()}, 0)  # for an object that only this table refers to
    waiting = list(objects)
    while waiting:
        key = waiting.pop()
        if key in objects and _references(objects, key) <= alone:
            waiting += [id(other) for other in _behind(objects[key]) if id(other) in objects]
            del objects[key]


def _references(objects: dict[int, Any], key: int) -> int:
    return sys.getrefcount(objects[key])


def _behind(value: Any) -> Iterator[Any]:
    """Yield the objects that an object refers to, either directly or through a container."""
    for other in gc.get_referents(value):
        if isinstance(other, CONTAINERS):
            yield from gc.get_referents(other)
        yield other
