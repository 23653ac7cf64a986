"""The page "minigrad next to PyTorch": the same programs, what both print, and what is simpler."""
