"""The engine: tensors, the graph that records their operations, and the backward pass.

All the code that `y = x * 2 + 1; y.sum().backward()` executes is here, except the three operations
themselves (`ops/`) and the public functions that call the engine. Read `tensor.py`, `graph.py`,
`define.py`, and `backward.py` first, then `memory/`, which handles tensors that share memory. The
remaining files support those four: `modes.py` (turning recording on and off), `operands.py` and
`dtypes.py` (numbers and promotion), `needs.py` (what rules need, and so what is saved),
`unbroadcast.py` (undoing broadcasting), `hooks.py`, `checks.py` (validation), `rules.py` (a single
node's rules), and `grad_fn.py` (how a node is displayed). The engine imports only `messages/`.
"""
