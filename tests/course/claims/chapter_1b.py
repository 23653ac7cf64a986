"""What the text of the interlude says about runs that none of its cells makes."""

SLOPES_AT_2 = (
    "mg.autograd.functional.jacobian(lambda p: ((p - target) ** 2).sum(), mg.full((3, 1), 2.0))"
)

CLAIMS = [
    ("`len(A)` is the first length, 2", "len(A) == A.shape[0] == 2"),
    ("where the 8 of the first cell came from", "(prediction - target).abs().sum() == 8"),
    ("1 + 2 + 1 + 1 + 2 + 1", "1 + 2 + 1 + 1 + 2 + 1 == 8"),
    ("toward the mean of the targets, 2", f"target.mean() == 2 and ({SLOPES_AT_2} == 0).all()"),
    ("2·(1 − 1) + 2·(1 − 2) + 2·(1 − 3) = −6", "sum(2 * (1 - t) for t in (1, 2, 3)) == -6"),
    ("`len(target)` is 3 here", "len(target) == 3"),
    ("The three zeros are what was meant", "((prediction - target) == 0).sum() == 3"),
    ("The other six make a loss", "((prediction - target) != 0).sum() == 6"),
    (
        "should be 1 divided by 3 here",
        "abs((mg.tensor([1.0, 2.0, 4.0]) - target).pow(2).mean().item() - 1 / 3) < 1e-6",
    ),
]
