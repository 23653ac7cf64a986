"""Slides built by `make slides`: one deck per chapter, made from its notebook's cells."""
