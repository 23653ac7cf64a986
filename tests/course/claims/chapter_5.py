"""What the text of chapter 5 says about runs that none of its cells makes."""

TARGETS = "2 * x - 1 + 0.5 * mg.randn(8, generator=mg.Generator().manual_seed(0))"
DESCENT = "mg.explore.descent"
CURVATURES = (
    f"{DESCENT}.np.linalg.eigvalsh({DESCENT}._least_squares(x.detach(), {TARGETS})[2]).tolist()"
)
LIMIT = f"2 / {CURVATURES}[1]"
WITH_MOMENTUM = (
    "[led := mg.tensor(1.0, requires_grad=True), "
    "train(lambda: (led * 2 - 6) ** 2, mg.optim.SGD([led], lr=0.05, momentum=0.5), 3)]"
    " and round(led.item(), 3)"
)
AT_THE_END = "boundary(points, labels).frames[{}, 30].sentence"


def left_over(momentum: float) -> str:
    """What a step leaves of the way in the long run, at 0.3 times 2/L."""
    slowest = f"max({DESCENT}.spread(0.3 * {LIMIT}, {momentum}, c) for c in {CURVATURES})"
    return f"f'{{{slowest}:.3f}}'"


def rate_says(lr: str, words: str) -> str:
    return (
        f"any('lr = {lr},' in frame.sentence and '{words}' in frame.sentence "
        "for frame in learning_rate().frames.values())"
    )


def factor_is(lr: str, factor: float) -> str:
    return f"round(1 - 8 * ({lr}), 9) == {factor}"


CLAIMS = [
    ("With a rate of 0.125, $1/L$, it is 0", rate_says("0.125", "after a single step")),
    ("`w` jumps from 1 to 5 and back for ever", "1 - 0.25 * 8 * (1 - 3) == 5"),
    ("`w` jumps from 1 to 5 and back for ever", "5 - 0.25 * 8 * (5 - 3) == 1"),
    ("With 0.25, $2/L$, it is −1", rate_says("0.25", "to and fro for ever")),
    ("0.22. The factors are 0.76 and −0.76", rate_says("0.22", "w − 3 by −0.76")),
    ("0.22. The factors are 0.76 and −0.76", rate_says("0.03", "w − 3 by 0.76")),
    ("Up to 0.125 the path stays on its side", rate_says("0.11", "stays on its side")),
    ("from there it crosses with every step", rate_says("0.14", "changes sides")),
    ("from 0.25 on it no longer comes nearer", rate_says("0.255", "gets farther away")),
    (
        "The factors are 0.76 and −0.76: one comes",
        factor_is("0.03", 0.76) + " and " + factor_is("0.22", -0.76),
    ),
    ("1 − 8 · 0.03 = 0.76", factor_is("0.03", 0.76)),
    ("the other side, −0.76, needs 8 lr = 1.76", factor_is("1.76 / 8", -0.76)),
    ("With 0.25 the factor is −1: the loss stays", factor_is("0.25", -1)),
    ("With 0.125 the factor is 0: a single step", factor_is("0.125", 0)),
    ("The factor would be −1.4, and it explodes", factor_is("10 * 0.03", -1.4)),
    ("Twice the rate, and a factor of 0.52", factor_is("2 * 0.03", 0.52)),
    (
        "the noise has moved it a little away",
        "0.001 < abs(((x - x.mean()) * (TARGETS)).sum() / ((x - x.mean()) ** 2).sum() - 2) < 0.02",
    ),
    (
        "The best line for them is a flat one, at the mean of the targets",
        (
            f"[round(v, 3) for v in {DESCENT}._least_squares(column.repeat(1, 8).flatten(), "
            "(TARGETS).repeat(8))[1]] == [0, round((TARGETS).mean().item(), 3)]"
        ),
    ),
    ("shuffles the numbers 0 to 7", "sorted(mg.randperm(8).tolist()) == list(range(8))"),
    ("64 pairs: every point with every target", "(column * 1.0 + b - x).numel() == 64"),
    ("every prediction met every target, 64 pairs", "(column * 1.0 + b - x).numel() == 64"),
    (
        "this loss is twenty times as curved in one direction as in another",
        f"19.5 < {CURVATURES}[1] / {CURVATURES}[0] < 20.5",
    ),
    ("where plain steps had reached 2.28", "f'{3 - 2 * 0.6**2:.2f}' == '2.28'"),
    (
        "`optim.SGD([w], lr=0.05, momentum=0.5)` makes these steps",
        f"({WITH_MOMENTUM}) == 3.248",
    ),
    ("From $2/L$ on, here 0.195", f"round({LIMIT}, 3) == 0.195"),
    (
        "A momentum of 0.1 brings it back",
        (
            f"max({DESCENT}.spread(1.05 * {LIMIT}, 0.1, c) for c in {CURVATURES}) < 1"
            f" < max({DESCENT}.spread(1.05 * {LIMIT}, 0.0, c) for c in {CURVATURES})"
        ),
    ),
    ("0.970 of the way without momentum", f"{left_over(0.0)} == '0.970'"),
    ("0.935 with 0.5", f"{left_over(0.5)} == '0.935'"),
    ("0.949 with 0.9", f"{left_over(0.9)} == '0.949'"),
    ("gets 59 of the 80 points right", "best_share_of_a_line(points, labels) * 80 == 59"),
    (
        "the loss is smallest where $z$ is nearly the same for all points",
        "(line(points) > 0).all() and line(points).max() - line(points).min() < 0.5",
    ),
    ("with 33 numbers moved", "sum(t.numel() for t in (W, c, v, d)) == 33"),
    ("At step 300 one unit has 56 of the 80", f"'56 of 80' in {AT_THE_END.format(0)}"),
    ("closer to the best line's 59", "best_share_of_a_line(points, labels) * 80 == 59"),
    ("Two units have 69", f"'69 of 80' in {AT_THE_END.format(1)}"),
    ("four have 79", f"'79 of 80' in {AT_THE_END.format(2)}"),
    (
        "within the first hundred steps until all points are on their side",
        (
            "'step 100' in boundary(points, labels).frames[3, 10].sentence "
            "and '80 of 80' in boundary(points, labels).frames[3, 10].sentence"
        ),
    ),
    ("can be written in 120 orders", "len(orders.outcomes) == 120"),
    ("the loss ends below 0.01", "mg.course.chapter_5.orders.TRAINED == 0.01"),
    ("Half of −16 and −9.6, together −17.6", "round(0.5 * -16 - 9.6, 3) == -17.6"),
    (
        "100 orders use a name too early, and 13 more",
        "orders.count('learns nothing') + orders.count('RuntimeError') == 13",
    ),
    ("The check trains them for 300 steps", "mg.course.chapter_5.runs.STEPS == 300"),
    ("Here L is 2, so the factor is 1 − 2 lr", "2 * 1.0**2 == 2"),
    ("Which rate gives the factor −0.8, which 0.8", "round(1 - 2 * 0.9, 3) == -0.8"),
    ("The factors are 0.8 and −0.8", "[round(1 - 2 * lr, 3) for lr in (0.1, 0.9)] == [0.8, -0.8]"),
    ("run them all, fifty rounds each", "mg.course.chapter_5.orders.ROUNDS == 50"),
    ("Ten learn nothing", "orders.count('learns nothing') == 10"),
    ("Three raise a `RuntimeError`", "orders.count('RuntimeError') == 3"),
    ("A hundred orders use a name before it exists", "orders.count('NameError') == 100"),
]
CLAIMS = [(piece, claim.replace("TARGETS", TARGETS)) for piece, claim in CLAIMS]
