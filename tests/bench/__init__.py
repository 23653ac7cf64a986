"""The speed of minigrad compared with hand-written NumPy and four libraries."""
