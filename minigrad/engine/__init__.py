"""The engine: tensors, the graph that operations leave behind, and the backward pass.

Everything that runs in `y = x * 2 + 1; y.sum().backward()` is here, apart from the three operations
themselves (`ops/`) and the ways in. Read `tensor.py`, `graph.py`, `define.py`, `backward.py`; then
`memory/`, for tensors that share memory. These lean on `modes.py` (is anything recorded?),
`operands.py` and `dtypes.py` (numbers and promotion), `op_spec.py` (what a definition says),
`unbroadcast.py` (broadcasting undone), `hooks.py`, `checks.py` (what is refused), `rules.py` (one
node alone) and `grad_fn.py` (how a node is shown). The engine imports only `messages/`.
"""
