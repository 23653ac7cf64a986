"""Changes to the engine, made one at a time to see which test catches each (`make mutants`)."""
