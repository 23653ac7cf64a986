"""Versions: how often memory was changed in place, so that no rule uses a value that is gone.

A version is a list, which all tensors share that share the memory: how often it was changed, and
the name of the node that recorded the last change, for the error that tells of it. Most memory is
never changed, so a version is made when somebody first asks for it; until then the count is 0.
"""

from typing import Any

from ...says.errors import error
from ..grad_fn import full_name
from ..graph import Node, tick
from ..hooks import meta_of
from ..modes import recording

# For a node whose saved values are no tensors: there is something to free, and nothing to check.
UNCHECKED = (None,)


inferring: list = []  # not empty once inference_mode was used


class Untracked:
    """The version of a tensor made in inference mode: it cannot be asked for."""

    def __getitem__(self, _):
        raise error("inference_saved")


UNTRACKED: Any = Untracked()
UNCOUNTED: Any = Untracked()  # of its .data, which may be changed all the same


def fresh():
    """The version of a new tensor."""
    return UNTRACKED if recording.enabled is None else None


def uncounted(version):
    """The version of a tensor that shares the memory, and whose changes are not counted."""
    return (fresh() or UNCOUNTED) if isinstance(version, Untracked) else [0]


class Clock:
    """When any memory was last changed in place."""

    last_change = 1


def changed(tensor) -> None:
    """Count an in-place change."""
    version = tensor._changes
    if not isinstance(version, Untracked):
        (version or version_of(tensor))[0] += 1
        Clock.last_change = tick()


def changed_by(tensor, node: Node) -> None:
    """Remember which node recorded the last change."""
    if isinstance(tensor._changes, list):
        tensor._changes[1:] = [full_name(node.op)]


def version_of(tensor) -> list:
    """The version of the tensor's memory; its node is told of it, for the nodes that saved it."""
    if tensor._changes is None:
        tensor._changes = [0] if tensor._node is None else meta_of(tensor._node).version
    return tensor._changes


def count(tensor) -> int:
    """How often the memory was changed, as PyTorch's `_version` tells it."""
    if isinstance(tensor._changes, Untracked):
        raise error("inference_version")
    return version_of(tensor)[0]


def cut(tensor) -> None:
    """Tell the nodes that saved the tensor that it leaves their graph."""
    version_of(tensor)
    if tensor._node is not None:
        meta_of(tensor._node).detached = True
        Clock.last_change = tick()


def alias(x):
    """The version of another tensor with the memory of x."""
    return uncounted(x._changes) if isinstance(x._changes, Untracked) else version_of(x)


def counted(tensor, by_edge: bool) -> tuple:
    """What a node remembers of an input that it saves: (version, its count now).

    `by_edge`: the node has an edge to where a version will be found that does not exist yet.
    """
    version = tensor._changes
    if version is None:
        if by_edge:
            return None, 0
        version = version_of(tensor)
    return version, version[0]


def watched(out, *tensors):
    """`out`, whose rule needs indices and masks as they are now: they are no inputs of its node."""
    if (node := getattr(out, "_node", None)) is not None:
        own = node.versions if node.versions and node.versions != UNCHECKED else ()
        own = own or (None, 0) * len(node.edges)
        used = ((version_of(t), version_of(t)[0], t._value) for t in tensors if t is not None)
        node.versions = (*own, *used)
    return out


def saved_versions(node: Node) -> list:
    """(place in `saved`, version, its count when saved) for each saved input and the result.

    A version that did not yet exist then is found at the edge that leads to the input, or at the
    node itself. It is None if there is none to this day.
    """
    triples: list = []
    if node.versions is None or node.versions is UNCHECKED:
        return triples
    for i, maker in enumerate((*node.edges, node) if node.op.saves_out else node.edges):
        version, count = node.versions[2 * i : 2 * i + 2] or (None, 0)
        if version is None and maker is not None:
            version = maker._changes
        if node.saved[i] is not None:
            triples.append((i, version, count))
    return triples
