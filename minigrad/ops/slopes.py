"""A derivative as an operation of its own, where PyTorch's graph of a gradient shows one node."""

from ..record import operation
from ..tensor import Tensor


def slope(name: str, first, second):
    """Define g · f'(x), given f' and f'': what a gradient becomes on its way back through f."""

    @operation(
        name,
        lambda h, _g, x, *constants: h * first(x, *constants),
        lambda h, g, x, *constants: h * (g * second(x, *constants)),
    )
    def recorded(g, x, *constants):
        return g * first(x, *constants)

    def apply(g, x, *constants):
        if isinstance(g, Tensor):
            return recorded(g, x, *constants)
        return g * first(x, *constants)

    return apply
