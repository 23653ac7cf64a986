"""The namespace `minigrad.random`: the single stream of random numbers."""

from .values.random import Generator, default_generator, initial_seed, manual_seed, seed

__all__ = ["Generator", "default_generator", "initial_seed", "manual_seed", "seed"]
