"""Explorers: figures that a learner steps through, alive with or without a kernel."""
