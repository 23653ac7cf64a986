"""Editions of a chapter that are made on demand: with solutions, and as a worksheet."""
