"""Memory shared and changed by tensors: versions, views, and in-place operations.

Read `versions.py` first. Only `engine/` may import from here.
"""
