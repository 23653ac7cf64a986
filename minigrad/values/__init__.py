"""Values of tensors: creation, random numbers, conversion, printing, and saving.

What a tensor computes is in `ops/`, which this package builds on.
"""
