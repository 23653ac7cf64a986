"""Seeded faults in chapters, messages, and docstrings, tested with `make test-seeded-faults`."""
