"""Benchmarks of minigrad against handwritten NumPy code and four other libraries."""
