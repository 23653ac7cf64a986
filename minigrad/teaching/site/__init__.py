"""`make site`: the web edition, from the notebooks and the docstrings."""
