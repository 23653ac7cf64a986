"""How PyTorch is called: the forms of an operation, the kinds of its arguments, and their checks.

An entry in `ops/` says with `entry.py` by which forms it is called, and what it takes: in a Python
signature with the names of `types.py`. `signatures.py` compares a call with it.
"""
