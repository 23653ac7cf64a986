"""Versions of a chapter that are made on demand: a solved copy and a worksheet."""
