"""The web edition, built by `make site` from the notebooks and the docstrings."""
