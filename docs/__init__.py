"""The web edition, which `make site` builds from the notebooks and the docstrings."""
