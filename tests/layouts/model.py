"""A model of tensors that share memory, for checking the engine against something that can't fail
in the same way.

It runs the same programs as minigrad and PyTorch, with `mg` as this module, but it has no strides,
no graph, and no backward pass. A tensor is a table of places in a `Memory`, and a view is a table
of some of these places. Gradients are computed forward: along with each number, a `History` stores
its derivative with respect to every number of every leaf. The history also knows which memory must
not have changed by the time of a backward pass.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

WIDTH = 72  # how many numbers a program's leaves may contain

MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace"
OF_LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
OF_VIEW_OF_LEAF = "a view of a leaf Variable that requires grad is being used in an in-place"
SHARED = "unsupported operation: more than one element of the written-to tensor refers to a single"
OTHER_DTYPE = "Index put requires the source and destination dtypes match, got "

float64, float32, int64 = "float64", "float32", "int64"  # the dtypes that programs name
_MASK = "bool"
_ORDER = (_MASK, int64, float32, float64)


class Undefined(Exception):  # noqa: N818
    """A statement whose result isn't defined, or that the model doesn't know."""


class Memory:
    """A block of numbers, and the count of its changes."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = np.array(values, np.float64).reshape(-1)
        self.changes = 0
        self.is_expanded_leaf = False


class History:
    """The derivatives of a block of numbers, the leaves they lead to, and what they depend on."""

    def __init__(self, slopes: np.ndarray) -> None:
        self.slopes = np.array(slopes).reshape(-1, WIDTH)
        self.is_tracked = False
        self.is_leaf = False
        self.leaves: set[Tensor] = set()
        self.needs: set[tuple[Memory, int]] = set()

    def add(self, *others: "History") -> None:
        """Take note of what this history now also depends on."""
        for other in others:
            if other.is_tracked:
                self.is_tracked = True
                self.leaves |= other.leaves
                self.needs |= other.needs


class Session:
    """What a program has used so far, and what to add to the numbers of its leaves."""

    def __init__(self) -> None:
        self.restart()

    def restart(self, shift: np.ndarray | None = None) -> None:
        self.columns = 0
        self.is_recording = True
        self.saved: set[Memory] = set()  # memory that a recorded operation needs unchanged
        self.shift = np.zeros(WIDTH) if shift is None else shift


session = Session()


class Tensor:
    """A table of places in a memory, and of the same places in a history."""

    def __init__(self, values: Any, dtype: str) -> None:
        array = np.asarray(values, np.float64)
        self.memory, self.history = Memory(array), History(np.zeros((array.size, WIDTH)))
        self.places = self.past = np.arange(array.size).reshape(array.shape)
        self.dtype = dtype
        self.is_view = False
        self.is_known = True  # False for a view of a constant that has a history by now
        self.cut: tuple | None = None  # the tensor and the index that gave this view
        self.grad: Tensor | None = None

    # What is read

    @property
    def values(self) -> np.ndarray:
        return self.memory.values[self.places]

    @property
    def slopes(self) -> np.ndarray:
        return self.history.slopes[self.past]

    @property
    def shape(self) -> tuple[int, ...]:
        return self.places.shape

    @property
    def ndim(self) -> int:
        return self.places.ndim

    def __len__(self) -> int:
        return len(self.places)

    @property
    def requires_grad(self) -> bool:
        return self.history.is_tracked

    def is_repeated(self) -> bool:
        """Return whether elements share memory."""
        return len(np.unique(self.places)) < self.places.size

    # Views

    def _view(self, chosen: Callable[[np.ndarray], np.ndarray]) -> "Tensor":
        view = Tensor.__new__(Tensor)
        view.memory, view.history, view.dtype = self.memory, self.history, self.dtype
        view.places, view.past = chosen(self.places), chosen(self.past)
        view.is_view, view.is_known, view.cut, view.grad = True, self.requires_grad, None, None
        return view

    def t(self) -> "Tensor":
        return self._view(np.transpose)

    @property
    def T(self) -> "Tensor":
        return self._view(np.transpose)

    def permute(self, *dims: int) -> "Tensor":
        return self._view(lambda a: a.transpose(dims))

    def transpose(self, one: int, other: int) -> "Tensor":
        return self._view(lambda a: a.swapaxes(one, other))

    def unsqueeze(self, dim: int) -> "Tensor":
        return self._view(lambda a: np.expand_dims(a, dim))

    def expand(self, *shape: int) -> "Tensor":
        return self._view(lambda a: np.broadcast_to(a, shape))

    def diagonal(self) -> "Tensor":
        return self._view(np.diagonal)

    def detach(self) -> "Tensor":
        other = self._view(lambda a: a)
        other.history = History(np.zeros((self.places.size, WIDTH)))
        other.past = np.arange(self.places.size).reshape(self.shape)
        other.is_view, other.is_known = False, True
        return other

    def __getitem__(self, index: Any) -> "Tensor":
        if _picks(index):
            index = _plain(index)
            return _result(self.values[index], self.slopes[index], self.dtype, [self])
        view = self._view(lambda a: a[index])
        view.cut = self, index
        return view

    # Leaves and gradients

    def requires_grad_(self) -> "Tensor":
        """Give each element a column of its own in every history."""
        size = self.places.size
        first, session.columns = session.columns, session.columns + size
        if session.columns > WIDTH:
            raise Undefined
        self.history = History(np.eye(size, WIDTH, first))
        self.past = np.arange(size).reshape(self.shape)
        self.history.is_tracked = self.history.is_leaf = True
        self.history.leaves = {self}
        self.columns = slice(first, first + size)
        self.memory.is_expanded_leaf = self.is_repeated()
        if session.shift.any() and not self.is_repeated():
            self.memory.values[self.places] += session.shift[self.columns].reshape(self.shape)
        return self

    def register_hook(self, hook: Callable) -> None:
        """Multiply the derivatives by the hook's own, which is found one element at a time."""
        slopes = np.zeros_like(self.history.slopes)
        for j, one in enumerate(np.eye(self.places.size)):
            changed = hook(Tensor(one.reshape(self.shape), self.dtype)).values.reshape(-1)
            slopes[j] = np.tensordot(changed, self.history.slopes, 1)
        self.history.slopes = slopes

    def backward(self, gradient: "Tensor | None" = None, retain_graph: bool = True) -> None:
        """Add to the leaves' gradients, unless something that's needed has changed."""
        if any(memory.changes != count for memory, count in self.history.needs):
            raise RuntimeError(MODIFIED)
        v = np.ones(self.shape) if gradient is None else gradient.values
        total = np.tensordot(v, self.slopes, v.ndim)
        leaves = self.history.leaves
        if any(leaf.grad is not None and leaf.grad.is_repeated() for leaf in leaves):
            raise RuntimeError(SHARED)
        for leaf in leaves:
            g = total[leaf.columns].reshape(leaf.shape)
            if leaf.grad is None:
                leaf.grad = Tensor(g, leaf.dtype)
            else:
                leaf.grad._write(leaf.grad.values + g)

    # Changes

    def _write(self, values: Any, slopes: Any = None, *sources: "Tensor") -> None:
        self.memory.values[self.places] = values
        self.memory.changes += 1
        if slopes is not None:
            self.history.slopes[self.past] = slopes
            self.history.add(*(source.history for source in sources))

    def _become(self, out: "Tensor", *sources: "Tensor") -> "Tensor":
        """Take on the values and the derivatives of `out`."""
        self._check(sources)
        recorded = session.is_recording and (out.requires_grad or self.requires_grad)
        # The memory of `out` is now this memory.
        out.history.needs = {
            (self.memory, self.memory.changes + 1) if memory is out.memory else (memory, count)
            for memory, count in out.history.needs
        }
        if any(memory is self.memory for memory, _ in out.history.needs):
            session.saved.add(self.memory)
        self.is_known |= recorded
        self._write(out.values, out.slopes if recorded else None, out)
        return self

    def _check(self, sources: tuple["Tensor", ...] = ()) -> None:
        """Raise if this tensor can't be changed, or not with these operands."""
        if session.is_recording and self.requires_grad and self.history.is_leaf:
            raise RuntimeError(OF_VIEW_OF_LEAF if self.is_view else OF_LEAF)
        if session.is_recording and self.requires_grad and not self.is_known:
            raise Undefined
        if self.is_repeated():
            raise RuntimeError(SHARED)
        for source in sources:
            if source is self or source.memory is not self.memory:
                continue
            if np.intersect1d(source.places, self.places).size and not self._is_same(source):
                raise Undefined  # the order of the elements decides

    def _is_same(self, other: "Tensor") -> bool:
        """Return whether another tensor has the same elements, and thus the same strides."""
        same = self.shape == other.shape and (self.places == other.places).all()
        return bool(same) and 1 not in self.shape

    def _with_copy(self) -> "Tensor":
        """Return a copy whose memory nothing changes, since in-place rules save such copies."""
        copy = self._view(lambda a: a)
        copy.memory, copy.places = Memory(self.values), np.arange(self.places.size)
        copy.places = copy.places.reshape(self.shape)
        return copy

    def _change(self, operation: Callable, *operands: Any) -> "Tensor":
        others = tuple(o for o in operands if isinstance(o, Tensor))
        self._check(others)
        out = operation(self._with_copy(), *operands)
        if out.shape != self.shape:
            raise Undefined
        return self._become(out, *others)

    def __setitem__(self, index: Any, value: Any) -> None:
        if _picks(index):
            self._put(_plain(index), value)
        else:
            part = self._view(lambda a: a[index])
            if isinstance(value, Tensor) and value.cut == (self, index):
                part = value  # as in `x[0] += 1`
            part.copy_(value)

    def _put(self, index: Any, value: Any) -> None:
        if isinstance(value, Tensor) and value.dtype != self.dtype:
            raise RuntimeError(OTHER_DTYPE)
        value = _tensor(value)
        if value.memory is self.memory:
            raise Undefined
        self._check()
        values, slopes = self.values, self.slopes
        values[index] = value.values
        slopes[index] = value.slopes
        self._become(_result(values, slopes, self.dtype, [self, value]), value)

    def copy_(self, value: Any) -> "Tensor":
        value = _tensor(value)
        values = np.broadcast_to(value.values, self.shape)
        slopes = np.broadcast_to(value.slopes, (*self.shape, WIDTH))
        return self._become(_result(values, slopes, self.dtype, [self, value]), value)

    def fill_(self, number: float) -> "Tensor":
        return self._change(lambda x: x * 0 + number)

    def zero_(self) -> "Tensor":
        return self._change(lambda x: x * 0)

    def add_(self, other: Any) -> "Tensor":
        return self._change(Tensor.__add__, other)

    def sub_(self, other: Any) -> "Tensor":
        return self._change(Tensor.__sub__, other)

    def mul_(self, other: Any) -> "Tensor":
        return self._change(Tensor.__mul__, other)

    def neg_(self) -> "Tensor":
        return self._change(Tensor.__neg__)

    def sin_(self) -> "Tensor":
        return self._change(Tensor.sin)

    def tanh_(self) -> "Tensor":
        return self._change(Tensor.tanh)

    def clamp_(self, min: float, max: float) -> "Tensor":
        return self._change(lambda x: x.clamp(min, max))

    def masked_fill_(self, mask: "Tensor", number: float) -> "Tensor":
        return self._change(Tensor.masked_fill, mask, number)

    __iadd__, __isub__, __imul__ = add_, sub_, mul_

    # New tensors

    def clone(self) -> "Tensor":
        return self + 0

    def to(self, dtype: str) -> "Tensor":
        return self if dtype == self.dtype else _result(self.values, self.slopes, dtype, [self])

    def __add__(self, other: Any) -> "Tensor":
        y = _tensor(other)
        return _result(self.values + y.values, self._plus(y), _promoted(self, other), [self, y])

    def _plus(self, y: "Tensor") -> np.ndarray:
        shape = np.broadcast_shapes(self.shape, y.shape)
        return _spread(self.slopes, shape) + _spread(y.slopes, shape)

    def __neg__(self) -> "Tensor":
        return _result(-self.values, -self.slopes, self.dtype, [self])

    def __sub__(self, other: Any) -> "Tensor":
        return self + -_tensor(other)

    def __mul__(self, other: Any) -> "Tensor":
        y = _tensor(other)
        values = self.values * y.values
        slopes = _spread(self.slopes, values.shape) * _spread(y.values[..., None], values.shape)
        slopes += _spread(y.slopes, values.shape) * _spread(self.values[..., None], values.shape)
        saved = [one for one, partner in ((self, y), (y, self)) if partner.requires_grad]
        return _result(values, slopes, _promoted(self, other), [self, y], saved)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n: int) -> "Tensor":
        return self._mapped(lambda x: x**n, lambda x, y: n * x ** (n - 1), saves_out=False)

    def sin(self) -> "Tensor":
        return self._mapped(np.sin, lambda x, y: np.cos(x), saves_out=False)

    def tanh(self) -> "Tensor":
        return self._mapped(np.tanh, lambda x, y: 1 - y**2, saves_out=True)

    def clamp(self, min: float, max: float) -> "Tensor":
        inside = (self.values >= min) & (self.values <= max)
        return self._mapped(lambda x: x.clip(min, max), lambda x, y: inside, saves_out=False)

    def _mapped(self, function: Callable, slope: Callable, saves_out: bool) -> "Tensor":
        y = function(self.values)
        slopes = slope(self.values, y)[..., None] * self.slopes
        return _result(y, slopes, self.dtype, [self], [] if saves_out else [self], saves_out)

    def __gt__(self, number: float) -> "Tensor":
        return Tensor(self.values > number, _MASK)

    def __lt__(self, number: float) -> "Tensor":
        return Tensor(self.values < number, _MASK)

    def masked_fill(self, mask: "Tensor", number: float) -> "Tensor":
        at = mask.values != 0
        slopes = np.where(at[..., None], 0, self.slopes)
        return _result(np.where(at, number, self.values), slopes, self.dtype, [self], [mask])

    def sum(self, dim: Any = None) -> "Tensor":
        dims = tuple(range(self.ndim)) if dim is None else (dim % self.ndim,)
        return _result(self.values.sum(dims), self.slopes.sum(dims), self.dtype, [self])

    def cumsum(self, dim: int) -> "Tensor":
        values, slopes = self.values.cumsum(dim), self.slopes.cumsum(dim % self.ndim)
        return _result(values, slopes, self.dtype, [self])

    def flip(self, dim: int) -> "Tensor":
        values, slopes = np.flip(self.values, dim), np.flip(self.slopes, dim % self.ndim)
        return _result(values, slopes, self.dtype, [self])

    def __matmul__(self, other: "Tensor") -> "Tensor":
        slopes = np.einsum("ikp,kj->ijp", self.slopes, other.values)
        slopes += np.einsum("ik,kjp->ijp", self.values, other.slopes)
        saved = [a for a, b in ((self, other), (other, self)) if b.requires_grad]
        return _result(self.values @ other.values, slopes, self.dtype, [self, other], saved)


def _result(
    values: Any,
    slopes: Any,
    dtype: str,
    inputs: list[Tensor],
    saved: Any = (),
    saves_out: bool = False,
) -> Tensor:
    """Return a new tensor. `saved`: the inputs that a rule needs unchanged."""
    out = Tensor(values, dtype)
    if session.is_recording and any(x.requires_grad for x in inputs):
        out.history.slopes = np.array(slopes).reshape(-1, WIDTH)
        out.history.add(*(x.history for x in inputs))
        saved = [*saved, out] if saves_out else saved
        out.history.needs |= {(x.memory, x.memory.changes) for x in saved}
        session.saved |= {x.memory for x in saved}
    return out


def _tensor(value: Any) -> Tensor:
    return value if isinstance(value, Tensor) else Tensor(value, _MASK)


def _spread(slopes: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    return np.broadcast_to(slopes, (*shape, slopes.shape[-1]))


def _promoted(x: Tensor, other: Any) -> str:
    """Return the common dtype. Between two of a kind, a tensor with dims decides."""
    if not isinstance(other, Tensor):
        return x.dtype
    with_dims = [t.dtype for t in (x, other) if t.ndim] or [x.dtype, other.dtype]
    highest = max((x.dtype, other.dtype), key=_ORDER.index)
    among = max(with_dims, key=_ORDER.index)
    return among if among.startswith("float") else highest


def _picks(index: Any) -> bool:
    """Return whether an index copies elements instead of making a view."""
    several = index if isinstance(index, tuple) else (index,)
    return any(isinstance(one, list | Tensor) for one in several)


def _plain(index: Any) -> Any:
    several = index if isinstance(index, tuple) else (index,)
    return tuple(one.values != 0 if isinstance(one, Tensor) else one for one in several)


# The functions of the module that programs use.


def tensor(data: Any, dtype: str = float32, requires_grad: bool = False) -> Tensor:
    made = Tensor(data, dtype)
    return made.requires_grad_() if requires_grad else made


def zeros(*shape: int, dtype: str = float32) -> Tensor:
    return Tensor(np.zeros(shape), dtype)


def from_numpy(array: np.ndarray) -> Tensor:
    return Tensor(array, str(array.dtype))


def stack(tensors: list[Tensor], dim: int = 0) -> Tensor:
    at = dim if dim >= 0 else dim - 1
    values = np.stack([t.values for t in tensors], dim)
    slopes = np.stack([t.slopes for t in tensors], at)
    return _result(values, slopes, _common(tensors), tensors)


def cat(tensors: list[Tensor], dim: int = 0) -> Tensor:
    at = dim if dim >= 0 else dim - 1
    values = np.concatenate([t.values for t in tensors], dim)
    slopes = np.concatenate([t.slopes for t in tensors], at)
    return _result(values, slopes, _common(tensors), tensors)


def _common(tensors: list[Tensor]) -> str:
    return max((t.dtype for t in tensors), key=_ORDER.index)


@contextlib.contextmanager
def no_grad() -> Iterator[None]:
    before, session.is_recording = session.is_recording, False
    try:
        yield
    finally:
        session.is_recording = before
