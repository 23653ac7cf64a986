"""Recurrent layers: the same weights at every step of a sequence."""

import math
from typing import Any

from ..engine.unary import unary
from ..messages.errors import error, warn
from ..ops.axes import squeeze, transpose, unsqueeze
from ..ops.joining import cat, stack
from ..values.creation import empty, zeros
from ..values.parameter import Parameter
from . import functional as F
from . import init
from .module import Module


@unary("TransposeBackward1", x=lambda g: g.swapaxes(0, 1))
def _batch_first(x):
    return x.swapaxes(0, 1)


class RNNBase(Module):
    """The base class of recurrent layers. Subclasses define `_gates` and `_step`.

    The parameters of layer k are called ``weight_ih_lk`` (from the input), ``weight_hh_lk`` (from
    the hidden state), ``bias_ih_lk``, and ``bias_hh_lk``. The second direction's names end with
    ``_reverse``.
    """

    _gates: int  # how many blocks of hidden_size rows a weight has

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        device=None,
        dtype=None,
    ) -> None:
        super().__init__()
        self._check_options(input_size, hidden_size, num_layers, dropout)
        self.input_size, self.hidden_size, self.num_layers = input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional = bidirectional
        self._suffixes = ["", "_reverse"] if bidirectional else [""]
        rows = self._gates * hidden_size
        for layer in range(num_layers):
            columns = hidden_size * len(self._suffixes) if layer else input_size
            shapes: dict = {"weight_ih": (rows, columns), "weight_hh": (rows, hidden_size)}
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)} if bias else {}
            for suffix in self._suffixes:
                for name, shape in shapes.items():
                    new = Parameter(empty(shape, device=device, dtype=dtype))
                    self.register_parameter(f"{name}_l{layer}{suffix}", new)
        self.reset_parameters()

    def _check_options(self, input_size, hidden_size, num_layers, dropout) -> None:
        is_chance = isinstance(dropout, int | float) and not isinstance(dropout, bool)
        if not is_chance or not 0 <= dropout <= 1:
            raise error("rnn_dropout")
        if dropout > 0 and num_layers == 1:
            warn("rnn_dropout_unused", dropout, num_layers)
        for name, size in (("input_size", input_size), ("hidden_size", hidden_size)):
            if not isinstance(size, int):
                raise error("rnn_size_type", name, type(size).__name__)
        for name, size in (("hidden_size", hidden_size), ("num_layers", num_layers)):
            if size <= 0:
                raise error("rnn_size", name)

    def reset_parameters(self) -> None:
        """Draw new random values, uniform within ±1/√hidden_size."""
        bound = 1 / math.sqrt(self.hidden_size)
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def flatten_parameters(self) -> None:
        """Do nothing. PyTorch puts the weights next to each other in a GPU's memory."""

    @property
    def all_weights(self) -> list:
        """The parameters of each layer and direction."""
        layers = (f"_l{i}{suffix}" for i in range(self.num_layers) for suffix in self._suffixes)
        return [[p for n, p in self._parameters.items() if n.endswith(layer)] for layer in layers]

    def forward(self, input, hx=None):
        batched = input.dim() == 3
        if input.dim() not in (2, 3):
            raise error("rnn_dims", self, input, " tensor" if isinstance(self, RNN) else "")
        batch_dim = 0 if self.batch_first else 1
        states = None if hx is None else self._states(hx)
        if states is not None:
            self._check_dims(states, batched)
        if not batched:
            input = unsqueeze(input, batch_dim)
            states = None if states is None else [unsqueeze(state, 1) for state in states]
        self._check(input, states, batch_dim)
        x = transpose(input, 0, 1) if self.batch_first else input
        if states is None:
            states = self._zeros(x)
        x, finals = self._run(x, states)
        x = _batch_first(x) if self.batch_first else x
        if not batched:
            x, finals = squeeze(x, batch_dim), [squeeze(final, 1) for final in finals]
        return x, self._as_hx(finals)

    def _run(self, x, states: list) -> tuple:
        """Return the last layer's outputs, and the final states of all layers and directions."""
        finals: list = []
        for layer in range(self.num_layers):
            directions = []
            for suffix in self._suffixes:
                start = [state[len(finals)] for state in states]
                outputs, final = self._layer(x, start, f"_l{layer}{suffix}")
                directions.append(outputs)
                finals.append(final)
            x = directions[0] if len(directions) == 1 else cat(directions, 2)
            if layer < self.num_layers - 1:
                x = F.dropout(x, self.dropout, self.training)
        return x, [stack(each) for each in zip(*finals, strict=True)]

    def _layer(self, x, state: list, name: str) -> tuple:
        """Run one layer in one direction. Return its outputs and its final state."""
        weights = {n.removesuffix(name): p for n, p in self._parameters.items() if n.endswith(name)}
        from_input, bias = weights["weight_ih"], weights.get("bias_ih")
        backward = name.endswith("_reverse")
        inputs = F.linear(x, from_input, bias).unbind(0)
        outputs = []
        for part in inputs[::-1] if backward else inputs:
            state = self._step(part, state, weights)
            outputs.append(state[0])
        return stack(outputs[::-1] if backward else outputs), state

    def _step(self, part, state: list, weights: dict) -> list:
        """Return the next state, given what the input contributes to the gates."""
        raise NotImplementedError

    def _states(self, hx) -> list:
        return [hx]

    def _as_hx(self, finals: list) -> Any:
        return finals[0]

    def _shapes(self, n: int) -> list:
        """Return the shape of each part of the state, for n sequences."""
        return [(self.num_layers * len(self._suffixes), n, self.hidden_size)]

    def _zeros(self, x) -> list:
        return [zeros(shape, dtype=x.dtype) for shape in self._shapes(x.shape[1])]

    def _check_dims(self, states: list, batched: bool) -> None:
        if any(state.dim() != 2 + batched for state in states):
            how, dims = ("batched", 3) if batched else ("unbatched", 2)
            raise error("rnn_state_dims", how, dims, states[0])

    def _check(self, x, states: list | None, batch_dim: int) -> None:
        weight = self.weight_ih_l0
        if x.dtype is not weight.dtype:
            raise error("rnn_dtype", x, weight)
        if x.shape[-1] != self.input_size:
            raise error("rnn_input_size", self.input_size, x.shape[-1])
        if states is not None:
            shapes = self._shapes(x.shape[batch_dim])
            for i, (state, shape) in enumerate(zip(states, shapes, strict=True)):
                if tuple(state.shape) != shape:
                    which = f"hidden[{i}]" if len(states) > 1 else "hidden"
                    raise error("rnn_state_shape", which, str(shape), state)
        if not x.shape[1 - batch_dim]:
            raise error("rnn_empty")

    def extra_repr(self) -> str:
        usual: dict = {"num_layers": 1, "bias": True, "batch_first": False}
        usual |= {"dropout": 0.0, "bidirectional": False}
        texts = [f"{self.input_size}", f"{self.hidden_size}"]
        given = ((name, getattr(self, name)) for name in usual)
        texts += [f"{name}={value}" for name, value in given if value != usual[name]]
        return ", ".join(texts)


class RNN(RNNBase):
    """Update h ← tanh(W_ih x + b_ih + W_hh h + b_hh) for each x in a sequence.

    Shapes: x (length, batch, input_size), h (layers · directions, batch, hidden_size), result
    (length, batch, directions · hidden_size). With ``batch_first``, x and the result begin with the
    batch. Without a batch, that dim is missing.
    Errors: RuntimeError or ValueError if a shape or the dtype of x or h doesn't match.

    >>> import minigrad as mg
    >>> outputs, h = mg.nn.RNN(3, 4)(mg.ones(5, 2, 3))
    >>> outputs.shape, h.shape
    (minigrad.Size([5, 2, 4]), minigrad.Size([1, 2, 4]))
    """

    _gates = 1

    def __init__(
        self, input_size, hidden_size, num_layers=1, nonlinearity: str = "tanh", *args, **options
    ) -> None:
        if nonlinearity not in ("tanh", "relu"):
            raise error("rnn_nonlinearity", nonlinearity)
        super().__init__(input_size, hidden_size, num_layers, *args, **options)
        self.nonlinearity, self.mode = nonlinearity, f"RNN_{nonlinearity.upper()}"

    def _step(self, part, state: list, weights: dict) -> list:
        total = F.linear(state[0], weights["weight_hh"], weights.get("bias_hh")) + part
        return [F.tanh(total) if self.nonlinearity == "tanh" else F.relu(total)]


class GRU(RNNBase):
    """Update h ← (1 - z) n + z h for each x in a sequence, where r, z, and n depend on x and h.

    r = σ(W x + U h) resets, z = σ(W x + U h) keeps, and n = tanh(W x + r · (U h)) is new. Each has
    weights and biases of its own, which are blocks of rows of the parameters.

    Shapes and errors: as for RNN.

    >>> import minigrad as mg
    >>> outputs, h = mg.nn.GRU(3, 4, batch_first=True)(mg.ones(2, 5, 3))
    >>> outputs.shape, h.shape
    (minigrad.Size([2, 5, 4]), minigrad.Size([1, 2, 4]))
    """

    _gates = 3
    mode = "GRU"

    def _step(self, part, state: list, weights: dict) -> list:
        (h,) = state
        from_state = F.linear(h, weights["weight_hh"], weights.get("bias_hh"))
        (r, z, n), (hr, hz, hn) = part.chunk(3, 1), from_state.chunk(3, 1)
        reset, keep = F.sigmoid(hr + r), F.sigmoid(hz + z)
        new = F.tanh(n + hn * reset)
        return [(h - new) * keep + new]


class LSTM(RNNBase):
    """Update c ← f c + i g and h ← o tanh(c) for each x in a sequence.

    The gates i, f, and o are σ(W x + U h), and g is tanh(W x + U h). Each has weights and biases of
    its own, which are blocks of rows of the parameters.

    Shapes and errors: as for RNN, but the state is the tuple (h, c).

    >>> import minigrad as mg
    >>> outputs, (h, c) = mg.nn.LSTM(3, 4)(mg.ones(5, 2, 3))
    >>> outputs.shape, h.shape, c.shape
    (minigrad.Size([5, 2, 4]), minigrad.Size([1, 2, 4]), minigrad.Size([1, 2, 4]))
    """

    _gates = 4
    mode = "LSTM"

    def _step(self, part, state: list, weights: dict) -> list:
        h, c = state
        gates = F.linear(h, weights["weight_hh"], weights.get("bias_hh")) + part
        i, f, g, o = gates.chunk(4, 1)
        c = F.sigmoid(f) * c + F.sigmoid(i) * F.tanh(g)
        return [F.sigmoid(o) * F.tanh(c), c]

    def _states(self, hx) -> list:
        return [hx[0], hx[1]]

    def _as_hx(self, finals: list) -> tuple:
        return tuple(finals)

    def _shapes(self, n: int) -> list:
        return super()._shapes(n) * 2

    def _check_dims(self, states: list, batched: bool) -> None:
        if any(state.dim() != 2 + batched for state in states):
            how, dims = ("batched", 3) if batched else ("unbatched", 2)
            raise error("lstm_state_dims", how, dims, *states)
