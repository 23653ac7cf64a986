"""`minigrad.nn`: what networks are built of."""

from ..messages import unsupported
from ..values import parameter
from ..values.parameter import Parameter
from . import from_functions, functional, init, utils
from .containers import ModuleList, Sequential
from .from_functions import MODULES
from .layers import Embedding, Identity, LayerNorm, Linear
from .module import Module

globals().update({module.__name__: module for module in MODULES})

__getattr__ = unsupported.within(__name__)
