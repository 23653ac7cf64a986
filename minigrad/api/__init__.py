"""PyTorch's calling conventions: the forms of an operation, and the checks of its arguments.

An entry in `ops/` declares, with `entry.py`, by which forms it can be called. Its Python signature,
in the names of `types.py`, says what it takes. `signatures.py` compares each call with it.
"""
