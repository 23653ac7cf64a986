from typing import Any

import minigrad as mg
from minigrad.nn import functional as F
from tests.course.answers import Answers, Guesses
from tests.course.keeps import accepts, leaf, same, verifies

BEFORE = """
sizes, around, kept = [0.5, 1.0], [0.5, 1.0], [0.5, 1.0]
"""


def first(scale: str) -> str:
    return f"def first_weights(inputs, outputs):\n    return mg.randn(outputs, inputs) * {scale}"


def doubled(*lines: str, back: str = "model") -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"def doubled(model):\n{body}\n    return {back}"


LOOP = "for p in model.parameters():"
TABLES = "    if p.dim() == 2:"


def dead(result: str) -> str:
    return f"def dead_units(hidden):\n    return {result}"


def factor(result: str) -> str:
    return f"def factor(sizes):\n    return {result}"


def block(
    *zeros: str,
    forward: str = "h + self.second(self.first(h).relu())",
    first: str = "mg.nn.Linear(width, width)",
    second: str = "mg.nn.Linear(width, width)",
    begin: str = "super().__init__()",
) -> str:
    body = "\n".join(f"        {line}" for line in zeros)
    return f"""
class Begins(mg.nn.Module):
    def __init__(self, width):
        {begin}
        self.first = {first}
        self.second = {second}
{body}

    def forward(self, h):
        return {forward}
"""


def between(hidden: str) -> str:
    """Return a block whose second layer takes `hidden`, and begins with zeros."""
    return block(*zero("second"), forward=f"h + self.second({hidden})")


def zero(layer: str) -> tuple[str, str]:
    return (
        f"mg.nn.init.zeros_(self.{layer}.weight)",
        f"mg.nn.init.zeros_(self.{layer}.bias)",
    )


ANSWERS = {
    "first": Answers(
        right=[
            first("mg.tensor(2.0 / inputs).sqrt()"),
            first("2**0.5 / inputs**0.5"),
            """
def first_weights(inputs, outputs):
    w = mg.zeros(outputs, inputs)
    mg.nn.init.kaiming_normal_(w, nonlinearity="relu")
    return w
""",
            "def first_weights(inputs, outputs):\n"
            "    return (2 * mg.rand(outputs, inputs) - 1) * (6 / inputs) ** 0.5",
        ],
        wrong=[
            (
                first("(1 / inputs) ** 0.5"),
                "That preserves the sizes without an activation, but relu",
            ),
            (first("(2 / outputs) ** 0.5"), "Each sum runs over the numbers that come *in*,"),
            (
                first("(1 / outputs) ** 0.5"),
                "Each sum runs over the numbers that come *in*. You also",
            ),
            (first("2 / inputs ** 0.5"), "Half of the squares are gone, so the sizes need"),
            (
                first("(inputs / 2) ** 0.5"),
                "The more numbers come in, the smaller the weights have to be",
            ),
            (first("2 / inputs"), "the mean square of the weights"),
            (first("1 / inputs"), "√n, not n"),
            (first("(2 / (inputs + outputs)) ** 0.5"), "a compromise"),
            (first("(0.5 / inputs) ** 0.5"), "larger, not smaller"),
            (
                first("(2 * inputs) ** 0.5"),
                "grow with n, but the more numbers there are in a sum, the smaller the weights",
            ),
            (first("2 ** 0.5"), "You have the √2 for relu, but you left out the number of"),
            (first("0.1 * 2 ** 0.5"), "right for 100 inputs"),
            (first("0 + (2 / inputs) ** 0.5"), "make all units alike"),
            (first("2 ** 0.5 / inputs"), "√n, not n, so divide √2 by √n"),
            (first("(2 // inputs) ** 0.5"), "it rounds down"),
            (first("1"), "The weights still have a size of 1."),
            (
                "def first_weights(inputs, outputs):\n"
                "    return (0.6 + 0.8 * mg.randn(outputs, inputs)) * (2 / inputs) ** 0.5",
                "make all units alike",
            ),
            (first("0.3"), "the size should be 0.082"),
            (first("1.3 / inputs ** 0.5"), "the size should be"),
            (
                "def first_weights(inputs, outputs):\n"
                "    return mg.randn(inputs, outputs) * (2 / inputs) ** 0.5",
                "`outputs` rows",
            ),
            (
                "def first_weights(inputs, outputs):\n    mg.randn(outputs, inputs)",
                "Your function returned nothing.",
            ),
        ],
    ),
    "double": Answers(
        right=[
            doubled("with mg.no_grad():", f"    {LOOP}", f"    {TABLES}", "            p.mul_(2)"),
            doubled(LOOP, TABLES, "        p.data *= 2"),
            doubled(
                "with mg.no_grad():", f"    {LOOP}", f"    {TABLES}", "            p += p.clone()"
            ),
        ],
        wrong=[
            (doubled(LOOP, "    p = p * 2"), "A new tensor isn't part of the model"),
            (
                doubled(LOOP, TABLES, "        p *= 2"),
                "A parameter is a leaf, so the change must not",
            ),
            (
                doubled("with mg.no_grad():", f"    {LOOP}", "        p *= 2"),
                "You also doubled the biases. They have one",
            ),
            (
                doubled(
                    "with mg.no_grad():",
                    f"    {LOOP}",
                    "        if p.dim() == 1:",
                    "            p *= 2",
                ),
                "You doubled the biases, but not the weights.",
            ),
            (
                doubled("with mg.no_grad():", f"    {LOOP}", f"    {TABLES}", "            p *= 4"),
                "A weight of [[",
            ),
            (
                doubled(
                    "with mg.no_grad():",
                    "    for p in list(model.parameters())[::2]:",
                    "        p *= 2",
                ),
                "A weight of [[",
            ),
            (
                doubled(
                    "with mg.no_grad():",
                    "    for name, p in model.named_parameters():",
                    "        if name == 'weight':",
                    "            p *= 2",
                ),
                "A new tensor isn't part of the model",
            ),
            (
                doubled(
                    "for layer in [model[0], model[2]]:",
                    "    layer.weight = mg.nn.Parameter(layer.weight.detach() * 2)",
                ),
                "in new parameters",
            ),
            (
                doubled(LOOP, TABLES, "        p.data *= 2", "        p.requires_grad_(False)"),
                "no longer require a gradient",
            ),
            (doubled("model.weight.data *= 2"), "Go through `model.parameters()`"),
            (doubled(LOOP, TABLES, "        p.data *= 2", back="None"), "Return the model"),
            (doubled(LOOP, TABLES, "        p.data *= 2", back="2"), "Your function returned 2"),
        ],
    ),
    "count": Answers(
        right=[
            dead("(hidden.sum(dim=0) == 0).sum()"),
            dead("(hidden.max(dim=0)[0] == 0).sum().item()"),
            dead("sum([1 for unit in hidden.mT if unit.sum() == 0])"),
            dead("hidden.shape[1] - (hidden > 0).any(dim=0).sum().item()"),
        ],
        wrong=[
            (dead("(hidden == 0).sum()"), "You counted zeros. A unit is dead if its whole"),
            (dead("(hidden == 0).all(dim=1).sum()"), "You counted the examples for which no unit"),
            (dead("(hidden == 0).any(dim=0).sum()"), "0 for only *some* examples"),
            (dead("(hidden.median(dim=0)[0] == 0).sum()"), "0 for only *some* examples"),
            (dead("(hidden < 0).all(dim=0).sum()"), "two units are dead. Your function returned 0"),
            (dead("(hidden > 0).any(dim=0).sum()"), "That's the number of units that are alive."),
            (dead("(hidden > 0).all(dim=0).sum()"), "You counted the units that respond to every"),
            (
                dead("(hidden == 0).all(dim=0).float().mean()"),
                "That's the fraction of dead units. Count the dead units",
            ),
            (dead("(hidden == 0).all(dim=0)"), "You returned True or False for each unit. Add"),
            (dead("(hidden[0] == 0).sum()"), "the first example"),
            (
                dead("(hidden == 0).all() * 1"),
                "Without `dim`, `all` returns a single answer for the",
            ),
            (dead("(hidden == 0).all()"), "Without `dim`, `all` returns a single answer, not"),
            (dead("(hidden.std(dim=0) == 0).sum()"), "one unit is dead. Your function returned 2"),
            (dead("5"), "two units are dead. Your function returned 5"),
            (dead("(hidden[:2] == 0).all(dim=0).sum()"), "Your function returned 4"),
            (dead("(hidden.max(dim=0)[0] < 0.01).sum()"), "In [[0, 0, 0, 0]"),
            (
                "def dead_units(hidden):\n    hidden[hidden > 0] = 1\n"
                "    return (hidden.sum(dim=0) == 0).sum().item()",
                "`dead_units` changes `hidden`",
            ),
            ("def dead_units(hidden):\n    hidden == 0", "Your function returned nothing."),
        ],
    ),
    "factor": Answers(
        right=[
            factor("(sizes[-1] / sizes[0]) ** (-1 / (len(sizes) - 1))"),
            factor(
                "(mg.tensor(sizes[0] / sizes[-1]).log() / (len(sizes) - 1)).exp().item()",
            ),
        ],
        wrong=[
            (factor("(sizes[-1] / sizes[0]) ** (1 / (len(sizes) - 1))"), "on the way up"),
            (factor("(sizes[0] / sizes[-1]) ** (1 / len(sizes))"), "one less"),
            (
                factor("sizes[0] / sizes[-1]"),
                "That's the combined factor for all layers. To get the",
            ),
            (factor("sizes[0] / sizes[-1] / (len(sizes) - 1)"), "not a fraction of it"),
            (factor("sizes[0] / sizes[-1] / len(sizes)"), "and there are"),
            (factor("(sizes[0] - sizes[-1]) / (len(sizes) - 1)"), "what each layer *adds*"),
            (factor("sizes[-2] / sizes[-1]"), "the last layer"),
            (factor("sizes[0] / sizes[1]"), "That's only the first layer's factor."),
            (
                "def factor(sizes):\n"
                "    each = [sizes[k] / sizes[k + 1] for k in range(len(sizes) - 1)]\n"
                "    return sum(each) / len(each)",
                "That's the mean of the factors, but if every layer had",
            ),
            (
                "def factor(sizes):\n"
                "    steps = mg.arange(len(sizes)).double()\n"
                "    steps, logs = steps - steps.mean(), mg.tensor(sizes).double().log()\n"
                "    return (-(steps @ logs) / (steps @ steps)).exp().item()",
                "a straight line through the logarithms",
            ),
            (
                factor("(sizes[0] / sizes[-1]) ** (len(sizes) - 1)"),
                "to the number of layers multiplies even more",
            ),
            (
                factor("(sizes[0] / sizes[-1]) ** (1 / 3)"),
                "Your function is right for the example, but for",
            ),
            (
                "def factor(given):\n    return (sizes[0] / sizes[-1]) ** (1 / (len(sizes) - 1))",
                "` is one of the notebook's lists. Your function",
            ),
            (
                "def factor(sizes):\n    sizes.reverse()\n"
                "    return (sizes[-1] / sizes[0]) ** (1 / (len(sizes) - 1))",
                "`factor` changes `sizes`",
            ),
            (factor("7.0"), "Your function returns 7"),
            (
                factor("round((sizes[0] / sizes[-1]) ** (1 / (len(sizes) - 1)), 1)"),
                "Your function is right for the example, but for",
            ),
            ("def factor(sizes):\n    sizes[0] / sizes[-1]", "Your function returned nothing."),
        ],
    ),
    "block": Answers(
        right=[
            block(
                "self.gate = mg.nn.Parameter(mg.zeros(1))",
                forward="h + self.gate * self.second(self.first(h).relu())",
            ),
            block(
                *zero("second"),
                first="mg.nn.Linear(width, 8)",
                second="mg.nn.Linear(8, width)",
            ),
            block(*zero("second"), forward="self.second(mg.relu(self.first(h))) + h"),
            block(*zero("second"), forward="h - self.second(self.first(h).clamp(min=0))"),
            between("mg.relu(0.6 - self.first(h))"),
            block(
                *zero("second"),
                "self.scale = mg.nn.Parameter(mg.ones(width))",
                forward="h + self.scale * self.second((self.first(h) + self.first(h).abs()) / 2)",
            ),
            block(
                "self.first = mg.nn.Parameter(mg.randn(5, width))",
                "self.second = mg.nn.Parameter(mg.zeros(width, 5))",
                forward="h + (h @ self.first.T).relu() @ self.second.T",
            ),
        ],
        wrong=[
            (block(), "At first, your block returns"),
            (block(zero("second")[0]), "still adds `second.bias`"),
            (
                block(*zero("second"), forward="h + self.first(self.second(h).relu())"),
                "still adds `first.bias`",
            ),
            (
                block(*zero("second"), forward="0.9 * h + self.second(self.first(h).relu())"),
                "At first, your block returns",
            ),
            (
                block("mg.nn.init.zeros_(self.second)"),
                "`zeros_` fills a tensor. Pass",
            ),
            (
                block(*zero("first"), *zero("second")),
                "with something random before it and no relu after it",
            ),
            (
                block(*zero("second"), forward="self.second(self.first(h).relu())"),
                "has to go around",
            ),
            (
                block(*zero("second"), forward="(h + self.second(self.first(h))).relu()"),
                "You cut off everything below 0. relu belongs between the layers",
            ),
            (
                block(*zero("second"), forward="h * (1 + self.second(self.first(h).relu()))"),
                "what it adds slopes on both sides",
            ),
            (
                block(
                    *zero("second"),
                    forward="h + self.second(self.first(h).relu()) "
                    "- self.second(self.first(h).relu()).detach()",
                ),
                "whatever its weights learn",
            ),
            (between("self.first(h.detach()).relu()"), "part of the gradient for `h` is missing"),
            (
                block(*zero("second"), forward="h.detach() + self.second(self.first(h).relu())"),
                "part of the gradient for `h` is missing",
            ),
            (
                block(*zero("second"), forward="2 * h + self.second(self.first(h).relu())"),
                "You added `h` twice.",
            ),
            (between("self.first(h)"), "There's no relu"),
            (between("self.first(h.relu())"), "For inputs above 0, what your block adds has no"),
            (between("self.first(h).tanh()"), "levels off for large values"),
            (between("self.first(h).clamp(0, 6)"), "levels off for large values"),
            (between("self.first(h).abs()"), "what it adds slopes on both sides"),
            (
                between("mg.maximum(self.first(h), 0.01 * self.first(h))"),
                "what it adds slopes on both sides",
            ),
            (
                block(
                    *zero("second"),
                    forward="h + self.second(self.soft(self.first(h)))\n\n"
                    "    def soft(self, u):\n"
                    "        return mg.where(u < 0.5, u.relu() ** 2, u - 0.25)",
                ),
                "bends gradually",
            ),
            (between("self.first(h).relu() ** 2"), "bends gradually"),
            (between("mg.nn.GELU()(self.first(h))"), "bends gradually"),
            (between("self.first(h) * self.first(h).sigmoid()"), "bends gradually"),
            (block(*zero("second"), forward="h"), "cut off from the weights"),
            (block(*zero("second"), "self.second.requires_grad_(False)"), "layers is frozen"),
            (
                block(
                    "mg.nn.init.zeros_(self.second)",
                    second="mg.nn.Parameter(mg.zeros(width))",
                    forward="h + self.second * self.first(h).relu()",
                ),
                "Yours has 1",
            ),
            (
                block(
                    *zero("second"),
                    first="mg.nn.Linear(64, 64)",
                    second="mg.nn.Linear(64, 64)",
                ),
                "both layers have to be `width` wide",
            ),
            (between("self.first(h).relu().detach()"), "hasn't moved in two steps"),
            (
                block(*zero("second"), begin="pass"),
                "Call `super().__init__()` first, because it sets up",
            ),
            (
                block(*zero("second"), forward="None"),
                "`forward`",
            ),
            (
                block(*zero("second"), forward="h.add_(self.second(self.first(h).relu()))"),
                "`forward` changes `h`",
            ),
            (block(*zero("second")) + "\nBegins = Begins(3)", "Pass the class itself"),
        ],
    ),
}

GUESSES = {
    "deep": Guesses(
        truth="26",
        right=["26", "30", "40"],
        wrong=[
            ("300", "That's what we'd hope from depth"),
            ("261", "One layer gets that many"),
            ("254", "One layer gets that many"),
            ("0", "To miss all of them, the model would have to know the digits"),
            ("150", "That's a coin toss"),
            ("-1", "A count starts at 0"),
            ("-5", "A count starts at 0"),
            ("285", "That's what we'd hope from depth"),
            ("'10%'", "As a fraction"),
            ("'a tenth'", "As a fraction"),
            ("1 / 10", "As a fraction"),
        ],
        other=["200"],
    ),
    "sum": Guesses(
        truth="10.0",
        right=["10", "8", "12", "'sqrt(100)'", "'√100'"],
        wrong=[
            ("100", "That would fit if each of them were 1"),
            ("0", "That's the average of many such sums"),
            ("50", "50 would remain if the others dropped out"),
            ("1", "1 is the size of a single one"),
            ("-10", "A size is without a sign"),
        ],
        other=["30"],
    ),
    "relu": Guesses(
        truth="0.14",
        right=["0.14", "0.141", "2 ** 0.5 / 10", "'√2 / 10'"],
        wrong=[
            ("0.02", "0.02 is the variance"),
            ("0.1", "without an activation"),
            ("0.125", "in a layer of another width"),
            ("0.2", "The squares need a factor of 2"),
            ("0.05", "You divided by 2. But the weights"),
            ("0.07", "You divided by √2"),
            ("1.4", "√2 is only the factor"),
            ("1.41", "√2 is only the factor"),
            ("1.414", "√2 is only the factor"),
            ("2**0.5", "√2 is only the factor"),
        ],
        other=["0.3"],
    ),
    "rescue": Guesses(
        truth="no",
        right=["'no'", "'No'", "False"],
        wrong=[
            ("'yes'", "hardly anything of the picture reaches"),
        ],
        unclear=["'maybe'"],
    ),
    "dead": Guesses(
        truth="0",
        right=["0", "'none'", "'they are all dead'"],
        wrong=[
            ("61", "That's how many units were alive at the start"),
            ("64", "64 is the number of all units"),
            ("32", "With 32 units, it could still learn"),
        ],
        other=["10"],
    ),
    "around": Guesses(
        truth="1.63",
        right=["1.63", "1.05 ** 10"],
        wrong=[
            ("0", "That's the plain chain"),
            ("0.05 ** 10", "That's the plain chain"),
            ("0.5", "You added 10 shares of 0.05"),
            ("1.5", "as with compound interest"),
            ("1", "Each layer also contributes 0.05"),
            ("1.05", "That's the factor for one layer. How many layers are there?"),
            ("10.5", "You added 10 factors of 1.05"),
        ],
        other=["3"],
    ),
}


@verifies("9", "count", "outputs every")
def what_is_kept_of_count() -> bool:
    hidden = F.relu(mg.tensor([[1.0, -1.0], [-2.0, -3.0]]))
    return (hidden == 0).all(dim=0).tolist() == [False, True]


@verifies("9", "double", "place without nothing")
def a_new_tensor() -> bool:
    layer = mg.nn.Linear(1, 1)
    w: Any = layer.weight
    before = w.item()
    w = w * 2
    unchanged = layer.weight.item() == before
    with mg.no_grad():
        layer.weight.mul_(2)
    return unchanged and layer.weight.item() == 2 * before == w.item()


@verifies("9", "block", "nothing input")
def an_empty_block() -> bool:
    first, last, x = mg.nn.Linear(2, 2), mg.nn.Linear(2, 2), leaf(1, -2)
    for p in last.parameters():
        mg.nn.init.zeros_(p)
    (out := x + last(first(x).relu())).sum().backward()
    return same(out, x) and bool((last.bias.grad != 0).all())


@verifies("9", "factor", "multiply root overall one fewer factor than sizes")
def factors() -> bool:
    return accepts("9", "factor", lambda s: (s[0] / s[-1]) ** (1 / (len(s) - 1)))
