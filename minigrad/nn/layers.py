"""Layers: linear maps, lookup, normalization, dropout, and reshaping."""

import math

from ..engine.tensor import Tensor
from ..messages.errors import error
from ..values.creation import empty
from ..values.parameter import Parameter
from . import functional as F
from . import init
from .layer_functions import padding_row
from .module import Module


class Linear(Module):
    """Apply x Wᵀ + b, where W and b are initially uniform within ±1/√in_features.

    Shapes: x (..., in_features), W (out_features, in_features), b (out_features,), result
    (..., out_features).
    Errors: RuntimeError if the last size or the dtype of x doesn't match W.

    >>> import minigrad as mg
    >>> layer = mg.nn.Linear(3, 2)
    >>> layer(mg.ones(4, 3)).shape
    minigrad.Size([4, 2])
    """

    def __init__(self, in_features: int, out_features: int, bias=True, device=None, dtype=None):
        super().__init__()
        options = {"device": device, "dtype": dtype}
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(empty((out_features, in_features), **options))
        self.register_parameter("bias", Parameter(empty(out_features, **options)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new random values for the weight and the bias."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))  # the bound is 1 / √in_features
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        sizes = f"in_features={self.in_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"


class Embedding(Module):
    """Look up a row of the weight for each index. The initial weight is drawn from N(0, 1).

    Shapes: indices (...), weight (num_embeddings, embedding_dim), result (..., embedding_dim).
    Errors: IndexError if there is no row for an index, RuntimeError if the indices aren't integers.

    >>> import minigrad as mg
    >>> mg.nn.Embedding(5, 2)(mg.tensor([0, 3, 0])).shape
    minigrad.Size([3, 2])
    """

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        padding_idx=None,
        *,
        _weight=None,
        _freeze=False,
        device=None,
        dtype=None,
    ) -> None:
        super().__init__()
        self.padding_idx = padding_row(padding_idx, num_embeddings)
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        shape = (num_embeddings, embedding_dim)
        new = empty(shape, device=device, dtype=dtype) if _weight is None else _weight
        self.weight = Parameter(new, not _freeze)
        if _weight is None:
            self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new random values for the weight, and set the padding row to 0."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            init.zeros_(self.weight[self.padding_idx].detach())  # type: ignore[index]

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, **options) -> "Embedding":
        """Return an Embedding with the given weight, which is fixed unless ``freeze`` is False."""
        rows, columns = embeddings.shape
        return cls(rows, columns, _weight=embeddings, _freeze=freeze, **options)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self) -> str:
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"


class LayerNorm(Module):
    """Apply (x - mean) / √(var + ε) · weight + bias over the last dimensions.

    Shapes: x and result (..., *normalized_shape), weight and bias normalized_shape.
    Errors: RuntimeError if the last sizes or the dtype of x don't match the weight.

    >>> import minigrad as mg
    >>> mg.nn.LayerNorm(2)(mg.tensor([[1.0, 3.0]]))
    tensor([[-1.0000,  1.0000]], grad_fn=<NativeLayerNormBackward0>)
    """

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, **options):
        super().__init__()
        self.normalized_shape = (n,) if isinstance(n := normalized_shape, int) else tuple(n)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        for name, wanted in (("weight", elementwise_affine), ("bias", elementwise_affine and bias)):
            new = Parameter(empty(self.normalized_shape, **options)) if wanted else None
            self.register_parameter(name, new)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the weight to 1 and the bias to 0."""
        for parameter, number in ((self.weight, 1.0), (self.bias, 0.0)):
            if parameter is not None:
                init.constant_(parameter, number)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        affine = f"elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        return f"{self.normalized_shape}, eps={self.eps}, {affine}"


class Identity(Module):
    """Return the input unchanged. Constructor arguments are ignored."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__()

    def forward(self, input):
        return input


class Flatten(Module):
    """Merge the dims from start_dim to end_dim, by default all but the batch dim."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Dropout(Module):
    """During training, set each element to 0 with probability p, and divide the others by 1 - p."""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        if not 0 <= p <= 1:
            raise error("dropout_p", p)
        super().__init__()
        self.p = p
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"
