"""The engine: what a tensor is, what an operation leaves behind, how gradients flow back.

Everything that runs in `y = x * 2 + 1; y.sum().backward()` is here, apart from the three operations
themselves (`ops/`) and the ways in. Read `tensor.py`, `graph.py`, `define.py`, `backward.py`; then
`sharing/`, for tensors that share memory. It imports `says/` alone.
"""
