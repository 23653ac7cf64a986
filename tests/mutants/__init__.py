"""One change at a time to the engine, to see which test catches it (`make mutants`)."""
