"""Break one thing at a time, and see which test says so (`make mutants`)."""
