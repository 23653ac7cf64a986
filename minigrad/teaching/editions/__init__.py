"""Exercises and predictions as read from a chapter, and its solved copy."""
