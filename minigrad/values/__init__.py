"""Values of tensors: creation, random numbers, conversion, printing, and saving.

This package builds on the operations in `ops/`.
"""
