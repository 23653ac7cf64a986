"""minigrad: how gradients are computed, in a package small enough to read.

>>> import minigrad as mg
>>> x = mg.tensor([1.0, 2.0], requires_grad=True)
>>> (x * x).sum().backward()
>>> x.grad
tensor([2., 4.])

Where to start reading: `engine/`, which records operations and runs them backward, then
`ops/trigonometric.py`, the shortest file of operations. Each room's `__init__.py` says what it is
for; a room imports only from those below it:

    draw explore course    figures, explorers, the series itself
    nn optim utils         networks and their training
    face                   how PyTorch is called
    autograd               the two ways to ask for gradients
    values                 numbers in and out: made, drawn, printed, saved
    ops                    one entry for each operation
    engine                 tensor, graph, recording, the backward pass
    says                   what is said when something is wrong
"""

import builtins
import math
import sys
import warnings

from . import autograd, nn, optim, utils
from .api import linalg, methods
from .api.arguments import function as _function
from .api.signatures import listed as _listed
from .engine.dtypes import bool_ as bool
from .engine.dtypes import dtype, float32, float64, int32, int64
from .engine.tensor import Tensor
from .messages import unsupported
from .values import conversion, random
from .values.creation import tensor as _tensor
from .values.device import backends, device
from .values.serialization import load, save

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
_known = vars(autograd) | vars(nn) | vars(utils.data) | globals()
for _name, _place in methods.SHOWN.items():
    _class = _known[_name]
    sys.modules.setdefault(_place, sys.modules[_class.__module__])  # where pickle looks
    _class.__module__ = _place

# Modules that PyTorch has at the top, whatever the room here.
for _module in (linalg, random):
    _module.__name__ = f"minigrad.{_module.__name__.rpartition('.')[2]}"
    sys.modules[_module.__name__] = _module
# Where pickles look for what makes a tensor, those of earlier versions too.
sys.modules["minigrad.conversion"] = conversion
conversion._leaf.__module__ = "minigrad.conversion"

__getattr__ = unsupported.within(__name__)
_PLACES = (autograd, linalg, nn.functional, nn.utils, optim, optim.lr_scheduler, utils, utils.data)
for _module in _PLACES:
    _module.__getattr__ = unsupported.within(_module.__name__)  # type: ignore[method-assign]


# PyTorch is silent about log(0), 1/0 and the like; so are the operations here. NumPy's own warnings
# elsewhere stay as they are.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
