"""The room in which a hub runs: what only `python -m tests.teaching.hub` needs."""
