"""Mutants that no test can tell from the original, and why: they compute the same."""

EXPLAINED: dict[str, str] = {}
