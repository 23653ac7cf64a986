"""Checks of the glossary's definitions.

Each entry has part of a definition, with "…" where words are left out, and an expression that must
be true. The part has all the words of the definition that have an opposite. `START` defines the names
used in the expressions. `IN_WORDS` lists the definitions that no expression can check, each with the
part that matters and the reason.
"""

START = """
import math
import numpy as np
import minigrad as mg
from minigrad.nn import functional as F

x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = mg.tensor(3.0, requires_grad=True)
y = x * x

def ran(y):
    y.backward()
    return True

def raises(f):
    try:
        f()
    except Exception:
        return True
    return False

def leaf(*values):
    return mg.tensor([float(v) for v in values], requires_grad=True)

def slope(f, at, h=1e-6):
    return (f(at + h) - f(at - h)) / (2 * h)

def behind(node):
    return [node, *(n for f, _ in node.next_functions if f is not None for n in behind(f))]
"""

COMPUTED = {
    "reparameterization": (
        "from a mean and from a draw that depends on nothing, so that a gradient reaches the mean",
        "(lambda a, b: [ran(mg.normal(a, mg.ones(1)).sum()), ran((b + mg.randn(1)).sum()), "
        "(a.grad.item(), b.grad.item()) == (0, 1)][2])(leaf(3), leaf(3))",
    ),
    "attention": (
        "A weighted sum of values, whose weights are the softmax of how well a query fits each key",
        "(lambda q, k, v: mg.allclose((k @ q).softmax(dim=0) @ v, mg.tensor(18.4530), atol=1e-3))"
        "(mg.tensor([1.0, 2.0]), mg.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), "
        "mg.tensor([10.0, 20.0, 30.0]))",
    ),
    "embedding": (
        "whose rows are looked up by number",
        "(lambda e: (e(mg.tensor([2, 0, 2])) == e.weight[[2, 0, 2]]).all().item())"
        "(mg.nn.Embedding(3, 4))",
    ),
    "temperature": (
        "divided by before the softmax. A low one makes the largest logit win more often",
        "(x / 0.5).softmax(dim=0)[2] > x.softmax(dim=0)[2] > (x / 2).softmax(dim=0)[2]",
    ),
    "anomaly mode": (
        "Stops a backward pass at the first nan",
        "(lambda x: [raises(lambda: (0 * x.sqrt()).sum().backward()), "
        "mg.autograd.detect_anomaly(check_nan=True).__enter__(), "
        "raises(lambda: (0 * x.sqrt()).sum().backward()), "
        "mg.autograd.set_detect_anomaly(False)][::2] == [False, True])(leaf(0))",
    ),
    "batch normalization": (
        "subtracts the mean of the batch from each column, and divides by its standard deviation",
        "(lambda t: mg.allclose(mg.nn.BatchNorm1d(2)(t), (t - t.mean(0)) / t.std(0, correction=0), "
        "atol=1e-3))(mg.tensor([[1.0, 2.0], [4.0, 0.0], [2.0, 7.0]]))",
    ),
    "buffer": (
        "that no gradient moves",
        "(lambda m: not any(b.requires_grad for b in m.buffers()) and 'running_mean' in "
        "m.state_dict() and len(list(m.parameters())) == 2)(mg.nn.BatchNorm1d(1))",
    ),
    "norm": ("the square root of the sum of the squares of its numbers", "leaf(3, 4).norm() == 5"),
    "clip": (
        "scale all gradients down by one factor, so that their norm is at most a limit",
        "(lambda v: [ran((mg.tensor([3.0, 4.0]) * v).sum()), "
        "mg.nn.utils.clip_grad_norm_([v], 1.0), mg.allclose(v.grad, mg.tensor([0.6, 0.8]))][2])"
        "(leaf(0, 0))",
    ),
    "accumulate": (
        "A backward pass adds to the `.grad` that is there; it does not replace it",
        "[ran((5 * w).sum()), w.grad.item(), ran((5 * w).sum()), w.grad.item()][1::2] == [5, 10]",
    ),
    "accuracy": (
        "The share of answers that a model gets right",
        "(mg.tensor([1, 0, 1, 1]) == mg.tensor([1, 1, 1, 1])).float().mean() == 0.75",
    ),
    "activation": (
        "Without it, layers in a row would be one layer",
        "mg.allclose(*(lambda a, b, v: (a @ (b @ v), (a @ b) @ v))"
        "(mg.randn(2, 3), mg.randn(3, 4), mg.randn(4)), atol=1e-5)",
    ),
    "Adam": (
        "divides each slope by its usual size, so that all weights go about as far",
        "(lambda v: ((v * mg.tensor([100.0, 0.001])).sum().backward(), mg.optim.Adam([v], lr=0.1).step(), "
        "mg.allclose(v, mg.tensor([0.9, 0.9]), atol=1e-4))[2])(leaf(1, 1))",
    ),
    "autograd.grad": (
        "the vector-Jacobian product, in a tuple, and leaves `.grad` alone",
        "(lambda v: (mg.autograd.grad(5 * v, v) == (5,), v.grad) == (True, None))(mg.tensor(1.0, requires_grad=True))",
    ),
    "backward pass": (
        "from a result back to its leaves … gradient of its output into gradients of its inputs",
        "[n.name().rpartition(':')[2] for n in behind(y.sum().grad_fn)][::3] == ['SumBackward0', 'AccumulateGrad']",
    ),
    "batch": (
        "The examples that one step looks at",
        "[len(b[0]) for b in mg.utils.data.DataLoader(mg.utils.data.TensorDataset(mg.arange(6)), batch_size=2)] == [2] * 3",
    ),
    "baseline": (
        "A trivial model that a trained one has to beat",
        "(lambda y: max((y == d).sum().item() for d in (0, 1)) / len(y))(mg.tensor([1, 1, 1, 0])) == 0.75",
    ),
    "bias correction": (
        "makes its running averages right although they start at 0",
        "abs((0.9 * 0 + 0.1 * 7) / (1 - 0.9**1) - 7) < 1e-9",
    ),
    "bias": (
        "adds to its weighted sum, whatever the input",
        "(lambda layer: mg.equal(layer(mg.zeros(5, 3)), layer.bias.expand(5, 2)))(mg.nn.Linear(3, 2))",
    ),
    "broadcasting": (
        "lined up from the right; a length of 1, or none, is repeated to fit the other. Either tensor may be repeated, or both. The gradient is summed over the copies",
        "(mg.ones(8, 1) + mg.ones(8)).shape == (8, 8) and raises(lambda: mg.ones(2, 3) + mg.ones(2)) "
        "and mg.autograd.functional.vjp(lambda b: mg.ones(4, 3) + b, mg.ones(3), mg.ones(4, 3))[1].tolist() == [4, 4, 4]",
    ),
    "central difference": (
        "nudging both ways: the rise from x − h to x + h, divided by 2h",
        "abs(slope(lambda v: v**3, 2.0) - 12) < 1e-6",
    ),
    "chain rule": (
        "Along a path rates multiply; where paths meet, they add",
        "abs(slope(lambda v: 5 * v * (v + 1), 2.0) - (5 * 3 + 10 * 1)) < 1e-6",
    ),
    "changed in place": (
        "An operation that is not in place makes a new tensor",
        "(lambda v: v.add_(1) is v and (v + 1) is not v)(mg.ones(2))",
    ),
    "computational graph": (
        "The nodes behind a result, and the edges between them",
        "len(behind(y.sum().grad_fn)) == 4",
    ),
    "confusion matrix": (
        "a row for each true answer, a column for each given one",
        "(lambda c: ([c.__setitem__((a, b), c[a, b] + 1) for a, b in [(0, 1), (1, 1)]], "
        "c.tolist() == [[0, 1], [0, 1]])[1])(mg.zeros(2, 2))",
    ),
    "create_graph": (
        "Records the backward pass, so that a gradient can be differentiated again",
        "mg.autograd.grad(mg.autograd.grad(w**3, w, create_graph=True)[0], w)[0] == 18",
    ),
    "cross-entropy": (
        "the negative logarithm of the probability that was given to what happened. Its slope along a logit is probability minus truth",
        "(lambda z: math.isclose(F.binary_cross_entropy_with_logits(z, mg.tensor(1.0)).item(), -math.log(mg.sigmoid(z).item()), rel_tol=1e-5)"
        " and mg.allclose(mg.autograd.grad(F.binary_cross_entropy_with_logits(z, mg.tensor(1.0)), z)[0], mg.sigmoid(z) - 1))"
        "(mg.tensor(0.7, requires_grad=True))",
    ),
    "curvature": (
        "the slope of the slope. A learning rate beyond 2 divided by the largest curvature overshoots for good",
        "abs((1 - 0.51 * 4) ** 50) > 1 > abs((1 - 0.49 * 4) ** 50)",
    ),
    "data loader": (
        "Shuffles a data set again in each epoch, and hands out batches",
        "(lambda d: len({tuple(i for b in d for i in b[0].tolist()) for _ in range(3)}) > 1 and "
        "all(len(b[0]) == 4 for b in d))"
        "(mg.utils.data.DataLoader(mg.utils.data.TensorDataset(mg.arange(20)), batch_size=4, shuffle=True))",
    ),
    "dead unit": (
        "gives 0 for every example: no gradient reaches it",
        "(lambda v: (((mg.tensor([[1.0], [2.0]]) @ v - 3).relu().sum()).backward(), (v.grad == 0).all())[1])"
        "(mg.ones(1, 1, requires_grad=True))",
    ),
    "define-by-run": (
        "built as the code runs, and again each time it runs",
        "(lambda f: f().grad_fn is not f().grad_fn)(lambda: w * 2)",
    ),
    "derivative": (
        "as small steps approach it",
        "abs((3.0001**2 - 3**2) / 0.0001 - 6) < abs((3.1**2 - 3**2) / 0.1 - 6) < 0.2",
    ),
    "detach": (
        "the same values in the same memory, and no graph",
        "(lambda d: np.shares_memory(d.numpy(), y.detach().numpy()) and mg.equal(d, y) and d.grad_fn is None)(y.detach())",
    ),
    "dimension": (
        "rows along dimension 0 of a matrix, columns along dimension 1",
        "mg.ones(2, 3).sum(0).shape == (3,) and mg.ones(2, 3).shape[1] == 3",
    ),
    "dropout": (
        "In training, sets numbers to 0 by chance",
        "(lambda d: 0 < (d(mg.ones(1000)) == 0).sum() < 1000 and (d.eval()(mg.ones(9)) == 1).all())(mg.nn.Dropout(0.5))",
    ),
    "dual number": (
        "A number together with its slope, both of which operations compute: forward mode",
        "(lambda a, b: (a[0] * b[0], a[1] * b[0] + a[0] * b[1]))((25.0, 10.0), (5.0, 1.0)) == (125, 75)",
    ),
    "edge": (
        "from a node to the node of one of its inputs",
        "(y + 1).grad_fn.next_functions[0][0] is y.grad_fn",
    ),
    "eigenvalue": (
        "a matrix multiplies an eigenvector. The largest one of a Hessian is the largest curvature",
        "(lambda H, v: np.isclose(np.linalg.eigvalsh(H)[-1], max(u @ H @ u for u in v), rtol=1e-3))"
        "(np.array([[5, 2], [2, 2]]), [np.array([math.cos(a / 99), math.sin(a / 99)]) for a in range(314)])",
    ),
    "eigenvector": (
        "multiplies by a factor and does not turn",
        "(mg.tensor([[5.0, 2.0], [2.0, 2.0]]) @ mg.tensor([2.0, 1.0])).tolist() == [6 * 2, 6 * 1]",
    ),
    "epoch": (
        "One pass over all data",
        "sum(len(b[0]) for b in mg.utils.data.DataLoader(mg.utils.data.TensorDataset(mg.arange(7)), batch_size=2)) == 7",
    ),
    "evaluate": (
        "without training it: nothing is recorded, and no weight moves",
        "(lambda m: mg.no_grad()(m)(mg.ones(1, 2)).grad_fn is None)(mg.nn.Linear(2, 1))",
    ),
    "exploding gradient": (
        "grows from layer to layer on its way back: a product of factors above 1",
        "slope(lambda x: 1.5**10 * x, 2) > 50",
    ),
    "float32": (
        "about seven digits: what a tensor of decimal numbers holds unless told otherwise",
        "mg.tensor(1.5).dtype == mg.float32 and np.finfo(np.float32).precision in (6, 7)",
    ),
    "float64": (
        "A number with about sixteen digits, as Python's own",
        "mg.tensor(0.1, dtype=mg.float64).item() == 0.1 and 15 <= np.finfo(np.float64).precision <= 16",
    ),
    "forward mode": (
        "along with the computation, along one input in each pass: a column of the Jacobian",
        "(mg.autograd.functional.jvp(lambda v: mg.stack([v[0] * v[1], v[1] + v[2] ** 2]), x.detach(),"
        " mg.tensor([0.0, 1.0, 0.0]))[1]).tolist() == [1, 1]",
    ),
    "forward pass": (
        "from the leaves to the result. It leaves the graph behind",
        "x.is_leaf and y.grad_fn is not None",
    ),
    "free": (
        "as a backward pass does when it is done with it",
        "(lambda z: ran(z) and raises(z.backward))((w * w).sum())",
    ),
    "frozen": (
        "that training leaves as it is: it does not require grad",
        "(lambda p: mg.autograd.grad((p.requires_grad_(False) * w).sum(), w)[0] == 2 and p.grad is None)(leaf(2))",
    ),
    "grad_fn": (
        "The node of the operation that made a tensor; `None` for a leaf",
        "y.grad_fn.name() == 'MulBackward0' and x.grad_fn is None",
    ),
    "gradient": (
        "of a result together, one slope for each",
        "mg.autograd.grad((x**2).sum(), x)[0].shape == x.shape",
    ),
    "heap": (
        "gives out its smallest entry first",
        "(lambda h, q: (q.heapify(h), q.heappop(h))[1])([5, 2, 9], __import__('heapq')) == 2",
    ),
    "Hessian": (
        "The Jacobian of the slopes of a loss",
        "(lambda H, J: H(lambda v: (v**3).sum(), x).tolist() == J(lambda v: 3 * v**2, x).tolist())"
        "(mg.autograd.functional.hessian, mg.autograd.functional.jacobian)",
    ),
    "Hessian-vector product": (
        "the gradient of gradient times vector",
        "(lambda g, v: mg.allclose(mg.autograd.grad(g @ v, x)[0], 6 * x * v))"
        "(mg.autograd.grad((x**3).sum(), x, create_graph=True)[0], mg.tensor([1.0, -1.0, 2.0]))",
    ),
    "initialization": (
        "the first weights. Of the size 1 divided by the square root of n, they keep the size of what passes",
        "abs(((mg.manual_seed(0), mg.randn(50, 400) @ (mg.randn(400, 400) / 20))[1] ** 2).mean().sqrt() - 1) < 0.02",
    ),
    "item": (
        "as an ordinary Python number, which has no record",
        "type(w.item()) is float",
    ),
    "Jacobian": (
        "of several outputs: one row per output, one column per input",
        "mg.autograd.functional.jacobian(lambda v: mg.stack([v.sum(), v[0]]), mg.ones(3)).shape == (2, 3)",
    ),
    "keepdim": (
        "Lets a sum keep the dimension … with length 1",
        "mg.ones(2, 3).sum(1, keepdim=True).shape == (2, 1)",
    ),
    "layer normalization": (
        "brings the numbers of one example to the mean 0 and the size 1",
        "(lambda h: abs(h.mean().item()) < 1e-6 and abs((h**2).mean().item() - 1) < 1e-3)"
        "(mg.nn.LayerNorm(3)(mg.tensor([100.0, 200.0, 400.0])))",
    ),
    "leaf": (
        "A tensor that no recorded operation made",
        "x.is_leaf and not y.is_leaf and mg.ones(2).is_leaf",
    ),
    "learning rate": (
        "How much of a slope goes into a step",
        "(lambda p: (setattr(p, 'grad', mg.tensor([4.0])), mg.optim.SGD([p], lr=0.1).step(), round(p.item(), 6))[2])(leaf(1)) == 0.6",
    ),
    "log-sum-exp": (
        "The logarithm of a sum of exponentials",
        "mg.allclose(x.exp().sum().log(), x.logsumexp(0))",
    ),
    "logarithm": (
        "it undoes `exp`, and makes sums of products",
        "math.isclose(math.log(math.exp(1.7)), 1.7) and math.isclose(math.log(2 * 5), math.log(2) + math.log(5))",
    ),
    "logits": (
        "Numbers from −∞ to ∞ from which a sigmoid makes probabilities",
        "mg.sigmoid(mg.tensor([-1e9, 0.0, 1e9])).tolist() == [0, 0.5, 1]",
    ),
    "mailbox": (
        "what arrives is added to the `.grad` of its leaf",
        "y.grad_fn.next_functions[0][0].variable is x and 'AccumulateGrad' in y.grad_fn.next_functions[0][0].name()",
    ),
    "matrix": ("a tensor of two dimensions", "mg.ones(2, 3).ndim == 2"),
    "module": (
        "together with the parameters it makes and keeps",
        "[list(p.shape) for p in mg.nn.Linear(2, 8).parameters()] == [[8, 2], [8]]",
    ),
    "momentum": (
        "A share of the last step that goes into the next one",
        "(lambda p, o: [setattr(p, 'grad', mg.tensor([1.0])), o.step(), setattr(p, 'grad', mg.tensor([0.0])), o.step(), round(p.item(), 6)][-1])"
        "(*(lambda p: (p, mg.optim.SGD([p], lr=0.1, momentum=0.5)))(leaf(0))) == -0.15",
    ),
    "Newton step": (
        "To where the parabola with the same slope and curvature turns",
        "(lambda at, s, c: abs(slope(lambda u: s * (u - at) + c * (u - at) ** 2 / 2, at - s / c)) < 1e-6)(3, 108, 108)",
    ),
    "no_grad": (
        "Inside its block nothing is recorded",
        "mg.no_grad()(lambda: w * 2)().grad_fn is None and (w * 2).grad_fn is not None",
    ),
    "node": (
        "leaves on its result: where it came from, and what its slope needs",
        "len(y.grad_fn.next_functions) == 2 and y.grad_fn.saved is not None",
    ),
    "one-hot": (
        "A vector of zeros with a single 1",
        "F.one_hot(mg.tensor(1), 3).tolist() == [0, 1, 0]",
    ),
    "one-sided slope": (
        "to the right of a point, or to its left; at a corner the two differ",
        "((abs(0.1) - 0) / 0.1, (abs(-0.1) - 0) / -0.1) == (1, -1)",
    ),
    "optimizer": (
        "takes the step for all of them, and zeroes their gradients",
        "(lambda o: hasattr(o, 'step') and hasattr(o, 'zero_grad'))(mg.optim.SGD([w], lr=0.1))",
    ),
    "partial derivative": (
        "along one input, with the others held still",
        "abs(slope(lambda a: a * a * 2, 3.0) - 12) < 1e-4",
    ),
    "power iteration": (
        "made as long as 1, again and again, turns to the eigenvector whose eigenvalue is largest in size",
        "(lambda H, v: np.allclose([v := H @ v / np.linalg.norm(H @ v) for i in range(40)][-1] * 5**0.5, [2, 1]))"
        "(np.array([[5, 2], [2, 2]]), np.array([0.0, 1.0]))",
    ),
    "requires_grad_": (
        "it becomes a leaf that requires grad",
        "(lambda v: v.is_leaf and v.requires_grad)(mg.ones(2).requires_grad_())",
    ),
    "recurrent": (
        "one thing after the other, with the same weights in each round",
        "(lambda h: len({id(f[0]) for n in behind(h.grad_fn) for f in n.next_functions if f[0] is not None and hasattr(f[0], 'variable')}) == 1)(w * (w * 2.0).tanh())",
    ),
    "residual": (
        "A prediction minus its target",
        "mg.allclose(mg.autograd.grad(0.5 * (w - 1) ** 2, w)[0], w - 1)",
    ),
    "residual connection": (
        "Adds to what a layer gives what it was given",
        "abs(slope(lambda h: h + math.tanh(0.05 * h), 0) - 1.05) < 1e-6",
    ),
    "retain_grad": (
        "Makes a result keep its gradient",
        "(lambda z: (z.retain_grad(), z.sum().backward(), z.grad.tolist())[2])(leaf(1) * 2) == [1]",
    ),
    "retain_graph": (
        "for another backward pass through the same graph",
        "(lambda z: (z.backward(retain_graph=True), ran(z))[1])((w * w).sum())",
    ),
    "root mean square": (
        "The square root of the mean of the squares: how large",
        "(mg.tensor([3.0, -4.0, 0.0, 0.0]) ** 2).mean().sqrt() == 2.5",
    ),
    "saddle": (
        "one way goes up and another one down",
        "(lambda f: (f(1, 1) > f(0, 0) > f(1, -1), slope(lambda t: f(t, 0), 0) == 0))"
        "(lambda a, b: a**2 + b**2 + 3 * a * b) == (True, True)",
    ),
    "saturated": ("the slope is almost 0", "slope(math.tanh, 3) < 0.01"),
    "saved": (
        "because its slope depends on it",
        "any(v is not None for v in (w * w).grad_fn.saved) and not any(v is not None for v in (w + w).grad_fn.saved or ())",
    ),
    "scalar": ("A single number", "mg.tensor(1.0).numel() == 1 and mg.tensor(1.0).ndim == 0"),
    "scheduler": (
        "Changes an optimizer's learning rate from epoch to epoch",
        "(sgd := mg.optim.SGD([w], lr=1.0), plan := mg.optim.lr_scheduler.StepLR(sgd, 1), "
        "sgd.step(), plan.step(), plan.get_last_lr())[-1] == [0.1]",
    ),
    "seed": (
        "the same seed makes the same numbers",
        "[(mg.manual_seed(s), mg.randn(8).tolist())[1] for s in (3, 3)] == [mg.randn(8, generator=mg.Generator().manual_seed(3)).tolist()] * 2",
    ),
    "shape": ("The length of a tensor along each dimension", "mg.ones(4, 2).shape == (4, 2)"),
    "share": (
        "to one of its inputs. The shares that arrive add up to the gradient",
        "mg.autograd.grad(w * 2 + w * 5, w)[0] == 2 + 5",
    ),
    "sigmoid": (
        "The function 1/(1 + e⁻ᶻ), which turns any number into one between 0 and 1",
        "math.isclose(mg.sigmoid(mg.tensor(0.3)).item(), 1 / (1 + math.exp(-0.3)), rel_tol=1e-6)",
    ),
    "slope": (
        "as far as its input a result moves, for a small step: rise by run",
        "(lambda f: (f(2.001) - f(2)) / 0.001)(lambda v: 3 * v) - 3 < 1e-9",
    ),
    "softmax": (
        "the exponential of each, divided by the sum of all",
        "mg.allclose(x.softmax(0), x.exp() / x.exp().sum())",
    ),
    "standard error": (
        "How far a share of a finite test set is from the true share, as a rule",
        "(lambda draws: abs(draws.std() - (0.25 * 0.75 / 100) ** 0.5) < 0.004)"
        "((mg.rand(2000, 100) < 0.25).float().mean(dim=1))",
    ),
    "step": (
        "A small change of an input. In training: a change of all weights against their slopes",
        "(lambda p: (setattr(p, 'grad', mg.tensor([1.0, -1.0])), mg.optim.SGD([p], lr=1).step(), p.tolist())[2])(leaf(0, 0)) == [-1, 1]",
    ),
    "stochastic gradient descent": (
        "gradients of a few points, drawn at random",
        "sorted(mg.randperm(4).tolist()) == [0, 1, 2, 3]",
    ),
    "straight through": (
        "hands on what arrives, as if nothing had been done",
        "(lambda v: ((v + (v.round() - v).detach()).backward(), v.grad.item() == 1))"
        "(mg.tensor(0.4, requires_grad=True))[1]",
    ),
    "tangent": ("Its slope is the derivative", "abs(slope(lambda v: v * v, 3.0) - 2 * 3) < 1e-6"),
    "tensor": ("numbers of one type", "mg.tensor([1, 2.5]).dtype == mg.float32"),
    "topological order": (
        "only after every node that used its result",
        "mg.autograd.grad((lambda a: a * (a + 1))(w * w), w)[0] == 4 * 27 + 2 * 3",
    ),
    "tracked": ("`requires_grad` is `True`", "y.requires_grad and not y.detach().requires_grad"),
    "training": (
        "against the slopes of a loss, so that it goes down",
        "(lambda p: (p - 0.1 * 2 * (p - 1)) - 1)(3.0) ** 2 < (3.0 - 1) ** 2",
    ),
    "transpose": (
        "rows and columns exchanged",
        "mg.tensor([[1, 2], [3, 4]]).T.tolist() == [[1, 3], [2, 4]]",
    ),
    "vanishing gradient": (
        "shrinks from layer to layer on its way back: a product of factors below 1",
        "slope(lambda x: 0.5**10 * x, 2) < 0.001",
    ),
    "vector": ("a tensor of one dimension", "mg.ones(3).ndim == 1"),
    "vector-Jacobian product": (
        "A weighted sum of the rows of a Jacobian",
        "(lambda J, v: mg.equal(v @ J, v[0] * J[0] + v[1] * J[1]))(mg.arange(6.0).reshape(2, 3), mg.tensor([1.0, -2.0]))",
    ),
    "velocity": (
        "the gradient, and a share of the velocity before",
        "0.5 * 10 + 1 == 6 and mg.optim.SGD([w], lr=0.1, momentum=0.5).param_groups[0]['momentum'] == 0.5",
    ),
    "version": (
        "shares with what `detach()` makes of it. Changes through `.data` or NumPy are not counted",
        "(lambda v: (v.detach().add_(1), v._version, v.data.add_(1), v._version)[1::2])(mg.ones(2)) == (1, 1)",
    ),
    "hook": (
        "A function that a backward pass calls on its way, with the gradient of a tensor",
        "(lambda seen: ((t := leaf(1, 2)).register_hook(seen.append), (3 * t).sum().backward(), "
        "seen[0].tolist())[2])([]) == [3, 3]",
    ),
    "view": (
        "has no memory of its own, because it shows a part of another one",
        "(lambda t: (t[0].zero_(), t.tolist())[1])(mg.tensor([1.0, 2.0])) == [0, 2]",
    ),
    "warm-up": (
        "The first steps of a training, in which the learning rate grows to its full size",
        "[min(1, (i + 1) / 20) for i in (0, 9, 19, 30)] == [0.05, 0.5, 1, 1]",
    ),
    "parameter group": (
        "Parameters of one optimizer that share its options, such as a learning rate",
        "(lambda a, b: ((3 * a + 3 * b).backward(), mg.optim.SGD([{'params': [a]}, "
        "{'params': [b], 'lr': 0.5}], lr=1).step(), (a.item(), b.item()) == (-1, 0.5))[2])"
        "(*(mg.tensor(2.0, requires_grad=True) for _ in range(2)))",
    ),
    "weight decay": (
        "Pulls each weight to 0 a little in each step",
        "(lambda v: (v.sum().mul(0).backward(), mg.optim.SGD([v], lr=0.1, weight_decay=0.5).step(), "
        "v.tolist() == [1.9, -1.9])[2])(mg.tensor([2.0, -2.0], dtype=mg.float64, requires_grad=True))",
    ),
    "zero_grad": (
        "Empties the `.grad` of all parameters of an optimizer",
        "(lambda p: (setattr(p, 'grad', mg.ones(1)), mg.optim.SGD([p], lr=1).zero_grad(), p.grad)[2])(leaf(1)) is None",
    ),
    "device": (
        "Where a tensor's numbers live: the computer's memory",
        "mg.ones(1).device.type == 'cpu'",
    ),
    "directed acyclic graph": (
        "edges have a direction and never lead in a circle",
        "all(node not in behind(node)[1:] for node in behind((y * y + y).sum().grad_fn))",
    ),
    "hidden layer": (
        "Numbers between input and output that a network computes",
        "(lambda net, v: (len(v), len(net[0](v)), len(net(v))) == (2, 8, 1))"
        "(mg.nn.Sequential(mg.nn.Linear(2, 8), mg.nn.Linear(8, 1)), mg.ones(2))",
    ),
    "hidden unit": (
        "One of the numbers of a hidden layer",
        "mg.nn.Linear(2, 8)(mg.ones(2))[5].numel() == 1",
    ),
    "layer": (
        "with weights of its own",
        "(lambda a, b, v: mg.equal(mg.nn.Sequential(a, b)(v), b(a(v))) and a.weight is not b.weight)"
        "(mg.nn.Linear(2, 2), mg.nn.Linear(2, 2), mg.ones(2))",
    ),
    "loss": (
        "says how wrong the results are",
        "F.mse_loss(x, x) == 0 < F.mse_loss(x, x + 1) < F.mse_loss(x, x + 2)",
    ),
    "mini-batch": (
        "whose gradient stands for that of all points",
        "(lambda g: mg.allclose((g(x[:1]) + g(x[1:2]) + g(x[2:])) / 3, g(x)))"
        "(lambda part: mg.autograd.grad(((w * part - 1) ** 2).mean(), w)[0])",
    ),
    "parameter": (
        "that training changes",
        "(lambda m: (m(mg.ones(1, 2)).sum().backward(), mg.optim.SGD(m.parameters(), lr=1).step(), "
        "m.bias.item())[2] == -1)((m := mg.nn.Linear(2, 1), mg.nn.init.zeros_(m.bias))[0])",
    ),
    "rate": (
        "A slope: how many times as far one number moves",
        "abs((5 * 2.001 - 5 * 2) / 0.001 - slope(lambda v: 5 * v, 2.0)) < 1e-6",
    ),
    "secant": (
        "through two points of a curve",
        "(lambda f, s: 9 + s * (5 - 3) == f(5))(lambda v: v**2, (5**2 - 3**2) / (5 - 3))",
    ),
    "weight": (
        "finds by itself; also called a parameter",
        "isinstance(mg.nn.Linear(1, 1).weight, mg.nn.Parameter)",
    ),
}

IN_WORDS = {
    "overfitting": (
        "Learning the training examples themselves, so that the loss of other examples rises",
        "its chapter's curves show it",
    ),
    "test set": ("asked once, at the very end", "how examples are used"),
    "training set": ("from which the gradients come", "how examples are used"),
    "transformer": (
        "attention, two linear layers, and residual connections around both",
        "its chapter builds it",
    ),
    "validation set": ("no gradient sees, and by which choices are made", "how examples are used"),
}
