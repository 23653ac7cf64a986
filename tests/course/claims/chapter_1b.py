"""What the text of the interlude says about runs that none of its cells makes."""

SLOPES_AT_2 = (
    "mg.autograd.functional.jacobian(lambda p: ((p - target) ** 2).sum(), mg.full((3, 1), 2.0))"
)

CLAIMS = [
    ("this is where the 8 came from", "(prediction - target).abs().sum() == 8"),
    (
        "where all predictions are 2, the mean of the targets, the slopes are 0",
        f"target.mean() == 2 and ({SLOPES_AT_2} == 0).all()",
    ),
    ("The three zeros are what was meant", "((prediction - target) == 0).sum() == 3"),
    ("The other six make a loss", "((prediction - target) != 0).sum() == 6"),
    (
        "should be 1 divided by 3 here",
        "abs((mg.tensor([1.0, 2.0, 4.0]) - target).pow(2).mean().item() - 1 / 3) < 1e-6",
    ),
]
