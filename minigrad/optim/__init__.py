"""`minigrad.optim`: how parameters follow their gradients."""

from .sgd import SGD

__all__ = ["SGD"]
