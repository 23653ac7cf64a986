"""Comparisons of minigrad with PyTorch. `python -m tests.parity` runs all of them."""
