"""Check chapter 11b's claims about experiments that aren't run in the notebook."""

PROGRAM = """
w = mg.tensor(1.0, requires_grad=True)
optimizer = mg.optim.SGD([w], lr=0.1, momentum=0.9)
(w * w).backward()
optimizer.step()
optimizer.zero_grad(set_to_none={})
before = w.item()
optimizer.step()
moved = w.item() != before
"""


def moves_on(mg, set_to_none: bool) -> bool:
    """Return whether a weight with momentum still moves after its gradient is cleared."""
    names = {"mg": mg}
    exec(PROGRAM.format(set_to_none), names)
    return bool(names["moved"])


def ends(mg, model) -> float:
    """Return the final loss of a model trained with the chapter's loop."""
    x = mg.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = mg.tensor([[0.0], [1.0], [1.0], [0.0]])
    optimizer = mg.optim.SGD(model.parameters(), lr=0.2)
    for _ in range(301):
        loss = ((model(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def small_ends(mg) -> list[float]:
    """Return the final loss of the correct program for each of several seeds."""
    result = []
    for seed in range(1, 6):
        mg.manual_seed(seed)
        layers = [mg.nn.Linear(2, 8), mg.nn.Tanh(), mg.nn.Linear(8, 1)]
        result.append(ends(mg, mg.nn.Sequential(*layers)))
    return result


def deep_ends(mg, deep, cured: bool) -> list[float]:
    """Return the final loss of the deep network for each of several sets of initial weights."""
    result = []
    for seed in range(1, 6):
        model = deep()
        mg.manual_seed(seed)
        layers = [mg.nn.Linear(2, 8), mg.nn.Linear(8, 8), mg.nn.Linear(8, 8), mg.nn.Linear(8, 1)]
        model.first, *hidden, model.last = layers
        model.hidden = mg.nn.ModuleList(hidden) if cured else hidden
        result.append(ends(mg, model))
    return result


HERE = "__import__('tests.course.chapter_11b.claims', fromlist=['_'])"
VELOCITY = "(round(1 - 0.3 - 0.57, 2), round(0.9 * 3 + 3, 1)) == (0.13, 5.7)"

CLAIMS = [
    (
        "With five other seeds it ends below 0.001 as well",
        f"max({HERE}.small_ends(mg)) < 0.001",
    ),
    (
        "It does in five other runs, too",
        (
            f"max({HERE}.deep_ends(mg, Deep, True)) < 0.001 and "
            f"min({HERE}.deep_ends(mg, Deep, False)) > 0.01"
        ),
    ),
    ("`w` marches on by 0.4 each time, straight past the 3", "round(0.1 * 4, 1) == 0.4"),
    (
        "Numbers in float32 end near e⁸⁸",
        "88 < __import__('math').log(float(__import__('numpy').finfo('float32').max)) < 89",
    ),
    ("moved only `d`, from 2 to 1.7", "round(2 - 0.1 * 3, 1) == 1.7"),
    (
        "The 6 stayed there, −5.1 was added",
        "before == 6 and round((0.9 - before).item(), 1) == -5.1",
    ),
    (
        (
            "it skips a weight without a gradient, but with momentum, a gradient of 0 lets the "
            "weight roll on"
        ),
        f"not {HERE}.moves_on(mg, True) and {HERE}.moves_on(mg, False)",
    ),
    ("The answers are 0.6, 0.4, and 1 − 0.3 − 0.57.", VELOCITY),
    ("`sqrt` has already seen 0 and −1", "mg.tensor(-1.0).sqrt().isnan().item()"),
    (
        "They move by only a tenth of the way with each batch",
        "mg.nn.BatchNorm1d(1).momentum == 0.1",
    ),
]
