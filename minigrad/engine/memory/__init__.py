"""Memory that tensors share and change: versions, views, and in-place operations.

`versions.py` before the rest; only `engine/` may enter.
"""
