"""How minigrad is held to PyTorch: `python -m tests.parity` runs both and compares."""
