"""Editions made from a chapter and never stored: with solutions, and as a sheet."""
