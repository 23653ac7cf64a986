"""`make slides`: a deck for each chapter, from the cells of its notebook."""
