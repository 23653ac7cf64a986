"""The tensor: a NumPy array, plus a record of the operation that computed it, if any.

This file contains only the bookkeeping. Operations on tensors are in `ops/`, and `x.backward` and
`grad` are in `autograd/gradients.py`. `values/creation.py` creates tensors, `values/conversion.py`
turns them into numbers, lists, and arrays, and `values/printing.py` into text.
"""

import weakref
from typing import Any

import numpy as np

from ..messages.errors import error, warn
from ..messages.unsupported import supported
from . import checks
from .dtypes import dtype
from .grad_fn import GradFn, shown
from .graph import Node, tick
from .hooks import Meta, RemovableHandle, meta_of
from .memory.versions import (
    clock,
    mark_detached,
    new_version,
    shared_version,
    uncounted_version,
)
from .methods import TensorMethods
from .modes import INFERENCE, recording

# Makes an empty Tensor; `Tensor(...)` calls `values.creation.constructed`.
_new = object.__new__
_STATE = ("_value", "_dtype", "_requires_grad", "_grad", "_node", "_changes", "_view")


class Tensor(TensorMethods):
    """A NumPy array with a dtype, a ``.grad`` and, if an operation made it, a ``.grad_fn``.

    Create one with a function such as ``minigrad.tensor``. The default dtype is float32.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
    >>> y = (x * x).sum()
    >>> y
    tensor(5., grad_fn=<SumBackward0>)
    >>> y.backward()
    >>> x.grad
    tensor([2., 4.])
    """

    # All of minigrad's packages use these attributes. The underscore keeps them off the public
    # list, because PyTorch's tensors have no `x.value`. The package may use them; users may not.
    __slots__ = ("__dict__", "__weakref__", *_STATE)
    _value: Any  # the array; a 0-d result is a NumPy scalar, which is ten times faster
    _dtype: dtype
    _requires_grad: bool
    _grad: "Tensor | None"
    _node: Node | None  # the node of the operation that made it; None for a leaf
    _changes: Any  # the version that counts in-place changes, or None; see `memory/versions.py`
    _view: Any  # if this is a view, its `View` (see `memory/views.py`), otherwise None

    _meta: Meta | None = None  # the hooks of a leaf; other tensors' hooks are on their nodes
    retains_grad = False  # whether `retain_grad()` was called while the tensor wasn't a leaf

    def __dir__(self) -> list[str]:
        """List the tensor's attributes, except for those that only PyTorch's tensors have."""
        return supported(type(self), super().__dir__())

    @property
    def requires_grad(self) -> bool:
        """Whether operations on this tensor are recorded.

        If a tensor requires grad, so does everything that is computed from it. You can set this
        only on a leaf with a floating-point dtype.

        >>> import minigrad as mg
        >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
        >>> (x * 2).requires_grad
        True
        >>> x.detach().requires_grad
        False
        """
        return self._requires_grad or (self._view is not None and self._view.base._requires_grad)

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        checks.flag(self, flag, leaf=True)
        self._requires_grad = bool(flag)

    def requires_grad_(self, requires_grad: bool = True) -> "Tensor":
        """Set ``requires_grad`` in place and return the tensor.

        >>> import minigrad as mg
        >>> w = mg.zeros(2).requires_grad_()
        >>> w
        tensor([0., 0.], requires_grad=True)
        >>> w.requires_grad_(False)
        tensor([0., 0.])
        """
        checks.flag(self, requires_grad)
        self._requires_grad = bool(requires_grad)
        return self

    @property
    def grad_fn(self) -> GradFn | Any:
        """The node of the operation that produced this tensor; None for a leaf.

        Its name is the name of the operation. Its `next_functions` lead to the nodes of the
        operation's inputs.

        >>> import minigrad as mg
        >>> x = mg.tensor(3.0, requires_grad=True)
        >>> y = x * x + 1
        >>> y.grad_fn.name()
        'AddBackward0'
        >>> y.grad_fn.next_functions[0][0].name()
        'MulBackward0'
        """
        return None if self.is_leaf else shown(self._node)[0]

    @property
    def is_leaf(self) -> bool:
        """Whether this tensor is a leaf, that is, not the result of a recorded operation.

        >>> import minigrad as mg
        >>> x = mg.tensor([1.0], requires_grad=True)
        >>> x.is_leaf
        True
        >>> (x * 2).is_leaf
        False
        >>> (x * 2).detach().is_leaf
        True
        """
        # A view's history may be out of date, because its base has changed (see `memory/views.py`).
        return (self._node if self._view is None else self._view.update_history(self)) is None

    @property
    def grad(self) -> "Tensor | Any":
        """The sum of the gradients from all backward passes; None before the first pass.

        A backward pass adds to it instead of replacing it. Only leaves keep their gradients, unless
        you call `retain_grad`.

        >>> import minigrad as mg
        >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
        >>> x.grad is None
        True
        >>> (x * x).sum().backward()
        >>> x.grad
        tensor([2., 4.])
        >>> (x * x).sum().backward()
        >>> x.grad
        tensor([4., 8.])
        """
        if self._grad is None and self._node is not None and not self.retains_grad:
            warn("not_a_leaf")
        return self._grad

    @grad.setter
    def grad(self, grad: Any) -> None:
        # Not `Tensor | None`: after `w.grad = None`, mypy would assume that `w.grad` is still None,
        # even after a backward pass.
        if grad is not None:
            checks.assigned(self, grad)
        self._grad = grad

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def retain_grad(self) -> None:
        """Keep this non-leaf tensor's gradient in ``.grad``, as for a leaf.

        Call it before the backward pass. On a leaf, it has no effect. Errors: RuntimeError if the
        tensor doesn't require grad.

        >>> import minigrad as mg
        >>> x = mg.tensor(3.0, requires_grad=True)
        >>> y = x * x
        >>> y.retain_grad()
        >>> (5 * y).backward()
        >>> y.grad
        tensor(5.)
        """
        if not self.requires_grad:
            raise error("retain_untracked")
        if self._node is not None and not (self.is_leaf or self.retains_grad):
            self._own_meta().retaining = weakref.ref(self)
            self.retains_grad = True

    def register_hook(self, hook) -> RemovableHandle:
        """Call ``hook(grad)`` when this tensor's gradient is known. The hook may replace it.

        The replacement must have the shape and dtype of ``grad``. To remove the hook, call
        ``remove()`` on the returned handle. Errors: RuntimeError if the tensor doesn't require
        grad; in the backward pass, RuntimeError if the hook returns the wrong shape or dtype, and
        TypeError if it doesn't return a tensor.

        >>> import minigrad as mg
        >>> x = mg.tensor(3.0, requires_grad=True)
        >>> y = x * x
        >>> handle = y.register_hook(lambda g: 10 * g)
        >>> y.backward()
        >>> x.grad
        tensor(60.)
        >>> handle.remove()
        """
        if self.is_leaf and not self.requires_grad:
            raise error("hook_untracked")
        return RemovableHandle(self._own_meta().functions, hook)

    def _own_meta(self) -> Meta:
        """Return the Meta of this tensor's node or of this leaf; attach one if there was none."""
        if self._node is not None:
            return meta_of(self._node)
        if self._meta is None:
            self._meta = Meta()
        return self._meta

    def detach(self) -> "Tensor":
        """Return a leaf that shares this tensor's memory but doesn't require grad.

        This isn't a copy. An in-place change to either tensor is visible in the other, and is
        detected if a backward pass needs the old value.

        >>> import minigrad as mg
        >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
        >>> y = x * x
        >>> y.detach()
        tensor([1., 4.])
        >>> (y * y.detach()).sum().backward()
        >>> x.grad
        tensor([ 2., 16.])
        """
        return wrap(memory(self), self._dtype, version=shared_version(self))

    def detach_(self) -> "Tensor":
        """Detach the tensor from its graph in place, making it a leaf that doesn't require grad."""
        if recording.mode is not INFERENCE:  # in inference mode, graphs don't change
            if self._view is not None:
                raise error("detach_view")
            mark_detached(self)
            self._node, self._requires_grad = None, False
        return self

    @property
    def data(self) -> "Tensor":
        """A tensor outside the graph with the same memory. Changing it in place isn't detected.

        Like `detach`, but if you change a value that a backward pass needs, this isn't detected,
        and the gradients are silently wrong.

        >>> import minigrad as mg
        >>> x = mg.tensor([1.0], requires_grad=True)
        >>> y = x.exp()
        >>> y.data.zero_()
        tensor([0.])
        >>> y.backward()
        >>> x.grad
        tensor([0.])
        """
        return wrap(memory(self), self._dtype, version=uncounted_version(self._changes))

    @data.setter
    def data(self, other: "Tensor") -> None:
        checks.data(self, other)
        clock.last_change = tick()
        self._value, self._dtype = memory(other), other._dtype


def wrap(value, dtype: dtype, requires_grad: bool = False, version=None) -> Tensor:
    """Put an array into a new tensor without a history. Every function that creates one uses it."""
    tensor = _new(Tensor)
    tensor._value = value
    tensor._dtype = dtype
    tensor._requires_grad = requires_grad
    tensor._node = tensor._grad = tensor._view = None
    tensor._changes = new_version() if clock.inference_was_on and version is None else version
    return tensor


def memory(tensor: Tensor) -> np.ndarray:
    """Return the tensor's value as an array that can be shared and changed in place."""
    if not isinstance(tensor._value, np.ndarray):
        tensor._value = np.array(tensor._value)
    return tensor._value


def tracked(x: Tensor) -> bool:
    """Return whether operations on x are recorded while recording is on.

    If x is a view whose base has changed, its history is brought up to date first.
    """
    return x._requires_grad if x._view is None else x._view.tracked(x)


def edge(tensor):
    """Return where a tensor's gradient goes: to its node, to the leaf itself, or nowhere (None)."""
    if not isinstance(tensor, Tensor):
        return None
    if tensor._view is not None:
        tensor._view.update_history(tensor)
    return (tensor._node or tensor) if tensor._requires_grad else None
