"""The namespace `minigrad.random`: the random number generator and its seed."""

from .values.random import Generator, default_generator, initial_seed, manual_seed, seed

__all__ = ["Generator", "default_generator", "initial_seed", "manual_seed", "seed"]
