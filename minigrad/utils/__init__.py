"""The namespace `minigrad.utils`: helpers for training programs."""

from . import data
