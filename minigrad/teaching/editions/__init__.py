"""Editions of a chapter that are made from it, never kept: with solutions, as a sheet."""
