"""A class on JupyterHub, tried: `python -m tests.hub`, and the tests that need no hub."""
