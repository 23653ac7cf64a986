"""The code that runs a page's cells inside the page: a small shell that replaces IPython's kernel.

It needs the standard library, IPython's file `lib/pretty.py`, and nothing else.
"""
