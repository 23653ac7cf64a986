"""What the text of chapter 9 says about runs that none of its cells makes."""

from functools import cache

from minigrad.explore.depth import depth
from minigrad.explore.explorer import Explorer

ACTIVATIONS = ["none", "tanh", "relu", "sigmoid"]
SCALES = [0.03, 0.05, 0.07, 0.1, 0.12, 0.14, 0.17, 0.2, 0.3]
HERE = "__import__('tests.course.claims.chapter_9', fromlist=['_'])"
TOLD, VALUES = f"{HERE}.gradient", f"{HERE}.value"


@cache
def figure(residual: bool) -> Explorer:
    return depth(residual=residual)


def gradient(activation: str, connection: str, scale: float) -> float:
    """How large it is at the input, as the figure says it for such a network of 20 layers."""
    at = (ACTIVATIONS.index(activation), ["plain", "residual"].index(connection))
    sentence = figure(True).frames[*at, SCALES.index(scale), 2].sentence
    return float(sentence.split(" to ")[-1].split(",")[0])


def value(activation: str, scale: float) -> float:
    """How large the values of the last layer are."""
    sentence = figure(False).frames[ACTIVATIONS.index(activation), SCALES.index(scale), 2].sentence
    return float(sentence.split(" to ")[1].split(";")[0])


# The sizes of the values that come to each layer of the network that learns nothing.
COMING = (
    "(lambda m: [size(m[: 2 * k](images[train])) for k in range(20)])"
    "((mg.manual_seed(1), network(20))[1])"
)
# How many units are alive after some steps at the rate that is too high.
AFTER = (
    "(lambda steps: (mg.manual_seed(1), m := with_relu(), "
    "o := mg.optim.SGD(m.parameters(), lr=1.5, momentum=0.9), "
    "[(o.zero_grad(), F.cross_entropy(m(x), y).backward(), o.step()) "
    "for x, y in [*loader][:steps]], alive(m))[-1])"
)
OF_RATE = "(mg.manual_seed(1), m := network(20), fit(m, lr), right(m))[-1]"

CLAIMS = [
    ("seventeen times as many weights", "17 < (20 * 64**2 + 640) / (64**2 + 640) < 18"),
    (
        "Ten times the learning rate changes nothing, nor does forty times",
        f"max([{OF_RATE} for lr in (10 * 0.005, 40 * 0.005)]) < 30",
    ),
    (
        "The squares are 9, 16, 0 and 0, their mean is 6.25",
        "(3**2, (-4) ** 2) == (9, 16) and (9 + 16) / 4 == 6.25 == 2.5**2",
    ),
    ("nine thousand times smaller", "8500 < sizes[-1] / sizes[0] < 9500"),
    (
        "the curve nearly straight over most of its way",
        "all([0.4 < sizes[k] / sizes[k + 1] < 0.8 for k in range(5, 19)])",
    ),
    (
        "and the first layers still get large values",
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
        "With tanh the values stay below 1 at every scale",
        f"all([{VALUES}('tanh', s) < 1 for s in {SCALES}])",
    ),
    (
        "at 0.2 they grow, at 0.05 they vanish",
        f"{TOLD}('tanh', 'plain', 0.2) > 10 and {TOLD}('tanh', 'plain', 0.05) < 1e-5",
    ),
    (
        "They last best at 0.12 and 0.14",
        f"[s for s in {SCALES} if 0.5 < {TOLD}('tanh', 'plain', s) < 2] == [0.12, 0.14]",
    ),
    (
        "With sigmoid the values look healthy everywhere, about one half",
        f"all([0.45 < {VALUES}('sigmoid', s) < 0.65 for s in {SCALES}])",
    ),
    (
        "and the gradients vanish at every scale",
        f"max([{TOLD}('sigmoid', 'plain', s) for s in {SCALES}]) < 1e-5",
    ),
    ("and 64 numbers in each layer", "deep[0].weight.shape[0] == 64"),
    ("From 26 to 254", "right(deep) == 254"),
    (
        "Before training, 61 of the 64 units gave more than 0 for at least one of the 1,200 digits",
        "(mg.manual_seed(1), alive(with_relu()))[1] == 61 and len(train) == 1200",
    ),
    ("Before training, 61 of the 64 units", "(mg.manual_seed(1), alive(with_relu()))[1] == 61"),
    (
        "Nothing but the last biases still learns",
        (
            "(gradient_sizes(stuck), [bool((p.grad != 0).any()) for p in stuck.parameters()])"
            " == ([0.0, 0.0], [False, False, False, True])"
        ),
    ),
    ("the slope is a tenth of a millionth of a millionth", "abs(0.05**10 / 1e-13 - 1) < 0.03"),
    ("Each layer's slope is 1.05", "abs(1.05**10 - 1.63) < 0.005"),
    (
        "at 0.03, twenty plain layers bring the gradient down to 2.6e-11",
        f"{TOLD}('none', 'plain', 0.03) == 2.6e-11",
    ),
    (
        "with residual connections it arrives with the size 2.3",
        f"{TOLD}('none', 'residual', 0.03) == 2.3",
    ),
    (
        "No setting of the figure lets it vanish now",
        f"min([{TOLD}(a, 'residual', s) for a in {ACTIVATIONS} for s in {SCALES}]) >= 1",
    ),
    (
        "At 0.3 both grow beyond 1e9, and the connection makes it a",
        f"1e9 < {TOLD}('none', 'plain', 0.3) < {TOLD}('none', 'residual', 0.3) < 1e10",
    ),
    ("281 of 300. One hidden layer had 261", "len(validation) == 300 and right(shallow) == 261"),
    (
        "At a rate that suits it, ten times as high, it comes as far",
        "(mg.manual_seed(1), m := network(1), fit(m, 10 * 0.005), right(m))[-1] >= 281",
    ),
    ("have pushed them below 0, one after another", f"61 > {AFTER}(1) > {AFTER}(10) > 0"),
    ("By 0.8 to the power of 30, about 0.001", "round(0.8**30, 3) == 0.001"),
    ("20. The scale 1/20, which is 0.05", "400**0.5 == 20 and 1 / 20 == 0.05"),
]
