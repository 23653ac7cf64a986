"""Check the interlude's claims about experiments that aren't run in the notebook."""

SLOPES_AT_2 = (
    "mg.autograd.functional.jacobian(lambda p: ((p - target) ** 2).sum(), mg.full((3, 1), 2.0))"
)

CLAIMS = [
    ("`len(A)` is the first of these lengths, 2", "len(A) == A.shape[0] == 2"),
    ("there's the 8", "(prediction - target).abs().sum() == 8"),
    ("1 + 2 + 1 + 1 + 2 + 1", "1 + 2 + 1 + 1 + 2 + 1 == 8"),
    ("toward the mean of the targets, 2", f"target.mean() == 2 and ({SLOPES_AT_2} == 0).all()"),
    ("2·(1 − 1) + 2·(1 − 2) + 2·(1 − 3) = −6", "sum(2 * (1 - t) for t in (1, 2, 3)) == -6"),
    (
        "`len(target)` is the right length for any number of targets, and here it's 3",
        "len(target) == 3",
    ),
    ("The three zeros are what we wanted", "((prediction - target) == 0).sum() == 3"),
    ("Six numbers came out of `A + b`", "(A + b).numel() == 6"),
    (
        "if `y[0]` moves, the sum moves 10 times as far",
        "((g * mg.tensor([6.0, 11.0])).sum() - (g * mg.tensor([5.0, 11.0])).sum()) == 10",
    ),
    ("which makes 10 · 2 = 20", "(g.reshape(2, 1) * x)[0, 1] == 20"),
    ("So it gets 1 · 3 = 3", "(g.reshape(2, 1) * x)[1, 2] == 3"),
    ("it gets 10 · 1 + 1 · 0 = 10", "(g @ W)[0] == 10"),
    (
        "it should be 1 divided by 3",
        "abs((mg.tensor([1.0, 2.0, 4.0]) - target).pow(2).mean().item() - 1 / 3) < 1e-6",
    ),
]
