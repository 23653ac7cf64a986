from tests.course.answers import Answers, Guesses

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
        ],
        wrong=[
            (first("(1 / inputs) ** 0.5"), "without an activation. relu takes half"),
            (first("(2 / outputs) ** 0.5"), "numbers that come *in*."),
            (first("(1 / outputs) ** 0.5"), "and relu is left out"),
            (first("2 / inputs ** 0.5"), "a factor of √2, not 2"),
            (first("2 / inputs"), "the mean square of the weights"),
            (first("1 / inputs"), "√n, not n"),
            (first("(2 / (inputs + outputs)) ** 0.5"), "a compromise"),
            (first("(0.5 / inputs) ** 0.5"), "larger, not smaller"),
            (first("(2 * inputs) ** 0.5"), "The weights grow with n"),
            (first("2 ** 0.5"), "The number of products in a sum isn't"),
            (first("0.1 * 2 ** 0.5"), "right for 100 inputs"),
            (first("1"), "still have the size 1"),
            (first("0.3"), "the size should be 0.082"),
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
            (doubled(LOOP, "    p = p * 2"), "The model holds what it held"),
            (doubled(LOOP, TABLES, "        p = p * 2"), "The model holds what it held"),
            (doubled(LOOP, TABLES, "        p *= 2"), "the step has to be unrecorded"),
            (
                doubled("with mg.no_grad():", f"    {LOOP}", "        p *= 2"),
                "You doubled the biases as well",
            ),
            (
                doubled(
                    "with mg.no_grad():",
                    f"    {LOOP}",
                    "        if p.dim() == 1:",
                    "            p *= 2",
                ),
                "and the weights weren't",
            ),
            (
                doubled("with mg.no_grad():", f"    {LOOP}", f"    {TABLES}", "            p *= 4"),
                "it made",
            ),
            (
                doubled(
                    "for layer in [model[0], model[2]]:",
                    "    layer.weight = mg.nn.Parameter(layer.weight.detach() * 2)",
                ),
                "in new parameters",
            ),
            (
                doubled(
                    LOOP,
                    TABLES,
                    "        p.data *= 2",
                    "    p.requires_grad_(False)",
                ),
                "no longer require a gradient",
            ),
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
            (dead("(hidden == 0).sum()"), "That counts zeros"),
            (dead("(hidden == 0).all(dim=1).sum()"), "for which no unit answers"),
            (dead("(hidden == 0).any(dim=0).sum()"), "`all`, not `any`"),
            (dead("(hidden > 0).any(dim=0).sum()"), "how many are alive"),
            (dead("(hidden > 0).all(dim=0).sum()"), "answer to every example"),
            (dead("(hidden == 0).all(dim=0).float().mean()"), "the share of dead units"),
            (dead("(hidden == 0).all(dim=0)"), "Their sum counts"),
            (dead("(hidden[0] == 0).sum()"), "the first example"),
            (dead("(hidden == 0).all() * 1"), "Without `dim`, `all` returns one answer for the"),
            (dead("5"), "two units are dead. Your function returned 5"),
            (dead("(hidden[:2] == 0).all(dim=0).sum()"), "Your function returned 4"),
            (dead("(hidden.max(dim=0)[0] < 0.01).sum()"), "In [[0, 0, 0, 0]"),
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
            (factor("(sizes[0] / sizes[-1]) ** (1 / len(sizes))"), "one step fewer"),
            (factor("sizes[0] / sizes[-1]"), "what all layers make together"),
            (factor("sizes[0] / sizes[-1] / (len(sizes) - 1)"), "not a fraction of it"),
            (factor("sizes[0] / sizes[-1] / len(sizes)"), "and there are"),
            (factor("(sizes[0] - sizes[-1]) / (len(sizes) - 1)"), "what each layer *adds*"),
            (factor("sizes[-2] / sizes[-1]"), "the last layer"),
            (factor("sizes[0] / sizes[1]"), "the first layer"),
            (
                "def factor(sizes):\n"
                "    each = [sizes[k] / sizes[k + 1] for k in range(len(sizes) - 1)]\n"
                "    return sum(each) / len(each)",
                "The mean of the factors",
            ),
            (factor("(sizes[0] / sizes[-1]) ** (len(sizes) - 1)"), "multiplies so often again"),
            (factor("(sizes[0] / sizes[-1]) ** (1 / 3)"), "Right for the example"),
            (
                "def factor(given):\n    return (sizes[0] / sizes[-1]) ** (1 / (len(sizes) - 1))",
                "is a list of the notebook",
            ),
            (factor("7.0"), "Yours gives 7"),
            (
                factor("round((sizes[0] / sizes[-1]) ** (1 / (len(sizes) - 1)), 1)"),
                "For [0.3, 0.7, 0.2, 0.9, 2.4] it's 0.594604, not 0.6",
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
        ],
        wrong=[
            (block(), "what is added should be 0"),
            (block(zero("second")[0]), "something is still added: its bias"),
            (block(*zero("first"), *zero("second")), "no weight ever moves"),
            (
                block(*zero("second"), forward="h + 0 * self.second(self.first(h).relu())"),
                "no weig",
            ),
            (
                block(*zero("second"), forward="self.second(self.first(h).relu())"),
                "has to go around",
            ),
            (
                block(*zero("second"), forward="(h + self.second(self.first(h))).relu()"),
                "not around the sum",
            ),
            (
                block(*zero("second"), forward="2 * h + self.second(self.first(h).relu())"),
                "in it twice",
            ),
            (block(*zero("second"), forward="h + self.second(self.first(h))"), "There's no relu"),
            (
                block(*zero("second"), forward="h + self.second(self.first(h).tanh())"),
                "levels off for large values",
            ),
            (block(*zero("second"), forward="h"), "cut off from the weights"),
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
            (
                block(*zero("second"), forward="h + self.second(self.first(h).relu()).detach()"),
                "cut off from the weights",
            ),
            (
                block(*zero("second"), forward="h + self.second(self.first(h).relu().detach())"),
                "hasn't moved in two steps",
            ),
            (block(*zero("second"), begin="pass"), "comes first"),
            (
                block(*zero("second"), forward="None"),
                "`forward`",
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
            ("261", "The nineteen others get in the way"),
            ("0", "To be wrong every time"),
            ("150", "Half is far more"),
            ("285", "That's what depth is hoped to do"),
            ("290", "these learn nothing"),
        ],
    ),
    "sum": Guesses(
        truth="10.0",
        right=["10", "8", "12"],
        wrong=[
            ("100", "if all had one sign"),
            ("0", "Each of them misses 0"),
            ("50", "they take away"),
            ("1", "don't cancel so well"),
            ("30", "About 10"),
        ],
    ),
    "relu": Guesses(
        truth="0.14",
        right=["0.14", "0.141", "2 ** 0.5 / 10"],
        wrong=[
            ("0.1", "without an activation"),
            ("0.2", "four times the squares"),
            ("0.05", "the weights have to give"),
            ("0.07", "have to be larger"),
            ("1.4", "It multiplies the 0.1"),
            ("0.3", "Half of the squares are gone"),
        ],
    ),
    "rescue": Guesses(
        truth="no",
        right=["'no'", "'No'", "False"],
        wrong=[("'yes'", "all pictures look alike"), ("'maybe'", "No. All weights move")],
    ),
    "dead": Guesses(
        truth="0",
        right=["0"],
        wrong=[
            ("61", "before training"),
            ("64", "Even before training"),
            ("32", "enough to learn"),
            ("10", "None: each of them"),
        ],
    ),
    "around": Guesses(
        truth="1.63",
        right=["1.63", "1.05 ** 10"],
        wrong=[
            ("0", "That's the plain chain"),
            ("0.05 ** 10", "That's the plain chain"),
            ("0.5", "that's passed on is missing"),
            ("1.5", "Nearly"),
            ("1", "are added as well"),
            ("1.05", "That's one layer"),
            ("10.5", "a sum"),
            ("3", "and ten of them by"),
        ],
    ),
}
