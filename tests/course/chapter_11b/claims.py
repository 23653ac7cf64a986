"""What chapter 11b says, and what computes it."""

from tests.course.claims import Claim, Given


def ends(mg, model, steps) -> float:
    """Return the final loss of a model trained with the chapter's loop."""
    x = mg.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = mg.tensor([[0.0], [1.0], [1.0], [0.0]])
    optimizer = mg.optim.SGD(model.parameters(), lr=0.2)
    for _ in range(steps):
        loss = ((model(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def deep_ends(mg, deep, cured: bool, steps: int = 301) -> list[float]:
    """Return the final loss of the deep network for each of several sets of initial weights."""
    result = []
    for seed in range(1, 6):
        model = deep()
        mg.manual_seed(seed)
        layers = [mg.nn.Linear(2, 8), mg.nn.Linear(8, 8), mg.nn.Linear(8, 8), mg.nn.Linear(8, 1)]
        model.first, *hidden, model.last = layers
        model.hidden = mg.nn.ModuleList(hidden) if cured else hidden
        result.append(ends(mg, model, steps))
    return result


CLAIMS = [
    Claim(
        "wrong-62 1",
        "None backward() zero_grad() 0",
        "mg.tensor(1.0, requires_grad=True).grad is None",
    ),
    Claim(
        "wrong-62 2",
        "other branch 0 infinite nan",
        "(q := mg.tensor(0.0, requires_grad=True), mg.where(q > 0, q.sqrt(), 0.0).backward(), q.grad.isnan().item())[-1]",
    ),
    Claim(
        "wrong-19",
        "It does in five other runs, too",
        "max(deep_ends(mg, Deep, True)) < 0.001 and min(deep_ends(mg, Deep, False)) > 0.01",
    ),
    Claim(
        "wrong-four",
        "So all of them come to the mean of the labels",
        "max([abs(p - y.mean().item()) for p in model(x)[:, 0].tolist()]) < 0.03"
        " and abs(loss.item() - y.var(correction=0).item()) < 0.001",
        after="wrong-broadcast",
    ),
    Claim(
        "wrong-60",
        "In training mode, every forward pass moves the running numbers, even under no_grad() "
        "and in a frozen layer",
        "(n := type(norm)(1).requires_grad_(False), mg.no_grad()(n)(mg.tensor([[1.0], [3.0]])),"
        " n.running_mean.item() > 0)[-1]",
    ),
    Claim(
        "wrong-05",
        "with probabilities as targets, cross-entropy stops above 0",
        "(t := (0.8 * y[:2] + 0.2 * (1 - y[:2])).T, abs(mg.nn.functional.cross_entropy(t.log(), t).item() - 0.5004) < 1e-4"
        " and mg.nn.functional.cross_entropy(t.log() + mg.tensor([[0.1, 0.0]]), t).item() > 0.5004)[-1]",
    ),
    Claim(
        "wrong-17",
        "In most runs, a thousand steps would do",
        "sum([end < 0.01 for end in deep_ends(mg, Deep, False, 1000)]) >= 4",
        after="wrong-18",
    ),
    Claim("wrong-26", "0.4", "-0.1 * w.grad"),
    Claim("wrong-66", "0.3", "1 - 0.57 - ends[2]"),
    Claim("exercise leftovers", "0.3 0.57", "[1 - 0.57 - ends[2], 1 - 0.3 - ends[2]]"),
    Claim(
        "wrong-62 3",
        "Another .grad",
        "(q := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([q], lr=0.1), (2 * q).backward(), o.step(), q.item() < 1)[-1]",
    ),
    Claim(
        "wrong-62 3",
        "frozen gradient left over",
        "(q := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([q], lr=0.1), (2 * q).backward(), q.requires_grad_(False), o.step(), q.item() < 1)[-1]",
    ),
]

GIVEN = [Given("wrong-turn", "3")]
