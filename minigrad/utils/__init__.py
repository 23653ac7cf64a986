"""`minigrad.utils`: what a training program needs besides."""

from . import data
