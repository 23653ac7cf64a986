"""What chapter 11 says, and what computes it."""

import contextlib
import io
from collections.abc import Callable
from typing import Any

import minigrad as mg
from tests.course.claims import Claim
from tests.course.prose_numbers import code_numbers

TOLD = (
    "(lambda graph: (lambda said: {})([graph.at(step=k).sentence for k in "
    "graph.controls[-1].values]))(forward_and_backward(h, names))"
)
SHARES = "[re.findall(r'sends ([0-9.]+) to w', s) for s in said if ' to w' in s]".replace(
    "re.", "__import__('re')."
)


def total(program: Callable[[Any], None]) -> Any:
    """Return the numbers that a program prints when it runs with minigrad."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        program(mg)
    return mg.tensor(sorted(float(number) for number in code_numbers(printed.getvalue())))


def next_step(library: Any, make: Callable[[Any], Any], forgets: bool) -> list[float]:
    """Return the weights after one more step than ten, with a new optimizer for it if it forgets."""
    library.manual_seed(0)
    model = library.nn.Linear(2, 1)
    x = library.tensor([[1.0, 2.0], [3.0, -1.0]])
    y = library.tensor([[1.0], [2.0]])
    optimizer = make(model.parameters())
    for step in range(11):
        if forgets and step == 10:
            optimizer = make(model.parameters())
        optimizer.zero_grad()
        ((model(x) - y) ** 2).mean().backward()
        optimizer.step()
    return [number for p in model.parameters() for number in p.flatten().tolist()]


def first_share(library: Any, weight: float, rounds: int) -> float:
    """Return what the first round of a recurrent model sends to its weight."""
    weights = [library.tensor(weight, requires_grad=True) for _ in range(rounds)]
    h = library.tensor(0.001)
    for w in weights:
        h = (w * h).tanh()
    h.backward()
    return float(weights[0].grad.item())


CLAIMS = [
    Claim(
        "torch-50 2",
        "int64 float64",
        "mg.tensor([1, 2]).dtype == mg.int64 and mg.tensor(np.array([0.5])).dtype == mg.float64",
    ),
    Claim(
        "torch-50 4",
        "first Dropout evaluation second recording off Neither",
        "(m := mg.nn.Dropout(), m.eval(), not m.training and mg.is_grad_enabled() and not mg.no_grad()(mg.is_grad_enabled)())[-1]",
    ),
    Claim(
        "torch-50 6",
        "One three",
        "(q := mg.tensor(1.0, requires_grad=True), (q + q + q).backward(), q.grad.item() == 1 * 3)[-1]",
    ),
    Claim("prediction shapes", "80 · 80", "80 * 80 == len(examples(mg)[0]) ** 2"),
    Claim(
        "torch-03",
        "2 4 0.8 1.6 1.6 3.2",
        "(w := total(two_passes) / 3.6, [2 * w, 0.8 * w, 1.6 * w])[1]",
        after="torch-06",
    ),
    Claim(
        "torch-09",
        "The model gives a column, [80, 1]",
        "network(mg)(examples(mg)[0]).shape == (80, 1)",
    ),
    Claim(
        "torch-24",
        "0.4297 0.07126",
        TOLD.format(f"[[float(n) for n in found] for found in {SHARES}][::2]"),
    ),
    Claim(
        "torch-own-model",
        "twice",
        "(lambda t: t.dtype.itemsize / t.float().dtype.itemsize)(mg.tensor(np.array([0.5])))",
    ),
    Claim(
        "torch-50 1",
        "Most likely not up another order",
        "(a := mg.tensor([1e8, 1.0, -1e8]), (a[0] + a[1]) + a[2] != (a[0] + a[2]) + a[1])[-1]",
    ),
    Claim(
        "torch-50 3",
        "keeps graph loss.item()",
        "(q := mg.tensor(1.0, requires_grad=True), (q * q).grad_fn is not None and type((q * q).item()) is float)[-1]",
    ),
    Claim(
        "torch-50 5",
        "to another tensor no module's in place",
        "(t := mg.ones(2), m := mg.nn.Linear(1, 1), t.to(mg.float64) is not t and m.to(mg.float64) is m and m.weight.dtype == mg.float64)[-1]",
    ),
    Claim(
        "torch-15",
        "a long sum may be added up in another order, and that rounds differently",
        "(u := mg.tensor([0.1, 0.3, 0.4]), (u[0] + u[1]) + u[2] != u[0] + (u[1] + u[2]))[-1]",
    ),
    Claim(
        "torch-17",
        "compare results with torch.allclose(a, b), and not with ==",
        "mg.allclose(one, other) and one != other",
    ),
    Claim(
        "torch-own-model",
        "The weight has one mailbox, where the shares of both layers add up",
        "second.weight.grad is first.weight.grad",
    ),
    Claim(
        "torch-own-model",
        "No .grad changes and nothing is freed",
        "(l := second(first(mg.ones(1, 2))).sum(), before := first.weight.grad.clone(), forward_and_backward(l), mg.equal(before, first.weight.grad) and not fails(l.backward))[-1]",
    ),
    Claim(
        "torch-own-model",
        "A Python number with a point becomes float32, and a whole one becomes int64",
        "(mg.tensor(1.0).dtype, mg.tensor(1).dtype) == (mg.float32, mg.int64)",
    ),
    Claim(
        "torch-28",
        "a floating-point type wins over a whole-number type, and of two floating-point types of different sizes the larger one wins",
        "(mg.ones(1) + mg.ones(1, dtype=mg.int64)).dtype == mg.float32 and (mg.ones(1) + mg.ones(1, dtype=mg.float64)).dtype == mg.float64",
    ),
    Claim(
        "torch-28",
        "torch.tensor copies the table, and torch.from_numpy shares its memory",
        "copied[0] == 1 and shared[0] == 100",
        after="torch-shared",
    ),
    Claim(
        "torch-label",
        "During training, and only then, Dropout sets each number to 0 with some probability",
        "(d := mg.nn.Dropout(0.5), d(mg.ones(1000)).min() == 0 and d.eval()(mg.ones(1000)).min() == 1)[-1]",
    ),
    Claim(
        "torch-40",
        "In evaluation mode, dropout does nothing. And the last True shows that eval() doesn't switch recording off",
        "(d := mg.nn.Dropout(0.5).eval(), r := d(mg.ones(9, requires_grad=True)), r.requires_grad and (r == 1).all())[-1]",
    ),
    Claim(
        "torch-40",
        "belongs to no module, so eval() doesn't reach it",
        "mg.nn.functional.dropout(mg.ones(1000), 0.5).min() == 0",
    ),
    Claim(
        "torch-40",
        "It saves more time, but a recorded operation refuses to save its results",
        "fails(lambda: mg.ones(2, requires_grad=True) * mg.inference_mode()(lambda: mg.ones(2))())",
    ),
    Claim(
        "torch-devices",
        'moves all parameters of a model there. x.to("cuda") leaves x where it is and returns a tensor',
        "(m := mg.nn.Linear(1, 1), q := mg.ones(1), m.to(mg.float64), r := q.to(mg.float64), m.weight.dtype == mg.float64 and q.dtype == mg.float32 and r.dtype == mg.float64)[-1]",
    ),
    Claim(
        "torch-moved",
        "what it returns for a tracked tensor isn't a leaf: move first, and then track",
        "not mg.ones(1, requires_grad=True).to(mg.float64).is_leaf and mg.ones(1).to(mg.float64).requires_grad_().is_leaf",
    ),
    Claim(
        "torch-moved",
        "A module moves its parameters, but not a constant that you assign to self as a plain tensor",
        "model.plain.dtype == mg.float32 and model.kept.dtype == model.learned.dtype == mg.float64",
        after="torch-buffer",
    ),
    Claim(
        "torch-74",
        "It still refuses a weight of another shape",
        "fails(lambda: mg.nn.Linear(2, 4).load_state_dict(mg.nn.Linear(2, 3).state_dict(), strict=False))",
    ),
    Claim(
        "torch-slow",
        "Only the new last layer is missing",
        "[k[0] for k in ours.load_state_dict(fitting, strict=False).missing_keys] == ['2', '2']",
    ),
    Claim(
        "torch-46",
        "each row of a batch gets its own slopes from one pass over the sum",
        "mg.autograd.grad(loss(x).sum(), x)[0].tolist() == (2 * x).tolist()",
        after="torch-rows",
    ),
    Claim(
        "torch-compile",
        "a draw from normal sends 0 to its mean",
        "(m := mg.tensor(3.0, requires_grad=True), mg.normal(m, mg.tensor(2.0)).backward(), m.grad == 0)[-1]",
    ),
    Claim(
        "torch-54",
        "Of two floating-point types, * converts to the larger one. A gradient has the type of its tensor",
        "(a := mg.ones(1, requires_grad=True), z := a * mg.ones(1, dtype=mg.float64), z.sum().backward(), z.dtype == mg.float64 and a.grad.dtype == mg.float32)[-1]",
    ),
    Claim(
        "torch-58",
        "tensor copies, whatever the array's type",
        "(t := np.ones((1, 2)), made := tensors_of(t, np.array([0])), t.__setitem__((0, 0), 5.0), made[0][0, 0] == 1)[-1]",
    ),
    Claim(
        "torch-24",
        "0.001 58",
        "(mg.tensor([0.5, 1.5]) ** 10).tolist()",
    ),
    Claim(
        "torch-24",
        "with larger weights the first share may grow instead",
        "first_share(mg, 1.5, 10) > first_share(mg, 1.5, 3) > first_share(mg, 0.5, 3) > first_share(mg, 0.5, 10)",
    ),
    Claim(
        "torch-74",
        "There strict=False would load nothing, without an error",
        "(m := mg.nn.Linear(2, 1), w := m.weight.tolist(), found := m.load_state_dict({'epoch': 3, 'model_state_dict': mg.nn.Linear(2, 1).state_dict()}, strict=False), len(found.missing_keys) == 2 and m.weight.tolist() == w)[-1]",
    ),
    Claim(
        "torch-74",
        "If epoch or optimizer_state_dict is unexpected, the file holds several things, so take out the right one",
        "(m := mg.nn.Linear(2, 1), n := mg.nn.Linear(2, 1), saved := {'epoch': 3, 'model_state_dict': m.state_dict()}, fails(lambda: n.load_state_dict(saved)), n.load_state_dict(saved['model_state_dict']), mg.equal(m.weight, n.weight))[-1]",
    ),
]
