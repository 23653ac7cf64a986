"""The environment for a hub, which only `python -m tests.teaching.hub` needs."""
