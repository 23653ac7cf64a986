"""Programs to record: guarantees of the backward pass, past differences, and random programs."""

from pathlib import Path

# Each line is a program. Its statements are separated by ;; and \n breaks lines.
FOUND = "found.txt"  # programs that once differed
DRAWN = "drawn.txt"  # random, but drawn only once; a new draw would depend on new cases

PROGRAMS: list[list[str]] = [
    # accumulation and a second pass
    ["a = mg.ones(3, requires_grad=True)", "b = a * 3", "b.sum().backward()", "b.sum().backward()"],
    ["a = mg.ones(3, requires_grad=True)", "b = a + 2", "b.sum().backward()", "b.sum().backward()"],
    [
        "a = mg.tensor(2.0, requires_grad=True)",
        "b = a * a",
        "c = b * 3",
        "d = b + 1",
        "c.backward()",
        "d.backward()",
        "a.grad = None",
        "c.backward()",
    ],
    [
        "a = mg.tensor(2.0, requires_grad=True)",
        "b = a * a",
        "b.backward(retain_graph=True)",
        "g = a.grad",
        "b.backward()",
        "c = g is a.grad",
    ],
    # leaves, and tensors that don't require grad
    ["a = mg.tensor(2.0, requires_grad=True)", "a.backward()", "a.backward(mg.tensor(3.0))"],
    ["a = mg.tensor(2.0)", "a.backward()", "b = (a * 2).requires_grad_()", "b.backward()"],
    ["a = mg.tensor([1.0, 2.0], requires_grad=True)", "b = a * 2", "b.backward()", "b.backward(a)"],
    ["a = mg.tensor([1.0, 2.0], requires_grad=True)", "(a * 2).backward(mg.ones(3))"],
    ["a = mg.tensor([1.0, 2.0], requires_grad=True)", "(a * 2).backward(mg.tensor([1, 10]))"],
    ["a = mg.tensor([1.0, 2.0], requires_grad=True)", "(a * 2).sum().backward(mg.ones(1))"],
    # changed in place
    ["a = mg.tensor([1.0, 2.0], requires_grad=True)", "a += 1", "a[0] = 5", "a.zero_()"],
    [
        "a = mg.tensor([1.0, 2.0], requires_grad=True)",
        "b = a.exp()",
        "b += 1",
        "b.sum().backward()",
    ],
    [
        "a = mg.tensor([1.0, 2.0], requires_grad=True)",
        "b = a * 3",
        "c = b + 1",
        "b += 1",
        "(b + c).sum().backward()",
    ],
    [
        "a = mg.tensor([1.0, 2.0], requires_grad=True)",
        "b = a * a",
        "with mg.no_grad(): a += 1",
        "b.sum().backward()",
    ],
    [
        "a = mg.tensor([1.0, 2.0], requires_grad=True)",
        "b = a * a",
        "a.detach().mul_(2)",
        "b.sum().backward()",
    ],
    [
        "a = mg.tensor([1.0, 2.0], requires_grad=True)",
        "b = a * a",
        "a.data.mul_(2)",
        "b.sum().backward()",
    ],
    [
        "a = mg.ones(2, 3, requires_grad=True)",
        "b = a * 2",
        "c = b[0]",
        "c *= 5",
        "d = b[1].mul_(3)",
        "b.sum().backward()",
        "e = c.grad_fn.next_functions[0][0].name()",
    ],
    [
        "a = mg.ones(4, requires_grad=True)",
        "b = a * 2",
        "c = b.view(2, 2)",
        "d = c.t()",
        "d[0, 1] = 7.0",
        "(d * d).sum().backward()",
    ],
    [
        "a = mg.ones(2, 2, requires_grad=True)",
        "b = a.clone()",
        "c = b.unbind()",
        "c[0].mul_(2)",
        "for d in b.T: d = d * 2",
    ],
    [
        "a = mg.ones(2, 2, requires_grad=True)",
        "b = mg.zeros(2, 2)",
        "b[0] = a[1]",
        "b[:, 1] += a[0]",
        "b.sum().backward()",
    ],
    [
        "a = mg.ones(3, requires_grad=True)",
        "with mg.no_grad():\n    b = a[:2]",
        "b += 1",
        "with mg.no_grad():\n    b += 1",
    ],
    # modes
    [
        "a = mg.ones(2, requires_grad=True)",
        "mg.set_grad_enabled(False)",
        "b = a * 2",
        "with mg.enable_grad():\n    c = a * 2",
        "d = mg.is_grad_enabled()",
        "with mg.no_grad():\n    1 / 0",
        "e = mg.is_grad_enabled()",
        "f = mg.ones(2, requires_grad=True)",
        "g = a.view(2)",
    ],
    [
        "@mg.no_grad()\ndef f(x):\n    return x * 2",
        "@mg.enable_grad()\ndef g(x):\n    return x * 2",
        "a = f(mg.ones(2, requires_grad=True))",
        "with mg.no_grad():\n    b = g(mg.ones(2, requires_grad=True))",
        "@mg.no_grad()\ndef h():\n    yield mg.is_grad_enabled()\n    yield mg.is_grad_enabled()",
        "c = [(inside, mg.is_grad_enabled()) for inside in h()]",
    ],
    # hooks and retain_grad
    [
        "a = mg.ones(2, requires_grad=True)",
        "b = a * 2",
        "h = b.register_hook(lambda g: g * 10)",
        "b.register_hook(seen.append)",
        "b.sum().backward(retain_graph=True)",
        "h.remove()",
        "b.sum().backward()",
        "h = 0",
    ],
    [
        "a = mg.ones(2, requires_grad=True)",
        "b = a * 2",
        "b.retain_grad()",
        "b.register_hook(lambda g: g * 10)",
        "b.sum().backward()",
        "c = b.retains_grad, a.retains_grad",
        "mg.ones(2).retain_grad()",
        "mg.ones(2).register_hook(print)",
    ],
    ["a = mg.ones(2, requires_grad=True)", "a.register_hook(lambda g: 1)", "a.sum().backward()"],
    ["a = mg.ones(2, requires_grad=True)", "a.register_hook(lambda g: g[0])", "a.sum().backward()"],
    # autograd.grad
    [
        "a = mg.tensor(3.0, requires_grad=True)",
        "b = a ** 3",
        "c = mg.autograd.grad(b, a, create_graph=True)",
        "d = mg.autograd.grad(c, a, create_graph=True)",
        "e = mg.autograd.grad(d, a, create_graph=True)",
        "f = mg.autograd.grad(e, a)",
        "g = a.grad",
    ],
    [
        "a = mg.tensor(3.0, requires_grad=True)",
        "b = mg.tensor(3.0, requires_grad=True)",
        "c = mg.autograd.grad(a * 2, b)",
        "d = mg.autograd.grad(a * 2, [a, b], allow_unused=True)",
        "e = mg.autograd.grad(a * 2, [a, b], materialize_grads=True)",
        "f = mg.autograd.grad(a * 2, mg.ones(1))",
        "g = mg.autograd.grad(mg.ones(1), a)",
        "h = mg.autograd.grad(mg.autograd.grad(a * 2, a, create_graph=True), a)",
    ],
    # .grad and requires_grad
    [
        "a = mg.ones(2, requires_grad=True)",
        "a.grad = mg.ones(3)",
        "a.grad = mg.ones(2, dtype=mg.float64)",
        "a.grad = [1.0]",
        "a.grad = a",
        "a.grad = mg.tensor([5.0, 6.0])",
        "a.sum().backward()",
        "b = (a * 2).requires_grad_(False)",
        "mg.tensor([1]).requires_grad_()",
        "a.requires_grad_(False)",
        "c = a * 2",
    ],
]
for _name in (FOUND, DRAWN):
    _lines = Path(__file__).with_name(_name).read_text("utf-8").splitlines()
    PROGRAMS += [[s.replace("\\n", "\n") for s in line.split(" ;; ")] for line in _lines]
