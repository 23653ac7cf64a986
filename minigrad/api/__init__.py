"""PyTorch's calling conventions: the forms of an operation, and how its arguments are checked.

An entry in `ops/` uses `entry.py` to declare how it can be called. Its Python signature is
annotated with the types in `types.py`, and `signatures.py` checks each call against that signature.
"""
