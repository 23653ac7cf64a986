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
        "prediction retained",
        "3 is the `w` at which the loss would be 0. `w` doesn't stop there",
        "(3 - 3) ** 2 == 0 and w > 3",
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
    Claim("prediction first rate", "That's the rate of another epoch", "rate != 0.01"),
    Claim(
        "wrong-62 1",
        "None backward() zero_grad() 0 0",
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
    Claim("exercise leftovers", "1 − 0.3 − 0.57", "abs(ends[2] - (1 - 0.3 - 0.57)) < 1e-6"),
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
    Claim(
        "wrong-05",
        "with probabilities as targets, cross-entropy stops above 0",
        "mg.nn.functional.cross_entropy(mg.zeros(1, 2), mg.tensor([[0.5, 0.5]])) > 0.69",
    ),
    Claim(
        "wrong-11",
        "something has emptied the mailboxes after it. And a step skips every parameter whose gradient is None",
        "(q := mg.ones(1, requires_grad=True), mg.optim.SGD([q], lr=1.0).step(), q == 1 and all(p.grad is None for p in model.parameters()))[-1]",
    ),
    Claim(
        "wrong-lists",
        "The optimizer moves and clears the parameters of the first model, and the second one is the model that you use. So make the model first, and then its optimizer",
        "not any(p is q for p in model.parameters() for q in optimizer.param_groups[0]['params'])",
    ),
    Claim(
        "wrong-17",
        "A module notes only the parameters and modules that you put on self directly, and it doesn't look into a list",
        "not any(name.startswith('hidden') for name, _ in model.named_parameters())",
    ),
    Claim(
        "wrong-19",
        "so each prediction is compared with every label",
        "(model(x) - y[:, 0]).shape == (4, 4)",
    ),
    Claim(
        "wrong-26",
        "The graph is from the first w, so the gradient is −4 in every round",
        "w.grad == -4",
    ),
    Claim(
        "wrong-33",
        "picks from two results, so both are computed for all elements",
        "a.exp()[0].item() == float('inf')",
    ),
    Claim(
        "wrong-37",
        "repair the input and not the output: put a harmless number there before the dangerous operation",
        "a.grad[0] == 1",
        after="wrong-38",
    ),
    Claim(
        "wrong-39",
        "clip gradients between the backward pass and the step",
        "mg.nn.utils.clip_grad_norm_(weights, max_norm=1.0) <= 1.01",
        after="wrong-40",
    ),
    Claim(
        "wrong-39",
        "if its length, the norm, is above the limit, it scales all of them down by one factor",
        "(ws := [mg.tensor(0.0, requires_grad=True) for _ in range(2)], [setattr(p, 'grad', mg.tensor(s)) for p, s in zip(ws, (0.3, 0.4))], mg.nn.utils.clip_grad_norm_(ws, max_norm=1.0), abs(ws[0].grad - 0.3) < 1e-6 and abs(weights[0].grad / weights[1].grad - 0.75) < 1e-5)[-1]",
        after="wrong-40",
    ),
    Claim(
        "wrong-44",
        "a bad gradient reaches the loss only after the step",
        "sum(p.grad.isnan().item() for p in weights) == 3 and all(p == 0 for p in weights)",
    ),
    Claim(
        "wrong-48",
        "An optimizer moves what it was given, but a backward pass fills every leaf that it reaches",
        "(p := mg.ones(1, requires_grad=True), q := mg.ones(1, requires_grad=True), o := mg.optim.SGD([p], lr=0.1), (p * q).sum().backward(), o.step(), p < 1 == q == q.grad)[-1]",
    ),
    Claim(
        "wrong-two-ways",
        "If you leave it out of the optimizer, its gradient is still computed, and piles up in .grad. If you freeze it with requires_grad_(False), no gradient arrives",
        "(p := mg.ones(1, requires_grad=True), q := mg.ones(1, requires_grad=True).requires_grad_(False), [(p * q * 2).sum().backward() for _ in range(2)], p.grad == 4 and q.grad is None)[-1]",
    ),
    Claim(
        "wrong-52",
        "An optimizer skips a weight without a gradient, but with momentum, a gradient of 0 lets the weight roll on",
        "w < 0.5",
        after="wrong-rolls",
    ),
    Claim(
        "wrong-53",
        "subtracts from each column its own mean over the batch, and divides by its standard deviation",
        "(out := mg.nn.BatchNorm1d(2)(mg.tensor([[1.0, 5.0], [3.0, 9.0]])), out.mean(dim=0).abs().max() < 1e-5 and (out.std(dim=0, correction=0) - 1).abs().max() < 1e-4)[-1]",
    ),
    Claim(
        "wrong-58",
        "they belong to the state of the model, but no gradient moves them. Evaluation mode uses these, and a row's answer is its own",
        "(m := mg.nn.BatchNorm1d(1).eval(), m(mg.tensor([[1.0], [3.0]]))[0] == m(mg.tensor([[1.0], [-1.0]]))[0] and len(list(norm.parameters())) == 2 and 'running_mean' in norm.state_dict())[-1]",
    ),
    Claim(
        "wrong-60",
        "True while you train, and False when you measure",
        "norm.train().training and not norm.eval().training",
    ),
    Claim(
        "wrong-60",
        "a single row has no spread, so training mode refuses it",
        "(m := mg.nn.BatchNorm1d(1), 'ValueError' in str(__import__('pytest').raises(ValueError, m, mg.tensor([[1.0]]))))[-1]",
    ),
    Claim(
        "wrong-hook-on-tensor",
        "A hook on a tensor receives its gradient, and can return another one, which then goes on instead",
        "(q := mg.ones(1, requires_grad=True), q.register_hook(lambda g: 5 * g), (2 * q).sum().backward(), q.grad == 10)[-1]",
    ),
    Claim(
        "wrong-schedule",
        "scheduler.step() comes before the step of the optimizer",
        "table[0, 0] == 1 and table[1, 0] < 1",
    ),
    Claim(
        "wrong-66",
        "The gradient of 2 is still in the mailbox, so w moves by 0.2 a second time",
        "(q := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([q], lr=0.1), (q * q).backward(), o.step(), q.requires_grad_(False), o.step(), abs(q - ends[0]) < 1e-6)[-1]",
    ),
    Claim(
        "wrong-71",
        "In round 2, the graph reaches back through h into round 1, whose saved values are gone",
        "fails(lambda: faulty(mg.tensor(0.5, requires_grad=True), [0.5, 0.2]))",
    ),
    Claim(
        "wrong-76",
        "At 0 the slope of the square root is infinity, and below 0 it's nan",
        "(q := mg.tensor([0.0, -1.0], requires_grad=True), q.sqrt().sum().backward(), q.grad[0].item() == float('inf') and q.grad[1].isnan())[-1]",
    ),
    Claim(
        "wrong-81",
        "The critic's pass reaches g, so we cut there. The forger's pass has to go through d, because that's the way to g",
        "(p := mg.tensor(1.0, requires_grad=True), q := mg.tensor(2.0, requires_grad=True), turn(p, q, 3.0, 3.0, mg.optim.SGD([p], lr=0.1), mg.optim.SGD([q], lr=0.1)), q < 2 and p > 1)[-1]",
    ),
    Claim(
        "wrong-86",
        "Clipping belongs between the backward pass and the step, because after the step it's too late. And the scheduler comes last, or the first rate is skipped",
        "(p := mg.nn.Linear(1, 1), o := mg.optim.SGD(p.parameters(), lr=1.0), s := mg.optim.lr_scheduler.StepLR(o, 1, 0.1), start := p.weight.item(), epoch(p, o, s, [(mg.full((1, 1), 100.0), mg.zeros(1, 1))]), abs(p.weight.item() - start) <= 1.001 and abs(o.param_groups[0]['lr'] - 0.1) < 1e-9)[-1]",
    ),
    Claim(
        "wrong-89",
        "whether it's the very same tensor, and that's is",
        "(m := mg.nn.Linear(1, 1), stuck(m, mg.optim.SGD([m.weight], lr=0.1)) == ['weight', 'bias'])[-1]",
    ),
    Claim(
        "lecture",
        "loss on one small batch it doesn't get near 0",
        "loss < 0.001",
        after="wrong-04",
    ),
    Claim("lecture", "the rate it isn't what you set", "rate != 1.0"),
]

GIVEN = [Given("wrong-turn", "3")]
