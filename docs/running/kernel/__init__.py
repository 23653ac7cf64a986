"""The code that runs cells on a page: a small shell that replaces IPython's kernel.

The shell needs only the standard library and IPython's `lib/pretty.py`.
"""
