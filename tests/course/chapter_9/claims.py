"""Check chapter 9's claims about experiments that aren't run in the notebook."""

from functools import cache
from statistics import fmean, stdev

from minigrad.explore.depth import depth
from minigrad.explore.explorer import Explorer
from tests.course.seed_studies import rows

ACTIVATIONS = ["none", "tanh", "relu", "sigmoid"]
SCALES = [0.03, 0.05, 0.07, 0.1, 0.12, 0.14, 0.17, 0.2, 0.3]
HERE = "__import__('tests.course.chapter_9.claims', fromlist=['_'])"
TOLD, VALUES = f"{HERE}.gradient", f"{HERE}.value"


@cache
def figure(residual: bool) -> Explorer:
    return depth(residual=residual)


def mean_and_deviation(results: list[float]) -> tuple[float, float]:
    return fmean(results), stdev(results)


def number(text: str) -> float:
    """Parse a number in the figure's format, such as 2.4·10⁻¹¹.

    >>> number("2.4·10⁻¹¹"), number("950")
    (2.4e-11, 950.0)
    """
    return float(text.replace("·10", "e").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))


def gradient(activation: str, connection: str, scale: float) -> float:
    """Return the size of the gradient at a 20-layer network's input, as the figure shows it."""
    at = (ACTIVATIONS.index(activation), ["plain", "residual"].index(connection))
    sentence = figure(True).frames[*at, SCALES.index(scale)].sentence
    return number(sentence.split(" to ")[-1].split(" at ")[0])


def value(activation: str, scale: float) -> float:
    """Return the size of the values in the last layer, as the figure shows it."""
    sentence = figure(False).frames[ACTIVATIONS.index(activation), SCALES.index(scale), 2].sentence
    return number(sentence.split(" to ")[1].split(" at ")[0])


# The sizes of the values that enter each layer of the network that learns nothing.
COMING = (
    "(lambda m: [size(m[: 2 * k](images[train])) for k in range(20)])"
    "((mg.manual_seed(1), network(20))[1])"
)
# How many times smaller the gradients in the first layer are than in the last, for each seed.
SHRUNK = (
    "[(mg.manual_seed(s), g := gradient_sizes(network(20)), g[-1] / g[0])[-1] for s in range(1, 6)]"
)
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
# The same network with about a third of the learning rate.
THIRD = (
    "[(mg.manual_seed(s), m := network(20), run(m, mg.optim.Adam(m.parameters(), lr=0.0003)), "
    "right(m))[-1] for s in range(1, 6)]"
)
# How much the loss and the weights of the ten blocks grow after steps that are too large.
BURST = (
    "[(mg.manual_seed(s), m := residual(Block), w := m[0].second.weight, b := size(w), "
    "fit(m, 0.05), min(loss_of(m), size(w) / b))[-1] for s in range(2, 6)]"
)
# The number of units that are alive after some steps with a learning rate that's too high.
AFTER = (
    "(lambda steps: (mg.manual_seed(1), m := with_relu(), "
    "o := mg.optim.SGD(m.parameters(), lr=1.5, momentum=0.9), "
    "[(o.zero_grad(), F.cross_entropy(m(x), y).backward(), o.step()) "
    "for x, y in [*loader][:steps]], alive(m))[-1])"
)
# The factor by which a layer from 400 to 100 numbers changes sizes, forward and backward.
NARROW = (
    "(mg.manual_seed(0), x := mg.randn(500, 400, requires_grad=True), "
    "h := x @ (mg.randn(400, 100) / 20), h.backward(mg.randn(500, 100)), "
    "(size(h), size(x.grad)))[-1]"
)
# The best run of the plain network over these seeds.
FORTY = "max([(mg.manual_seed(s), m := network(20), fit(m, 0.2), right(m))[-1] for s in (1, 4)])"
RECORDED = (
    "__import__('tests.course.seed_studies', fromlist=['_']).recorded('09_why_deep_networks_train')"
)
# The number of units that are alive after training, for each seed. With a high rate, it depends on
# the last bits, so the claim leaves room for other processors. So does the claim about FORTY.
ALIVE = (
    "(lambda lr: sorted([(mg.manual_seed(s), m := with_relu(), fit(m, lr), alive(m))[-1] "
    "for s in range(1, 6)]))"
)

CLAIMS = [
    (
        "It takes all 300 digits for a 5, and 26 of them are",
        (
            "[mg.manual_seed(1), m := network(20), fit(m, 0.005), "
            "set(m(images[validation]).argmax(dim=1).tolist()) == {5} and right(m) == 26][-1]"
        ),
    ),
    *(
        (row, f"{row!r} in {HERE}.rows('09_why_deep_networks_train')")
        for row in rows("09_why_deep_networks_train")
    ),
    ("seventeen times as many weights", "17 < (20 * 64**2 + 640) / (64**2 + 640) < 18"),
    ("The best of those ten runs got 31", f"{FORTY} < 45"),
    ("A layer has 4,096 of them", "64 * 64 == 4096"),
    (
        "all 1,200 digits look the same, down to the fourth digit",
        "len(train) == 1200 and pictures[39] / values[39] < 0.5e-4",
    ),
    (
        "The network ends up giving the same answer to every picture",
        (
            "(lambda m: len(set(m(images).argmax(dim=1).tolist())) == 1)"
            "((mg.manual_seed(1), m := network(20), fit(m, 0.2), m)[-1])"
        ),
    ),
    (
        "If it takes 400 to 100, a scale of 1/20 keeps the values",
        f"(lambda v, g: abs(v - 1) < 0.03 and abs(g - 0.5) < 0.02)(*{NARROW})",
    ),
    ("it never gets 100 right", f"max(*{RECORDED}[4], *{THIRD}) < 100"),
    (
        "Now the first layer moves as far as the last one",
        f"(lambda ratios: 0.7 < min(ratios) and max(ratios) < 1.5)({MOVED})",
    ),
    ("It's the same with four other seeds", f"min({BURST}) > 1000"),
    ("at its usual rate of 0.001", "mg.optim.Adam([mg.ones(1)]).defaults['lr'] == 0.001"),
    ("56 to 61 units", f"(lambda a: abs(a[0] - 56) <= 3 and abs(a[-1] - 61) <= 2)({ALIVE}(0.05))"),
    (
        "9 to 17, and 0 or 1",
        f"5 < {ALIVE}(0.5)[0] and {ALIVE}(0.5)[-1] < 24 and {ALIVE}(1.5)[-1] < 4",
    ),
    ("in this run none of the units came back", "alive(stuck) == 0"),
    ("and at ten times the rate it gets 288", f"{RECORDED}[1][0] == 288"),
    ("The second row is a hundred times as large", "100 * 1.0 == 100"),
    ("`LayerNorm(64)` is a module", "len(list(mg.nn.LayerNorm(64).parameters())) == 2"),
    (
        "The squares are 9, 16, 0, and 0, their mean is 6.25",
        "(3**2, (-4) ** 2) == (9, 16) and (9 + 16) / 4 == 6.25 == 2.5**2",
    ),
    ("nine thousand times smaller", "8500 < sizes[-1] / sizes[0] < 9500"),
    (
        "Over five seeds, it's 8,000 ± 3,000 times.",
        f"[*map(lambda n: round(n, -3), {HERE}.mean_and_deviation({SHRUNK}))] == [8000, 3000]",
    ),
    (
        "Over five seeds, it's 254 ± 4",
        f"[round(n) for n in {HERE}.mean_and_deviation({RECORDED}[0])] == [254, 4]",
    ),
    (
        "that's about what is left of the differences between two pictures",
        "0.5 < pictures[39] / pictures[1] / 0.58**20 < 2",
    ),
    ("and of the gradient along the values", f"0.5 < {ALONG_VALUES} / 0.58**20 < 2"),
    (
        "The weights' gradients shrank less, because the first layers get larger values",
        f"sizes[0] / sizes[-1] > 3 * 0.58**20 and {COMING}[0] > 3 * {COMING}[-1]",
    ),
    (
        "the curve is nearly straight over most of its way",
        "all([0.4 < sizes[k] / sizes[k + 1] < 0.8 for k in range(5, 19)])",
    ),
    (
        "the first layers still get large values",
        f"(lambda v: v[0] > 2 * v[2] > 3 * v[4] and 0.8 < v[6] / v[16] < 1.2)({COMING})",
    ),
    (
        "From 0.001 to 58, and the weights",
        "round(chain(0.5), 3) == 0.001 and round(chain(1.5)) == 58",
    ),
    ("For 64 numbers, this formula gives 0.125", "64**-0.5 == 0.125"),
    ("with 100 numbers in each layer", "depth.__globals__['WIDTH'] == 100"),
    (
        "the scale 0.1 keeps both, as you saw",
        f"{TOLD}('none', 'plain', 0.1) > 0.5 and {VALUES}('none', 0.1) > 0.5",
    ),
    (
        "Twenty of them multiply to a millionth of a millionth, at most",
        "max([p * (1 - p) for p in [k / 100 for k in range(101)]]) == 0.25 and 0.25**20 < 1e-12",
    ),
    (
        "with tanh, the values stay below 1 at every scale",
        f"all([{VALUES}('tanh', s) < 1 for s in {SCALES}])",
    ),
    (
        "at 0.2 they grow, and at 0.05 they vanish",
        f"{TOLD}('tanh', 'plain', 0.2) > 10 and {TOLD}('tanh', 'plain', 0.05) < 1e-5",
    ),
    (
        "They last best at 0.12 and 0.14",
        f"[s for s in {SCALES} if 0.5 < {TOLD}('tanh', 'plain', s) < 2] == [0.12, 0.14]",
    ),
    (
        "With sigmoid, the values look healthy at every scale, about one half",
        f"all([0.45 < {VALUES}('sigmoid', s) < 0.65 for s in {SCALES}])",
    ),
    (
        "But the gradients vanish at every scale",
        f"max([{TOLD}('sigmoid', 'plain', s) for s in {SCALES}]) < 1e-5",
    ),
    ("and 64 numbers in each layer instead of 100", "deep[0].weight.shape[0] == 64"),
    ("From 26 to 254", "right(deep) == 254"),
    (
        "Before training, 61 of the 64 units gave more than 0 for at least one of the 1,200 digits",
        "(mg.manual_seed(1), alive(with_relu()))[1] == 61 and len(train) == 1200",
    ),
    ("Before training, 61 of the 64 units", "(mg.manual_seed(1), alive(with_relu()))[1] == 61"),
    (
        "The only numbers that still learn are the last biases",
        (
            "(gradient_sizes(stuck), [bool((p.grad != 0).any()) for p in stuck.parameters()])"
            " == ([0.0, 0.0], [False, False, False, True])"
        ),
    ),
    ("The slope is a tenth of a millionth of a millionth", "abs(0.05**10 / 1e-13 - 1) < 0.03"),
    ("Each layer's slope is 1.05", "abs(1.05**10 - 1.63) < 0.005"),
    (
        "At 0.03, twenty plain layers with tanh bring the gradient down to 2.4·10⁻¹¹",
        f"{TOLD}('tanh', 'plain', 0.03) == 2.4e-11",
    ),
    (
        "With residual connections it arrives with the size 2.",
        f"{TOLD}('tanh', 'residual', 0.03) == 2",
    ),
    (
        "No setting of the figure lets it vanish now",
        f"min([{TOLD}(a, 'residual', s) for a in {ACTIVATIONS} for s in {SCALES}]) >= 1",
    ),
    (
        "with the connection the gradient grows to 950",
        f"{TOLD}('none', 'plain', 0.1) > 0.5 and {TOLD}('none', 'residual', 0.1) == 950",
    ),
    (
        "At 0.3 both explode",
        f"min([{TOLD}('none', way, 0.3) for way in ('plain', 'residual')]) > 1e9",
    ),
    (
        "at 0.1 its gradients grow only to 8.7",
        f"{TOLD}('tanh', 'residual', 0.1) == 8.7",
    ),
    (
        "That's 281 of 300. One hidden layer had 261",
        "len(validation) == 300 and right(shallow) == 261",
    ),
    ("have pushed them below 0, one after another", f"61 > {AFTER}(1) > {AFTER}(10) > 0"),
    ("By 0.8 to the power of 30, which is about 0.001", "round(0.8**30, 3) == 0.001"),
    ("20. The scale is 1/20, which is 0.05", "400**0.5 == 20 and 1 / 20 == 0.05"),
]
