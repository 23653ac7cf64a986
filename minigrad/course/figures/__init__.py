"""Figures that one chapter needs: pure functions from numbers to pictures."""
