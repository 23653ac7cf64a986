"""What runs a page's cells, inside the page: a small shell in the place of IPython's kernel.

It needs the standard library, IPython's file `lib/pretty.py`, and nothing else.
"""
