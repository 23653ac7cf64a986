"""Builds what is taught from: slides and pages, from the notebooks. It needs a clone and npm."""
