"""What if tensors share memory, and it changes? Versions notice, views follow, in-place writes.

`versions.py` before the rest; only `engine/` may enter.
"""
