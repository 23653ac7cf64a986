"""Versions, which count in-place changes so that no rule uses an overwritten value.

All tensors that share memory share one `Version`. In this example, y changes after z has saved it:

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
    >>> y = x * 1
    >>> z = y * y                  # the rules need y, so z's node saves it
    >>> z._node.stamps             # y has no version, so its count was 0
    ()
    >>> y.add_(10)                 # now y has one
    tensor([11., 12.], grad_fn=<AddBackward0>)
    >>> y._changes.count, y._changes.changed_by
    (1, 'AddBackward0')
    >>> z._node.order > clock.last_change      # ticks count down: the change came later
    True
    >>> z.sum().backward()  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    RuntimeError: one of the variables needed for gradient computation has been modified by an
    inplace operation: [minigrad.FloatTensor [2]], which is output 0 of Add, is at version 1;
    expected version 0 instead. ...

So at each node, the backward pass makes this check, which is in `checked_saved` in `checks.py`:

    if node.order > clock.last_change:             # otherwise, nothing has changed anywhere since
        for edge, stamp in (the saved inputs' edges and stamps):   # None if there's no stamp
            version, count = stamp or (the version at the edge, 0)
            if version is not None and version.count != count:
                raise the error

Without the check, the rules would use 11 and 12, and x would get the wrong gradient.

Most memory never changes, so a version is created on first use; until then the count is 0. A node's
`stamps` has a stamp for each input, and one for the result if a rule needs it. A stamp is a pair
(version, its count when the value was saved), or None if the value wasn't saved or had no version
yet. Stamps that are None may be left out at the end. A version that's created later can be found at
the end of the edge or, for the result, at the node itself. Masks and indices that a rule needs come
last (see `watched`).
"""

from typing import Any

from ...messages.errors import error
from ..graph import Node, tick
from ..hooks import meta_of
from ..modes import INFERENCE, recording


class Version:
    """A count of the in-place changes to a block of memory, and the name of the last one."""

    __slots__ = ("changed_by", "count")

    def __init__(self) -> None:
        self.count = 0
        self.changed_by = ""  # the name of the node that recorded the last change


class InferenceVersion:
    """The version of a tensor created in inference mode. Reading its count raises an error."""

    @property
    def count(self) -> int:
        raise error("inference_saved")


OF_INFERENCE: Any = InferenceVersion()
# The version of `.data` for a tensor created in inference mode. Unlike the tensor itself, `.data`
# may be changed.
OF_INFERENCE_DATA: Any = InferenceVersion()


def new_version():
    """Return the version of a new tensor."""
    return OF_INFERENCE if recording.mode is INFERENCE else None


def uncounted_version(version):
    """Return a version for a tensor that shares this memory but whose changes aren't counted."""
    if isinstance(version, InferenceVersion):
        return new_version() or OF_INFERENCE_DATA
    return Version()


class Clock:
    """The time of the most recent in-place change to any tensor's memory.

    `inference_was_on`: whether inference mode has ever been on. Until then, no tensor has to ask.
    """

    last_change = 1  # before every node, because ticks start at 0 and count down
    inference_was_on = False


clock = Clock()  # setting a class attribute takes three times as long


def count_change(tensor) -> None:
    """Count an in-place change that is about to happen.

    Ctrl-C between the count and the change leaves a version that's ahead of the value. That's safe,
    because a graph that saved the value then raises an error. If the version were behind, the graph
    would silently compute wrong gradients.
    """
    version = tensor._changes
    if not isinstance(version, InferenceVersion):
        clock.last_change = tick()
        (version or version_of(tensor)).count += 1


def counting_calls(tensor, by: str | None = None) -> list[tuple]:
    """Return the calls (see `uninterrupted`) that count an in-place change.

    `by`: the name of the node that records the change.
    """
    version = tensor._changes
    if isinstance(version, InferenceVersion):
        return []
    version = version_of(tensor)
    calls: list[tuple] = [
        (setattr, version, "count", version.count + 1),
        (setattr, clock, "last_change", tick()),
    ]
    if by is not None:
        calls.append((setattr, version, "changed_by", by))
    return calls


def version_of(tensor) -> Version:
    """Return the version of the tensor's memory, as found by the nodes that saved the tensor."""
    if tensor._changes is None:
        tensor._changes = Version() if tensor._node is None else version_at(tensor._node)
    return tensor._changes


def version_at(node: Node) -> Version:
    """Return the version of the memory that holds a node's result."""
    meta = meta_of(node)
    if meta.version is None:
        meta.version = Version()
    return meta.version


def count(tensor) -> int:
    """Return how many times the tensor's memory has changed, as PyTorch's `_version` does."""
    if isinstance(tensor._changes, InferenceVersion):
        raise error("inference_version")
    return version_of(tensor).count


def mark_detached(tensor) -> None:
    """Record that the tensor is leaving its graph, so that nodes that saved it raise an error."""
    version_of(tensor)
    if tensor._node is not None:
        meta_of(tensor._node).detached = True
        clock.last_change = tick()


def shared_version(x):
    """Return the version to use for another tensor that shares x's memory."""
    inference = isinstance(x._changes, InferenceVersion)
    return uncounted_version(x._changes) if inference else version_of(x)


def stamp_of(tensor, has_edge: bool) -> tuple | None:
    """Return the stamp for a saved input. `has_edge`: whether the node has an edge to the input."""
    version = tensor._changes
    if version is None:
        if has_edge:
            return None  # a later version is found at the end of the edge
        version = version_of(tensor)
    return version, version.count


def stamp_count(node: Node) -> int:
    """Return the number of stamps for a node's inputs and, if it's saved, its result."""
    return len(node.edges) + node.op.saves_out


def all_stamps(node: Node) -> tuple:
    """Return a node's stamps, with None for the stamps that were left out at the end."""
    return node.stamps + (None,) * (stamp_count(node) - len(node.stamps))


def watched(out, *tensors):
    """Add stamps for indices and masks that the rule of `out` needs but that aren't inputs.

    These stamps, which have the form (version, count, value), come last. Return `out`.
    """
    present = [t for t in tensors if t is not None]
    if present and (node := getattr(out, "_node", None)) is not None:
        used = ((version_of(t), version_of(t).count, t._value) for t in present)
        node.stamps = (*all_stamps(node), *used)
    return out


def saved_versions(node: Node) -> list:
    """Return (index in `saved`, version, count when saved) for each saved input and result.

    A version that hasn't been created yet is None.
    """
    triples: list = []
    stamps = all_stamps(node)[: stamp_count(node)]
    for i, (edge, stamp) in enumerate(zip((*node.edges, node), stamps, strict=False)):
        if node.saved[i] is not None:
            version, count = stamp or (_current_version(edge), 0)
            triples.append((i, version, count))
    return triples


def _current_version(edge) -> Version | None:
    """Return the version of a node's result, or of a leaf, or None if it has no version yet."""
    if isinstance(edge, Node):
        return None if edge.meta is None else edge.meta.version
    return None if edge is None else edge._changes
