"""minigrad: how gradients are computed, in a package small enough to read.

>>> import minigrad as mg
>>> x = mg.tensor([1.0, 2.0], requires_grad=True)
>>> (x * x).sum().backward()
>>> x.grad
tensor([2., 4.])
"""

import builtins
import math
import warnings

from . import absent, autograd, methods, nn, optim, utils
from .arguments import function as _function
from .creation import tensor
from .device import backends, device
from .dtypes import bool_ as bool
from .dtypes import dtype, float32, float64, int32, int64
from .ops import norms as _norms
from .serialization import load, save
from .tensor import Tensor

long, float, double, int = int64, float32, float64, int32
inf, nan, pi, e, newaxis = math.inf, math.nan, math.pi, math.e, None
cuda = accelerator = backends.cuda


class linalg:
    """`minigrad.linalg`: norms."""

    norm = staticmethod(_function("linalg_norm", _norms.linalg_norm))
    vector_norm = staticmethod(_function("linalg_vector_norm", _norms.vector_norm))
    matrix_norm = staticmethod(_function("linalg_matrix_norm", _norms.matrix_norm))


def is_tensor(obj) -> builtins.bool:
    """Whether this is a tensor."""
    return isinstance(obj, Tensor)


globals().update(methods.named("function"))
for _name, _operation in methods.FUNCTIONS.items():
    globals()[_name] = _function(_name, _operation)
for _alias, _name in methods.ALIASES.items():
    globals()[_alias] = globals()[_name]


def __getattr__(name: str):
    raise AttributeError(absent.message(f"module '{__name__}'", name))


# PyTorch is silent about log(0), 1/0 and the like; so are the operations here. NumPy's own warnings
# elsewhere stay as they are.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
