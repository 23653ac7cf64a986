"""minigrad: how gradients are computed, in a package small enough to read.

>>> import minigrad as mg
>>> x = mg.tensor([1.0, 2.0], requires_grad=True)
>>> (x * x).sum().backward()
>>> x.grad
tensor([2., 4.])
"""

import builtins
import math
import sys
import warnings

from . import absent, autograd, linalg, methods, nn, optim, utils
from .arguments import function as _function
from .creation import tensor as _tensor
from .device import backends, device
from .dtypes import bool_ as bool
from .dtypes import dtype, float32, float64, int32, int64
from .serialization import load, save
from .signatures import listed as _listed
from .tensor import Tensor

__version__ = "0.1.0"
long, float, double, int = int64, float32, float64, int32
tensor = _function("tensor", _tensor)
inf, nan, pi, e, newaxis = math.inf, math.nan, math.pi, math.e, None
cuda = accelerator = backends.cuda


def is_tensor(obj) -> builtins.bool:
    """Whether this is a tensor."""
    return isinstance(obj, Tensor)


for _name, _operation in methods.named("function").items():
    _checked = f"{_name}()" in _listed()
    globals()[_name] = _function(_name, _operation) if _checked else _operation
globals().update({n: _function(n, operation) for n, operation in methods.FUNCTIONS.items()})
globals().update({f"{n}_": getattr(Tensor, f"{n}_") for n in methods.named("in-both")})
globals().update({second: globals()[n] for second, n in methods.ALIASES.items()})
_known = vars(nn) | vars(utils.data) | globals()
for _name, _place in methods.SHOWN.items():
    _class = _known[_name]
    sys.modules.setdefault(_place, sys.modules[_class.__module__])  # where pickle looks
    _class.__module__ = _place

__getattr__ = absent.within(__name__)
_PLACES = (autograd, linalg, nn.functional, nn.utils, optim, optim.lr_scheduler, utils, utils.data)
for _module in _PLACES:
    _module.__getattr__ = absent.within(_module.__name__)  # type: ignore[method-assign]


# PyTorch is silent about log(0), 1/0 and the like; so are the operations here. NumPy's own warnings
# elsewhere stay as they are.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
