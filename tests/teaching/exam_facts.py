"""Facts in the exam's key, each with a check on the program that the key explains.

The key says which one comes first, which one is larger, and what does what. So each fact has a
pattern for such a sentence, and a function that's true if the sentence is. It receives the
program's names after the program has run, and the words that the pattern found.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import minigrad as mg
from minigrad.course.checking import same
from minigrad.teaching.exam.answering import Run
from minigrad.teaching.exam.question import ERROR, Line, Question

PLACES = ("first", "second", "third")
COLUMNS = ("training", "validation", "test")


def program(question: Question | Line, values: dict[str, Any]) -> Any:
    """Run a drawn question's program; return its names, its answer, and what was drawn."""
    if isinstance(question, Line):
        code, asked_for = question.code.replace("____", question.right[0]), "None"
    else:
        code, asked_for = question.code, question.answer
    run = Run(values)
    run.execute(question.before)
    try:
        run.execute(code)
        answer = run.value(asked_for)
    except RuntimeError:
        answer = ERROR
    again = {"again": lambda **others: program(question, {**values, **others})}
    own = {"answer": answer, "draws": values, "code": run.filled(code)}
    return SimpleNamespace(**{**run.names, **again, **own})


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


def users(p: Any, name: str) -> set[str]:
    """Return the names of the tensors whose nodes use a tensor's node."""
    node = getattr(p, name).grad_fn
    own = {each: getattr(p, each).grad_fn for each in "abcz"}
    return {each for each, user in own.items() if node in dict(user.next_functions)}


def comes(p: Any, name: str, when: str) -> bool:
    """Return whether a node runs before, or after, all nodes that use its result."""
    order = p.answer.split(", ")
    turns = [order.index(user) < order.index(name) for user in users(p, name)]
    return all(turns) if when == "after" else not any(turns)


def are_leaves(p: Any, *names: str) -> list[bool]:
    return [getattr(p, name).is_leaf for name in names]


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
        r"A sum would convert the (smaller|larger) dtype, but a matrix product refuses",
        lambda p, which: (
            p.answer == ERROR and ((p.x + p.y).dtype == mg.float64) == (which == "smaller")
        ),
    ),
    (r"`ones` makes (\w+)", lambda p, kind: mg.ones(1).dtype == getattr(mg, kind) == p.y.dtype),
    (
        r"`(\w+)` (shares|copies) the table('s memory, so any change to the table also shows up)?",
        lambda p, call, does, shown: (
            f"{call}(" in p.draws["made"]
            and (p.x[0] == p.table[0]) == (does == "shares") == bool(shown)
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
    (
        r"The backward pass worked, but none of the parameters has a gradient",
        lambda p: gradients(p) == {"none"},
    ),
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
        r"The vector weights the outputs, so `y\[(\d)\]` gets 0",
        lambda p, i: bool((p.x.grad == mg.tensor(jacobian(p)[1 - int(i)])).all()),
    ),
    (
        r"So `x\[(\d)\]`, which only `y\[(\d)\]` uses, gets 0",
        lambda p, x, y: (
            p.x.grad[int(x)] == 0
            and [i for i, slopes in enumerate(jacobian(p)) if slopes[int(x)]] == [int(y)]
        ),
    ),
    (
        r"(?:`x`|input of relu) is (negative|positive)",
        lambda p, sign: (p.x < 0).item() == (sign == "negative"),
    ),
    (
        r"It's (negative|positive) to the (left|right) of (\d+), and 0 at \3",
        lambda p, sign, side, b: (
            (p.again(a=int(b) + {"left": -1, "right": 1}[side]).x.grad.item() < 0)
            == (sign == "negative")
            and p.again(a=int(b)).x.grad == 0
        ),
    ),
    (
        r"(\d+) is added at every x, so it (\w+)'t make the curve steeper",
        lambda p, b, does: (p.again(b=int(b) + 1).x.grad == p.x.grad) == (does == "doesn"),
    ),
    (
        r"uses of `x` sends a share: (\d), (\d), and (\d). The shares (\w+) up",
        lambda p, *n: (p.x.grad == sum(map(int, n[:3]))) == (n[3] == "add"),
    ),
    (
        r"operations made `(\w)` and `(\w)`, and none made `(\w)`",
        lambda p, *names: are_leaves(p, *names) == [False, False, True],
    ),
    (
        r"operation made `(\w)`, but none made `(\w)` or `(\w)`",
        lambda p, *names: are_leaves(p, *names) == [False, True, True],
    ),
    (
        r"A leaf (\w+)'t have to require grad, and `(\w)` (\w+)'t",
        lambda p, may, name, does: (
            getattr(p, name).is_leaf
            and not getattr(p, name).requires_grad
            and (may, does) == ("doesn", "doesn")
        ),
    ),
    (
        r"`s` is used (twice|once), so it receives 1 \+ (\d+)\. It passes on 2 · (\d+) times",
        lambda p, uses, b, a: (p.x.grad == 2 * int(a) * (1 + int(b))) == (uses == "twice"),
    ),
    (
        r"Lined up from the (\w+), 1 meets (\d+), and (\d+) meets nothing, so both",
        lambda p, side, n, m: (
            p.p.shape[{"left": 0, "right": -1}[side]] == 1
            and (p.t.shape, p.p.shape[0]) == ((int(n),), int(m))
        ),
    ),
    (
        r"`b` was used in (\d+) (row|column)s, and it receives a share of 1 from each (\w+)",
        lambda p, n, kind, each: (
            p.A.shape[{"row": 0, "column": 1}[kind]] == int(n) == p.b.grad[0] and each == kind
        ),
    ),
    (
        r"combines a (row|column) of `A` with a (row|column) of `B`, (\w+) up (\d+) products",
        lambda p, a, b, does, k: (
            p.C.shape
            == (p.A.shape["row column".find(a) // 4], p.B.shape["row column".find(b) // 4])
            and (p.C[0, 0] == int(k)) == (does == "adding")
        ),
    ),
    (
        r"The (\w+) pass frees the values.*, so the (\w+) pass can't find them",
        lambda p, frees, fails: (
            p.answer == ERROR and p.x.grad is not None and (frees, fails) == PLACES[:2]
        ),
    ),
    (
        r"a leaf (?:that requires grad )?(can't|may) be changed in place",
        lambda p, may: (p.answer == ERROR) == (may == "can't"),
    ),
    (
        r"The step is [\d.]+ times that, (\w+)|and the step is [\d.]+ times that, (\w+)",
        lambda p, *way: (p.w.item() < p.draws["a"]) == ("downhill" in way),
    ),
    (
        r"with (no|a) record of where it came from, so it's a constant",
        lambda p, record: p.c.requires_grad == (record == "a"),
    ),
    (
        r"Each pass (\w+) its slope of (\d+), because the gradient is (\w+) zeroed",
        lambda p, does, a, never: (
            (p.w.grad == int(a) * p.draws["k"]) == ((does, never) == ("adds", "never"))
        ),
    ),
    (
        r"`w` goes (up|down) by 0\.1 · (\d+) three times",
        lambda p, way, s: (
            abs(p.w.item() - p.draws["a"] - {"up": 0.3, "down": -0.3}[way] * int(s)) < 1e-5
        ),
    ),
    (
        r"Each (mean|sum) divides by .*, 2, so the gradients add up to (\w+) the (\w+) of all four",
        lambda p, one, share, of: (
            one == "mean" and p.w.grad == {"twice": 2, "half": 0.5}[share] * getattr(p.x, of)()
        ),
    ),
    (
        r"A step (\w+) `w` by 1 − 2 · (\d+) · lr",
        lambda p, does, c: (
            abs((p.loss(1.001) - p.loss(0.999)) / 0.002 - 2 * int(c)) < 1e-6
            and does == "multiplies"
        ),
    ),
    (
        r"gradient has the shape of the (\w+)\. It's summed (\w+) to the shape of `(\w)`",
        lambda p, of, way, x: (
            of == "result"
            and (way == "down") == (p.y.numel() > getattr(p, x).numel())
            and p.x.grad.shape == getattr(p, x).shape
        ),
    ),
    (
        r"The rule (\w+) up the shares that come back, (\d) \+ (\d) \+ (\d) and 1 \+ 1 \+ 1",
        lambda p, does, *n: (p.w.grad == sum(map(int, n)) + 3) == (does == "adds"),
    ),
    (
        r"so the error (shrinks|grows)",
        lambda p, does: (order_of_error(p) > 0) == (does == "shrinks"),
    ),
    (
        r"(\d+) arrives at `Cube`\. The rule should (\w+) by it, but (\w+)'t, so the (\w+) is only",
        lambda p, k, does, lacks, what: (
            int(k) == p.draws["k"]
            and p.x.grad == 3 * p.draws["a"] ** 2
            and (does, lacks, what) == ("multiply", "doesn", "result")
        ),
    ),
    (
        r"one weight for each pair of an input and an output, and one bias for each (\w+)",
        lambda p, each: p.first.bias.numel() == getattr(p.first, f"{each[:-3]}_features"),
    ),
    (
        r"Along a chain, rates (multiply|add)",
        lambda p, do: (
            (abs(p.again(n=2).x.grad - p.again(n=1).x.grad ** 2).item() < 1e-4)
            == (do == "multiply")
        ),
    ),
    (
        r"so its (\w+) square is (\d+) · s²\. The relu keeps (\w+) of that",
        lambda p, of, n, share: (
            of == "mean"
            and abs(p.size(1.0, int(n)) ** 2 / int(n) - {"half": 0.5, "twice": 2}[share]) < 0.1
        ),
    ),
    (
        r"so `out` is the (\w+) of the values",
        lambda p, of: abs(p.out - getattr(p.values, of)()).item() < 1e-4,
    ),
    (
        r"Each entry receives (\d+) for each time it's looked up, and (\d) if it's (\w+) looked up",
        lambda p, k, none, never: (
            (p.table.grad[1], p.table.grad[2 - p.draws["i"]]) == (int(k), int(none))
            and never == "never"
        ),
    ),
    (
        r"so (later|earlier) changes to the table (\w+)'t reach `x`",
        lambda p, when, do: (when, do) == ("later", "don") and p.x[0] != p.table[0],
    ),
    (
        r"The old gradient, (\d+), is still in `\.grad`, so the (\w+) step moves `w` as well",
        lambda p, a, step: (
            p.w.grad == int(a)
            and abs(p.w.item() - p.draws["b"] + 0.1 * int(a) * (1 + place_of(step))) < 1e-5
        ),
    ),
    (
        r"so both elements are (\w+) by the same factor, and the norm becomes (\d+)",
        lambda p, does, m: (
            does == "multiplied" and abs(p.w.grad - int(m) / 50 * p.slopes).max().item() < 1e-4
        ),
    ),
    (
        r"The graph remembers the (\w+) `w`, so (\w+) passes give 2 · \((\d) − (\d)\)",
        lambda p, which, many, a, b: (
            (which, many, int(a)) == ("first", "both", p.draws["a"])
            and p.w.grad == 2 * (int(a) - int(b))
        ),
    ),
    (
        r"`(\w)` has two users, `(\w)` and `(\w)`, so it has to wait until (\w+) have run",
        lambda p, a, b, c, many: users(p, a) == {b, c} and many == "both",
    ),
    (
        r"`(\w)` is used by `(\w)` and by `(\w)`, so it comes (after|before) both",
        lambda p, a, c, z, when: users(p, a) == {c, z} and comes(p, a, when),
    ),
    (
        r"`(\w)` is used by `(\w)` and by `(\w)`, so it comes (last|first)",
        lambda p, b, c, a, when: (
            users(p, b) == {c, a} and p.answer.split(", ")[{"first": 0, "last": -1}[when]] == b
        ),
    ),
    (
        r"`(\w)` may run (before or after) `(\w)`, as long as `(\w)` has run",
        lambda p, b, _, a, c: users(p, b) == {c} and a not in users(p, b),
    ),
    (
        (
            r"First `v` is the slope at (\d+)\. Then it's ([\d.]+) times that, (\w+) the slope "
            r"at the (\w+) `w`\. Each step is 0\.1 times `v`, (\w+)"
        ),
        lambda p, a, m, sign, at, way: (
            p.answer[0] == 2 * p.draws["c"] * int(a)
            and abs(float(m) * p.answer[0] + 2 * p.draws["c"] * p.answer[1] - p.answer[2]) < 1e-3
            and (sign, at) == ("plus", "new")
            and (p.answer[1] < int(a)) == (way == "downhill")
        ),
    ),
    (
        r"So `w` (doesn't get|gets) all the way back",
        lambda p, does: (abs(p.w.item() - p.draws["a"]) > 0.01) == (does == "doesn't get"),
    ),
    (
        (
            r"The best epoch is the one with a loss of ([\d.]+)\. (\d) epochs (\w+), there's still "
            r"no better epoch, so training stops (\w+) the low loss at the (\w+)"
        ),
        lambda p, low, n, then, when, where: (
            p.losses[p.answer[1]] == float(low)
            and p.answer[0] - p.answer[1] == int(n)
            and p.losses.index(min(p.losses)) == len(p.losses) - 1 > p.answer[0]
            and (then, when, where) == ("later", "before", "end")
        ),
    ),
    (
        r"the name `loss` still has the graph of the (\w+) step",
        lambda p, step: p.loss.item() == p.kept[{"first": p.draws["n"], "last": -1}[step]],
    ),
    (
        r"`(\w+)\(\)` leaves (\w+) on",
        lambda p, call, on: on not in switched_off_by(p, call),
    ),
    (
        r"Neither a mode nor `(\w+)\(\)` does the other's job",
        lambda p, call: switched_off_by(p, "eval") != switched_off_by(p, call),
    ),
    (
        r"The softmax divides 1 and (\d) by their (\w+), 1 \+ (\d)",
        lambda p, r, of, also: (
            (of, r) == ("sum", also) and abs(p.weights[0].item() - 1 / (1 + int(r))) < 1e-4
        ),
    ),
    (
        r"The mask leaves one, two, and three letters to look at.* so the (\w+) are (\(1.*\))\.",
        lambda p, which, rows: same(
            p.weights if which == "rows" else p.weights.T,
            mg.tensor(eval(rows.replace("and", ""))),
        ),
    ),
    (
        r"`z` sends (\d+) and −1 to `y`\. The square (\w+) each of them by 2h",
        lambda p, d, does: (
            p.answer[3] == [int(d), -1]
            and (p.answer[4][0] == int(d) * 2 * p.answer[0][0]) == (does == "multiplies")
        ),
    ),
    (
        r"`(\w) @ \w`, with the gradient at `h` on the (\w+)",
        lambda p, first, side: (first == "g") == (side == "left"),
    ),
    (
        r"The gradient is (\w+) minus (\w+): the probabilities, with 1 (\w+) at index (\d)",
        lambda p, one, other, does, i: (
            (one, other, does) == ("said", "true", "subtracted")
            and abs(p.z.grad - p.z.detach().softmax(0))[int(i)] > 0.99
            and p.z.grad[int(i)] < 0
        ),
    ),
    (
        r"along the right answer's logit, 1 (\w+), because that logit is also (\w+)",
        lambda p, one, does: (
            (p.z.grad[p.draws["label"]] < 0).item() and (one, does) == ("less", "subtracted")
        ),
    ),
    (
        r"A backward pass (\w+) to `\.grad` instead of (\w+) it",
        lambda p, does, other: (
            (p.w.grad == p.draws["a"] * p.draws["n"]) == ((does, other) == ("adds", "replacing"))
        ),
    ),
    (
        r"so the square is a (\w+)\. Only `\+ x` is left, and its slope is (\d)",
        lambda p, kind, slope: kind == "constant" and p.x.grad == int(slope),
    ),
    (
        r"relu gives (\d), and its slope there is (\d).*, although the loss (is|isn't) 0",
        lambda p, value, slope, loss: (
            (p.y == 0 and p.x.grad == 0 and (value, slope) == ("0", "0"))
            and (((p.y - 1) ** 2).item() != 0) == (loss == "isn't")
        ),
    ),
    (
        r"grows by about ([\d.]+), the step, times the slope of (\d)x² at (\d), .* 2 · \2 · \3",
        lambda p, h, k, a: (
            p.answer == round(float(h) * 2 * int(k) * int(a), 2)
            and p.f(10) - p.f(9) == int(k) * (10**2 - 9**2)
        ),
    ),
    (r"slope of x² is (\d)x\.", lambda p, k: p.x.grad == int(k) * p.x),
    (
        r"slope of \(x − (\d)\)² is (\d) · \(x − \1\)",
        lambda p, b, k: p.x.grad == int(k) * (p.x - int(b)),
    ),
    (
        r"No recorded operation made any of them",
        lambda p: are_leaves(p, *(p.draws[name] for name in "pqr")) == [True] * 3,
    ),
    (
        r"sum doesn't save anything for the first pass .* second pass .* is added to the first",
        lambda p: p.x.grad == 2 * p.draws["y"].count("x"),
    ),
    (
        r"slopes, (\d) · (\d) and \1 · (\d), are each multiplied by",
        lambda p, k, a, b: bool((p.x.grad == mg.tensor([int(a), int(b)]) * int(k) * p.v).all()),
    ),
    (r"slope is (\d) · (\d), ", lambda p, k, a: p.w.grad == int(k) * int(a)),
    (r"`c` is (\d) · (\d)", lambda p, k, a: p.c == int(k) * int(a)),
    (
        r"slope is (\d)\. With(out zeroing, gradients add up)?",
        lambda p, s, without: p.w.grad == int(s) * (3 if without else 1),
    ),
    (r"slope is 2 · \((\d) − (\d)\)", lambda p, a, b: p.w.grad == 2 * (int(a) - int(b))),
    (
        r"by 1 − (\d) · (\d+) · lr\. At a learning rate of 1 / (\d+), that factor is −1",
        lambda p, two, c, n: (
            1 - (p.loss(2) - p.loss(0)) / 2 / int(n) == -1 == 1 - int(two) * int(c) / int(n)
        ),
    ),
    (
        r"upstream gradient, (\d+), times the other factor",
        lambda p, g: (p.x.grad, p.y.grad) == (int(g) * p.y, int(g) * p.x),
    ),
    (
        r"For (\d)x³, the central difference is \1 · \((\d)x² \+ h²\)",
        lambda p, k, t: abs(p.near - int(k) * (int(t) * p.draws["a"] ** 2 + p.h**2)) < 1e-3,
    ),
    (
        r"For (\d)x², the one-sided difference is \1 · \((\d)x \+ h\)",
        lambda p, k, t: abs(p.near - int(k) * (int(t) * p.draws["a"] + p.h)) < 1e-3,
    ),
    (r"slope of the cube, (\d) · (\d)²", lambda p, k, a: p.x.grad == int(k) * int(a) ** 2),
    (r"the probability, 1 / (\d+), minus the target", lambda p, k: p.z.numel() == int(k)),
    (
        r"and ([\d.]+) appears (\d) times",
        lambda p, rate, n: abs(p.x.grad.item() - float(rate) ** int(n)) < 1e-5,
    ),
    (
        r"residual connection has the rate 1 \+ ([\d.]+\d)",
        lambda p, rate: abs(p.again(n=1).x.grad.item() - 1 - float(rate)) < 1e-5,
    ),
    (r"Each sum has (\d+) terms", lambda p, n: p.W.shape[0] == int(n)),
    (
        r"so s² is (\d) / (\d+)",
        lambda p, k, n: abs(p.answer**2 - int(k) / int(n)) < 1e-3,
    ),
    (
        r"slope is (\d) · (\d)x², and the slope of that is \1 · (\d)x",
        lambda p, k, t, u: (
            p.slope == int(k) * int(t) * p.x**2 and p.x.grad == int(k) * int(u) * p.x
        ),
    ),
    (
        r"leads straight to the lowest point, where the slope (\d) · (\d+) · x − (\d+) is 0",
        lambda p, k, b, c: (
            p.slope == int(k) * int(b) * p.x - int(c)
            and abs(int(k) * int(b) * p.answer - int(c)) < 1e-3
        ),
    ),
    (
        r"so both dtypes are the same, and (\d) products of ones are added up",
        lambda p, n: p.x.dtype == p.y.dtype and p.answer == int(n),
    ),
    (
        r"`v` is (\d), and then ([\d.]+) · \1 − \1",
        lambda p, s, m: (
            p.answer[0] == int(s) and abs(p.answer[1] - float(m) * int(s) + int(s)) < 1e-3
        ),
    ),
    (
        r"has the lowest (\w+) loss",
        lambda p, on: p.answer == p.pick(p.best(COLUMNS.index(on)), COLUMNS.index("test")),
    ),
    (
        r"The (\w+) set had no part in the choice",
        lambda p, on: p.answer == p.pick(p.best(1), COLUMNS.index(on)),
    ),
    (
        r"because a module doesn't look inside a list",
        lambda p: (
            len([*p.Model(listed=False).parameters()]) > len([*p.Model(listed=True).parameters()])
        ),
    ),
    (r"The scores are (\d) and `s`", lambda p, low: p.scores.tolist() == [int(low), p.s]),
    (
        r"Each step backward multiplies the gradient so far by the Jacobian",
        lambda p: (mg.tensor(p.answer[4]) @ p.A).tolist() == p.answer[5],
    ),
    (r"from the factors (\d) and −1", lambda p, d: p.answer[3] == [int(d), -1]),
    (
        r"gradient at `y` times (\d)h, element by element",
        lambda p, k: (mg.tensor(p.answer[3]) * int(k) * p.h).tolist() == p.answer[4],
    ),
    (
        r"It's `(g @ A)` or `Aᵀ @ g`, where `g` is the gradient at `h`\. `(A @ g)` gets 0",
        lambda p, right, wrong: (
            [
                eval(each, {"A": p.A, "g": mg.tensor(p.answer[4])}).tolist() == p.answer[5]
                for each in (right, wrong)
            ]
            == [True, False]
        ),
    ),
    (
        r"probabilities(?: are|:) 1, (\d), and (\d), divided by (?:their sum|1 \+ \1 \+ \2)",
        lambda p, r, q: same(
            p.z.softmax(0), mg.tensor([1, int(r), int(q)]) / (1 + int(r) + int(q))
        ),
    ),
    (
        r"the log-sum-exp has the slope e<sup>z</sup> / sum, its probability",
        lambda p: same(mg.autograd.grad(p.z.logsumexp(0), p.z)[0], p.z.exp() / p.z.exp().sum()),
    ),
    (
        r"The rise goes from `(.*?)` to `(.*?)`, so the run is `(.*?)`",
        lambda p, *ends: (
            (e := [eval(each, {"x": 5, "h": 2}) for each in ends])[1] - e[0] == e[2]
            and p.draws["h"] == p.slope(lambda x: x, 0) * p.draws["h"]
        ),
    ),
    (
        r"pieces add up, so divide each sum by the total count, (\d)",
        lambda p, n: p.x.numel() == int(n) and same(p.w.grad, p.x.sum() / int(n)),
    ),
    (
        r"A column minus a flat row broadcasts to a (\d)-by-(\d) table",
        lambda p, m, n: (
            (p.x - p.y).shape == (int(m), int(n))
            and (p.x.shape, p.y.shape) == ((int(m), 1), (int(n),))
        ),
    ),
    (
        r"shares along several paths add up\. `\+` makes a new array, so no other",
        lambda p: p.arrived(p.backward)[-1] == 3 and (g := p.np.ones(1)) is not g + 0,
    ),
    (
        r"`argmax` gives the positions, .* the labels, and the mean is the fraction of matches",
        lambda p: abs(p.share - (p.logits.argmax(dim=1) == p.labels).sum().item() / 3) < 1e-6,
    ),
    (
        r"`e` to the power of minus infinity is (\d), so hidden letters get no weight",
        lambda p, zero: bool((p.weights[0].triu(1) == int(zero)).all()),
    ),
    (r"With (\d) and (\d), only", lambda p, *v: f"[{v[0]}.0, {v[1]}.0]" in p.code),
    (
        r"`x.grad` is \[(\d) · (\d) · (\d), (\d) · \2 · (\d)\]",
        lambda p, *n: (
            p.x.grad.tolist() == [int(n[0]) * int(n[1]) * int(n[2]), int(n[3]) * int(n[4])]
        ),
    ),
    (
        r"Each pass adds its gradient, (\d), .* nothing clears .* after (\d) passes it's \2 · \1",
        lambda p, a, n: p.w.grad == int(a) * int(n),
    ),
    (r"There are (\d) passes of (\d) each", lambda p, n, a: p.w.grad == int(a) * int(n)),
    (
        r"cuts the graph, so no gradient flows back through the square",
        lambda p: p.x.grad == 1 and not p.y.detach().requires_grad,
    ),
    (r"`\+ x`, still leads to `x`, with a slope of (\d)", lambda p, k: p.x.grad == int(k)),
    (r"`y` stays (\d), so the loss doesn't change", lambda p, y: p.y == int(y) == p.x.grad),
    (
        r"input of relu is negative, where its slope is (\d)",
        lambda p, k: (p.x < 0).item() and p.x.grad == int(k),
    ),
    (
        r"Slopes along a chain are multiplied, so a single 0 stops everything behind it",
        lambda p: p.x.grad == 0 != p.y.detach() - 1,
    ),
)
