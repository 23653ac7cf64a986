"""minigrad: how gradients are computed, in a package small enough to read.

>>> import minigrad as mg
>>> x = mg.tensor([1.0, 2.0], requires_grad=True)
>>> (x * x).sum().backward()
>>> x.grad
tensor([2., 4.])
"""

import functools
import warnings

from . import absent, autograd, methods, nn, optim
from .creation import (
    arange,
    as_tensor,
    empty,
    eye,
    from_numpy,
    full,
    full_like,
    linspace,
    ones,
    ones_like,
    rand,
    randint,
    randn,
    randperm,
    tensor,
    zeros,
    zeros_like,
)
from .dims import Size
from .dtypes import bool_ as bool
from .dtypes import (
    dtype,
    float32,
    float64,
    get_default_dtype,
    int32,
    int64,
    set_default_dtype,
)
from .modes import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .ops.elementwise import where
from .ops.shape import cat, stack
from .printing import set_printoptions
from .random import Generator, initial_seed, manual_seed, seed
from .tensor import Tensor

long, float, double, int = int64, float32, float64, int32


def _function(name: str, operation):
    """The operation as a function of the package: its first argument has to be a tensor."""

    @functools.wraps(operation)
    def function(input, *args, **kwargs):
        if not isinstance(input, Tensor):
            raise TypeError(
                f"{name}(): argument 'input' (position 1) must be Tensor, not "
                f"{type(input).__name__}\nWrap the values: minigrad.tensor(...)."
            )
        result = operation(input, *args, **kwargs)
        if result is NotImplemented:
            raise TypeError(
                f"{name}(): argument 'other' (position 2) must be Tensor, not "
                f"{type(args[0]).__name__}\nWrap the values: minigrad.tensor(...)."
            )
        return result

    return function


for _name, _operation in methods.FUNCTIONS.items():
    globals()[_name] = _function(_name, _operation)


def __getattr__(name: str):
    raise AttributeError(absent.message(f"module '{__name__}'", name))


# PyTorch is silent about log(0), 1/0 and the like; so are the operations here. NumPy's own warnings
# elsewhere stay as they are.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
