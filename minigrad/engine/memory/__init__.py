"""Shared memory and in-place changes: versions, views, and in-place operations.

Read `versions.py` first, and then `views.py` and `inplace.py`.
"""
