"""How numbers come into tensors and out again: made, drawn, converted, printed, saved.

What a tensor computes is in `ops/`, on which this room stands.
"""
