"""Check chapter 11's claims about experiments that aren't run in the notebook."""

from typing import Any

SQUARED = "(v := mg.tensor({}, requires_grad=True), (v * v).sum().backward(), v.grad)[2]"
FIRST, SECOND = SQUARED.format([1.0, 2.0]), SQUARED.format([0.8, 1.6])
STEPPED = (
    f"{FIRST}.tolist() == [2, 4] and mg.allclose({SECOND}, mg.tensor([1.6, 3.2])) and "
    f"mg.allclose(mg.tensor([1.0, 2.0]) - 0.1 * {FIRST}, mg.tensor([0.8, 1.6]))"
)
TOLD = (
    "(lambda said: {})([frame.sentence for (order, _), frame in "
    "forward_and_backward(h, names).frames.items() if order == 0])"
)
SHARES = "[re.findall(r'sends ([0-9.]+) to w', s) for s in said if ' to w' in s]".replace(
    "re.", "__import__('re')."
)


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


HERE = "__import__('tests.course.chapter_11.claims', fromlist=['_'])"

LOST = f"{HERE}.resumed_loss"

CLAIMS = [
    (
        "It happens with five other seeds as well",
        f"all({LOST}(mg, k, True) > 100 * {LOST}(mg, k, False) for k in range(1, 6))",
    ),
    ("The first gradient is 2 and 4. The second, at 0.8 and 1.6, is 1.6 and 3.2", STEPPED),
    (
        "the last round sends first: 0.4297, then 0.1357, then 0.07126",
        TOLD.format(f"{SHARES} == [['0.4297'], ['0.1357'], ['0.07126']]"),
    ),
    ("Their sum, 0.6367, is `w.grad`", TOLD.format("'w.grad = 0.6367' in said[-1]")),
    ("The model gives a column, `[80, 1]`", "network(mg)(examples(mg)[0]).shape == (80, 1)"),
]
