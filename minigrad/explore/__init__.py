"""Explorers: figures that learners step through, with or without a kernel."""
