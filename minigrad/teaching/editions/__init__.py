"""Versions of a chapter generated on demand: a solved copy and a worksheet."""
