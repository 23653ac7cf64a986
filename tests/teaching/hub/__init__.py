"""Trial runs of a class on JupyterHub (`python -m tests.teaching.hub`), and tests without a hub."""
