"""How editors and type checkers see the methods of tensors: `python -m tests.typing.methods`.

Each heading names the file with the definitions.
"""

from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from collections.abc import Iterable, Iterator
from typing import Any, overload

import numpy as np

from ..api.types import (
    Anything,
    Device,
    Dtype,
    IntOrInts,
    Ints,
    Number,
    OneInt,
    Operand,
    ValuesAndIndices,
)
from ..ops.dims import Size
from ..values.random import Generator
from .device import device as _device
from .dtypes import dtype as _dtype
from .tensor import Tensor

class TensorMethods:
    """What can be computed with a tensor."""

    __array_priority__: _int

    # minigrad/autograd/gradients.py

    def backward(
        self,
        gradient: Tensor | None = None,
        retain_graph: _bool | None = None,
        create_graph: _bool = False,
        inputs: Tensor | Iterable[Tensor] | None = None,
    ) -> None:
        """Add the vector-Jacobian product with respect to each leaf to the leaf's ``.grad``."""

    # minigrad/ops/activations.py

    def sigmoid(self) -> Tensor:
        """σ(x) = 1/(1 + e⁻ˣ);   d/dx = σ(x)(1 - σ(x))"""
    sigmoid_ = sigmoid
    def erf(self) -> Tensor:
        """2/√π ∫₀ˣ exp(-t²) dt;   d/dx = 2/√π exp(-x²)"""

    # minigrad/ops/arithmetic.py

    def mul(self, other: Operand) -> Tensor:
        """x · y;   ∂/∂x = y,   ∂/∂y = x"""
    multiply = mul
    mul_ = mul
    def add(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """x + α·other"""
    add_ = add
    def sub(self, other: Operand, *, alpha: Number = 1) -> Tensor:
        """x - α·other"""
    subtract = sub
    sub_ = sub
    def neg(self) -> Tensor:
        """-x"""
    neg_ = neg
    def reciprocal(self) -> Tensor:
        """1/x;   d/dx = -1/x²"""
    def div(self, other: Operand) -> Tensor:
        """x / y;   ∂/∂x = 1/y,   ∂/∂y = -x/y²"""
    divide = div
    div_ = div
    def floor_divide(self, other: Operand) -> Tensor:
        """⌊x / y⌋, which has no gradient"""
    def remainder(self, other: Operand) -> Tensor:
        """x - other·⌊x / other⌋, which has the same sign as other"""
    def __add__(self, other: Operand) -> Tensor: ...
    def __radd__(self, other: Operand) -> Tensor: ...
    def __iadd__(self, other: Operand) -> Tensor: ...
    def __mul__(self, other: Operand) -> Tensor: ...
    def __rmul__(self, other: Operand) -> Tensor: ...
    def __imul__(self, other: Operand) -> Tensor: ...
    def __sub__(self, other: Operand) -> Tensor: ...
    def __isub__(self, other: Operand) -> Tensor: ...
    def __rsub__(self, other: Operand) -> Tensor: ...
    def __truediv__(self, other: Operand) -> Tensor: ...
    def __itruediv__(self, other: Operand) -> Tensor: ...
    def __rtruediv__(self, other: Operand) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __pos__(self) -> Tensor: ...
    def __floordiv__(self, other: Operand) -> Tensor: ...
    def __rfloordiv__(self, other: Operand) -> Tensor: ...
    def __ifloordiv__(self, other: Operand) -> Tensor: ...
    def __mod__(self, other: Operand) -> Tensor: ...
    def __imod__(self, other: Operand) -> Tensor: ...
    def __rmod__(self, other: Operand) -> Tensor: ...

    # minigrad/ops/axes.py

    def unsqueeze(self, dim: _int) -> Tensor:
        """Insert a dim of size 1 at dim."""
    @overload
    def squeeze(self) -> Tensor: ...
    @overload
    def squeeze(self, dim: _int) -> Tensor: ...
    @overload
    def squeeze(self, dim: Ints) -> Tensor: ...
    @overload
    def squeeze(self, *dim: _int) -> Tensor:
        """Drop all dims of size 1, or only the ones listed in `dim`."""
    def transpose(self, dim0: _int, dim1: _int) -> Tensor:
        """Swap two dims of x."""
    @overload
    def permute(self, dims: Ints) -> Tensor: ...
    @overload
    def permute(self, *dims: _int) -> Tensor:
        """Put the dims of x in the given order."""
    def t(self) -> Tensor:
        """Return a matrix's transpose; return a vector unchanged."""
    @overload
    def movedim(self, source: _int, destination: _int) -> Tensor: ...
    @overload
    def movedim(self, source: Ints, destination: Ints) -> Tensor:
        """Move dims of x to the given positions."""
    def diagonal(self, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
        """Return the diagonal on which two dims' indices differ by offset, as the new last dim."""
    @overload
    def flip(self, dims: Ints) -> Tensor: ...
    @overload
    def flip(self, *dims: _int) -> Tensor:
        """Reverse the elements along dims."""
    def tril(self, diagonal: OneInt = 0) -> Tensor:
        """Set the elements above a diagonal to zero."""
    def triu(self, diagonal: OneInt = 0) -> Tensor:
        """Set the elements below a diagonal to zero."""
    def diag(self, diagonal: _int = 0) -> Tensor:
        """Put a vector on the diagonal of a matrix, or return the diagonal of a matrix."""
    def __reversed__(self) -> Tensor: ...
    @property
    def mT(self) -> Tensor:
        """Swap the last two dims of x."""
    @property
    def T(self) -> Tensor:
        """Reverse the order of the dims."""

    # minigrad/ops/comparison.py

    def eq(self, other: Operand) -> Tensor:
        """x = y"""
    def ne(self, other: Operand) -> Tensor:
        """x ≠ y"""
    def lt(self, other: Operand) -> Tensor:
        """x < y"""
    def le(self, other: Operand) -> Tensor:
        """x ≤ y"""
    def gt(self, other: Operand) -> Tensor:
        """x > y"""
    def ge(self, other: Operand) -> Tensor:
        """x ≥ y"""
    def logical_and(self, other: Tensor) -> Tensor:
        """x and y"""
    def logical_or(self, other: Tensor) -> Tensor:
        """x or y"""
    def logical_xor(self, other: Tensor) -> Tensor:
        """either x or y"""
    def logical_not(self) -> Tensor:
        """not x"""
    def isnan(self) -> Tensor:
        """Return whether x is NaN, element by element."""
    def isinf(self) -> Tensor:
        """Return whether x is infinite, element by element."""
    def isfinite(self) -> Tensor:
        """Return whether x is neither infinite nor NaN, element by element."""
    def isclose(
        self, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False
    ) -> Tensor:
        """|x - y| ≤ atol + rtol·|y|, element by element"""
    def allclose(
        self, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False
    ) -> _bool:
        """Return whether all corresponding elements of x and y are close."""
    def equal(self, other: Tensor) -> _bool:
        """Return whether x and y have the same shape and the same elements."""
    def __ne__(self, other: Any) -> Tensor: ...  # type: ignore[override]
    def __lt__(self, other: Operand) -> Tensor: ...
    def __le__(self, other: Operand) -> Tensor: ...
    def __gt__(self, other: Operand) -> Tensor: ...
    def __ge__(self, other: Operand) -> Tensor: ...
    def __eq__(self, other: Any) -> Tensor: ...  # type: ignore[override]
    def __and__(self, other: Operand) -> Tensor: ...
    def __rand__(self, other: Operand) -> Tensor: ...
    def __iand__(self, other: Operand) -> Tensor: ...
    def __or__(self, other: Operand) -> Tensor: ...
    def __ror__(self, other: Operand) -> Tensor: ...
    def __ior__(self, other: Operand) -> Tensor: ...
    def __xor__(self, other: Operand) -> Tensor: ...
    def __rxor__(self, other: Operand) -> Tensor: ...
    def __ixor__(self, other: Operand) -> Tensor: ...
    def __invert__(self) -> Tensor: ...

    # minigrad/ops/extremes.py

    def amax(self, dim: IntOrInts | None = (), keepdim: _bool = False) -> Tensor:
        """Return the largest element along dim. The gradient is divided evenly among ties."""
    def amin(self, dim: IntOrInts | None = (), keepdim: _bool = False) -> Tensor:
        """Return the smallest element along dim. The gradient is divided evenly among ties."""
    @overload
    def max(self) -> Tensor: ...
    @overload
    def max(self, dim: _int, keepdim: _bool = False) -> ValuesAndIndices: ...
    @overload
    def max(self, other: Tensor) -> Tensor:
        """Return the largest element or, along dim, the largest elements and their indices."""
    @overload
    def min(self) -> Tensor: ...
    @overload
    def min(self, dim: _int, keepdim: _bool = False) -> ValuesAndIndices: ...
    @overload
    def min(self, other: Tensor) -> Tensor:
        """Return the smallest element or, along dim, the smallest elements and their indices."""
    def argmax(self, dim: _int | None = None, keepdim: _bool = False) -> Tensor:
        """Return the index of the largest element (the first one if there are ties)."""
    def argmin(self, dim: _int | None = None, keepdim: _bool = False) -> Tensor:
        """Return the index of the smallest element (the first one if there are ties)."""
    @overload
    def median(self) -> Tensor: ...
    @overload
    def median(self, dim: _int, keepdim: _bool = False) -> ValuesAndIndices:
        """Return the median or, along dim, the medians and their indices."""
    @overload
    def sort(
        self, *, stable: _bool | None, dim: _int = -1, descending: _bool = False
    ) -> ValuesAndIndices: ...
    @overload
    def sort(self, dim: _int = -1, descending: _bool = False) -> ValuesAndIndices:
        """Sort the elements along dim; return the values and their indices."""
    @overload
    def argsort(self, *, stable: _bool, dim: _int = -1, descending: _bool = False) -> Tensor: ...
    @overload
    def argsort(self, dim: _int = -1, descending: _bool = False) -> Tensor:
        """Return the indices that sort the elements along dim."""
    def topk(
        self, k: OneInt, dim: _int = -1, largest: _bool = True, sorted: _bool = True
    ) -> ValuesAndIndices:
        """Return the k largest (or smallest) elements along dim, and their indices."""

    # minigrad/ops/gathering.py

    def gather(self, dim: _int, index: Tensor, *, sparse_grad: _bool = False) -> Tensor:
        """out[i][j] = x[index[i][j]][j] for dim 0, and likewise along the other dims"""
    def scatter(self, dim: _int, index: Tensor, value: Number) -> Tensor:
        """Write a number into x: for dim 0, out[index[i][j]][j] = value, and likewise for others."""
    scatter_ = scatter
    @overload
    def masked_fill(self, mask: Tensor, value: Tensor) -> Tensor: ...
    @overload
    def masked_fill(self, mask: Tensor, value: Number) -> Tensor:
        """Return a copy of x, filled with the value where the mask is true."""
    @overload
    def masked_fill_(self, mask: Tensor, value: Tensor) -> Tensor: ...
    @overload
    def masked_fill_(self, mask: Tensor, value: Number) -> Tensor:
        """Return a copy of x, filled with the value where the mask is true."""
    @overload
    def nonzero(self) -> Tensor: ...
    @overload
    def nonzero(self, *, as_tuple: _bool) -> Any:
        """Return the indices of the nonzero elements, either as rows or as one tensor per dim."""

    # minigrad/ops/indexing.py

    def select(self, dim: _int, index: _int) -> Tensor:
        """Return a view of x at one index along dim, with that dim removed."""
    @overload
    def fill_(self, value: Tensor) -> Tensor: ...
    @overload
    def fill_(self, value: Number) -> Tensor:
        """Set every element to the value, in place."""
    def __getitem__(self, index: Any) -> Tensor: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...

    # minigrad/ops/joining.py

    def unbind(self, dim: _int = 0) -> tuple[Tensor, ...]:
        """Return the slices of x along dim as a tuple of views."""
    def split(
        self, split_size_or_sections: _int | Ints | Tensor, dim: _int = 0
    ) -> tuple[Tensor, ...]:
        """Split x along dim into a tuple of views, of equal length or of the given lengths."""
    def chunk(self, chunks: _int, dim: _int = 0) -> tuple[Tensor, ...]:
        """Split x along dim into at most `chunks` views of equal length (the last may be shorter)."""

    # minigrad/ops/linalg.py

    def dot(self, tensor: Tensor) -> Tensor:
        """Σ xᵢyᵢ of two vectors;   ∂/∂x = y,   ∂/∂y = x"""
    def mv(self, vec: Tensor) -> Tensor:
        """matrix X times vector y;   ∂/∂X = g yᵀ,   ∂/∂y = Xᵀg"""
    def mm(self, mat2: Tensor) -> Tensor:
        """matrix X times matrix Y;   ∂/∂X = g Yᵀ,   ∂/∂Y = Xᵀg"""
    def bmm(self, mat2: Tensor) -> Tensor:
        """X·Y for each pair of matrices in two batches"""
    def outer(self, vec2: Tensor) -> Tensor:
        """x yᵀ of two vectors"""
    def matmul(self, other: Tensor) -> Tensor:
        """X·Y as a dot, matrix-vector, matrix-matrix, or batched product, depending on the dims"""
    def trace(self) -> Tensor:
        """Σ xᵢᵢ;   ∂/∂xᵢⱼ = 1 for i = j"""
    def __matmul__(self, other: Tensor) -> Tensor: ...
    def __rmatmul__(self, other: Tensor) -> Tensor: ...

    # minigrad/ops/norms.py

    def norm(
        self,
        p: _float | str | None = "fro",
        dim: IntOrInts | None = None,
        keepdim: _bool = False,
        dtype: Dtype | None = None,
    ) -> Tensor:
        """(Σ |x|ᵖ)^(1/p), where "fro" means p = 2"""

    # minigrad/ops/piecewise.py

    def sign(self) -> Tensor:
        """-1, 0, or 1;   d/dx = 0"""
    def abs(self) -> Tensor:
        """|x|;   d/dx = sign x, and 0 at 0"""
    abs_ = abs
    def floor(self) -> Tensor:
        """⌊x⌋, rounded down;   d/dx = 0"""
    def ceil(self) -> Tensor:
        """⌈x⌉, rounded up;   d/dx = 0"""
    def trunc(self) -> Tensor:
        """x rounded toward 0;   d/dx = 0"""
    @overload
    def round(self) -> Tensor: ...
    @overload
    def round(self, *, decimals: _int) -> Tensor:
        """x rounded to the nearest integer, with halves rounded to even;   d/dx = 0"""
    @overload
    def round_(self) -> Tensor: ...
    @overload
    def round_(self, *, decimals: _int) -> Tensor:
        """x rounded to the nearest integer, with halves rounded to even;   d/dx = 0"""
    def relu(self) -> Tensor:
        """max(x, 0);   d/dx = 1 for x > 0, else 0"""
    relu_ = relu
    def maximum(self, other: Tensor) -> Tensor:
        """Return the larger of x and y. In a tie, each receives half of the gradient."""
    def minimum(self, other: Tensor) -> Tensor:
        """Return the smaller of x and y. In a tie, each receives half of the gradient."""
    def where(self, condition: Tensor, other: Operand) -> Tensor:
        """Return x where the condition is true, and other elsewhere."""
    @overload
    def clamp(self, min: Tensor | None = None, max: Tensor | None = None) -> Tensor: ...
    @overload
    def clamp(self, min: Number | None = None, max: Number | None = None) -> Tensor:
        """Limit x to the range from min to max;   d/dx = 1 for min ≤ x ≤ max, else 0."""
    clip = clamp
    @overload
    def clamp_(self, min: Tensor | None = None, max: Tensor | None = None) -> Tensor: ...
    @overload
    def clamp_(self, min: Number | None = None, max: Number | None = None) -> Tensor:
        """Compute clamp for in-place use, which rejects a float bound if x holds integers."""
    def zero_(self) -> Tensor:
        """Return a tensor like x, filled with zeros."""
    def __abs__(self) -> Tensor: ...

    # minigrad/ops/powers.py

    @overload
    def pow(self, exponent: Tensor) -> Tensor: ...
    @overload
    def pow(self, exponent: Number) -> Tensor:
        """xⁿ;   ∂/∂x = n xⁿ⁻¹,   ∂/∂n = xⁿ ln x"""
    @overload
    def pow_(self, exponent: Tensor) -> Tensor: ...
    @overload
    def pow_(self, exponent: Number) -> Tensor:
        """xⁿ;   ∂/∂x = n xⁿ⁻¹,   ∂/∂n = xⁿ ln x"""
    def square(self) -> Tensor:
        """x²;   d/dx = 2x"""
    def exp(self) -> Tensor:
        """eˣ;   d/dx = eˣ"""
    exp_ = exp
    def expm1(self) -> Tensor:
        """eˣ - 1, accurate near 0;   d/dx = eˣ"""
    def log(self) -> Tensor:
        """ln x;   d/dx = 1/x"""
    log_ = log
    def log1p(self) -> Tensor:
        """ln(1 + x), accurate near 0;   d/dx = 1/(1 + x)"""
    def log2(self) -> Tensor:
        """log₂ x;   d/dx = 1/(x ln 2)"""
    def log10(self) -> Tensor:
        """log₁₀ x;   d/dx = 1/(x ln 10)"""
    def sqrt(self) -> Tensor:
        """√x;   d/dx = 1/(2√x)"""
    sqrt_ = sqrt
    def rsqrt(self) -> Tensor:
        """1/√x;   d/dx = -1/(2√x³)"""
    def __pow__(self, other: Operand) -> Tensor: ...
    def __ipow__(self, other: Operand) -> Tensor: ...
    def __rpow__(self, other: Operand) -> Tensor: ...

    # minigrad/ops/reductions.py

    @overload
    def prod(self, *, dtype: Dtype | None = None) -> Tensor: ...
    @overload
    def prod(self, dim: _int, keepdim: _bool = False, *, dtype: Dtype | None = None) -> Tensor:
        """Π x over all dims, or over one;   ∂/∂xᵢ = Π of the others"""
    def cumsum(self, dim: _int, *, dtype: Dtype | None = None) -> Tensor:
        """Return the running sum of the elements along dim."""
    @overload
    def var(
        self, dim: IntOrInts | None, unbiased: _bool = True, keepdim: _bool = False
    ) -> Tensor: ...
    @overload
    def var(
        self,
        dim: IntOrInts | None = None,
        *,
        correction: Number | None = None,
        keepdim: _bool = False,
    ) -> Tensor: ...
    @overload
    def var(self, unbiased: _bool = True) -> Tensor:
        """Σ (x - mean)² / (n - correction), where correction is 1 by default"""
    @overload
    def std(
        self, dim: IntOrInts | None, unbiased: _bool = True, keepdim: _bool = False
    ) -> Tensor: ...
    @overload
    def std(
        self,
        dim: IntOrInts | None = None,
        *,
        correction: Number | None = None,
        keepdim: _bool = False,
    ) -> Tensor: ...
    @overload
    def std(self, unbiased: _bool = True) -> Tensor:
        """√var;   ∂/∂xᵢ = (xᵢ - mean) / ((n - correction) std)"""
    @overload
    def all(self) -> Tensor: ...
    @overload
    def all(self, dim: Ints | None = None, keepdim: _bool = False) -> Tensor: ...
    @overload
    def all(self, dim: _int, keepdim: _bool = False) -> Tensor:
        """Return whether every element is true."""
    @overload
    def any(self) -> Tensor: ...
    @overload
    def any(self, dim: Ints | None = None, keepdim: _bool = False) -> Tensor: ...
    @overload
    def any(self, dim: _int, keepdim: _bool = False) -> Tensor:
        """Return whether at least one element is true."""
    @overload
    def count_nonzero(self, dim: _int | None = None) -> Tensor: ...
    @overload
    def count_nonzero(self, dim: Ints) -> Tensor: ...
    @overload
    def count_nonzero(self, *dim: _int) -> Tensor:
        """Return how many elements aren't 0."""

    # minigrad/ops/shape.py

    @overload
    def resize_(self, size: Ints, *, memory_format: Anything = None) -> Tensor: ...
    @overload
    def resize_(self, *size: _int, memory_format: Anything = None) -> Tensor:
        """Change the shape in place: to the numbers that come first in memory, or to more of them."""
    @overload
    def reshape(self, shape: Ints) -> Tensor: ...
    @overload
    def reshape(self, *shape: _int) -> Tensor:
        """Return the same elements in the given shape, as a view if possible, otherwise as a copy."""
    @overload
    def view(self, dtype: Dtype) -> Tensor: ...
    @overload
    def view(self, size: Ints) -> Tensor: ...
    @overload
    def view(self, *size: _int) -> Tensor:
        """Return a view of the same memory with the given shape."""
    def reshape_as(self, other: Tensor) -> Tensor:
        """Return the same elements in another tensor's shape."""
    def view_as(self, other: Tensor) -> Tensor:
        """Return a view of the same memory with another tensor's shape."""
    def flatten(self, start_dim: _int = 0, end_dim: _int = -1) -> Tensor:
        """Flatten the dims from start_dim to end_dim into one."""
    @overload
    def expand(self, size: Ints, *, implicit: _bool = False) -> Tensor: ...
    @overload
    def expand(self, *size: _int, implicit: _bool = False) -> Tensor:
        """Repeat x without copying, along new dims and dims of size 1. A size of -1 means no change."""
    @overload
    def broadcast_to(self, size: Ints) -> Tensor: ...
    @overload
    def broadcast_to(self, *size: _int) -> Tensor:
        """Repeat x without copying, along new dims and dims of size 1. A size of -1 means no change."""
    def expand_as(self, other: Tensor) -> Tensor:
        """Repeat x to match another tensor's shape without copying."""
    @overload
    def repeat(self, repeats: Ints) -> Tensor: ...
    @overload
    def repeat(self, *repeats: _int) -> Tensor:
        """Repeat x along each dim the given number of times."""
    @overload
    def tile(self, dims: Ints) -> Tensor: ...
    @overload
    def tile(self, *dims: _int) -> Tensor:
        """Repeat x along each dim the given number of times."""
    def clone(self, *, memory_format: Anything = None) -> Tensor:
        """Copy x into new memory."""
    def contiguous(self, *, memory_format: Anything = None) -> Tensor:
        """Return x if its elements are stored row by row, otherwise a copy that is stored this way."""
    def is_contiguous(self) -> _bool:
        """Return whether the elements are stored row by row in memory."""
    def copy_(self, other: Operand, non_blocking: _bool = False) -> Tensor:
        """Return `other` in the shape and dtype of x."""

    # minigrad/ops/softmax.py

    def softmax(self, dim: _int, dtype: Dtype | None = None) -> Tensor:
        """exp xᵢ / Σ exp x along dim;   ∂outᵢ/∂xⱼ = outᵢ(δᵢⱼ - outⱼ)"""
    def log_softmax(self, dim: _int, dtype: Dtype | None = None) -> Tensor:
        """xᵢ - ln Σ exp x along dim;   ∂outᵢ/∂xⱼ = δᵢⱼ - softmaxⱼ"""
    def logsumexp(self, dim: IntOrInts, keepdim: _bool = False) -> Tensor:
        """ln Σ exp x along dim;   ∂/∂xᵢ = exp(xᵢ - out)"""

    # minigrad/ops/sums.py

    @overload
    def sum(self, *, dtype: Dtype | None = None) -> Tensor: ...
    @overload
    def sum(
        self, dim: IntOrInts | None, keepdim: _bool = False, *, dtype: Dtype | None = None
    ) -> Tensor:
        """Σ x over all dims, or over the given ones;   ∂/∂xᵢ = 1"""
    @overload
    def mean(self, *, dtype: Dtype | None = None) -> Tensor: ...
    @overload
    def mean(
        self, dim: IntOrInts | None, keepdim: _bool = False, *, dtype: Dtype | None = None
    ) -> Tensor:
        """Σ x / n over all dims, or over the given ones;   ∂/∂xᵢ = 1/n"""

    # minigrad/ops/trigonometric.py

    def sin(self) -> Tensor:
        """sin x;   d/dx = cos x"""
    sin_ = sin
    def cos(self) -> Tensor:
        """cos x;   d/dx = -sin x"""
    cos_ = cos
    def tan(self) -> Tensor:
        """tan x;   d/dx = 1 + tan² x"""
    def atan(self) -> Tensor:
        """arctan x;   d/dx = 1/(1 + x²)"""
    def sinh(self) -> Tensor:
        """sinh x;   d/dx = cosh x"""
    def cosh(self) -> Tensor:
        """cosh x;   d/dx = sinh x"""
    def tanh(self) -> Tensor:
        """tanh x;   d/dx = 1 - tanh² x"""
    tanh_ = tanh

    # minigrad/values/conversion.py

    def numpy(self, *, force: _bool = False) -> np.ndarray:
        """Return the values as a NumPy array that shares the tensor's memory."""
    def item(self) -> _float | Any:
        """Return the tensor's only element as a Python number."""
    def tolist(self) -> Any:
        """Return the values as nested lists or, for a 0-d tensor, as a number."""
    @overload
    def size(self) -> Size: ...
    @overload
    def size(self, dim: _int | None = None) -> Any:
        """Return the shape or, if dim is given, the size of that dim."""
    def stride(self, dim: _int | None = None) -> Any:
        """Return how many elements apart neighbors along each dim (or along one dim) are in memory."""
    def element_size(self) -> _int:
        """The number of bytes that each element occupies."""
    def dim(self) -> _int:
        """Return the number of dimensions."""
    def numel(self) -> _int:
        """Return the number of elements."""
    def nelement(self) -> _int:
        """Return the number of elements."""
    def is_floating_point(self) -> _bool:
        """Return whether the dtype is a floating-point type."""
    def is_inference(self) -> _bool:
        """Return whether the tensor was created in inference mode."""
    def type(self, dtype: Dtype | None = None) -> Any:
        """Return the name of the tensor's type, or convert the tensor to the given dtype."""
    def type_as(self, other: Tensor) -> Tensor:
        """Convert the tensor to the dtype of another tensor."""
    @overload
    def to(
        self,
        device: Device | None = None,
        dtype: Dtype | None = None,
        non_blocking: _bool = False,
        copy: _bool = False,
    ) -> Tensor: ...
    @overload
    def to(self, dtype: Dtype, non_blocking: _bool = False, copy: _bool = False) -> Tensor: ...
    @overload
    def to(self, tensor: Tensor, non_blocking: _bool = False, copy: _bool = False) -> Tensor:
        """Convert to another dtype. Return the tensor itself if it already has that dtype."""
    def bool(self) -> Tensor:
        """Convert the tensor to minigrad.bool. If it already has that dtype, return it unchanged."""
    def byte(self) -> Tensor:
        """Convert the tensor to minigrad.uint8. If it already has that dtype, return it unchanged."""
    def char(self) -> Tensor:
        """Convert the tensor to minigrad.int8. If it already has that dtype, return it unchanged."""
    def short(self) -> Tensor:
        """Convert the tensor to minigrad.int16. If it already has that dtype, return it unchanged."""
    def int(self) -> Tensor:
        """Convert the tensor to minigrad.int32. If it already has that dtype, return it unchanged."""
    def long(self) -> Tensor:
        """Convert the tensor to minigrad.int64. If it already has that dtype, return it unchanged."""
    def float(self) -> Tensor:
        """Convert the tensor to minigrad.float32. If it already has that dtype, return it unchanged."""
    def double(self) -> Tensor:
        """Convert the tensor to minigrad.float64. If it already has that dtype, return it unchanged."""
    def cpu(self) -> Any:
        """Return the tensor or module itself, because it's always on the CPU."""
    def cuda(self, device: Any = None) -> Any:
        """Raise an error, because CUDA isn't available."""
    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray: ...
    def __array_wrap__(
        self, array: Any, context: Any = None, return_scalar: Any = False
    ) -> Tensor: ...
    def __bool__(self) -> _bool: ...
    def __float__(self) -> _float: ...
    def __int__(self) -> _int: ...
    def __index__(self) -> _int: ...
    def __len__(self) -> _int: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __contains__(self, element: Any) -> _bool: ...
    def __delitem__(self, index: Any) -> None: ...
    def __reduce_ex__(self, protocol: Any) -> Any: ...
    def __deepcopy__(self, memo: Any) -> Tensor: ...
    @property
    def shape(self) -> Size:
        """The size of each dimension, as a tuple."""
    @property
    def dtype(self) -> _dtype:
        """The dtype of the elements."""
    @property
    def device(self) -> _device:
        """The tensor's device, which is always the CPU."""
    @property
    def is_cuda(self) -> _bool:
        """Whether the tensor is on a GPU, which is never the case."""
    @property
    def name(self) -> None:
        """The names of the dimensions: always None, because minigrad doesn't support names."""
    @property
    def nbytes(self) -> _int:
        """The number of bytes that the elements occupy."""
    @property
    def itemsize(self) -> _int:
        """The number of bytes that each element occupies."""
    @property
    def _base(self) -> Tensor | None:
        """The tensor whose memory this view shares; None if it isn't a view."""
    @property
    def _version(self) -> _int:
        """The number of times the memory has been changed in place."""
    @property
    def ndim(self) -> _int:
        """Return the number of dimensions."""

    # minigrad/values/creation.py

    def new_full(
        self,
        size: Ints,
        fill_value: Number,
        *,
        dtype: Dtype | None = None,
        device: Device | None = None,
        requires_grad: _bool = False,
    ) -> Tensor:
        """Create a tensor filled with a single value, with this tensor's dtype."""
    @overload
    def new_zeros(
        self,
        size: Ints,
        *,
        dtype: Dtype | None = None,
        device: Device | None = None,
        requires_grad: _bool = False,
    ) -> Tensor: ...
    @overload
    def new_zeros(
        self,
        *size: _int,
        dtype: Dtype | None = None,
        device: Device | None = None,
        requires_grad: _bool = False,
    ) -> Tensor:
        """Create a tensor of zeros with this tensor's dtype."""
    @overload
    def new_ones(
        self,
        size: Ints,
        *,
        dtype: Dtype | None = None,
        device: Device | None = None,
        requires_grad: _bool = False,
    ) -> Tensor: ...
    @overload
    def new_ones(
        self,
        *size: _int,
        dtype: Dtype | None = None,
        device: Device | None = None,
        requires_grad: _bool = False,
    ) -> Tensor:
        """Create a tensor of ones with this tensor's dtype."""
    def new_tensor(
        self,
        data: Anything,
        *,
        dtype: Dtype | None = None,
        device: Device | None = None,
        requires_grad: _bool = False,
    ) -> Tensor:
        """Create a tensor from data, with this tensor's dtype."""

    # minigrad/values/draws.py

    @overload
    def bernoulli(self, *, generator: Generator | None = None) -> Tensor: ...
    @overload
    def bernoulli(self, p: _float, *, generator: Generator | None = None) -> Tensor:
        """Draw 1 with the probability given by each element (or with probability p), otherwise 0."""
    def multinomial(
        self, num_samples: OneInt, replacement: _bool = False, *, generator: Generator | None = None
    ) -> Tensor:
        """Draw indices for each row, where the probability of index i is proportional to xᵢ."""
    def normal_(
        self, mean: _float = 0, std: _float = 1, *, generator: Generator | None = None
    ) -> Tensor:
        """Fill the tensor with normal random numbers."""
    def uniform_(
        self, from_: _float = 0, to: _float = 1, *, generator: Generator | None = None
    ) -> Tensor:
        """Fill the tensor with uniform random numbers in [from, to)."""
    @overload
    def random_(self, *, generator: Generator | None = None) -> Tensor: ...
    @overload
    def random_(
        self, from_: _int, to: _int | None, *, generator: Generator | None = None
    ) -> Tensor: ...
    @overload
    def random_(self, to: _int, *, generator: Generator | None = None) -> Tensor:
        """Fill the tensor with random whole numbers from ``from`` (or 0) up to, but not including, to."""

    # minigrad/values/printing.py

    def __repr__(self) -> str: ...
    def __format__(self, spec: str) -> str: ...
