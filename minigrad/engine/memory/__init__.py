"""Memory that tensors share and change in place: versions, views, and in-place operations.

Read `versions.py` first. Only `engine/` may import from here.
"""
