"""PyTorch's calling conventions: the forms of an operation, and the checks of its arguments.

An entry in `ops/` declares, with `entry.py`, how it can be called. Its Python signature uses the
names in `types.py` to say which arguments it takes, and `signatures.py` checks each call against
that signature.
"""
