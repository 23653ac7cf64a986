"""The page "minigrad next to PyTorch": the same programs, both outputs, and the simplifications."""
