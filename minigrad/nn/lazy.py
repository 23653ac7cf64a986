"""Layers that learn their number of input features from the first input."""

from typing import Any

from ..engine.tensor import Tensor
from ..messages.errors import error
from ..values.creation import empty
from ..values.parameter import Parameter
from .layers import Linear
from .module import Module


class UninitializedParameter(Parameter):
    """A parameter without a shape and values, which `materialize` gives it."""

    __slots__ = ()

    def __new__(cls, requires_grad=True, device=None, dtype=None) -> "UninitializedParameter":
        parameter = super().__new__(cls, empty(0, device=device, dtype=dtype), requires_grad)
        del parameter._value
        return parameter  # type: ignore[return-value]

    def __init__(self, requires_grad=True, device=None, dtype=None) -> None:
        """Do nothing, because ``__new__`` does everything."""

    def __getattr__(self, name: str) -> Any:
        if name == "_value":  # every use of the values ends here
            raise error("uninitialized")
        raise AttributeError(f"'UninitializedParameter' object has no attribute '{name}'")

    def materialize(self, shape, device=None, dtype=None) -> None:
        """Turn this into a parameter with the given shape, whose values aren't set yet."""
        new = empty(tuple(shape), device=device, dtype=dtype or self._dtype)
        self._value, self._dtype = new._value, new._dtype
        self.__class__ = Parameter  # type: ignore[assignment]

    @property
    def shape(self):
        """Raise an error, because the shape isn't known yet."""
        raise error("uninitialized_shape")

    @property
    def data(self) -> Tensor:
        """An empty tensor. Assigning to it only changes the dtype."""
        return empty(0, dtype=self._dtype)

    @data.setter
    def data(self, new: Tensor) -> None:
        self._dtype = new._dtype

    def detach(self) -> "UninitializedParameter":
        """Return the parameter itself, which has nothing to share yet."""
        return self

    def __repr__(self) -> str:
        return "<UninitializedParameter>"


class LazyModule(Module):
    """The base class of lazy layers, which become ordinary layers when they're called first."""

    _becomes: type

    def __call__(self, *args, **kwargs) -> Any:
        if self.has_uninitialized_params():
            self.initialize_parameters(*args, **kwargs)
        self._settle()
        self.__class__ = self._becomes
        return self(*args, **kwargs)

    def has_uninitialized_params(self) -> bool:
        """Return whether a parameter has no shape and values yet."""
        return any(isinstance(p, UninitializedParameter) for p in self._parameters.values())

    def initialize_parameters(self, *args, **kwargs) -> None:
        """Give the parameters the shapes that fit the input, and draw their values."""
        raise NotImplementedError

    def _settle(self) -> None:
        """Set the sizes that the layer shows, from the parameters' shapes."""


class LazyLinear(LazyModule, Linear):
    """A Linear layer that takes ``in_features`` from its first input.

    >>> import minigrad as mg
    >>> layer = mg.nn.LazyLinear(2)
    >>> layer(mg.ones(4, 3)).shape
    minigrad.Size([4, 2])
    >>> layer
    Linear(in_features=3, out_features=2, bias=True)
    """

    _becomes = Linear

    def __init__(self, out_features: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(0, 0, bias=False, device=device, dtype=dtype)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw new random values for the weight and the bias, if their shapes are known."""
        if self.in_features and not self.has_uninitialized_params():
            super().reset_parameters()

    def initialize_parameters(self, input) -> None:  # type: ignore[override]
        """Give the weight and the bias their shapes, and draw their values."""
        self.in_features = input.shape[-1]
        shapes = ((self.out_features, self.in_features), (self.out_features,))
        for parameter, shape in zip((self.weight, self.bias), shapes, strict=True):
            if isinstance(parameter, UninitializedParameter):
                parameter.materialize(shape)
        self.reset_parameters()

    def _settle(self) -> None:
        self.in_features = self.weight.shape[-1]
