"""Mutation tests, which break the engine in one place at a time and see which test fails."""
