"""Where minigrad is known to differ from PyTorch, and why: the exact source, and one line.

A case that is listed and no longer differs fails: this list can only shrink.
"""

_BOOL_EXPONENT = "PyTorch computes the value, then its rule fails at y - 1; minigrad's rule works."
_ROOT_OF_ZERO = "NumPy takes sqrt for the exponent 0.5: of -0 that is -0, as IEEE 754 has it."
_MIXED_HUBER = "PyTorch computes the value of mixed dtypes, then refuses them in the backward pass."
_SAME_MEMORY = "PyTorch refuses x as its own source at once; minigrad in the backward pass."

# Here it is NumPy's version that decides, so these may agree.
VARYING = {"g ** d", "g.pow_(c)"}

KNOWN = {
    "a ** j": _BOOL_EXPONENT,
    "a.pow_(j)": _BOOL_EXPONENT,
    "g ** d": _ROOT_OF_ZERO,
    "g.pow_(c)": _ROOT_OF_ZERO,
    "F.huber_loss(a, n)": _MIXED_HUBER,
    "F.huber_loss(g, i)": _MIXED_HUBER,
    "c.scatter_(0, mg.zeros_like(c, dtype=mg.int64), c)": _SAME_MEMORY,
    "e.scatter_(1, mg.zeros_like(e, dtype=mg.int64), e)": _SAME_MEMORY,
    "a.scatter_add_(-1, mg.zeros_like(a, dtype=mg.int64), a)": _SAME_MEMORY,
    "e.scatter_add_(-1, mg.zeros_like(e, dtype=mg.int64), e)": _SAME_MEMORY,
    "b[..., ..., 0]": "Two ellipses: PyTorch counts the dims twice and fails; minigrad takes one.",
    "g.cumprod_(-1)": "Zeros beside infinity: minigrad's sum over all products has 0 · inf, a NaN.",
    # A backward pass that fails half way: PyTorch has by then filled some of the .grad fields,
    # minigrad changes none before the whole pass has succeeded.
    """\
a = mg.tensor([[0.5, 1.5], [1.0, 0.0], [3.0, 0.5]], dtype=mg.float64, requires_grad=True)
b = mg.tensor([-2.0, -1.0, 4.0], requires_grad=True)
c = mg.linalg.matrix_norm(a)
d = mg.add(b, c, alpha=0.5)
c.expm1_()
d.sum().backward(create_graph=True)
e = mg.autograd.grad(c, a, c, retain_graph=True)[0]
e = 3.0 - d
f = [row for row in c]
mg.set_grad_enabled(False)""": "A failed backward pass has changed nothing in minigrad.",
    """\
a = mg.tensor([1.0], dtype=mg.float64, requires_grad=True)
h1 = (a.grad_fn, a.register_hook(lambda g: g.sum()))[1]
with mg.no_grad():
    b = mg.unsqueeze(a, 1)
c = mg.autograd.grad(b.sum(), [b, a], allow_unused=True)
a.fill_(0.0)
d = mg.flatten(a, 1, 1)
a.sum().backward(create_graph=True)""": (
        "A sum of a view made under no_grad has a grad_fn that leads nowhere in PyTorch, none here."
    ),
}
