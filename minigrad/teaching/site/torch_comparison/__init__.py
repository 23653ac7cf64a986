"""The page "minigrad beside PyTorch": the same programs, what both print, and what is simpler."""
