"""Facts in the exam's key, each with a check on the program that the key explains.

The key says which one comes first, which one is larger, and what does what. So each fact has a
pattern for such a sentence, and a function that's true if the sentence is. It receives the
program's names after the program has run, and the words that the pattern found.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import minigrad as mg
from minigrad.teaching.exam.answering import Run
from minigrad.teaching.exam.question import ERROR, Question

PLACES = ("first", "second", "third")
COLUMNS = ("training", "validation", "test")


def program(question: Question, values: dict[str, Any]) -> Any:
    """Run a drawn question's program; return its names, its answer, and what was drawn."""
    run = Run(values)
    run.execute(question.before)
    try:
        run.execute(question.code)
        answer = run.value(question.answer)
    except RuntimeError:
        answer = ERROR
    more = {"again": lambda **others: program(question, {**values, **others})}
    return SimpleNamespace(**run.names, **more, answer=answer, draws=values)


def place_of(word: str) -> int:
    return PLACES.index(word)


def switched_off_by(p: Any, call: str) -> str:
    """Return what a call switches off if it's the only one."""
    p.model.train()
    if call == "eval":
        p.model.eval()
    with mg.set_grad_enabled(call != "no_grad"):
        result = p.model(mg.ones(1, p.draws["m"]))
    off = {"dropout": not p.model.training, "recording": not result.requires_grad}
    return ", ".join(what for what, is_off in off.items() if is_off)


def keeps_graphs(p: Any, loop: str) -> bool:
    n = p.draws["n"]
    return all(hasattr(one, "grad_fn") for one in (p.kept[:n], p.kept[n:])[place_of(loop)])


def jacobian(p: Any) -> list[list[float]]:
    """Return the slopes of y = x * x for each output along each input."""
    y = p.x * p.x
    return [mg.autograd.grad(one, p.x, retain_graph=True)[0].tolist() for one in y]


def order_of_error(p: Any) -> int:
    """Return the power of h with which a difference quotient's error shrinks."""
    x = mg.tensor(float(p.draws["a"]), dtype=mg.float64, requires_grad=True)
    p.f(x).backward()
    errors = [abs(p.again(h=h).near - x.grad.item()) for h in (0.5, 0.25)]
    return {2: 1, 4: 2}[round(errors[0] / errors[1])]


def layers(p: Any) -> dict[str, list[tuple[str, str]]]:
    """Return "there" or "none", and "yes" or "no", for the parameters of each printed layer."""
    rows = [line.split() for line in p.shown.splitlines()[1:]]
    names = [p.draws[each] for each in ("one", "two", "three")]
    return {
        place: [(row[1], row[2]) for row in rows if row[0].startswith(f"{name}.")]
        for place, name in zip(("first", "middle", "last"), names, strict=True)
    }


def has_gradients(p: Any, layer: str) -> bool:
    return all(gradient == "there" for gradient, _ in layers(p)[layer])


def gradients(p: Any) -> set[str]:
    return {gradient for rows in layers(p).values() for gradient, _ in rows}


FACTS: tuple[tuple[str, Callable[..., bool]], ...] = (
    (
        r"[Rr]ecording is (on|off)",
        lambda p, state: (p.answer == ERROR) == (state == "on"),
    ),
    (
        r"(\d) times the (\w+) row of A plus the (\w+) row",
        lambda p, k, i, j: bool((p.x.grad == int(k) * p.A[place_of(i)] + p.A[place_of(j)]).all()),
    ),
    (
        r"[Zz]eroing (before|between)",
        lambda p, when: (p.w.item() != p.draws["a"]) == (when == "before"),
    ),
    (
        r"steps are (\d), (\d), and (\d) times 0\.1 · (\d+)",
        lambda p, *n: (
            abs(p.draws["a"] - p.w.item() - 0.1 * int(n[3]) * sum(map(int, n[:3]))) < 1e-5
        ),
    ),
    (
        r"first (\d+), and then ([\d.]+) · \1 \+ \1, so the second step is (longer|shorter)",
        lambda p, s, m, second: (
            (p.draws["a"] - p.w.item() > 2 * 0.1 * int(s)) == (second == "longer")
        ),
    ),
    (r"in proportion to h", lambda p: order_of_error(p) == 1),
    (r"with the square of h", lambda p: order_of_error(p) == 2),
    (
        r"which is (\d) for the right class and (\d) for",
        lambda p, right, other: all(
            round((1 / p.draws["k"] - g), 4) == int(right if i == p.draws["label"] else other)
            for i, g in enumerate(p.z.grad.tolist())
        ),
    ),
    (
        r"row's (largest|smallest) logit, counted from (\d)",
        lambda p, which, first: (
            [
                row.index({"largest": max, "smallest": min}[which](row)) + int(first)
                for row in p.logits.tolist()
            ]
            == p.answer
        ),
    ),
    (
        r"relu gives 0, its slope is (\d).*Elsewhere its slope is (\d), times the (\d+)",
        lambda p, zero, other, k: (
            p.x.grad.tolist() == [int(k) * int(other if x > 0 else zero) for x in p.x.tolist()]
        ),
    ),
    (
        r"(\d) divided by the (largest|smallest) curvature, which is (\d+) · 2, along `w\[(\d)\]`",
        lambda p, two, which, half, i: (
            p.curvatures()[int(i)]
            == {"largest": max, "smallest": min}[which](p.curvatures())
            == 2 * int(half)
            and abs(int(two) / p.curvatures()[int(i)] - p.answer) < 1e-5
        ),
    ),
    (
        r"along x is 2xw, which changes with w at a rate of (\d)x",
        lambda p, k: p.w.grad.item() == int(k) * p.x.item(),
    ),
    (
        r"The (\w+) letter sees only itself, so it receives (\d+)",
        lambda p, i, value: p.values[place_of(i)] == p.out[place_of(i)] == int(value),
    ),
    (
        r"The (\w+) letter sees both, with equal weights",
        lambda p, i: p.out[place_of(i)] == p.values.mean(),
    ),
    (
        r"`x` is (\w+) and `y` is (\w+)",
        lambda p, x, y: (p.x.dtype, p.y.dtype) == (getattr(mg, x), getattr(mg, y)),
    ),
    (
        r"convert the (smaller|larger) dtype",
        lambda p, which: ((p.x + p.y).dtype == mg.float64) == (which == "smaller"),
    ),
    (r"`ones` makes (\w+)", lambda p, kind: mg.ones(1).dtype == getattr(mg, kind) == p.y.dtype),
    (
        r"`(\w+)` (shares|copies) the table",
        lambda p, call, does: (
            f"{call}(" in p.draws["made"] and (p.x[0] == p.table[0]) == (does == "shares")
        ),
    ),
    (
        r"(?:NumPy's default is|so the dtype is|makes the dtype|integers, the dtype is) (\w+)",
        lambda p, kind: p.x.dtype == getattr(mg, kind),
    ),
    (r"The norm is (\d+)", lambda p, norm: p.slopes.norm() == int(norm)),
    (
        r"Use the (\w+) set to choose\. The (\w+) set had no part",
        lambda p, chosen, reported: (
            p.answer == p.pick(p.best(COLUMNS.index(chosen)), COLUMNS.index(reported))
        ),
    ),
    (r"`(\w+)\(\)` switches (\w+) off", lambda p, call, off: switched_off_by(p, call) == off),
    (r"the (\w+) loop, the list keeps each loss", keeps_graphs),
    (r"the (\w+) loop, the list keeps only numbers", lambda p, loop: not keeps_graphs(p, loop)),
    (r"none of the parameters has a gradient", lambda p: gradients(p) == {"none"}),
    (r"The (\w+) layer's names are missing", lambda p, layer: not layers(p)[layer]),
    (
        r"The (\w+) layers have gradients, but the (\w+) layer has none",
        lambda p, some, none: has_gradients(p, some) and not has_gradients(p, none),
    ),
    (
        r"All parameters have gradients, but some of the parameters don't move",
        lambda p: gradients(p) == {"there"} and "no" in p.shown.split(),
    ),
    (
        r"`out` is the (\w+) weight times (\d+)",
        lambda p, i, v: abs((p.weights[place_of(i)] * int(v) - p.out).item()) < 1e-4,
    ),
    (
        r"the last product is `(g @ A|A @ g)`",
        lambda p, product: (
            eval(product, {"A": p.A, "g": mg.tensor(p.answer[4])}).tolist() == p.answer[5]
        ),
    ),
    (
        r"only the (first|second) (?:output|one)",
        lambda p, one: bool((p.x.grad == mg.tensor(jacobian(p)[place_of(one)])).all()),
    ),
    (
        r"doesn't depend on the (\w+) input",
        lambda p, other: p.x.grad[place_of(other)] == 0,
    ),
    (
        r"The (\w+) output depends only on the (\w+) input, so the (\w+) slope is 0",
        lambda p, one, own, other: (
            [bool(slope) for slope in jacobian(p)[place_of(one)]]
            == [place == own for place in PLACES[:2]]
            and p.x.grad[place_of(other)] == 0
        ),
    ),
    (
        r"(?:`x`|input of relu) is (negative|positive)",
        lambda p, sign: (p.x < 0).item() == (sign == "negative"),
    ),
)
