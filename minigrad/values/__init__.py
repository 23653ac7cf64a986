"""Tensor values: creation, random numbers, conversion, printing, and saving.

This package is built on the operations in `ops/`.
"""
