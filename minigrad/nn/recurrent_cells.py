"""Recurrent cells: one step of a recurrent layer, for loops of your own."""

import math
from typing import Any

from ..engine.tensor import Tensor
from ..messages.errors import argument_error, error
from ..ops.axes import squeeze, unsqueeze
from ..values.creation import empty, zeros
from ..values.parameter import Parameter
from . import functional as F
from . import init
from .module import Module
from .recurrent import GRU, LSTM, RNN


class RNNCellBase(Module):
    """The base class of recurrent cells. Subclasses take their step from a recurrent layer."""

    _layer: Any  # the layer that takes the same steps

    def __init__(self, input_size: int, hidden_size: int, bias: bool, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = self._layer._gates * hidden_size
        shapes: dict = {"weight_ih": (rows, input_size), "weight_hh": (rows, hidden_size)}
        for name, shape in shapes.items():
            setattr(self, name, Parameter(empty(shape, device=device, dtype=dtype)))
        for name in ("bias_ih", "bias_hh"):
            new = Parameter(empty(rows, device=device, dtype=dtype)) if bias else None
            self.register_parameter(name, new)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new random values, uniform within ±1/√hidden_size."""
        bound = 1 / math.sqrt(self.hidden_size) if self.hidden_size else 0
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def forward(self, input, hx=None):
        (state,) = self._stepped(input, None if hx is None else [hx], ["hidden"])
        return state

    def _stepped(self, input, states: list | None, names: list[str]) -> list:
        """Take a step from the given states, or from zeros, and return the new states."""
        for name, x in [("input", input), *zip(names, states or (), strict=False)]:
            if x.dim() not in (1, 2):
                raise error("cell_dims", self, name, x)
        is_batched = input.dim() == 2
        x = input if is_batched else unsqueeze(input, 0)
        if states is None:
            states = [zeros(x.shape[0], self.hidden_size, dtype=x.dtype) for _ in names]
        elif not is_batched:
            states = [unsqueeze(state, 0) for state in states]
        if x.shape[1] != self.input_size:
            raise error("cell_input_size", x.shape[1], self.input_size)
        for i, state in enumerate(states):
            if len(state) != len(x):
                raise error("cell_batch", len(x), i, len(state))
            if state.size(1) != self.hidden_size:
                raise error("cell_hidden_size", i, state.size(1), self.hidden_size)
        from_input = F.linear(x, self.weight_ih, self.bias_ih)
        weights = {"weight_hh": self.weight_hh, "bias_hh": self.bias_hh}
        states = self._layer._step(self, from_input, states, weights)
        return states if is_batched else [squeeze(state, 0) for state in states]

    def extra_repr(self) -> str:
        texts = [f"{self.input_size}, {self.hidden_size}"]
        texts += [] if self.bias is True else [f"bias={self.bias}"]
        nonlinearity = vars(self).get("nonlinearity", "tanh")
        return ", ".join(texts + [f"nonlinearity={nonlinearity}"] * (nonlinearity != "tanh"))


class RNNCell(RNNCellBase):
    """Compute tanh(W_ih x + b_ih + W_hh h + b_hh), or relu instead of tanh.

    Shapes: x (batch, input_size), h and the result (batch, hidden_size). The batch may be missing.
    Errors: RuntimeError or ValueError if a shape or the dtype of x or h doesn't match.

    >>> import minigrad as mg
    >>> cell, h = mg.nn.RNNCell(3, 4), mg.zeros(2, 4)
    >>> for x in mg.ones(5, 2, 3):
    ...     h = cell(x, h)
    >>> h.shape
    minigrad.Size([2, 4])
    """

    _layer = RNN

    def __init__(
        self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None
    ):
        super().__init__(input_size, hidden_size, bias, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise error("cell_nonlinearity", self.nonlinearity)
        return super().forward(input, hx)


class GRUCell(RNNCellBase):
    """Compute (1 - z) n + z h, where r, z, and n depend on x and h as in GRU.

    Shapes and errors: as for RNNCell.

    >>> import minigrad as mg
    >>> mg.nn.GRUCell(3, 4)(mg.ones(2, 3)).shape
    minigrad.Size([2, 4])
    """

    _layer = GRU

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, device, dtype)


class LSTMCell(RNNCellBase):
    """Compute c = f c + i g and h = o tanh(c), where i, f, g, and o depend on x and h as in LSTM.

    Shapes and errors: as for RNNCell, but the state and the result are the tuple (h, c).

    >>> import minigrad as mg
    >>> h, c = mg.nn.LSTMCell(3, 4)(mg.ones(2, 3))
    >>> h.shape, c.shape
    (minigrad.Size([2, 4]), minigrad.Size([2, 4]))
    """

    _layer = LSTM
    proj_size = 0

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, device, dtype)

    def forward(self, input, hx=None):
        if isinstance(hx, Tensor):
            raise argument_error("lstm_cell", "hx", 2, "tuple of Tensors", hx)
        if hx is not None and len(hx) != 2:
            raise error("cell_states")
        return tuple(self._stepped(input, None if hx is None else [*hx], ["hx[0]", "hx[1]"]))
