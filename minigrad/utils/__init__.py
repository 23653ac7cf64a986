"""The namespace `minigrad.utils`: helpers for training programs."""

from . import data

__all__ = ["data"]
