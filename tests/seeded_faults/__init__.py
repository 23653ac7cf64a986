"""Faults in chapters, sentences and docstrings, planted one by one: `make test-seeded-faults`."""
