"""Activations as modules. Each calls a function in `nn.functional` with the module's options."""

from ..engine.tensor import Tensor
from ..ops.activations import sigmoid
from ..ops.trigonometric import tanh
from . import functional as F
from .module import Module


class ReLU(Module):
    """Apply max(x, 0) to each element.

    The function `relu` as a module, for use in a `Sequential`.

    >>> import minigrad as mg
    >>> mg.nn.ReLU()(mg.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.relu(input, self.inplace)

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


class LeakyReLU(Module):
    """Map each element to x if x > 0, otherwise to slope · x."""

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class ELU(Module):
    """Map each element to x if x > 0, otherwise to α (eˣ - 1)."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class GELU(Module):
    """Apply x Φ(x), where Φ is the cumulative normal distribution, to each element."""

    def forward(self, input: Tensor) -> Tensor:
        return F.gelu(input)

    def extra_repr(self) -> str:
        return "approximate='none'"  # as in PyTorch, which has an approximation, too


class SiLU(Module):
    """Apply x σ(x) to each element."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.silu(input, self.inplace)

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


class Sigmoid(Module):
    """Apply 1 / (1 + e⁻ˣ) to each element."""

    def forward(self, input: Tensor) -> Tensor:
        return sigmoid(input)


class LogSigmoid(Module):
    """Apply ln σ(x) to each element."""

    def forward(self, input: Tensor) -> Tensor:
        return F.logsigmoid(input)


class Tanh(Module):
    """Apply tanh x to each element."""

    def forward(self, input: Tensor) -> Tensor:
        return tanh(input)


class Softplus(Module):
    """Map each element to x if βx > threshold, otherwise to ln(1 + e^βx) / β."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        return f"beta={self.beta}, threshold={self.threshold}"


class Softmax(Module):
    """Compute eˣ / Σ eˣ along dim."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        return F.softmax(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class LogSoftmax(Module):
    """Compute x - ln Σ eˣ along dim."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        return F.log_softmax(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"
