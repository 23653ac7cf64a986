"""minigrad: an autograd package that is small enough to read.

>>> import minigrad as mg
>>> x = mg.tensor([1.0, 2.0], requires_grad=True)
>>> (x * x).sum().backward()
>>> x.grad
tensor([2., 4.])

To read the code, follow `engine/README.md`, which says in which order. Each package imports only
from the packages listed below it:

    draw explore course    figures, explorers, and the course itself
    nn optim utils         neural networks and how to train them
    autograd               backward, grad, and the tools built on them
    values                 tensor creation, random numbers, printing, saving and loading
    ops                    the operations, each with an entry of its own
    api                    PyTorch's calling conventions: forms and arguments
    engine                 tensor, graph, recording, the backward pass
    messages               errors and warnings, with advice on how to fix them
"""

import sys as _sys
import warnings as _warnings
from math import e, inf, nan, pi

from . import autograd, func, functional, linalg, nn, optim, random, utils
from . import places as _places
from .autograd.anomaly_mode import is_anomaly_enabled
from .engine.device import backends, device
from .engine.device import check_device as set_default_device
from .engine.dtypes import bool_ as bool
from .engine.dtypes import (
    dtype,
    float32,
    float64,
    get_default_dtype,
    int8,
    int16,
    int32,
    int64,
    set_default_dtype,
    uint8,
)
from .engine.dtypes import float32 as float
from .engine.dtypes import float64 as double
from .engine.dtypes import int16 as short
from .engine.dtypes import int32 as int
from .engine.dtypes import int64 as long
from .engine.memory.inference import inference_mode, is_inference_mode_enabled
from .engine.modes import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .engine.tensor import Tensor
from .messages import unsupported as _unsupported
from .ops.activations import erf, sigmoid, sigmoid_
from .ops.arithmetic import (
    add,
    div,
    floor_divide,
    mul,
    neg,
    neg_,
    reciprocal,
    remainder,
    sub,
)
from .ops.arithmetic import div as divide
from .ops.arithmetic import mul as multiply
from .ops.arithmetic import sub as subtract
from .ops.axes import (
    diag,
    diagonal,
    flip,
    movedim,
    permute,
    squeeze,
    t,
    transpose,
    tril,
    triu,
    unsqueeze,
)
from .ops.comparison import (
    allclose,
    eq,
    equal,
    ge,
    gt,
    isclose,
    isfinite,
    isinf,
    isnan,
    le,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    lt,
    ne,
)
from .ops.dims import Size
from .ops.einsum import einsum
from .ops.extremes import amax, amin, argmax, argmin, argsort, max, median, min, sort, topk
from .ops.gathering import (
    gather,
    masked_fill,
    nonzero,
    scatter,
)
from .ops.indexing import select
from .ops.joining import cat, chunk, hstack, meshgrid, split, stack, unbind, vstack
from .ops.joining import cat as concat
from .ops.joining import cat as concatenate
from .ops.linalg import bmm, dot, matmul, mm, mv, outer, trace
from .ops.norms import norm
from .ops.piecewise import (
    abs,
    abs_,
    ceil,
    clamp,
    clamp_,
    floor,
    maximum,
    minimum,
    relu,
    relu_,
    round,
    round_,
    sign,
    trunc,
    where,
    zero_,
)
from .ops.piecewise import clamp as clip
from .ops.powers import (
    exp,
    exp_,
    expm1,
    log,
    log1p,
    log2,
    log10,
    log_,
    pow,
    rsqrt,
    sqrt,
    sqrt_,
    square,
)
from .ops.reductions import all, any, count_nonzero, cumsum, prod, std, var
from .ops.shape import broadcast_to, clone, flatten, reshape, tile
from .ops.softmax import log_softmax, logsumexp, softmax
from .ops.sums import mean, sum
from .ops.trigonometric import (
    atan,
    cos,
    cos_,
    cosh,
    sin,
    sin_,
    sinh,
    tan,
    tanh,
    tanh_,
)
from .values.conversion import detach, is_floating_point, is_inference, is_tensor, numel
from .values.creation import (
    arange,
    as_tensor,
    empty,
    empty_like,
    eye,
    from_numpy,
    full,
    full_like,
    linspace,
    ones,
    ones_like,
    tensor,
    zeros,
    zeros_like,
)
from .values.draws import (
    bernoulli,
    multinomial,
    normal,
    rand,
    rand_like,
    randint,
    randn,
    randn_like,
    randperm,
)
from .values.legacy import (
    BoolTensor,
    ByteTensor,
    CharTensor,
    DoubleTensor,
    FloatTensor,
    IntTensor,
    LongTensor,
    ShortTensor,
)
from .values.printing import set_printoptions
from .values.random import Generator, initial_seed, manual_seed, seed
from .values.serialization import load, save

__version__ = "0.1.0"
newaxis = None
cuda = accelerator = backends.cuda

# fmt: off
__all__ = [
    "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "FloatTensor", "Generator",
    "IntTensor", "LongTensor", "ShortTensor", "Size", "Tensor", "abs", "abs_", "accelerator", "add",
    "all", "allclose", "amax", "amin", "any", "arange", "argmax", "argmin", "argsort", "as_tensor",
    "atan", "autograd", "backends", "bernoulli", "bmm", "bool", "broadcast_to", "cat", "ceil",
    "chunk", "clamp", "clamp_", "clip", "clone", "concat", "concatenate", "cos", "cos_", "cosh",
    "count_nonzero", "cuda", "cumsum", "detach", "device", "diag", "diagonal", "div", "divide",
    "dot", "double", "dtype", "e", "einsum", "empty", "empty_like", "enable_grad", "eq", "equal",
    "erf", "exp", "exp_", "expm1", "eye", "flatten", "flip", "float", "float32", "float64", "floor",
    "floor_divide", "from_numpy", "full", "full_like", "func", "functional", "gather", "ge",
    "get_default_dtype", "gt", "hstack", "inf", "inference_mode", "initial_seed", "int", "int16",
    "int32", "int64", "int8", "is_anomaly_enabled", "is_floating_point", "is_grad_enabled",
    "is_inference", "is_inference_mode_enabled", "is_tensor", "isclose", "isfinite", "isinf",
    "isnan", "le", "linalg", "linspace", "load", "log", "log10", "log1p", "log2", "log_",
    "log_softmax", "logical_and", "logical_not", "logical_or", "logical_xor", "logsumexp", "long",
    "lt", "manual_seed", "masked_fill", "matmul", "max", "maximum", "mean", "median", "meshgrid",
    "min", "minimum", "mm", "movedim", "mul", "multinomial", "multiply", "mv", "nan", "ne", "neg",
    "neg_", "newaxis", "nn", "no_grad", "nonzero", "norm", "normal", "numel", "ones", "ones_like",
    "optim", "outer", "permute", "pi", "pow", "prod", "rand", "rand_like", "randint", "randn",
    "randn_like", "random", "randperm", "reciprocal", "relu", "relu_", "remainder", "reshape",
    "round", "round_", "rsqrt", "save", "scatter", "seed", "select", "set_default_device",
    "set_default_dtype", "set_grad_enabled", "set_printoptions", "short", "sigmoid", "sigmoid_",
    "sign", "sin", "sin_", "sinh", "softmax", "sort", "split", "sqrt", "sqrt_", "square", "squeeze",
    "stack", "std", "sub", "subtract", "sum", "t", "tan", "tanh", "tanh_", "tensor", "tile", "topk",
    "trace", "transpose", "tril", "triu", "trunc", "uint8", "unbind", "unsqueeze", "utils", "var",
    "vstack", "where", "zero_", "zeros", "zeros_like",
]
# fmt: on


_places.show()
_unsupported.explain(
    Tensor,
    *(
        autograd,
        autograd.functional,
        func,
        functional,
        linalg,
        nn,
        nn.functional,
        nn.init,
        nn.utils,
    ),
    *(optim, optim.lr_scheduler, random, utils, utils.data, _sys.modules[__name__]),
)

# Unlike NumPy, PyTorch doesn't warn about overflow, infinity, or NaN. Operations that produce them
# from ordinary numbers, as in log(0), suppress NumPy's warnings themselves. Doing that in every
# operation would take time, so this filter suppresses the other warnings.
_warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minigrad\.")
