"""PyTorch's calling conventions: the forms of an operation, and how its arguments are checked.

An entry in `ops/` uses `entry.py` to declare how an operation can be called. The operation's Python
signature is annotated with the types in `types.py`, and `signatures.py` checks each call against
that signature.
"""
