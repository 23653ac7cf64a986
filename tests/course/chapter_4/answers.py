import itertools

import minigrad as mg
from tests.course.answers import Answers, Guesses
from tests.course.keeps import leaf, same, verifies


def share(before: str, end: str = "w.grad - before") -> str:
    return f"def share(w, f):\n    before = {before}\n    f(w).backward()\n    return {end}"


PIECES = """
def in_pieces(w, x, y, size):
    for k in range(0, len(x), size):
        a, b = x[k : k + size], y[k : k + size]
        loss = ((w * a - b) ** 2).mean()
        {}
    return w.grad
"""


def pieces(weight: str) -> str:
    return PIECES.format(f"({weight} * loss).backward()")


def fit(*lines: str, start: str = "w = mg.tensor(0.0, requires_grad=True)", end: str = "w") -> str:
    loop = "\n".join(f"        {line}" for line in lines)
    return f"def fit_factor(x, y, lr, steps):\n    {start}\n    for _ in range(steps):\n{loop}\n    return {end}"


BACKWARD = "((w * x - y) ** 2).mean().backward()"
MOVE = ("with mg.no_grad():", "    w -= lr * w.grad")
CLEAR = "w.grad = None"
OPTIMIZER = "optimizer = mg.optim.SGD([mg.zeros(1, requires_grad=True)], lr=0.02)\n\n\n"


def rate(lr: str) -> str:
    return f"lr = {lr}"


ANSWERS = {
    "share": Answers(
        right=[
            share("w.grad.detach().clone()"),
            share("w.grad + 0"),
            share("-(-w.grad * 1.0)"),
            share("mg.tensor(w.grad.tolist())"),
            share("w.grad.double()"),
            share("w.grad.clone()", "(w.grad - before).tolist()"),
            """
def share(w, f):
    before, w.grad = w.grad, None
    f(w).backward()
    added = w.grad
    w.grad = before + added
    return added
""",
        ],
        wrong=[
            (share("w.grad"), "changed along with `w.grad`"),
            (share("w.grad.zero_()"), "You get zeros, and the old value of `w.grad` is"),
            (share("0"), "the whole sum"),
            (share("w.grad.clone()", "before"), "the earlier gradient"),
            (share("None"), "so you can't subtract it"),
            (share("w.grad.clone().abs()"), "but you returned [-14, -24, -47]"),
            (
                share("mg.tensor(w.grad.tolist(), dtype=mg.int64)"),
                "but you returned [0.5, 6, -2.5]",
            ),
            (share("w.grad.copy()"), "To copy a tensor, use `clone()`."),
            (
                share("w.grad.clone()").replace(".backward()", ""),
                "You get zeros, because nothing was added to",
            ),
            (share("w.grad.clone(); w.grad = None"), "before the pass"),
            (share("w.grad + w.grad"), "but you returned [-1, -10]"),
            (share("w.grad.mean()"), "but you returned [0.5, -2.5]"),
            (
                "def share(w, f):\n    f(w).backward()\n    before = w.grad.clone()\n    return w.grad - before",
                "after the pass",
            ),
            (share("w.detach()"), "because you copied `w`"),
            (share("f(w)"), "You subtracted the value of `f`. `before` should be a copy"),
            (share("w.grad.clone()", "before - w.grad"), "but you returned [-2, 4]"),
            (
                "def share(w, f):\n    w.grad = None\n    f(w).backward()\n    return w.grad",
                "The share is right, but `w.grad` has lost its",
            ),
            (
                "def share(w, f):\n    return mg.autograd.grad(f(w), w)[0]",
                "didn't add it",
            ),
            (share("w.grad.clone()", "None"), "Your function returned nothing. Return the share"),
        ],
    ),
    "pieces": Answers(
        right=[
            pieces("a.numel() / x.numel()"),
            pieces("b.shape[0] / y.shape[0]"),
            pieces("min(size, len(x) - k) / len(x)"),
            pieces("mg.tensor(len(a) / len(x), dtype=mg.float64)"),
            """
def in_pieces(w, x, y, size):
    for k in range(0, len(x), size):
        a, b = x[k : k + size], y[k : k + size]
        (((w * a - b) ** 2).sum() / len(x)).backward()
    return w.grad.item()
""",
            # it may also begin a new sum
            pieces("len(a) / len(x)").replace("    for", "    w.grad = None\n    for", 1),
        ],
        wrong=[
            (
                "def in_pieces(w, x, y, size):\n    ((w * x - y) ** 2).mean().backward()\n"
                "    return w.grad",
                "That's the right gradient, but it comes from a",
            ),
            (
                PIECES.format("((w * a - b) ** 2).sum().backward()").replace(
                    "return w.grad", "return w.grad / len(x)"
                ),
                "`w.grad` itself holds -85",
            ),
            (
                pieces("len(a) / len(x)").replace(
                    "return w.grad", "held = w.grad.clone()\n    w.grad.zero_()\n    return held"
                ),
                "`w.grad` itself holds 0",
            ),
            (
                """
def in_pieces(w, x, y, size):
    total = 0.0
    for k in range(0, len(x), size):
        error = w * x[k : k + size] - y[k : k + size]
        total = total + mg.autograd.grad((error**2).sum() / len(x), w)[0]
    return total
""",
                "`w.grad` itself holds None",
            ),
            (pieces("-len(a) / len(x)"), "but the sign is wrong"),
            (pieces("2 * len(a) / len(x)"), "already has the factor 2"),
            (pieces("len(loss) / len(x)"), "`loss` is a single number"),
            (pieces("1"), "You added up the means without weighting them,"),
            (PIECES.format("loss.backward()"), "You added up the means without weighting them,"),
            (
                pieces("1 / -(-len(x) // size)"),
                "if all the pieces are the same size, but the last piece may be smaller",
            ),
            (
                pieces("1 / len(range(0, len(x), size))"),
                "if all the pieces are the same size, but the last piece may be smaller",
            ),
            (pieces("size / len(x)"), "may be smaller than `size`"),
            (pieces("len(a)"), "also divide by `len(x)`"),
            (
                pieces("size"),
                "you get the sum of that piece, unless it's a shorter one",
            ),
            (pieces("1 / len(x)"), "What fraction of the batch is this piece?"),
            (pieces("1 / size"), "What fraction of the batch is this piece?"),
            (pieces("1 / len(a)"), "What fraction of the batch is this piece?"),
            *(
                (pieces(weight), "its weight can't be more than 1")
                for weight in (
                    "len(x) / len(a)",
                    "len(x) / size",
                    "(len(x) // size)",
                    "len(x)",
                    "3",
                )
            ),
            (pieces("1 / 3"), "different sizes, and the last piece may be smaller"),
            (pieces("size / 6"), "The batch doesn't always have 6 numbers"),
            (pieces("len(a) / 6"), "The batch doesn't always have 6 numbers"),
            (
                pieces("1 / (len(x) // size)"),
                "if all the pieces are the same size, but the last piece may be smaller",
            ),
            (
                pieces("1 / k"),
                "first iteration, `k` is 0, because it's the index at which a piece starts, not",
            ),
            (
                pieces("a / x"),
                (
                    "These two tensors have different lengths. If you're after the fraction of "
                    "the batch that a piece makes up, that's the right idea, but divide"
                ),
            ),
            (pieces("b / y"), "These two tensors have different lengths. If you're after"),
            (
                PIECES.format("w.grad = None; (len(a) / len(x) * loss).backward()"),
                "Your result includes only the last piece",
            ),
            (
                PIECES.format("w.grad = None; loss.backward()"),
                "Your result includes only the last piece",
            ),
            (pieces("0"), "Every gradient comes out as 0"),
            (pieces("len(a) // len(x)"), "Every gradient comes out as 0"),
            (pieces("a.size / x.size"), "don't give you a number. `len(a)` and `len(x)` do."),
            (pieces("a.size() / x.size()"), "`len(a)` and `len(x)` do."),
            (pieces("a.shape / x.shape"), "`len(a)` and `len(x)` do."),
            (pieces("len(w)"), "TypeError"),
            (
                pieces("1").replace("return w.grad", "pass"),
                "Your function returned `None`. Did you forget to return",
            ),
            (PIECES.format("len(a) / len(x) * loss"), "no `backward()` has run"),
            (
                pieces("len(a) / len(x)").replace("    return w.grad", "        return w.grad"),
                "Is the `return` inside the loop?",
            ),
            (pieces("len(a) / size"), "Divide by the size of the whole batch, `len(x)`"),
            (pieces("len(a) / 5"), "For 6 numbers in pieces of 2"),
            (
                PIECES.format("(len(a) / len(x) * loss).backward(); w.grad = None"),
                "Your function returned `None`. Did you forget to return",
            ),
        ],
    ),
    "schedule": Answers(
        right=[
            "def pulled(w, x, y):\n    return mg.autograd.grad(((w * x - y) ** 2).mean(), w)[0]\n\n\n"
            + fit("w = (w - lr * pulled(w, x, y)).detach().requires_grad_()"),
            fit(BACKWARD, *MOVE, CLEAR),
            fit(BACKWARD, *MOVE, "w.grad.zero_()"),
            fit(BACKWARD, *MOVE, CLEAR, end="w.item()"),
            fit(BACKWARD, *MOVE, CLEAR, end="[w.tolist()][0] - 0.0"),
            fit(
                "optimizer.zero_grad()",
                BACKWARD,
                "optimizer.step()",
                start="w = mg.zeros((), requires_grad=True); optimizer = mg.optim.SGD([w], lr=lr)",
            ),
            fit(
                "g = mg.autograd.grad(((y - x * w) ** 2).mean(), w)[0]",
                "w = (w - lr * g).detach().requires_grad_()",
            ),
        ],
        wrong=[
            (
                fit(BACKWARD, *MOVE, "lr = 0.9 * lr"),
                "Your code does the same thing as the original. Which tensor",
            ),
            (fit(BACKWARD, *MOVE), "You removed the schedule, but not the cause:"),
            (
                OPTIMIZER + fit("optimizer.zero_grad()", BACKWARD, *MOVE),
                "`optimizer` was made for another `w`",
            ),
            (
                OPTIMIZER + fit(BACKWARD, "optimizer.step()", "optimizer.zero_grad()"),
                "`optimizer` was made for another `w`",
            ),
            (fit(BACKWARD, *MOVE, "lr = 0.8 * lr"), "there's still no zeroing"),
            (fit(BACKWARD, *MOVE, "lr = lr / 10"), "there's still no zeroing"),
            (
                fit("if _ % 2 == 0:", f"    {CLEAR}", BACKWARD, *MOVE),
                "Zero it at each step",
            ),
            (
                fit(BACKWARD, *MOVE, "if _ % 2 == 0:", f"    {CLEAR}"),
                "Zero it at each step",
            ),
            (fit(CLEAR, BACKWARD, *MOVE, "lr = 0.9 * lr"), "use `lr` as it was passed in."),
            (fit(CLEAR, BACKWARD, *MOVE, "lr = 0.99 * lr"), "although more slowly than before"),
            (
                fit(CLEAR, BACKWARD, MOVE[0], "    w -= 0.05 * w.grad"),
                "steps of the same rate, whatever `lr` is.",
            ),
            (fit(BACKWARD, "w.grad.zero_()", *MOVE), "`w` is still 0 at the end"),
            (fit(BACKWARD, *MOVE, "return w"), "Your function takes only a single step. Is the"),
            (fit(BACKWARD, CLEAR, *MOVE), "`w.grad` is `None` when you take the step. You"),
            (fit(CLEAR, *MOVE, BACKWARD), "`w.grad` is `None` when you take the step. You"),
            (fit(BACKWARD, *MOVE, "w.zero_()"), "If that line is your step, put it under"),
            (fit(BACKWARD, "w -= lr * w.grad", CLEAR), "If that line is your step, put it under"),
            (fit(BACKWARD, *MOVE, "w = None"), "left is `None`. Did you set `w = None`?"),
            (fit(CLEAR, BACKWARD, *MOVE, "lr = lr / 2"), "faster than before"),
            (fit(CLEAR, BACKWARD, MOVE[0], "    w -= w.grad"), "the whole gradient"),
            (
                fit(
                    *MOVE,
                    start=f"w = mg.tensor(0.0, requires_grad=True); {BACKWARD}",
                ),
                "`backward()` inside the loop",
            ),
            (
                fit("w.grad.zero_()", BACKWARD, *MOVE),
                (
                    "On the first iteration, `w.grad` is `None`, so there's no tensor to fill "
                    "with zeros. Setting `w.grad = None` always"
                ),
            ),
            (
                fit("w.zero_grad()", BACKWARD, *MOVE),
                "Only an optimizer has `zero_grad()`. Call",
            ),
            (
                fit(BACKWARD, *MOVE, "w.grad.zero()"),
                "Its name ends with an underscore: `w.grad.zero_()`.",
            ),
            (fit(BACKWARD, *MOVE, "w.grad = 0"), "`.grad` can only be a tensor or `None`, and"),
            (
                fit(BACKWARD.replace("mean", "sum"), *MOVE, CLEAR),
                "You changed the loss. The original loss was a mean.",
            ),
            (
                fit(BACKWARD, MOVE[0], MOVE[1].replace("-=", "+="), CLEAR),
                "Your steps go uphill. Does each step have the right sign?",
            ),
            (
                fit(BACKWARD, *MOVE, CLEAR).replace("mg.tensor(0.0,", "mg.tensor(1.0,"),
                "Your `w` starts at 1, but it should start at 0.",
            ),
            (
                fit(BACKWARD, *MOVE, CLEAR).replace("range(steps)", "range(steps + 1)"),
                "You took one step too many.",
            ),
            (
                fit(BACKWARD, *MOVE, CLEAR).replace("range(steps)", "range(1, steps)"),
                "You took one step too few.",
            ),
            (
                fit(BACKWARD, *MOVE, CLEAR).replace("range(steps)", "range(min(steps, 10))"),
                "After 12 steps of 0.2",
            ),
            (
                fit(CLEAR, "((w * x - y) ** 2).sum().backward()", MOVE[0]).replace(
                    MOVE[0], f"{MOVE[0]}\n            w -= lr * w.grad / 3"
                ),
                "on x = [0.5, -1.0], y = [1.0, 3.0], your function returns",
            ),
            (fit(BACKWARD, *MOVE, "w.grad *= 0.5"), "Plain gradient descent from 0 leads to 1.954"),
            (
                "def fit_factor(x, y, lr, steps):\n    return (x * y).sum() / (x * x).sum()",
                "That's the best factor, but gradient descent doesn't reach it in so few",
            ),
            (
                fit(CLEAR, BACKWARD, *MOVE).replace("range(steps)", "range(60)"),
                "That's the best factor, but gradient descent doesn't reach it in so few",
            ),
            (fit(BACKWARD, *MOVE, CLEAR, end="None"), "End it with `return w`."),
            (
                fit(
                    "w = (w - lr * 2 * (x * (w * x - y)).mean()).double()",
                    start="w = 0.0 * x.sum()",
                ),
                "you worked out the gradient by hand",
            ),
            (
                fit(CLEAR, BACKWARD, MOVE[0], "    w -= 0.05 * w.grad").replace(
                    "range(steps)", "range(60)"
                ),
                "Your code uses neither `steps` nor `lr`",
            ),
            (
                "def fit_factor(x, y, lr, steps):\n    return mg.tensor(2.0)",
                "You returned the factor that the program should find",
            ),
            (
                fit(BACKWARD, "with mg.no_grad():", "    w = w - lr * w.grad", CLEAR),
                (
                    "isn't tracked. Was it made with `requires_grad=True`? If so, `w = w - ...` "
                    "under `no_grad()` has replaced it with a new tensor, which isn't tracked. "
                    "`w -= ...` changes the old tensor."
                ),
            ),
        ],
    ),
    "disproof": Answers(
        right=[
            rate("0.0003"),
            rate("0.003"),
            rate("mg.tensor(0.0005, dtype=mg.float64)"),
            rate("0.0002"),
            rate("0.008"),
            rate("1e-6"),
        ],
        wrong=[
            (rate("0.02"), "one of the three"),
            (rate("0.005"), "one of the three"),
            (rate("0.1"), "0.01839 without zeroing and almost 0"),
            (rate("0.002"), "has turned around. At which step"),
            (rate("0.99"), "for a different reason"),
            (rate("0.5"), "Try a rate below 0.02"),
            (rate("3.0"), "Above 1, even the run with zeroing explodes."),
            (rate("1.2"), "Above 1, even the run with zeroing explodes."),
            (rate("0"), "With a rate of 0, both runs stay where"),
            (rate("-0.02"), "With a rate of 0, both runs stay where"),
            (rate("1.0"), "Try a rate below 0.02"),
            (rate("1e-7"), "hardly differ. Both runs have hardly moved, so try a higher rate."),
            (rate("1e-9"), "hardly differ. Both runs have hardly moved, so try a higher rate."),
            (rate("'small'"), "has to be a number"),
            (rate("float('nan')"), "has to be a number"),
        ],
    ),
}

GUESSES = {
    "held": Guesses(
        truth="-4.46",
        right=["-4.46", "-5", "-4.5", "'-4ish'"],
        wrong=[
            *((near, "true gradient at the bottom") for near in ("0", "-0.1", "-0.05", "0.2")),
            ("-2", "−2 is a single gradient"),
            ("-1.6", "−1.6 is a single gradient"),
            ("-0.88", "−0.88 is a single gradient"),
            ("1", "1 is about where `w` is"),
            ("-3.6", "−3.6 is the sum of only two gradients"),
            ("4.5", "Check the sign"),
            ("4", "Check the sign"),
            ("8", "On the way to the bottom, the slopes are negative"),
            ("-1", "The first gradient alone is −2"),
            ("-10", "Only three gradients bring `w` to the bottom"),
        ],
        other=["-3"],
    ),
    "kept": Guesses(
        truth="tensor(6.)",
        right=["6", "[6.0]", "'twice'", "'twice as much'"],
        wrong=[
            ("3", "You took `kept` for a copy"),
            ("9", "Slopes add up. They don't multiply"),
            ("2", "the weight itself"),
            ("12", "6 is the value of `3 * w`"),
            ("0", "You expected a reset"),
            ("None", "You expected a reset"),
            ("'error'", "builds a new graph"),
        ],
        other=["8"],
    ),
    "rate": Guesses(
        truth="no",
        right=["'no'", "'No'", "False", "'never'"],
        wrong=[
            ("'yes'", "It seems so for a while"),
            ("True", "It seems so for a while"),
            ("'yes!'", "It seems so for a while"),
            ("'yes, because each step is shorter'", "It seems so for a while"),
        ],
        other=["0.01"],
        unclear=["'a little'", "'maybe'"],
    ),
    "order": Guesses(
        truth="1.0",
        right=[
            *("1", "1.0", "'unchanged'", "'it does not move'", "'nothing happens'", "'no change'"),
            *("'w stays 0'", "'it stays the same'", "'nothing'"),
        ],
        wrong=[
            ("0.0574", "That would fit a loop that zeroes elsewhere"),
            ("0.0573", "That would fit a loop that zeroes elsewhere"),
            ("0.05", "That would fit a loop that zeroes elsewhere"),
            ("'the same'", "That would fit a loop that zeroes elsewhere"),
            ("0.06", "That would fit a loop that zeroes elsewhere"),
            ("0", "the loss at the bottom"),
            ("'error'", "It runs: `step()` skips a parameter whose gradient is `None`"),
        ],
        other=["0.5", "2"],
    ),
    "means": Guesses(
        truth="3.0",
        right=["3", "3.0", "'three'", "'thrice'", "'three times'", "'3x'"],
        wrong=[
            ("0.333", "It's the other way around"),
            ("1", "That would fit sums"),
            ("1 / 3", "It's the other way around"),
            ("'half'", "only for the division by 2"),
            ("0.5", "only for the division by 2"),
            ("-81", "That's a gradient"),
            ("-27", "That's a gradient"),
            ("6", "6 is the size of the batch"),
            ("2", "the size of a piece"),
            ("'twice'", "the size of a piece"),
            ("'error'", "each piece builds a graph of its own"),
            ("9", "off by the same factor"),
            ("'the same'", "That would fit sums"),
        ],
        other=["1.5", "4", "12", "-3"],
    ),
}


@verifies("4", "share", "adds place gradient copied")
def what_is_kept_of_share() -> bool:
    w = leaf(1)
    (w * 3).sum().backward()
    name, copy = w.grad, w.grad.clone()
    (w * 3).sum().backward()
    return (name.item(), copy.item()) == (6, 3)


@verifies("4", "pieces", "mean mean")
def what_is_kept_of_pieces() -> bool:
    x = mg.tensor([1.0, 2.0, 6.0])
    return same(x.mean(), x[:2].mean() * 2 / 3 + x[2:].mean() / 3)


@verifies("4", "disproof", "never better")
def what_is_kept_of_disproof() -> bool:
    zeroed, never, held = 9.0, 9.0, 0.0
    for _ in range(5):
        zeroed -= 0.01 * 2 * zeroed
        held += 2 * never
        never -= 0.01 * held
    return 0 < never < zeroed


@verifies("4", "schedule", "falls climbs falls zeroing first learning rate")
def the_wave() -> bool:
    def moves(zeroing: bool, rate: float) -> set[bool]:
        w, held, losses = 9.0, 0.0, []
        for _ in range(50):
            held = 2 * w + (0.0 if zeroing else held)
            w -= rate * held
            losses.append(w * w)
        return {b > a for a, b in itertools.pairwise(losses) if a > 1e-9}

    return moves(False, 0.01) == {True, False} and moves(True, 0.01) == {False}
