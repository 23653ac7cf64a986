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


def resumed_loss(library: Any, seed: int, forgets: bool) -> float:
    """Return the loss after 100 steps and 5 more, resumed with or without Adam's state."""
    library.manual_seed(seed)
    model = library.nn.Linear(2, 1)
    x = library.tensor([[1.0, 2.0], [3.0, -1.0]])
    y = library.tensor([[1.0], [2.0]])
    optimizer = library.optim.Adam(model.parameters(), lr=0.1)
    for step in range(105):
        if forgets and step == 100:
            optimizer = library.optim.Adam(model.parameters(), lr=0.1)
        loss = ((model(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return float(loss.item())


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
        "torch-74",
        "it happens with five other seeds as well",
        "all(resumed_loss(mg, k, True) > 100 * resumed_loss(mg, k, False) for k in range(1, 6)) and len(names)",
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
]
