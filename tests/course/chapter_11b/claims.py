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
        "prediction placed",
        "The gradients are cleared before the step can use them",
        "all(p.grad is None for p in model.parameters())",
    ),
    Claim(
        "prediction listed",
        "The two layers in the list aren't among the model's parameters",
        "len(model.hidden) == 2 and not {id(p) for layer in model.hidden for p in layer.parameters()} & {id(p) for p in model.parameters()}",
    ),
    Claim(
        "prediction round",
        "The first backward pass freed the graph",
        "number == 1 and fails(loss.backward)",
    ),
    Claim(
        "prediction retained",
        "The loss was computed once, from the first `w`, and never again",
        "loss == (1.0 - 3) ** 2 and w != 1",
    ),
    Claim(
        "prediction between",
        "the second pass needs the old `b`",
        "b != 2 and fails(lambda: second.backward(retain_graph=True))",
    ),
    Claim(
        "prediction branch",
        "Backward sends 0 into the branch that wasn't picked",
        "a.grad[0].isnan() and a.exp()[0].isinf()",
    ),
    Claim(
        "prediction forger",
        "The critic's backward pass left its own gradient in `g.grad`, and that gradient is larger, so the sum has the wrong sign",
        "(own := g.grad - before, abs(before) > abs(own) and own < 0 < g.grad)[-1]",
    ),
    Claim(
        "prediction neighbor",
        "The mean is 0 now, and the 1 is one standard deviation above it",
        "round(result[0].item(), 2) == 1 == -round(result[1].item(), 2)",
    ),
    Claim(
        "prediction first rate",
        "The scheduler came first, so it lowered the rate before the rate was ever used",
        "abs(w.item() - (1 - rate * 2)) < 1e-6",
    ),
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
        "in five other runs as well",
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
