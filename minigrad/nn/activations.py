"""Activations as modules."""

from . import functional as F
from .module import Module


class _Activation(Module):
    """Calls a function with the options it was made with."""

    shown: tuple = ()  # the options that are printed

    def __init__(self, **options) -> None:
        super().__init__()
        for name, value in options.items():
            setattr(self, name, value)

    def extra_repr(self) -> str:
        text = [f"{name}={getattr(self, name)}" for name in self.shown]
        return ", ".join([*text, "inplace=True"] if getattr(self, "inplace", False) else text)


class ReLU(_Activation):
    """max(x, 0)"""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(inplace=inplace)

    def forward(self, input):
        return F.relu(input, self.inplace)


class LeakyReLU(_Activation):
    """x for x > 0, slope · x elsewhere"""

    shown = ("negative_slope",)

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__(negative_slope=negative_slope, inplace=inplace)

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)


class ELU(_Activation):
    """x for x > 0, α (eˣ - 1) elsewhere"""

    shown = ("alpha",)

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__(alpha=alpha, inplace=inplace)

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)


class GELU(_Activation):
    """x Φ(x), with the normal distribution's Φ"""

    shown = ("approximate",)

    def __init__(self, approximate: str = "none") -> None:
        super().__init__(approximate=approximate)

    def extra_repr(self) -> str:
        return f"approximate={self.approximate!r}"

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)


class SiLU(_Activation):
    """x σ(x)"""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(inplace=inplace)

    def forward(self, input):
        return F.silu(input, self.inplace)


class Sigmoid(_Activation):
    """1 / (1 + e⁻ˣ)"""

    def __init__(self) -> None:
        super().__init__()

    def forward(self, input):
        return F.sigmoid(input)


class LogSigmoid(Sigmoid):
    """ln σ(x)"""

    def forward(self, input):
        return F.logsigmoid(input)


class Tanh(Sigmoid):
    """tanh x"""

    def forward(self, input):
        return F.tanh(input)


class Softplus(_Activation):
    """ln(1 + e^(βx)) / β; x where βx is above the threshold"""

    shown = ("beta", "threshold")

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__(beta=beta, threshold=threshold)

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)


class Softmax(_Activation):
    """eˣ / Σ eˣ along dim"""

    shown = ("dim",)

    def __init__(self, dim=None) -> None:
        super().__init__(dim=dim)

    def forward(self, input):
        return F.softmax(input, self.dim, _stacklevel=5)


class LogSoftmax(Softmax):
    """x - ln Σ eˣ along dim"""

    def forward(self, input):
        return F.log_softmax(input, self.dim, _stacklevel=5)
