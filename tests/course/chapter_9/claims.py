"""What chapter 9 says, and what computes it."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate
from statistics import fmean, stdev
from typing import Any

from minigrad.explore.explorer import Explorer
from tests.course.claims import Claim

SCALES = [0.03, 0.05, 0.07, 0.1, 0.12, 0.14, 0.17, 0.2, 0.3]
TOLD, VALUES = "(lambda *at: gradient(depth, *at))", "(lambda *at: value(depth, *at))"


@cache
def figure(depth: Callable[..., Explorer], residual: bool) -> Explorer:
    return depth(residual=residual)


def mean_and_deviation(results: list[float]) -> tuple[float, float]:
    return fmean(results), stdev(results)


def parts(
    model: Iterable[Any], x: Any, loss_of: Callable[[Any], Any], size: Callable[[Any], float]
) -> list[tuple[float, float]]:
    """Return how much of each layer's gradient comes from its input's mean, and from the rest."""
    made = list(accumulate(model, lambda h, module: module(h), initial=x))
    for out in made[1:]:
        out.retain_grad()
    loss_of(made[-1]).backward()
    result = []
    for h, out in zip(made[:-1:2], made[1::2], strict=True):
        mean = h.detach().mean(dim=0)
        both = out.grad.T @ mean.expand(h.shape), out.grad.T @ (h.detach() - mean)
        result.append((size(both[0]), size(both[1])))
    return result


def number(text: str) -> float:
    """Parse a number in the figure's format, such as 2.4·10⁻¹¹.

    >>> number("2.4·10⁻¹¹"), number("950")
    (2.4e-11, 950.0)
    """
    return float(text.replace("·10", "e").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))


def gradient(
    depth: Callable[..., Explorer], activation: str, connection: str, scale: float
) -> float:
    """Return the size of the gradient at a 20-layer network's input, as the figure shows it."""
    frame = figure(depth, True).at(activation=activation, connection=connection, scale=scale)
    return number(frame.sentence.split(" to ")[-1].split(" at ")[0])


def value(depth: Callable[..., Explorer], activation: str, scale: float) -> float:
    """Return the size of the values in the last layer, as the figure shows it."""
    frame = figure(depth, False).at(activation=activation, scale=scale)
    return number(frame.sentence.split(" to ")[1].split(" at ")[0])


# The fraction of the gradient of the values that's left from the twentieth tanh back to the first.
ALONG_VALUES = (
    "(mg.manual_seed(1), m := network(20), first := m[:2](images[train]).detach()"
    ".requires_grad_(), last := m[2:40](first), last.retain_grad(), "
    "F.cross_entropy(m[40](last), labels[train]).backward(), "
    "size(first.grad) / size(last.grad))[-1]"
)
# How far Adam moves the weights of the first layer, relative to the last layer, for each seed.
MOVED = (
    "[(mg.manual_seed(s), m := network(20), v := m[0].weight, w := m[40].weight, "
    "a := v.detach().clone(), b := w.detach().clone(), "
    "run(m, mg.optim.Adam(m.parameters(), lr=0.001)), size(v - a) / size(w - b))[-1] "
    "for s in (1, 2)]"
)
# The right answers of the plain network with Adam, at two rates.
BOTH_RATES = (
    "[(mg.manual_seed(s), m := network(20), run(m, mg.optim.Adam(m.parameters(), lr=lr)),"
    " right(m))[-1] for s in range(1, 6) for lr in (0.001, 0.0003)]"
)
# How much the loss and the weights of the ten blocks grow after steps that are too large.
BURST = (
    "[(mg.manual_seed(s), m := residual(Block), w := m[0].second.weight, b := size(w), "
    "fit(m, 0.05), min(loss_of(m), size(w) / b))[-1] for s in range(2, 6)]"
)
# The factor by which a layer from 400 to 100 numbers changes sizes, forward and backward.
NARROW = (
    "(mg.manual_seed(0), x := mg.randn(500, 400, requires_grad=True), "
    "h := x @ (mg.randn(400, 100) / 20), h.backward(mg.randn(500, 100)), "
    "(size(h), size(x.grad)))[-1]"
)
# The best run of the plain network over these seeds.
FORTY = "max([(mg.manual_seed(s), m := network(20), fit(m, 0.2), right(m))[-1] for s in (1, 4)])"


CLAIMS = [
    Claim("prediction deep", "It has learned nothing", "right(deep) <= 300 / 10"),
    Claim("prediction sum", "most of the sum cancels, but not all", "5 < size(sums) < 20"),
    Claim(
        "prediction relu",
        "the weights have to make up for",
        "(z := mg.randn(10000), abs(size(z.relu()) / size(z) - 0.5**0.5) < 0.05)[-1]",
    ),
    Claim(
        "prediction rescue",
        "At first, hardly anything of the picture reaches the last layer",
        "pictures[39] < 1e-4 * values[39]",
    ),
    Claim(
        "prediction rescue",
        "the network only ever answers one or two of the ten digits",
        "model(images[validation]).shape[1] == 10"
        " and len({*model(images[validation]).argmax(1).tolist()}) in (1, 2)",
    ),
    Claim(
        "prediction dead",
        "None of the units responds to any digit. Steps that were too long have pushed them below 0",
        "alive(stuck) == 0 and (stuck[0](images[train]) <= 0).all()",
    ),
    Claim(
        "prediction around",
        "Each layer multiplies by",
        "abs(x.grad.item() - (1 + 0.05) ** 10) < 0.001",
    ),
    Claim("deep-64 1", "0.8 30 0.001", "(a := asked(1), [a[1], a[0], a[1] ** a[0]])[-1]"),
    Claim(
        "deep-64 2",
        "20 1/20 0.05",
        "asked(2)[0] ** 0.5 == 20 and asked(2)[0] ** -0.5 == 1 / 20 == 0.05",
    ),
    Claim(
        "deep-64 3",
        "half numbers 0 half squares",
        "(r := mg.linspace(-1, 1, 100), ((r.relu() == 0).sum().item(), round(((r.relu() ** 2).sum() / (r**2).sum()).item(), 3)) == (50, 0.5))[-1]",
    ),
    Claim(
        "deep-64 4",
        "can't at most quarter",
        "(r := mg.tensor(0.0, requires_grad=True), r.sigmoid().backward(), r.grad.item() == 1 / 4)[-1]",
    ),
    Claim(
        "deep-64 5",
        "0",
        "(r := mg.tensor(-1.0, requires_grad=True), r.relu().backward(), r.grad)[-1]",
    ),
    Claim("prediction relu", "2", "size(2 * mg.ones(4)) == 2 * size(mg.ones(4))"),
    Claim("prediction around", "1.05", "x.grad ** (1 / 10)"),
    Claim("prediction around", "1 + 0.05", "abs(x.grad.item() - (1 + 0.05) ** 10) < 0.001"),
    Claim("deep-03", "1,200", "len(train)", after="deep-04"),
    Claim(
        "deep-01", "254 300", "[mean_and_deviation(study[0])[0], len(validation)]", after="deep-04"
    ),
    Claim("deep-01", "five", "len(study[0])"),
    Claim("deep-01", "twenty", "(len(deep) - 1) / 2", after="deep-13"),
    Claim("deep-11", "254 4", "mean_and_deviation(study[0])"),
    Claim(
        "deep-11",
        "seventeen",
        "(lambda s, d: round(s(d) / s(shallow)))(lambda n: sum(p.numel() for p in n.parameters() if p.dim() == 2), network(20))",
    ),
    Claim("prediction deep", "30", "len(validation) / 10"),
    Claim("deep-16", "4,096", "deep[0].weight.shape[0] ** 2"),
    Claim("deep-89", "31", f"abs({FORTY} - 31) < 14"),
    Claim(
        "deep-18", "9 16 6.25", "(v := mg.tensor([3.0, -4.0, 0.0, 0.0]), [9, 16, size(v) ** 2])[1]"
    ),
    Claim("deep-20", "five", "len(study[0])"),
    Claim("deep-20", "9,000 times smaller in this run", "8500 < sizes[-1] / sizes[0] < 9500"),
    Claim(
        "deep-20",
        "8,000 3,000",
        "[*map(lambda n: round(n, -3), mean_and_deviation([(mg.manual_seed(s), g := gradient_sizes(network(20)), g[-1] / g[0])[-1] for s in range(1, 6)]))]",
    ),
    Claim(
        "deep-20",
        "Where it rises, the curve is nearly straight",
        "all([0.4 < sizes[k] / sizes[k + 1] < 0.8 for k in range(5, 19)])",
    ),
    Claim(
        "deep-20",
        "In the first layers it's flat",
        "all([sizes[k] > 0.7 * sizes[k + 1] for k in range(4)])",
    ),
    Claim(
        "deep-20",
        "a weight's gradient is also multiplied by the layer's input, and there, the pictures still"
        " differ",
        "(mg.manual_seed(1), model := network(20), [rest > mean for mean, rest in "
        "parts(model, images[train], lambda out: F.cross_entropy(out, labels[train]), size)] "
        "== [True] * 5 + [False] * 16)[-1]",
    ),
    Claim(
        "deep-89",
        "all 1,200 digits look the same, down to the fourth digit",
        "len(train) == 1200 and pictures[39] / values[39] < 0.5e-4",
    ),
    Claim(
        "deep-89",
        "so the network ends up giving the same answer to every picture",
        "(lambda m: len(set(m(images).argmax(dim=1).tolist())) == 1)"
        "((mg.manual_seed(1), m := network(20), fit(m, 0.2), m)[-1])",
    ),
    Claim("deep-27", "0.001 58", "round(chain(0.5), 3) == 0.001 and round(chain(1.5)) == 58"),
    Claim(
        "deep-30", "400 20", f"(lambda v, g: abs(v - 1) < 0.03 and abs(g - 0.5) < 0.02)(*{NARROW})"
    ),
    Claim("deep-30", "2", "size(mg.randn(20000, 2).sum(dim=1)) ** 2"),
    Claim("deep-32", "0.125", "deep[0].weight.shape[0] ** -0.5"),
    Claim(
        "deep-36",
        "that's about what is left of the differences between two pictures",
        "0.5 < pictures[39] / pictures[1] / 0.58**20 < 2",
    ),
    Claim(
        "deep-36", "and of the gradient along the values", f"0.5 < {ALONG_VALUES} / 0.58**20 < 2"
    ),
    Claim("deep-38", "100", "depth.__globals__['WIDTH']", after="deep-40"),
    Claim(
        "deep-42",
        "with tanh, the values stay below 1 at every scale",
        f"all([{VALUES}('tanh', s) < 1 for s in {SCALES}])",
    ),
    Claim("deep-42", "0.12 0.14", f"[s for s in {SCALES} if 0.5 < {TOLD}('tanh', 'plain', s) < 2]"),
    Claim(
        "deep-42",
        "With sigmoid, the values look healthy at every scale, about one half",
        f"all([0.45 < {VALUES}('sigmoid', s) < 0.65 for s in {SCALES}])",
    ),
    Claim(
        "deep-42",
        "But the gradients vanish at every scale of the slider",
        f"max([{TOLD}('sigmoid', 'plain', s) for s in {SCALES}]) < 1e-5",
    ),
    Claim(
        "deep-42",
        "0.2 0.05",
        f"{TOLD}('tanh', 'plain', 0.2) > 10 and {TOLD}('tanh', 'plain', 0.05) < 1e-5",
    ),
    Claim(
        "deep-44",
        "26 254",
        "[right((mg.manual_seed(1), m := network(20), fit(m, 0.005), m)[-1]), right(deep)]",
    ),
    Claim(
        "deep-92",
        "Over five seeds, it's the same at this rate and at a third of it",
        f"max({BOTH_RATES}) < 100",
    ),
    Claim(
        "prediction rescue",
        "All weights move now, but",
        f"(lambda ratios: 0.7 < min(ratios) and max(ratios) < 1.5)({MOVED})",
    ),
    Claim(
        "deep-46",
        "61",
        "(mg.manual_seed(1), alive(with_relu()))[1] == 61 and len(train) == 1200",
        after="deep-48",
    ),
    Claim("deep-46", "61", "(mg.manual_seed(1), alive(with_relu()))[1]", after="deep-48"),
    Claim(
        "deep-58",
        "0.1 950",
        f"{TOLD}('none', 'plain', 0.1) > 0.5 and {TOLD}('none', 'residual', 0.1) == 950",
    ),
    Claim("deep-58", "0.12 12", f"[0.12, {TOLD}('tanh', 'residual', 0.12)]"),
    Claim("deep-62", "300 254", "[len(validation), mean_and_deviation(study[0])[0]]"),
    Claim("deep-62", "five", "len(study[0])"),
    Claim("deep-62", "thirty 289", "[0.15 / 0.005, mean_and_deviation(study[2])[0]]"),
    Claim("deep-95", "It's the same with four other seeds", f"min({BURST}) > 1000"),
    Claim("deep-64", "300", "len(validation)"),
    Claim(
        "deep-64",
        "289 against 284 looks real. But with eight more seeds it's only 287 against 285",
        "[round(sum((mg.manual_seed(seed), m := made(), fit(m, lr), right(m))[-1]"
        " for seed in range(6, 14)) / 8)"
        " for made, lr in [(lambda: network(1), 0.15), (lambda: residual(Block), 0.005)]]"
        " == [287, 285] and len(study[2]) == 5",
    ),
    Claim(
        "deep-64",
        "at 0.1, not even they. One hidden layer trains at all of these rates",
        "[(mg.manual_seed(1), m := made(), fit(m, 0.1), right(m))[-1] > 250"
        " for made in (lambda: residual(NormBlock), lambda: network(1))] == [False, True]",
    ),
    Claim(
        "deep-34",
        "it's drawn evenly between −1/√n and 1/√n, which has the size 1/√(3n)",
        "(w := (mg.manual_seed(1), mg.nn.Linear(64, 64).weight)[1], abs(s * (3 * 64) ** 0.5 - 1) < 0.03"
        " and 0.99 / 8 < w.abs().max().item() <= 1 / 8)[-1]",
    ),
    Claim(
        "prediction deep",
        "It takes all 300 digits for a 5, and 26 of them are",
        "[mg.manual_seed(1), m := network(20), fit(m, 0.005), "
        "set(m(images[validation]).argmax(dim=1).tolist()) == {5} and right(m) == 26][-1]",
    ),
    Claim("deep-20", "9,000", "round(sizes[-1] / sizes[0], -3)"),
    Claim("deep-27", "three", "(chain(1.5) / chain(0.5)) ** 0.1"),
    Claim(
        "exercise first",
        "Without an activation, the size is 1/√n",
        "(n := 400, q := mg.randn(n, n), 0.9 < (q @ mg.randn(n, n) / n**0.5).std() < 1.1)[-1]",
    ),
    Claim(
        "exercise first",
        "2",
        "(lambda r: (r**2).mean() / (r.relu() ** 2).mean())(mg.linspace(-1, 1, 100 + 0 * len(train)))",
    ),
    Claim(
        "deep-64 5",
        "every no nothing",
        "(r := mg.tensor([-1.0, -2.0], requires_grad=True), r.relu().sum().backward(), (r.grad == 0).all().item())[-1]",
    ),
    Claim(
        "deep-64 6",
        "goes on as it came",
        "(b := Block(), [p.data.zero_() for p in b.parameters()], h := mg.rand(1, 64, requires_grad=True), v := mg.rand(1, 64), b(h).backward(v), mg.equal(h.grad, v))[-1]",
    ),
    Claim(
        "deep-03",
        "the output of each one becomes the input of the next",
        "(m := network(1), mg.equal(m(images[:3]), m[2](m[1](m[0](images[:3])))))[-1]",
        after="deep-06",
    ),
    Claim(
        "deep-22", "A number of seven digits can't hold the difference", "w - 0.005 * sizes[0] == w"
    ),
    Claim("deep-89", "because the biases keep them up", "values[39] > 1000 * pictures[39]"),
    Claim(
        "deep-27",
        "Gradients that shrink from layer to layer are called vanishing gradients, and those that grow exploding gradients. A product of many factors usually does one or the other, unless each of them is close to 1",
        "chain(0.5) < 0.01 < 1 == chain(1.0) < 10 < chain(1.5)",
    ),
    Claim(
        "deep-30",
        "Because $a$ and $b$ are independent, and each is 0 on average, so is their product. That makes the mean square of a sum of two 2, and the mean square of a sum of $n$ is $n$",
        "abs(size(sums) - 10) < 0.5",
    ),
    Claim(
        "deep-30",
        "Forward, it counts the numbers that come in, because each sum is over those",
        "(W := mg.randn(400, 1600) / 40, x := mg.randn(1600), 0.8 < size(W @ x) / size(x) < 1.25)[-1]",
    ),
    Claim(
        "deep-30",
        "the gradient meets the same weights from the other side, so $n$ counts the numbers that go out",
        "(W := mg.randn(400, 1600) / 40, g := mg.randn(400), 0.4 < size(g @ W) / size(g) < 0.6)[-1]",
    ),
    Claim(
        "deep-30",
        "keeps the values at their size, and halves the gradients",
        "(W := mg.randn(400, 1600) / 40, 0.4 < size(mg.randn(400) @ W) < 0.6 < 0.8 < size(W @ mg.randn(1600)) < 1.25)[-1]",
    ),
    Claim(
        "deep-32",
        "Sizes last only if the factor is 1",
        "through(0.05)[0] < 0.01 < through(0.1)[0] < 2 < through(0.15)[0]",
    ),
    Claim("deep-34", "It begins smaller", "s < 64**-0.5"),
    Claim(
        "deep-38",
        "near 0 the slope is almost 1. Far out it's small",
        "(t := lambda at: mg.autograd.grad((q := mg.tensor(at, requires_grad=True)).tanh(), q)[0], t(0.01) > 0.99 and t(3.0) < 0.01)[-1]",
    ),
    Claim(
        "deep-38",
        "the slope is never more than a quarter",
        "(mg.sigmoid(x) * (1 - mg.sigmoid(x))).max() <= 0.25",
    ),
    Claim(
        "deep-38",
        "the slope is 1, and below 0 it's 0. In a random layer half of the numbers become 0, and half of the squares go with them",
        "(q := mg.randn(4000), r := q.relu(), 0.45 < (r == 0).float().mean() < 0.55 and 0.45 < (r**2).mean() / (q**2).mean() < 0.55 and (x.grad == 1).all())[-1]",
    ),
    Claim(
        "deep-44",
        "for layers without relu, which uses the mean of the numbers of inputs and outputs",
        "(W := mg.zeros(100, 300), mg.nn.init.xavier_normal_(W), abs(size(W) * 200**0.5 - 1) < 0.05)[-1]",
    ),
    Claim(
        "deep-44",
        "Adam divides each weight's slope by its usual size, so that all weights go about as far",
        "(q := mg.zeros(2, requires_grad=True), setattr(q, 'grad', mg.tensor([100.0, 0.001])), mg.optim.Adam([q], lr=0.1).step(), abs(q[0] - q[1]) < 1e-4)[-1]",
    ),
    Claim(
        "deep-49",
        "Where relu gives 0, its slope is 0 as well. So if a unit gives 0 for every digit, no gradient comes to its weights",
        "alive(stuck) == 0 == max(gradient_sizes(stuck))",
    ),
    Claim(
        "deep-56",
        "Even if the weight were 0, all of the gradient would pass",
        "(q := mg.tensor(1.0, requires_grad=True), h := q, [h := h + 0 * h for _ in range(10)], h.backward(), q.grad == 1)[-1]",
    ),
    Claim(
        "deep-56",
        "The whole of $v$ goes on, and the layer's share is added to it",
        "(q := mg.randn(3).requires_grad_(), W := mg.randn(3, 3), v := mg.randn(3), (mg.autograd.grad(q + W @ q, q, v)[0] - (v + v @ W)).abs().max() < 1e-5)[-1]",
    ),
    Claim(
        "deep-58",
        "each layer now gives what it received plus something just as large. So what a layer adds should begin small",
        "(q := mg.randn(50, 100), 1.3 < size(q + q @ (0.1 * mg.randn(100, 100))) < 1.55)[-1]",
    ),
    Claim("deep-60", "ten twenty", "(n := len(model) - 1, [n, 2 * n])[1]", after="deep-61"),
    Claim(
        "deep-60",
        "They begin with the small weights of Linear",
        "size(mg.nn.Linear(64, 64).weight) < 0.125",
    ),
    Claim("deep-62", "twenty layers do as well as one", "right(model) > right(shallow)"),
    Claim(
        "deep-95",
        "subtracts their mean, and divides them by their standard deviation",
        "(out := mg.nn.LayerNorm(64)(3 * images[:4] + 5), out.mean(dim=1).abs().max() < 1e-5 and 0.9 < size(out) < 1.05)[-1]",
    ),
    Claim(
        "deep-95",
        "multiplies each number by a weight and adds a bias, and it can learn both of them",
        "(m := mg.nn.LayerNorm(64), [p.requires_grad for p in m.parameters()] == [True, True])[-1]",
    ),
    Claim(
        "deep-97",
        "Both rows come out the same",
        "(out := mg.nn.LayerNorm(4)(h), (out[0] - out[1]).abs().max() < 1e-4 and (h[1] == 100 * h[0]).all())[-1]",
    ),
    Claim(
        "deep-68",
        "Each number that goes out is a sum over the numbers that come in, so $n$ is inputs",
        "(W := first_weights(400, 100), W.shape == (100, 400) and abs(size(W) - (2 / 400) ** 0.5) < 0.003)[-1]",
    ),
    Claim(
        "deep-74",
        "makes a new tensor and gives it the name p. The model keeps the old one. The change has to happen in place",
        "(before := layer.weight.tolist(), faulty(layer).weight.tolist() == before)[-1]",
    ),
    Claim(
        "deep-78",
        "A unit is a column, and it's dead if all of its column is 0",
        "dead_units(mg.tensor([[0.0, 1.0], [0.0, 0.0]])) == 1",
    ),
    Claim(
        "deep-82",
        "From the last size to the first there's one step fewer than there are sizes",
        "factor([0.125, 0.25, 0.5, 1.0]) == 0.5",
    ),
    Claim(
        "deep-86",
        "Set the last layer to 0, including its bias, and leave the first one random. The second layer gets a gradient at once, and once it has moved, the first one does as well",
        "(b := Begins(8), q := mg.randn(4, 8), b(q).sum().backward(), mg.equal(b(q), q) and b.second.weight.grad.abs().max() > 0 == b.first.weight.grad.abs().max())[-1]",
    ),
    Claim(
        "deep-34",
        "PyTorch writes this as kaiming_uniform_(weight, a=5**0.5)",
        "(mg.manual_seed(1), W := mg.zeros(64, 64), mg.nn.init.kaiming_uniform_(W, a=5**0.5), mg.manual_seed(1), mg.equal(W, mg.nn.Linear(64, 64).weight))[-1]",
    ),
    Claim(
        "deep-44",
        "kaiming_normal_ for layers with it",
        "(W := mg.zeros(100, 300), mg.nn.init.kaiming_normal_(W), abs(size(W) * 150**0.5 - 1) < 0.05)[-1]",
    ),
    Claim(
        "deep-51",
        "A few units may be dead from the first draw, and in a narrow network that may be all of them",
        "(starts := [(mg.manual_seed(k), mg.nn.Sequential(mg.nn.Linear(64, n), mg.nn.ReLU()))[1] for n in (64, 1) for k in range(20)], left := [alive(m) for m in starts], 0 < min(left[:20]) < 64 and 0 in left[20:])[-1]",
    ),
    Claim(
        "deep-51",
        "where the output is 0, no weight gets a gradient from it",
        "(m := mg.nn.Sequential(with_relu(), mg.nn.ReLU()), mg.nn.init.constant_(m[0][2].bias, -50.0), out := m(images[train]), ((out - 1) ** 2).sum().backward(), out.max() == 0 and all(p.grad.abs().max() == 0 for p in m.parameters()))[-1]",
    ),
    Claim("lecture", "right of 300 on average", "len(labels[validation]) == 300"),
]
