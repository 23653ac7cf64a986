"""A class on JupyterHub, tried: `python -m tests.teaching.hub`, and the tests that need no hub."""
