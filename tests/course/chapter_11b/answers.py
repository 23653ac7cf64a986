from typing import Any

import minigrad as mg
from tests.course.answers import Answers, Guesses
from tests.course.keeps import accepts, leaf, same, slope, verifies


def ends(values: str) -> str:
    return f"ends = {values}"


def carried(
    h: str = "(w * h.detach() + x).tanh()",
    backward: str = "loss.backward()",
    begin: str = "pass",
    back: str = "w.grad",
) -> str:
    return f"""
def carried(w, numbers):
    h = mg.tensor(0.0)
    for x in numbers:
        {begin}
        h = {h}
        loss = (h - 1) ** 2
        {backward}
    return {back}
"""


def root(result: str, safe: str = "mg.where(x > 0, x, 1.0)") -> str:
    return f"def root(x):\n    safe = {safe}\n    return {result}"


TWICE = "mg.where(x > 0, safe.sqrt(), 0.0)"


def turn(*lines: str) -> str:
    return "\n    ".join(["def turn(g, d, one, other, forger, critic):", *lines])


CRITIC = ("(d * (g * one).detach()).backward()", "critic.step()")
FORGER = ("(-d * (g * other)).backward()", "forger.step()")
LEAK, PLUS = "(d * (g * one)).backward()", "(d * (g * other)).backward()"
CLEAR = ("forger.zero_grad()", "critic.zero_grad()")


def epoch(*inner: str, before: str = "pass", after: str = "scheduler.step()") -> str:
    lines = "\n        ".join(["loss = ((model(x) - y) ** 2).mean()", *inner])
    return f"""
def epoch(model, optimizer, scheduler, batches):
    {before}
    for x, y in batches:
        {lines}
    {after}
"""


ZERO, BACK, STEP = "optimizer.zero_grad()", "loss.backward()", "optimizer.step()"
CLIP = "mg.nn.utils.clip_grad_norm_(model.parameters(), 1.0)"


def stuck(
    condition: str,
    held: str = '[p for group in optimizer.param_groups for p in group["params"]]',
    back: str = "names",
) -> str:
    return f"""
def stuck(model, optimizer):
    held = {held}
    names = []
    for name, p in model.named_parameters():
        if {condition}:
            names.append(name)
    return {back}
"""


OUTSIDE = "all(p is not other for other in held)"

ANSWERS = {
    "leftovers": Answers(
        right=[
            ends("[3 / 5, 0.4, 0.13]"),
            ends("(0.6, 0.4, 0.13)"),
            ends('["0.6", "0.4", "0.13"]'),
        ],
        wrong=[
            (ends("[0.8, 0.4, 0.13]"), "the second step also moves `w`."),
            (
                ends("[0.64, 0.4, 0.13]"),
                "The first program: There was no second backward pass, so the old gradient, 2",
            ),
            (ends("[1, 0.4, 0.13]"), "frozen only after the first step"),
            (ends("[0.6, 0.13, 0.13]"), "A new optimizer has no velocity"),
            (ends("[0.6, 0.7, 0.13]"), "new optimizer also takes a step, with the same gradient."),
            (ends("[0.6, 0.43, 0.13]"), "its velocity is 3"),
            (ends("[0.6, 0.4, 0.4]"), "its fifth line: The velocity carries"),
            (ends("[0.6, 0.4, 0.43]"), "*plus* the gradient"),
            (ends("[0.6, 0.4, 0.7]"), "after one step"),
            (ends("[0.6, 0.4, -4.7]"), "rate times the velocity."),
            (ends("[1.4, 0.4, 0.13]"), "A step goes against the gradient"),
            (ends("[0.6, 0.4, 0.1]"), "multiplied by 0.9 before the gradient is added"),
            (ends('["error", 0.4, 0.13]'), "Neither program raises an error"),
            (ends("[0.6, 0.4, 5]"), "5 is not where `w` ends up. Write down `w`"),
            (ends("[0.6, 0.4]"), "Write three numbers."),
            (ends('[0.6, "left", 0.13]'), "Entry 2 should be a number"),
        ],
        tried=[ends("[0.6, ..., ...]")],
    ),
    "carried": Answers(
        right=[
            carried("(w * h + x).tanh()", "loss.backward(); h = h.detach()"),
            carried("(w * h + x).tanh()", begin="h = mg.tensor(h.item())"),
            carried("mg.tanh(w * h.data + x)"),
        ],
        wrong=[
            (
                carried("(w * h + x).tanh()"),
                "result: `h.detach()` returns a new tensor, and leaves",
            ),
            (
                carried(backward="loss.backward()\n        return w.grad"),
                "Your `return` is inside the loop",
            ),
            (
                carried("(w * h + x).tanh()", "loss.backward(retain_graph=True)"),
                "through all previous rounds. It",
            ),
            (
                carried("(w * h + x).tanh()", "loss.backward(retain_graph=True)", "w.grad = None"),
                "through all rounds",
            ),
            (carried(begin="w.grad = None"), "gradient of the last round"),
            (carried("(w * mg.tensor(0.0) + x).tanh()"), "In your code, every round starts from 0"),
            (carried(back="w.grad / len(numbers)"), "the mean over the rounds"),
            (
                carried("(w * h + x).tanh().detach()"),
                (
                    "no path leads from the loss to `w`. Cut off only the `h` that comes from "
                    "the round before."
                ),
            ),
            (carried(back="loss"), "It should return"),
            (carried(back="w"), "That's `w` itself. Return `w.grad`."),
            (carried(back="None"), "Return `w.grad`"),
        ],
    ),
    "root": Answers(
        right=[
            root(TWICE, "mg.where(x > 0, x, 4.0)"),
            root("safe.sqrt()", "mg.where(x > 0, x, 0.0)"),
            root(TWICE, "x.masked_fill(x <= 0, 2.0)"),
            root(TWICE, "x.masked_fill(x <= 0, 1.0)"),
            root("safe.sqrt().masked_fill(x <= 0, 0.0)"),
            root("safe ** 0.5 * (x > 0)"),
        ],
        wrong=[
            (root("mg.where(x > 0, x.sqrt(), 0.0)"), "still contains nan"),
            (root("mg.where(x > 0, safe.sqrt(), 0.0)", "x.clamp(min=0.0)"), "still contains nan"),
            (
                root("x.sqrt() - (x == 1).float()", "x = x.masked_fill(x <= 0, 1.0)"),
                "It should return",
            ),
            (root("(x.clamp(min=0.0) + 4e-6).sqrt()"), "It should return"),
            (root(TWICE, "mg.where(x > 0, x, 0.0)"), "0 times an infinite slope is nan"),
            (
                root(
                    "mg.where(x > 0, x.sqrt(), 0.0)",
                    "x.register_hook(lambda g: mg.where(g.isnan(), 0.0, g))",
                ),
                "Your hook stays on the caller's `x`",
            ),
            (root("safe.sqrt()"), "Use a second `where` to put a 0 there. It has to test the"),
            (
                root("mg.where(x > 0, safe.sqrt(), 0.0)", "x.clamp(min=1e-30)"),
                "At 1e-36, the value",
            ),
            (root("safe.sqrt() * (x > 0)", "x.clamp(min=1e-12)"), "At 1e-36, the value is"),
            (root(TWICE, "mg.where(x > 0, x, 1.0).clamp(max=1e6)"), "At 1e+20, the value is"),
            (
                root(
                    TWICE, "mg.where(x > 0, x, 1.0); safe.register_hook(lambda g: g.clamp(max=1e4))"
                ),
                "At 1e-36, the gradient is",
            ),
            (root(TWICE, "x.clamp(min=1e-6)"), "your function returns 0.001, but the square root"),
            (root("mg.where(x > 0, safe.sqrt() + 1e-5, 0.0)"), "don't add anything to them"),
            (root("mg.where(x > 0, (x + 1e-8).sqrt(), 0.0)"), "don't add anything to them"),
            (root("mg.where(x > 0, (safe + 1e-10).sqrt(), 0.0)"), "It should be 5000"),
            (
                root("x.sqrt() if x > 0 else 0.0"),
                "once, for the whole tensor. `mg.where` decides for each number.",
            ),
            (root("x.clamp(min=0.0).sqrt()"), "sees 0, where its slope is infinite"),
            (root("x.sqrt()"), "Keep the `where` after `sqrt` as well."),
            (root("x.abs().sqrt()"), "Below 0, the values have to be 0"),
            (root("mg.where(x > 0, safe.sqrt(), 0.0).detach()"), "cut off from `x`"),
            (root("mg.where(x > 0, x, 0.0)"), "It should return"),
            (root("safe.sqrt().sum()"), "Return a square root for each"),
            (root("print(x)"), "Your function returned nothing."),
        ],
    ),
    "turn": Answers(
        right=[
            turn(LEAK, "critic.step()", "forger.zero_grad()", *FORGER, *CLEAR),
            turn(*CLEAR, *CRITIC, *FORGER),
            turn("(d * g.item() * one).backward()", "critic.step()", *FORGER, *CLEAR),
            turn(*CRITIC, "(-d.detach() * g * other).backward()", "forger.step()", *CLEAR),
        ],
        wrong=[
            (turn(LEAK, "critic.step()", *FORGER, *CLEAR), "still reaches `g`, as in `faulty`"),
            (turn(LEAK, "critic.step()", *FORGER), "reaches `g`, and no gradient is ever cleared"),
            (turn(*CRITIC, *FORGER), "No gradient is ever cleared"),
            (
                turn(*CRITIC, "(-d.detach() * g * other).backward()", "forger.step()"),
                "off `d` doesn't clear",
            ),
            (
                turn(LEAK, "critic.step()", "critic.zero_grad()", *FORGER, "forger.zero_grad()"),
                "clears only `d`",
            ),
            (turn(*CRITIC, *FORGER, "forger.zero_grad()"), "The forger's pass also gives `d` a"),
            (
                turn(*CRITIC, "critic.zero_grad()", *FORGER, "forger.zero_grad()"),
                "The forger's pass also gives `d` a",
            ),
            (turn(*CRITIC, *FORGER, "critic.zero_grad()"), "`g` isn't cleared"),
            (turn(CRITIC[0], FORGER[0], CRITIC[1], FORGER[1], *CLEAR), "step comes too late"),
            (
                turn(
                    "(d * (g * one) - d * (g * other)).backward()",
                    *("critic.step()",),
                    *FORGER[1:],
                    *CLEAR,
                ),
                "so the forger sees the old `d`",
            ),
            (
                turn(
                    CRITIC[0], "(-d.detach() * g * other).backward()", CRITIC[1], FORGER[1], *CLEAR
                ),
                "so the forger sees the old `d`",
            ),
            (
                turn(
                    "with mg.no_grad():",
                    "    d -= 0.1 * (g * one)",
                    "    g += 0.1 * (d * other)",
                ),
                "`d` moves at the forger's rate, 0.1",
            ),
            (
                turn(*FORGER, *CLEAR, *CRITIC, *CLEAR),
                "The forger went first, but the critic should.",
            ),
            (turn(*FORGER, *CRITIC, *CLEAR), "before the forger's pass gives `d`"),
            (turn(*CRITIC, FORGER[0].replace("other", "one"), FORGER[1], *CLEAR), "used `one`"),
            (
                turn("(-d * (g * one).detach()).backward()", CRITIC[1], PLUS, FORGER[1], *CLEAR),
                "The signs are swapped",
            ),
            (turn(*CRITIC, PLUS, "forger.step()", *CLEAR), "both lower the score"),
            (turn(*CRITIC, *CLEAR), "`g` hasn't moved"),
            (
                turn(LEAK, CRITIC[1], "(-d * (g * other).detach()).backward()", FORGER[1], *CLEAR),
                "Cut the critic's pass instead",
            ),
            (turn(*FORGER, *CLEAR), "`d` hasn't moved"),
            (turn(LEAK, *CLEAR), "Neither of them has moved"),
            (turn(*CRITIC, CRITIC[1], *FORGER, *CLEAR), "They should be"),
        ],
    ),
    "epoch": Answers(
        right=[
            epoch(BACK, CLIP, STEP, ZERO),
            epoch("model.zero_grad()", BACK, CLIP, STEP),
            epoch(ZERO, BACK, "mg.nn.utils.clip_grad_norm_(list(model.parameters()), 1)", STEP),
        ],
        wrong=[
            (epoch(ZERO, BACK, CLIP, STEP, before="scheduler.step()", after="pass"), "comes first"),
            (epoch(ZERO, BACK, CLIP, STEP, "scheduler.step()", after="pass"), "after each batch"),
            (epoch(ZERO, BACK, CLIP, STEP, after="pass"), "The rate never changes"),
            (epoch(ZERO, BACK, CLIP, "model.eval()", STEP), "Leave out `model.eval()`"),
            (epoch(ZERO, BACK, STEP, CLIP), "doesn't use clipped gradients"),
            (
                epoch(ZERO, BACK, "for p in model.parameters(): p.grad.clamp_(-1, 1)", STEP),
                "You clip each value separately, which changes the",
            ),
            (
                epoch(
                    ZERO,
                    BACK,
                    "for p in model.parameters(): mg.nn.utils.clip_grad_norm_([p], max_norm=1.0)",
                    STEP,
                ),
                "You clip each parameter separately",
            ),
            (epoch(BACK, CLIP, STEP, before=ZERO), "is called only once"),
            (epoch(BACK, CLIP, STEP), "No gradient is ever cleared"),
            (epoch(BACK, ZERO, CLIP, STEP), "cleared before the step, so nothing moves"),
            (epoch(ZERO, BACK, CLIP), "`optimizer.step()` is missing"),
            (epoch(ZERO, BACK, CLIP, "scheduler.step()", STEP, after="pass"), "before each step"),
            (epoch(ZERO, BACK, CLIP, STEP, "return"), "Your loop ends after the first batch"),
            (epoch(ZERO, BACK, CLIP, after=f"{STEP}; scheduler.step()"), "Each batch needs a step"),
            (
                epoch(ZERO, BACK, CLIP, STEP, after="scheduler.step(); scheduler.step()"),
                "the rate is 0.0125. It should be 0.05",
            ),
            (
                epoch(ZERO, BACK, CLIP.replace("model.parameters()", "model"), STEP),
                "needs the parameters, and not the model",
            ),
            (
                epoch(ZERO, BACK, CLIP.replace("norm", "value"), STEP),
                "clip each value separately",
            ),
            (
                epoch(BACK, STEP, CLIP, before=f"scheduler.step(); {ZERO}", after="pass"),
                "comes first",
            ),
            (epoch(ZERO, "(2 * loss).backward()", CLIP, STEP, STEP), "They should be"),
            (epoch(ZERO, BACK, CLIP.replace("1.0", "5.0"), STEP), "They should be"),
        ],
    ),
    "stuck": Answers(
        right=[
            stuck(f"p.grad is None or {OUTSIDE}"),
            stuck("p.grad is None or id(p) not in held").replace("[p for", "[id(p) for"),
            (
                "def stuck(model, optimizer):\n"
                "    moved = []\n"
                "    for group in optimizer.param_groups:\n"
                "        moved += [id(p) for p in group['params'] if p.grad is not None]\n"
                "    return [n for n, p in model.named_parameters() if id(p) not in moved]"
            ),
        ],
        wrong=[
            (stuck("p.grad is None"), "aren't in the optimizer."),
            (stuck(OUTSIDE), "have no gradient."),
            (stuck(f"p.grad is None and {OUTSIDE}"), "You named none, but you should get"),
            (stuck("p.grad is None or any(p is not q for q in held)"), "You named all the"),
            (
                stuck(f"p.grad is None or {OUTSIDE}", 'optimizer.param_groups["params"]'),
                "take one of its entries first",
            ),
            (stuck("p.grad is None or p not in held"), "Neither `==`, `in`"),
            (stuck(f"not (p.grad is None or {OUTSIDE})"), "the parameters that *do* move"),
            (
                stuck(f"p.grad is None or {OUTSIDE}", 'optimizer.param_groups[0]["params"]'),
                "several groups",
            ),
            (
                stuck(f"p.grad is None or not p.requires_grad or {OUTSIDE}"),
                "each has a gradient. A frozen weight moves as well",
            ),
            (
                stuck(f"p.grad is None or p.grad.norm() == 0 or {OUTSIDE}"),
                "it has a gradient. A gradient of 0 counts",
            ),
            (stuck(f"p.grad is None or p.grad.isnan().any() or {OUTSIDE}"), "You named `2.bias`"),
            (
                stuck(f"p.grad is None or {OUTSIDE}", back="(optimizer.zero_grad(), names)[1]"),
                "without `step()` and `zero_grad()`",
            ),
            (stuck(f"p.grad is None or {OUTSIDE}", back="names + names"), "each name once"),
            (stuck("p.grad is None", back="names[:1]"), "It should be"),
            (stuck(f"p.grad is None or {OUTSIDE}", back="names[::-1]"), "in the order of"),
            (stuck(f"p.grad is None or {OUTSIDE}", back="len(names)"), "Return a list of names"),
            (stuck(f"p.grad is None or {OUTSIDE}", back="None"), "Your function returned nothing."),
        ],
    ),
}

GUESSES = {
    "placed": Guesses(
        truth="it stays the same",
        right=[
            "'it stays the same'",
            "'the same'",
            "'stays'",
            "'it stays the same because weights never change'",
            "'constant'",
            '"it doesn\'t change"',
            "'nothing'",
            "0.903",
        ],
        wrong=[
            ("'it falls'", "At the step, the gradients are gone"),
            ("'it grows'", "a weight would have to move"),
            ("'an error'", "skips parameters without a gradient."),
            ("'it decreases, as before'", "At the step, the gradients are gone"),
        ],
        other=["5"],
        unclear=["'nan'"],
    ),
    "listed": Guesses(
        truth="no",
        right=["'no'", "False", "'it falls slowly'"],
        wrong=[
            ("'yes'", "All layers run, but only some learn"),
            ("True", "All layers run, but only some learn"),
            ("'an error'", "It runs"),
        ],
        other=["2"],
        unclear=["'no, error'"],
    ),
    "round": Guesses(
        truth="2",
        right=["2", "'the second'", "'second, since it was freed'", "'2nd'"],
        wrong=[
            ("'the first'", "That pass still finds the graph"),
            ("'third'", "A pass frees the graph"),
            ("1", "That pass still finds the graph"),
            ("3", "A pass frees the graph"),
            ("4", "A pass frees the graph"),
        ],
        other=["0"],
    ),
    "retained": Guesses(
        truth="4.0",
        right=["4", "4.0", "'it stays at 4'", "'still 4'"],
        wrong=[
            ("0", "a loss that's computed in each round wouldn't be 0 yet"),
            ("0.18", "That would fit a loss that's computed in each round"),
            ("0.176", "That would fit a loss that's computed in each round"),
            ("1.44", "But `loss` isn't computed again"),
            ("0.64", "But `loss` isn't computed again"),
            ("3", "`w` doesn't stop there"),
            ("'an error'", "It runs, because the pass needs only `w - 3`"),
        ],
        other=["7"],
    ),
    "between": Guesses(
        truth="no",
        right=["'no'", "False", "'an error'", "'no, it raises'", "'it fails'"],
        wrong=[
            ("'yes'", "`retain_graph=True` keeps only the graph"),
            ("'yes, because of retain_graph'", "`retain_graph=True` keeps only the graph"),
        ],
        other=["3"],
        unclear=["'sometimes'"],
    ),
    "branch": Guesses(
        truth="nan",
        right=["'nan'", "float('nan')", "'nan, from 0 times infinity'"],
        wrong=[
            ("1", "That's the slope of the branch that was picked"),
            ("0", "The other branch spoils it"),
            ("101", "That's the value"),
            ("'inf'", "That's the slope of the other branch"),
            ("float('inf')", "That's the slope of the other branch"),
        ],
        other=["2.7"],
        unclear=["'0 or nan'"],
    ),
    "spoiled": Guesses(
        truth="3",
        right=["3", "3.0", "'all'", "'all three'", "'all of them'"],
        wrong=[
            ("1", "Clipping applies one factor to all"),
            ("0", "Clipping can only scale"),
            ("2", "The factor is the same"),
        ],
        other=["5"],
    ),
    "forger": Guesses(
        truth="it shrinks",
        right=[
            "'it shrinks'",
            "'shrinks'",
            "'it shrinks because of the leftover gradient'",
            "'decreases'",
            "0.91",
        ],
        wrong=[
            ("'it grows'", "It should"),
            ("'grows'", "It should"),
            ("'it gets bigger'", "It should"),
            ("'it stays the same'", "The gradients in `g.grad` would have to cancel"),
        ],
        other=["7"],
        unclear=["'no'", "'an error'"],
    ),
    "neighbor": Guesses(
        truth="1.0",
        right=["1", "1.0"],
        wrong=[
            ("-1", "−1 was the answer with a 3 next to it"),
            ("0", "0 is the average now"),
            ("2", "the distance to the neighbor"),
        ],
        other=["0.5"],
    ),
    "first rate": Guesses(
        truth="0.1",
        right=["0.1", "'a tenth, so 0.1'", "'10%'"],
        wrong=[
            ("1", "That would fit if the scheduler came at the end of the loop"),
            ("0.01", "That's the rate of another epoch"),
        ],
        other=["0"],
    ),
}


@verifies("11b", "leftovers", "clear freeze weight")
def a_frozen_weight_moves() -> bool:
    w = leaf(1)
    optimizer = mg.optim.SGD([w], lr=0.1)
    w.sum().backward()
    w.requires_grad_(False)
    optimizer.step()
    return same(w, [0.9])


def behind(node: Any) -> int:
    """Return how many nodes a backward pass would visit if it followed every path separately."""
    return 1 + sum(behind(f) for f, _ in node.next_functions if f is not None)


@verifies("11b", "carried", "graph grows forever")
def a_carried_result() -> bool:
    w = leaf(1)
    long, short = ((w * h).grad_fn for h in ((w * w * w), (w * w * w).detach()))
    return behind(long) > behind(short)


@verifies("11b", "root", "input output")
def a_repaired_input() -> bool:
    def late(x: Any) -> Any:
        return mg.where(x > 0, x.sqrt(), 0.0)

    def early(x: Any) -> Any:
        return mg.where(x > 0, mg.where(x > 0, x, 1.0).sqrt(), 0.0)

    return slope(late, leaf(0)).isnan().item() and same(slope(early, leaf(0)), [0])


@verifies("11b", "turn", "backward adds every leaf")
def two_lists() -> bool:
    reached, held = leaf(1), leaf(2)
    (reached * held).sum().backward()
    mg.optim.SGD([held], lr=0.1).step()
    return same(reached.grad, [2]) and same(reached, [1]) and same(held, [1.9])


@verifies("11b", "stuck", "doesn't no isn't")
def left_alone() -> bool:
    empty, outside = leaf(1), leaf(1)
    outside.sum().backward()
    mg.optim.SGD([empty], lr=0.1).step()
    return same(empty, [1]) and same(outside, [1])


@verifies("11b", "epoch", "batch `zero_grad()` `backward()` clipping `step()` end of each epoch")
def an_epoch() -> bool:
    def epoch(model: Any, optimizer: Any, scheduler: Any, batches: Any) -> None:
        for x, y in batches:
            optimizer.zero_grad()
            ((model(x) - y) ** 2).mean().backward()
            mg.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
            optimizer.step()
            if each_batch:
                scheduler.step()
        if not each_batch:
            scheduler.step()

    each_batch = False
    right = accepts("11b", "epoch", epoch)
    each_batch = True
    return right and not accepts("11b", "epoch", epoch)
