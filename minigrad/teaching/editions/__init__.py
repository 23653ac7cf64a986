"""Editions of a chapter made on demand: a solved copy and a worksheet."""
