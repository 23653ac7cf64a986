"""Shared memory and in-place changes: versions, views, and in-place operations.

Read `versions.py` first. Only `engine/` may import from here.
"""
