"""Trial runs of a class on JupyterHub (`python -m tests.teaching.hub`); tests without a hub."""
