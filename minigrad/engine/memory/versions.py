"""Versions: how often memory was changed in place, so that no rule uses a value that is gone.

A version is a list, which all tensors share that share the memory: how often it was changed, and
the name of the node that recorded the last change, for the error that tells of it. Most memory is
never changed, so a version is made when somebody first asks for it; until then the count is 0.

What a node remembers of the values it saved, its `versions`, has an entry for each input, then one
for the result: (version, its count when the value was saved). The entry is None for what was not
saved, or had no version; should it get one later, that is found where the edge leads, or at the
node itself. Nones at the end may be left out, so that most nodes have (). None in place of the
tuple: the node saved no values, and a backward pass has nothing to free.
"""

from typing import Any

from ...messages.errors import error
from ..grad_fn import display_name
from ..graph import Node, tick
from ..hooks import meta_of
from ..modes import recording

inferring: list = []  # not empty once inference_mode was used


class InferenceVersion:
    """The version of a tensor made in inference mode: it cannot be asked for."""

    def __getitem__(self, _):
        raise error("inference_saved")


INFERENCE: Any = InferenceVersion()
INFERENCE_DATA: Any = InferenceVersion()  # of the `.data` of such a tensor, which may be changed


def new_version():
    """The version of a new tensor."""
    return INFERENCE if recording.enabled is None else None


def uncounted_version(version):
    """The version of a tensor that shares the memory, and whose changes are not counted."""
    return (new_version() or INFERENCE_DATA) if isinstance(version, InferenceVersion) else [0]


class Clock:
    """When any memory was last changed in place."""

    last_change = 1


clock = Clock()  # to set an attribute of a class takes Python three times as long


def changed(tensor) -> None:
    """Count an in-place change."""
    version = tensor._changes
    if not isinstance(version, InferenceVersion):
        (version or version_of(tensor))[0] += 1
        clock.last_change = tick()


def changed_by(tensor, node: Node) -> None:
    """Remember which node recorded the last change."""
    if isinstance(tensor._changes, list):
        tensor._changes[1:] = [display_name(node.op)]


def version_of(tensor) -> list:
    """The version of the tensor's memory; its node is told of it, for the nodes that saved it."""
    if tensor._changes is None:
        tensor._changes = [0] if tensor._node is None else meta_of(tensor._node).version
    return tensor._changes


def count(tensor) -> int:
    """How often the memory was changed, as PyTorch's `_version` tells it."""
    if isinstance(tensor._changes, InferenceVersion):
        raise error("inference_version")
    return version_of(tensor)[0]


def mark_detached(tensor) -> None:
    """Tell the nodes that saved the tensor that it leaves their graph."""
    version_of(tensor)
    if tensor._node is not None:
        meta_of(tensor._node).detached = True
        clock.last_change = tick()


def shared_version(x):
    """The version of another tensor with the memory of x."""
    inference = isinstance(x._changes, InferenceVersion)
    return uncounted_version(x._changes) if inference else version_of(x)


def entry_of(tensor, by_edge: bool) -> tuple | None:
    """The entry of an input that is saved; `by_edge`: the node has an edge to what made it."""
    version = tensor._changes
    if version is None:
        if by_edge:
            return None
        version = version_of(tensor)
    return version, version[0]


def entries(node: Node) -> tuple:
    """The `versions` of a node, with the entries at the end that may be missing."""
    versions = node.versions or ()
    return versions + (None,) * (entry_count(node) - len(versions))


def entry_count(node: Node) -> int:
    """For how many values a node has an entry: its inputs, and the result if a rule needs it."""
    return len(node.edges) + node.op.saves_out


def watched(out, *tensors):
    """`out`, whose rule needs indices and masks as they are now: they are no inputs of its node.

    Their entries, (version, count, value), come last.
    """
    present = [t for t in tensors if t is not None]
    if present and (node := getattr(out, "_node", None)) is not None:
        used = ((version_of(t), version_of(t)[0], t._value) for t in present)
        node.versions = (*entries(node), *used)
    return out


def saved_versions(node: Node) -> list:
    """(place in `saved`, version, its count when saved) for each saved input and the result.

    The version is None if nobody has asked for one yet.
    """
    triples: list = []
    known = () if node.versions is None else entries(node)[: entry_count(node)]
    for i, (maker, entry) in enumerate(zip((*node.edges, node), known, strict=False)):
        if node.saved[i] is not None:
            version, count = entry or (None if maker is None else maker._changes, 0)
            triples.append((i, version, count))
    return triples
