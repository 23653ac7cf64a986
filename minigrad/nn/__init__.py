"""`minigrad.nn`: what networks are built of."""

from ..says import absent
from ..values import parameter
from ..values.parameter import Parameter
from . import from_functions, functional, init, utils
from .containers import ModuleList, Sequential
from .from_functions import MODULES
from .layers import Embedding, Identity, LayerNorm, Linear
from .module import Module

globals().update({module.__name__: module for module in MODULES})

__getattr__ = absent.within(__name__)
