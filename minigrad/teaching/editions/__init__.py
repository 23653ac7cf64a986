"""Versions of a chapter that are generated on demand: a solved copy and a worksheet."""
