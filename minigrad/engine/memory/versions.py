"""Versions: counts of in-place changes, so that no rule uses an overwritten value.

A version is a list, which all tensors share that share the memory: how often it was changed, and
the name of the node that recorded the last change, for the error that reports it. Most memory is
never changed, so a version is created when it is first needed; until then the count is 0.

What a node remembers of the values it saved, its `versions`, has an entry for each input, then one
for the result: (version, its count when the value was saved). The entry is None for what was not
saved, or had no version; should it get one later, that is found where the edge leads, or at the
node itself. Nones at the end may be left out, so that most nodes have (). None instead of the
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
    """The version of a tensor made in inference mode, which can't be read."""

    def __getitem__(self, _):
        raise error("inference_saved")


INFERENCE: Any = InferenceVersion()
INFERENCE_DATA: Any = InferenceVersion()  # of the `.data` of such a tensor, which may be changed


def new_version():
    """Return the version of a new tensor."""
    return INFERENCE if recording.enabled is None else None


def uncounted_version(version):
    """Return the version of a tensor that shares the memory but whose changes aren't counted."""
    return (new_version() or INFERENCE_DATA) if isinstance(version, InferenceVersion) else [0]


class Clock:
    """The time of the last in-place change to any memory."""

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
    """Return the version of the tensor's memory, and store it on its node."""
    if tensor._changes is None:
        tensor._changes = [0] if tensor._node is None else meta_of(tensor._node).version
    return tensor._changes


def count(tensor) -> int:
    """Return how often the memory was changed, as PyTorch's `_version` does."""
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
    """Return the version of another tensor with the memory of x."""
    inference = isinstance(x._changes, InferenceVersion)
    return uncounted_version(x._changes) if inference else version_of(x)


def entry_of(tensor, by_edge: bool) -> tuple | None:
    """Return the entry of a saved input. `by_edge`: the node has an edge to the input's node."""
    version = tensor._changes
    if version is None:
        if by_edge:
            return None
        version = version_of(tensor)
    return version, version[0]


def entries(node: Node) -> tuple:
    """Return the `versions` of a node, including trailing entries that may be missing."""
    versions = node.versions or ()
    return versions + (None,) * (entry_count(node) - len(versions))


def entry_count(node: Node) -> int:
    """Return the number of values with an entry: the inputs, and the result if a rule needs it."""
    return len(node.edges) + node.op.saves_out


def watched(out, *tensors):
    """Record that the rule of `out` needs these indices and masks, which aren't inputs of its node.

    Their entries, (version, count, value), come last.
    """
    present = [t for t in tensors if t is not None]
    if present and (node := getattr(out, "_node", None)) is not None:
        used = ((version_of(t), version_of(t)[0], t._value) for t in present)
        node.versions = (*entries(node), *used)
    return out


def saved_versions(node: Node) -> list:
    """Yield (place in `saved`, version, its count when saved) for saved inputs and the result.

    The version is None if it hasn't been needed yet.
    """
    triples: list = []
    known = () if node.versions is None else entries(node)[: entry_count(node)]
    for i, (maker, entry) in enumerate(zip((*node.edges, node), known, strict=False)):
        if node.saved[i] is not None:
            version, count = entry or (None if maker is None else maker._changes, 0)
            triples.append((i, version, count))
    return triples
