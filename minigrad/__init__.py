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
from .serialization import load, save
from .tensor import Tensor

long, float, double, int = int64, float32, float64, int32
inf, nan, pi, e, newaxis = math.inf, math.nan, math.pi, math.e, None
cuda = accelerator = backends.cuda
_PUBLIC = {
    "autograd.anomaly_mode": "is_anomaly_enabled",
    "creation": (
        "arange as_tensor empty empty_like eye from_numpy full full_like linspace ones ones_like "
        "zeros zeros_like"
    ),
    "dims": "Size",
    "draws": "normal rand rand_like randint randint_like randn randn_like randperm",
    "dtypes": "get_default_dtype set_default_dtype",
    "inference": "inference_mode is_inference_mode_enabled",
    "modes": "enable_grad is_grad_enabled no_grad set_grad_enabled",
    "ops.einsum": "einsum",
    "ops.joining": "cat concat=cat concatenate=cat meshgrid stack",
    "ops.kinks": "where",
    "printing": "set_printoptions",
    "random": "Generator initial_seed manual_seed seed",
}
_norms = methods.named({"ops.norms": "linalg_norm matrix_norm vector_norm"})


class linalg:
    """`minigrad.linalg`: norms."""

    norm = staticmethod(_function("linalg_norm", _norms["linalg_norm"]))
    vector_norm = staticmethod(_function("linalg_vector_norm", _norms["vector_norm"]))
    matrix_norm = staticmethod(_function("linalg_matrix_norm", _norms["matrix_norm"]))


def is_tensor(obj) -> builtins.bool:
    """Whether this is a tensor."""
    return isinstance(obj, Tensor)


globals().update(methods.named(_PUBLIC))
for _name, _operation in methods.FUNCTIONS.items():
    globals()[_name] = _function(_name, _operation)
for _alias, _name in methods.ALIASES.items():
    globals()[_alias] = globals()[_name]


def __getattr__(name: str):
    raise AttributeError(absent.message(f"module '{__name__}'", name))


# PyTorch is silent about log(0), 1/0 and the like; so are the operations here. NumPy's own warnings
# elsewhere stay as they are.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
