"""What chapter 1b says, and what computes it."""

from tests.course.claims import Claim

SLOPES_AT_2 = (
    "mg.autograd.functional.jacobian(lambda p: ((p - target) ** 2).sum(), mg.full((3, 1), 2.0))"
)

CLAIMS = [
    Claim("shapes-07", "len(A) is the first of these lengths, 2", "len(A) == A.shape[0] == 2"),
    Claim("shapes-22", "8", "(prediction - target).abs().sum()"),
    Claim(
        "shapes-22", "The three zeros are what we wanted", "((prediction - target) == 0).sum() == 3"
    ),
    Claim(
        "shapes-24",
        "toward the mean of the targets, 2",
        f"target.mean() == 2 and ({SLOPES_AT_2} == 0).all()",
    ),
    Claim("shapes-26", "Six numbers came out of A + b", "(A + b).numel() == 6"),
    Claim(
        "shapes-64",
        "10",
        "((g * mg.tensor([6.0, 11.0])).sum() - (g * mg.tensor([5.0, 11.0])).sum())",
    ),
    Claim("shapes-36", "20", "(g.reshape(2, 1) * x)[0, 1]"),
    Claim("shapes-36", "3", "(g.reshape(2, 1) * x)[1, 2]"),
    Claim("shapes-65", "10", "(g @ W)[0]"),
    Claim(
        "shapes-55",
        "it should be 1 divided by 3",
        "abs((mg.tensor([1.0, 2.0, 4.0]) - target).pow(2).mean().item() - 1 / 3) < 1e-6",
    ),
]
