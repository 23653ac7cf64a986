"""Questions that give a result and ask students to explain it in one or two sentences."""

from ..question import OTHER, SMALL, Question, leaf

WHY = (
    "`{what}` is {result}. Some students would expect {expected}. Explain in one or two sentences "
    "why it's {result}."
)


def _why(chapter: str, what: str, /, **rest: object) -> Question:
    asks = WHY.replace("{what}", what)
    return Question(chapter=chapter, asks=asks, kind="why", **rest)  # type: ignore[arg-type]


QUESTIONS = (
    _why(
        "2",
        "x.grad",
        draws={"a": SMALL, "b": OTHER},
        code=leaf("x", "[{a}.0, {b}.0]") + "y = x * x\ny.backward(mg.tensor([1.0, 0.0]))\n",
        answer="x.grad",
        holds="[2.0 * {a}, 0.0]",
        because="With 1 and 0, only the first output is differentiated, and it doesn't "
        "depend on the second input. As a formula, which also earns "
        "all points, `x.grad` is [1 · 2 · {a}, 0 · 2 · {b}].",
        marks={
            "The vector weights the outputs, so `y[1]` gets 0.": 2,
            "So `x[1]`, which only `y[1]` uses, gets 0.": 1,
        },
        wrong={"[2.0 * {a}, 2.0 * {b}]": "`backward` always gives the slope of everything"},
        ideas=("weighted",),
    ),
    _why(
        "4",
        "w.grad",
        draws={"a": SMALL, "n": (2, 3, 4)},
        code=leaf("w", "11.0")
        + "for step in range({n}):\n    loss = {a} * w\n    loss.backward()\n",
        answer="w.grad",
        holds="{a} * {n}.0",
        because="Each pass adds its gradient, {a}, to `w.grad`, and nothing clears it in between, "
        "so after {n} passes it's {n} · {a}.",
        marks={
            "A backward pass adds to `.grad` instead of replacing it.": 2,
            "There are {n} passes of {a} each.": 1,
        },
        wrong={"{a}.0": "each pass replaces the gradient of the previous one"},
        ideas=("passes add up",),
    ),
    _why(
        "3",
        "x.grad",
        draws={"a": SMALL, "k": (2, 3, 10)},
        code=leaf() + "y = x * x\nz = {k} * y.detach() + x\nz.backward()\n",
        answer="x.grad",
        holds="1.0",
        because="`detach()` cuts the path from `z` back to `y`, so the square is a constant. Only "
        "`+ x` is left, and its slope is 1.",
        marks={
            "`detach()` cuts the graph, so no gradient flows back through the square.": 2,
            "The other path, `+ x`, still leads to `x`, with a slope of 1.": 1,
        },
        wrong={"2.0 * {k} * {a} + 1": "`detach()` changes only the value"},
        ideas=("constant",),
    ),
    _why(
        "9",
        "x.grad",
        draws={"a": SMALL, "b": OTHER},
        code=leaf("x", "-{a}.0") + "y = {b} * mg.relu(x)\n((y - 1) ** 2).backward()\n",
        answer="abs(x.grad)",
        holds="0.0",
        because=(
            "`x` is negative, so relu gives 0, and its slope there is 0. The slope of the loss "
            "is multiplied by that 0, so nothing arrives, although the loss isn't 0. Also "
            "complete: near this `x`, `y` stays 0, so the loss doesn't change."
        ),
        marks={
            "The input of relu is negative, where its slope is 0.": 2,
            "Slopes along a chain are multiplied, so a single 0 stops everything behind it.": 1,
        },
        wrong={"-2.0 * {b}": "relu passes gradients on, whatever its input is"},
        ideas=("relu",),
    ),
)
