"""Parameters: tensors registered by a module and updated by an optimizer."""

from ..engine.memory.versions import version_of
from ..engine.tensor import Tensor, memory
from .creation import leaf, zeros


class Parameter(Tensor):
    """A leaf that requires grad and, when assigned to a module, becomes its parameter.

    >>> import minigrad as mg
    >>> mg.nn.Parameter(mg.zeros(2))
    Parameter containing:
    tensor([0., 0.], requires_grad=True)
    """

    __slots__ = ()

    def __new__(cls, data=None, requires_grad=True) -> "Parameter":
        data = (zeros(0) if data is None else data).detach()
        parameter = leaf(memory(data), data._dtype, requires_grad)
        parameter.__class__ = cls
        parameter._changes = version_of(data)
        return parameter  # type: ignore[return-value]

    def __init__(self, data=None, requires_grad=True) -> None:
        """Do nothing, because ``__new__`` does everything, as it does for every tensor."""

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()


def forget_gradients(parameters, set_to_none: bool) -> None:
    """Reset every ``.grad`` to None, or to zeros."""
    for p in parameters:
        if set_to_none:
            p._grad = None
        elif p._grad is not None:
            p._grad = p._grad.detach().zero_()
