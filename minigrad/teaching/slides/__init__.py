"""Slides, which `make slides` builds: a deck for each chapter, from the cells of its notebook."""
