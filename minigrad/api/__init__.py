"""PyTorch's calling conventions: the forms an operation takes, and the checks of its arguments.

An entry in `ops/` uses `entry.py` to declare how it can be called. Its Python signature uses the
names in `types.py` for its arguments' kinds, and `signatures.py` checks each call against the
signature.
"""
