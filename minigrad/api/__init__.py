"""PyTorch's calling conventions: the forms of an operation, and the checks on its arguments.

An entry in `ops/` uses `entry.py` to declare how it can be called. Its Python signature uses the
names in `types.py` for the kinds of its arguments, and `signatures.py` checks each call against the
signature.
"""
