"""How fast minigrad is beside hand-written NumPy and four libraries: `python -m tests.bench`."""
