"""`minigrad.nn`: what networks are built of."""

from . import functional

__all__ = ["functional"]
