"""The exercises for chapter 9, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from minigrad.course.checking import (
    call,
    exercise,
    hint_for,
    library_of,
    numbers,
    of_the_notebook,
    same,
    short,
)

WIDTH = 100  # of the chapter's layers
LAYERS = ((300, 120), (150, 400))  # inputs, outputs; neither makes a square matrix
# Typical answers for the scale, if n numbers come in and m go out.
FIRST: list[tuple[Callable[[int, int], float], str]] = [
    (
        lambda n, m: 1 / n**0.5,
        "That preserves the sizes without an activation, but relu removes half of the squares.",
    ),
    (
        lambda n, m: (2 / m) ** 0.5,
        "Each sum runs over the numbers that come *in*, not the numbers that go out.",
    ),
    (
        lambda n, m: 1 / m**0.5,
        "Each sum runs over the numbers that come *in*. You also left out relu.",
    ),
    (
        lambda n, m: 2 / n**0.5,
        "Half of the squares are gone, so the sizes need a factor of √2, not 2.",
    ),
    (lambda n, m: 2 / n, "That's the mean square of the weights. Their size is its square root."),
    (
        lambda n, m: 1 / n,
        "A sum of n such products has a size of √n, not n. You also left out relu.",
    ),
    (
        lambda n, m: (2 / (n + m)) ** 0.5,
        (
            "That's a compromise between the two directions, without relu. Here, only the "
            "forward pass counts."
        ),
    ),
    (lambda n, m: (0.5 / n) ** 0.5, "The factor for relu makes the weights larger, not smaller."),
    (
        lambda n, m: (2 * n) ** 0.5,
        (
            "Your weights grow with n, but the more numbers there are in a sum, the smaller the "
            "weights have to be."
        ),
    ),
    (
        lambda n, m: 2**0.5,
        "You have the √2 for relu, but you left out the number of products in a sum.",
    ),
    (
        lambda n, m: right_scale(WIDTH, m),
        f"That's right for {WIDTH} inputs, but your function receives the number of inputs.",
    ),
    (
        lambda n, m: (n / 2) ** 0.5,
        "That's upside down. The more numbers come in, the smaller the weights have to be.",
    ),
    (
        lambda n, m: 2**0.5 / n,
        "A sum of n such products has a size of √n, not n, so divide √2 by √n.",
    ),
    (lambda n, m: 1.0, "The weights still have a size of 1."),
    (
        lambda n, m: 0.0,
        "All weights are 0. If you wrote `//`: it rounds down, so 2 // inputs is 0.",
    ),
]


ALIKE = (
    "The size is right, but the formula needs weights that are random and 0 on average. Equal "
    "weights make all units alike, and a sum of n equal products grows with n, not √n."
)


@exercise(
    "first",
    keep="With relu, weights of size √(2 / n) keep the values the same size.",
    hints=[
        "How many products are there in each sum, `inputs` or `outputs`?",
        "Without an activation, the size is 1/√n. What does relu do to the squares?",
        "`(2 / inputs) ** 0.5`",
    ],
)
def first(first_weights: Callable[..., Any]) -> str | None:
    sizes, are_random = [], True
    for inputs, outputs in LAYERS:
        weights = call(first_weights, inputs, outputs)
        if weights is None:
            return "Your function returned nothing. Is there a `return`?"
        values = np.asarray(numbers(weights), float)
        if values.shape != (outputs, inputs):
            return (
                f"Return a matrix with `outputs` rows, {outputs} by {inputs} for {inputs} inputs."
            )
        sizes.append(float(np.sqrt((values**2).mean())))
        spread = min(values.std(axis=0).mean(), values.std(axis=1).mean())
        are_random = are_random and spread > 0.9 * sizes[-1]
    for scale, says in [(right_scale, ""), *FIRST]:
        if np.allclose(sizes, [scale(*layer) for layer in LAYERS], rtol=0.03):
            return says or (None if are_random else ALIKE)
    wanted = right_scale(*LAYERS[0])
    return (
        f"For {LAYERS[0][0]} inputs, the size should be {wanted:.3f}, but yours is {sizes[0]:.3g}."
    )


def right_scale(inputs: int, outputs: int) -> float:
    return float((2 / inputs) ** 0.5)


@exercise(
    "double",
    keep=(
        "A parameter has to be changed in place, without recording the change. A new tensor with "
        "the same name changes nothing."
    ),
    hints=[
        "What does `p = p * 2` do to the tensor that the model holds?",
        "Change `p` in place, unrecorded. And which of the parameters are biases?",
        "Put `with mg.no_grad():` around the loop, and `if p.dim() == 2:` around `p *= 2`.",
    ],
    meanings=[
        (
            r"leaf Variable that requires grad",
            "A parameter is a leaf, so the change must not be recorded. Use `no_grad()`.",
        ),
        (
            r"has no attribute '(weight|bias)'",
            "Here, the model has several layers. Go through `model.parameters()`.",
        ),
    ],
)
def double(doubled: Callable[..., Any]) -> str | None:
    mg = library_of(doubled)
    mg.manual_seed(0)
    # Without the first bias, the weights aren't every other parameter.
    first_layer = mg.nn.Linear(3, 2, bias=False)
    model = mg.nn.Sequential(first_layer, mg.nn.ReLU(), mg.nn.Linear(2, 1))
    before = [np.array(p.tolist()) for p in model.parameters()]
    weights = tables(model)
    result = call(doubled, model)
    if result is None:
        return "Your function returned nothing. Return the model."
    if not hasattr(result, "parameters"):
        return f"Return the model. Your function returned {short(result)}."
    after = [np.array(p.tolist()) for p in result.parameters()]
    if same(after, before):
        return (
            "The model hasn't changed. A new tensor isn't part of the model, even if you name it "
            "`p`, so change the model's own tensors in place. If you do, print which of them your "
            "code gets to."
        )
    if same(after, [2 * old for old in before]):
        return "You also doubled the biases. They have one dimension, so `p.dim()` is 1."
    if same(after, [old * (2 if old.ndim == 1 else 1) for old in before]):
        return "You doubled the biases, but not the weights."
    for old, new in zip(before, after, strict=True):
        kind, wanted = ("weight", 2 * old) if old.ndim == 2 else ("bias", old)
        if not same(new, wanted):
            return (
                f"A {kind} of {short(old)} should be {short(wanted)} afterward. Yours is "
                f"{short(new)}."
            )
    if any(old is not new for old, new in zip(weights, tables(result), strict=True)):
        return (
            "The numbers are right, but they're in new parameters. An optimizer would still hold "
            "the old ones."
        )
    if not all(p.requires_grad for p in result.parameters()):
        return "The numbers are right, but the weights no longer require a gradient."
    return None


def tables(model: Any) -> list[Any]:
    return [p for p in model.parameters() if p.dim() == 2]


# Also with zeros in other columns, a row of zeros, and a unit that always responds alike.
HIDDEN = (
    [[0.0, 1.5, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.5, 3.0], [0.0, 0.0, 0.0, 0.0, 0.0]],
    [[0.0, 1.5], [0.0, 1.5], [0.0, 1.5], [0.0, 1.5]],
    [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [1e-6, 0.0, 0.0, 2.5]],  # a late, weak response
    [[0.0, 0.0], [0.0, 0.0]],
)
DEAD = [2, 1, 2, 2]
COUNTS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda h: (h == 0).sum(), "You counted zeros. A unit is dead if its whole column is 0."),
    (
        lambda h: (h == 0).all(axis=1).sum(),
        (
            "You counted the examples for which no unit responds. Those are rows, but a unit is "
            "a column."
        ),
    ),
    (
        lambda h: (h == 0).any(axis=0).sum(),
        "You also counted units that are 0 for only *some* examples. `all` checks a whole column.",
    ),
    (lambda h: (h > 0).any(axis=0).sum(), "That's the number of units that are alive."),
    (
        lambda h: (h > 0).all(axis=0).sum(),
        "You counted the units that respond to every example.",
    ),
    (
        lambda h: (h == 0).all(axis=0).mean(),
        "That's the fraction of dead units. Count the dead units instead.",
    ),
    (
        lambda h: (h == 0).all(axis=0),
        "You returned True or False for each unit. Add them up to count the dead units.",
    ),
    (lambda h: (h[0] == 0).sum(), "You looked only at the first example."),
    (
        lambda h: (h == 0).all() * 1,
        "Without `dim`, `all` returns a single answer for the whole table.",
    ),
    (lambda h: (h == 0).all(), "Without `dim`, `all` returns a single answer, not a number."),
]


@exercise(
    "count",
    keep="A relu unit is dead if it outputs 0 for every example: `(hidden == 0).all(dim=0)`.",
    hints=[
        "Is a unit a row of the table, or a column?",
        "Where is `hidden == 0` true for a dead unit?",
        "`(hidden == 0).all(dim=0).sum()`.",
    ],
)
def count(dead_units: Callable[..., Any]) -> str | None:
    mg = library_of(dead_units)
    result = [call(dead_units, mg.tensor(table)) for table in HIDDEN]
    if result[0] is None:
        return "Your function returned nothing. Is there a `return`?"
    arrays = [np.array(table) for table in HIDDEN]
    typical = [([numbers(made(array)) for array in arrays], says) for made, says in COUNTS]
    if hint := hint_for(result, typical):
        return hint
    for table, dead, said in zip(HIDDEN, DEAD, result, strict=True):
        if not same(said, dead):
            number = "one unit is" if dead == 1 else "two units are"
            return f"In {short(table)}, {number} dead. Your function returned {short(said)}."
    return None


RUNS = ([0.125, 0.25, 0.5, 1.0], [8.0, 1.0, 2.0], [0.3, 0.7, 0.2, 0.9, 2.4])
FACTORS: list[tuple[Callable[[list[float]], float], str]] = [
    (
        lambda s: (s[-1] / s[0]) ** (1 / (len(s) - 1)),
        "That's the factor on the way up, but gradients flow from the last layer to the first.",
    ),
    (
        lambda s: (s[0] / s[-1]) ** (1 / len(s)),
        "The number of steps from the first size to the last is one less than the number of sizes.",
    ),
    (
        lambda s: s[0] / s[-1],
        "That's the combined factor for all layers. To get the factor for one layer, take a root.",
    ),
    (
        lambda s: s[0] / s[-1] / (len(s) - 1),
        (
            "Factors multiply, so the factor for one layer is a root of the whole, not a "
            "fraction of it. A root is `** (1 / m)`, with the parentheses."
        ),
    ),
    (
        lambda s: s[0] / s[-1] / len(s),
        (
            "Factors multiply, so the factor of each layer is a root, and there are "
            "`len(sizes) - 1` of them."
        ),
    ),
    (
        lambda s: (s[0] - s[-1]) / (len(s) - 1),
        "That's what each layer *adds*. What does it multiply by?",
    ),
    (lambda s: s[-2] / s[-1], "That's only the last layer's factor."),
    (lambda s: s[0] / s[1], "That's only the first layer's factor."),
    (
        lambda s: float(np.mean([a / b for a, b in pairwise(s)])),
        (
            "That's the mean of the factors, but if every layer had that factor, the overall "
            "change would be different. Take a root."
        ),
    ),
    (
        lambda s: float(np.exp(-np.polyfit(range(len(s)), np.log(s), 1)[0])),
        (
            "That's the factor of a straight line through the logarithms of all the sizes, and a "
            "good estimate. Here, take the root of the first size divided by the last."
        ),
    ),
    (
        lambda s: (s[0] / s[-1]) ** (len(s) - 1),
        (
            "Raising the overall factor to the number of layers multiplies even more. A root "
            "undoes the multiplication."
        ),
    ),
]


@exercise(
    "factor",
    keep=(
        "Factors multiply, so one layer's factor is a root of the overall factor. There's one "
        "fewer factor than there are sizes."
    ),
    hints=[
        (
            "By what factor did the size change overall, from the last size in the list to "
            "the first?"
        ),
        "If there are four sizes, how many layers lie between them?",
        "`(sizes[0] / sizes[-1]) ** (1 / (len(sizes) - 1))`.",
    ],
)
def factor(answer: Callable[..., Any]) -> str | None:
    if name := of_the_notebook(answer, "sizes", "around", "kept", "values", "pictures"):
        return f"`{name}` is one of the notebook's lists. Your function receives a list of its own."
    result = [call(answer, list(run)) for run in RUNS]
    if result[0] is None:
        return "Your function returned nothing. Is there a `return`?"
    wanted = [(run[0] / run[-1]) ** (1 / (len(run) - 1)) for run in RUNS]
    if says := hint_for(result, [([made(run) for run in RUNS], says) for made, says in FACTORS]):
        return says
    for run, right, gave in zip(RUNS, wanted, result, strict=True):
        if same(gave, right):
            continue
        if run is RUNS[0]:
            return (
                f"For {RUNS[0]}, the factor is {short(right)}. Your function returns {short(gave)}."
            )
        return (
            f"Your function is right for the example, but for {run}, the factor is "
            f"{right:.6g}, not {short(gave)}."
        )
    return None


STEP = 0.25
GIVEN = [[1.0, -2.0, 0.5], [0.0, 3.0, -1.0], [-0.5, 1.0, 2.0]]


@exercise(
    "block",
    keep=(
        "A block that starts out adding nothing passes its input on unchanged, and it can "
        "still learn."
    ),
    hints=[
        "What does `Block` contribute at the start, and which layer decides that?",
        "Which weights make that 0?",
        "Use `mg.nn.init.zeros_(self.second.weight)`, and do the same for its bias.",
    ],
    meanings=[
        (
            r"'Linear' object has no attribute '(fill|zero)_'",
            "`zeros_` fills a tensor. Pass the layer's `weight`, and then its `bias`.",
        ),
        (
            r"shapes cannot be multiplied|size of tensor|must match",
            "The check created a block of another width, so both layers have to be `width` wide.",
        ),
        (
            r"before Module.__init__",
            (
                "Call `super().__init__()` first, because it sets up the place where layers are "
                "registered."
            ),
        ),
    ],
)
def block(made: Any) -> str | None:
    if not isinstance(made, type):
        return 'Pass the class itself, by its name: `check("block", Begins)`.'
    mg = library_of(vars(made).get("forward", made))
    mg.manual_seed(0)
    one = call(made, 3)
    h = mg.tensor(GIVEN)
    result = call(one, h)
    if result is None:
        return "`forward` returned nothing. Is there a `return`?"
    if len(tables(one)) < 2:
        return f"The block needs two layers with their own weights. Yours has {len(tables(one))}."
    return (
        _beginning(result, h, one) or _learning(mg, made, h) or _bend(mg, one) or _corner(mg, made)
    )


def _beginning(result: Any, h: Any, one: Any) -> str | None:
    if same(result, h.tolist()):
        return None
    if same(result, (0 * h).tolist()):
        return "The block returns 0. Its input has to go around the layers: `h + ...`."
    if same(result, h.relu().tolist()):
        return "You cut off everything below 0. relu belongs between the layers, and only there."
    if same(result, (2 * h).tolist()):
        return "You added `h` twice."
    for name, p in one.named_parameters():
        if all(same(row, p.tolist()) for row in result - h):
            return f"The weights have no effect at first, but the block still adds `{name}`."
    return (
        f"At first, your block returns {short(result[0])} for {short(h[0])}, but it should add 0."
    )


def _bend(mg: Any, one: Any) -> str | None:
    """Check that the block, with random parameters, adds something nonlinear."""
    with mg.no_grad():
        for p in one.parameters():
            p.normal_()
        x = mg.tensor(GIVEN)
        up, down, at_zero = (call(one, z) - z for z in (x, -x, 0 * x))
    if same(up.tolist(), (0 * up).tolist()):
        return "Your block returns its input, whatever its weights learn."
    if same((up + down).tolist(), (2 * at_zero).tolist()):
        return "There's no relu between the two layers."
    with mg.no_grad():
        x, y = (10 * mg.rand(50, 3) for _ in range(2))  # a relu of these changes nothing
        ends, middle = call(one, x) - x + call(one, y) - y, call(one, (x + y) / 2) - (x + y) / 2
    if same(ends.tolist(), (2 * middle).tolist()):
        return (
            "For inputs above 0, what your block adds has no corner, as if the relu came before "
            "the first layer. It belongs between the two."
        )
    return None


def _corner(mg: Any, made: Any) -> str | None:
    """Check that what the block adds has a corner, and is flat on just one side of it.

    If all parameters are 1, all hidden units of a block of width 1 have the same corner.
    """
    one = call(made, 1)
    with mg.no_grad():
        for p in one.parameters():
            p.fill_(1.0)
    x = mg.arange(-20.0, 20.0, STEP).reshape(-1, 1).requires_grad_()
    x.grad = 0 * x.detach()
    result = call(one, x)
    result.sum().backward()
    rises = np.diff((result - x).flatten().tolist())
    is_flat = [same(rises[end], 0) for end in (0, -1)]
    if all(is_flat):
        return (
            "Your block can learn, but it levels off for large values, and the exercise asks for "
            "a relu."
        )
    if not any(is_flat):
        return (
            "Your block can learn, but what it adds slopes on both sides. With a relu between its "
            "layers, it's flat on one of them."
        )
    bends = [i for i, (left, right) in enumerate(pairwise(rises)) if not same(left, right)]
    if bends[-1] - bends[0] > 1:
        return (
            "Your block can learn, but what's between its layers bends gradually. A relu is 0 up "
            "to a corner, and a straight line from there."
        )
    shares = [(x.grad[end].item() - 1) * STEP for end in (0, -1)]  # without that of `h` itself
    if not same(shares, [rises[0], rises[-1]]):
        return (
            "Your block's values are right, but part of the gradient for `h` is missing, so the "
            "layers below it learn from the wrong one. Did you detach something?"
        )
    return None


def _learning(mg: Any, made: Any, h: Any) -> str | None:
    mg.manual_seed(0)
    one = call(made, 3)
    before = [t.tolist() for t in tables(one)]
    optimizer = mg.optim.SGD(one.parameters(), lr=0.05)
    for _ in range(2):
        out = call(one, h)
        if not out.requires_grad:
            return "The result is cut off from the weights, so they can't learn."
        optimizer.zero_grad()
        ((out - 1) ** 2).sum().backward()
        optimizer.step()
    still = [same(t.tolist(), old) for t, old in zip(tables(one), before, strict=True)]
    if not all(t.requires_grad for t in tables(one)):
        return "One of the layers is frozen, so it can't learn."
    if all(still):
        return (
            "Your block starts out well, but no weight ever moves, because the gradient of every "
            "weight is 0, and at most a bias learns. It's enough to have zeros in one place, with "
            "something random before it and no relu after it, because the slope of relu at 0 is 0."
        )
    if any(still):
        return (
            "Your block starts out well, but one of its weight matrices hasn't moved in two steps."
        )
    return None


EXERCISES = (first, double, count, factor, block)
