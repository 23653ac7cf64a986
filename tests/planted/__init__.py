"""Faults in chapters, sentences and docstrings, each planted in a copy: `python -m tests.planted`."""
