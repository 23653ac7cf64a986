"""Conversion of a module's state to and from a dict of tensors."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from ..engine.modes import no_grad
from ..engine.tensor import Tensor
from ..messages.errors import error, text


class _IncompatibleKeys(NamedTuple):
    """The names found only in the module, and the names found only in the state dict."""

    missing_keys: list
    unexpected_keys: list

    def __repr__(self) -> str:
        if not any(self):
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self[0]}, unexpected_keys={self[1]})"


def state_dict(self, *, prefix: str = "", keep_vars: bool = False) -> OrderedDict:
    """Return the parameters and persistent buffers by path. They share the module's memory.

    These are the tensors themselves, not copies, so the optimizer's next step changes them.

    >>> import minigrad as mg
    >>> model = mg.nn.Linear(2, 1)
    >>> list(model.state_dict())
    ['weight', 'bias']
    >>> model.state_dict()["weight"].shape
    minigrad.Size([1, 2])
    """
    return OrderedDict((prefix + n, x if keep_vars else x.detach()) for n, x in _state(self))


def _state(module):
    for path, inner in module.named_modules(remove_duplicate=False):
        for name, tensor in [*inner._parameters.items(), *inner._buffers.items()]:
            if tensor is not None and name not in inner._transient:
                yield (f"{path}.{name}" if path else name), tensor


def load_state_dict(self, state_dict, strict: bool = True) -> _IncompatibleKeys:
    """If all names and shapes match, copy a state dict's values into the module.

    >>> import minigrad as mg
    >>> one, other = mg.nn.Linear(2, 1), mg.nn.Linear(2, 1)
    >>> other.load_state_dict(one.state_dict())
    <All keys matched successfully>
    >>> mg.equal(one.weight, other.weight)
    True
    """
    if not isinstance(state_dict, Mapping):
        raise error("state_dict_type", type(state_dict))
    own = dict(_state(self))
    missing = [name for name in own if name not in state_dict]
    unexpected = [name for name in state_dict if name not in own]
    problems: list = []
    lazy: list = []  # parameters of lazy layers, which take on the shapes of the loaded values
    for what, names in (("Missing", missing), ("Unexpected", unexpected)):
        if strict and names:
            quoted = ", ".join(f'"{name}"' for name in names)
            problems.append(f"{what} key(s) in state_dict: {quoted}. ")
    matching = [(name, own[name], state_dict[name]) for name in own if name in state_dict]
    for name, tensor, value in matching:
        if not isinstance(value, Tensor):
            problems.append(text("copied_type", name, type(value)))
        elif hasattr(tensor, "materialize"):
            lazy.append((tensor, value))
        elif value.shape != tensor.shape:
            problems.append(text("copied_shape", name, value, tensor))
    if problems:
        raise error("state_dict_misfit", self, "\n\t".join(problems))
    for tensor, value in lazy:
        tensor.materialize(value.shape)
    with no_grad():
        for _, tensor, value in matching:
            tensor.copy_(value)
    return _IncompatibleKeys(missing, unexpected)
