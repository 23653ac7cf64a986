"""Comparison of minigrad with PyTorch: `python -m tests.parity` runs both."""
