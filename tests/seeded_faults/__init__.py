"""Faults planted one by one in chapters, messages, and docstrings: `make test-seeded-faults`."""
