"""`minigrad.nn`: what networks are built of."""

from .. import absent
from . import from_functions, functional, init, utils
from .containers import ModuleList, Sequential
from .from_functions import MODULES
from .layers import Embedding, Identity, LayerNorm, Linear
from .module import Module
from .parameter import Parameter

globals().update({module.__name__: module for module in MODULES})


def __getattr__(name: str):
    raise AttributeError(absent.message(f"module '{__name__}'", name))
