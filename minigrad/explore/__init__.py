"""Explorers: figures that a learner steps through, which work with or without a kernel."""
