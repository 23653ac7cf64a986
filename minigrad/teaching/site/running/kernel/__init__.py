"""The code that runs cells on a page: a small shell that replaces IPython's kernel.

It needs only the standard library and IPython's `lib/pretty.py`.
"""
