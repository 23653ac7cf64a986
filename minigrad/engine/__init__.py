"""The engine: tensors, the graph that records their operations, and the backward pass.

All the code that `y = x * 2 + 1; y.sum().backward()` executes is here, except the three operations
themselves (`ops/`), `backward` (`autograd/gradients.py`), and the code that makes functions and
tensor methods of them (`api/entry.py`). `README.md` says in which order to read the files. The
engine imports only `messages/`.
"""

from . import allocator as allocator  # sets how NumPy gets memory
