"""The engine: tensors, the graph that records their operations, and the backward pass.

All the code that `y = x * 2 + 1; y.sum().backward()` executes is here, except the three operations
themselves (`ops/`) and the public functions that call the engine. `README.md` says in which order
to read the files; each one needs only earlier ones. The engine imports only `messages/`.
"""

from . import allocator as allocator
