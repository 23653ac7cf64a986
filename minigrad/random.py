"""`minigrad.random`: the one stream that all draws take from."""

from .values.random import Generator, default_generator, initial_seed, manual_seed, seed

__all__ = ["Generator", "default_generator", "initial_seed", "manual_seed", "seed"]
