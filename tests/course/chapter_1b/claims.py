"""What chapter 1b says, and what computes it."""

from tests.course.claims import Claim

SLOPES_AT_2 = (
    "mg.autograd.functional.jacobian(lambda p: ((p - target) ** 2).sum(), mg.full((3, 1), 2.0))"
)

CLAIMS = [
    Claim(
        "prediction undone",
        "Each number of `b` was used in two rows, so the two numbers in its column add up",
        "(b.grad == G.sum(0)).all() and len(G) == 2",
    ),
    Claim(
        "prediction undone", "`b` has one number for each column", "len(b) == G.shape[1] != len(G)"
    ),
    Claim(
        "prediction undone",
        "the shares aren't averaged",
        "(b.grad == G.sum(0)).all() and (b.grad != G.mean(0)).all()",
    ),
    Claim(
        "prediction columns",
        "The middle sum is 2 · 10 + 1 · 1 = 21",
        "W[:, 1] @ g == 2 * 10 + 1 * 1 == x.grad[1]",
    ),
    Claim(
        "prediction columns",
        "Weight each row of `W` by its number in `g`, and sum each column",
        "(x.grad == sum(n * row for n, row in zip(g, W))).all()",
    ),
    Claim(
        "shapes-43 1",
        "[4, 3] second error 3 4",
        "list((mg.ones(4, 1) + mg.ones(3)).shape) == [4, 3] and fails(lambda: mg.ones(4, 3) + mg.ones(4))",
    ),
    Claim(
        "shapes-43 2",
        "0",
        "(d := mg.ones(3, requires_grad=True), r := mg.rand(4, 3), (r * (r + d)).sum().backward(), [k for k in (0, 1) if r.sum(k).shape == d.shape and mg.allclose(r.sum(k), d.grad)])[-1]",
    ),
    Claim(
        "shapes-43 3",
        "Every prediction every target",
        "list((mg.ones(5, 1) - mg.ones(5)).shape) == [5, 5]",
    ),
    Claim(
        "shapes-43 4",
        "[7] [4] [4, 7] [7]",
        "(W := mg.ones(4, 7, requires_grad=True), x := mg.ones(7, requires_grad=True), (W @ x).sum().backward(), [list(t.shape) for t in (x, W @ x, W.grad, x.grad)] == [[7], [4], [4, 7], [7]])[-1]",
    ),
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
    Claim("shapes-36", "2 10", "[x[1], g[0]]", after="shapes-42"),
    Claim(
        "prediction undone",
        "only `G[0]`. But `b` was also added to `A[1]`",
        "(G[0].tolist(), len(A)) == ([1, 2, 3], 2)",
    ),
    Claim(
        "prediction undone",
        "only `G[1]`. But `b` was also added to `A[0]`",
        "(G[1].tolist(), len(A)) == ([10, 20, 30], 2)",
    ),
    Claim("prediction columns", "The 3 is in `W[1]`", "3 in W[1].tolist()"),
    Claim(
        "prediction columns",
        "only the share through `W[0]`. Another comes through `W[1]`",
        "(g[0] * W[0]).tolist() == [10, 20, 0]",
    ),
    Claim(
        "prediction columns",
        "only the share through `W[1]`. Another comes through `W[0]`",
        "(g[1] * W[1]).tolist() == [0, 1, 3]",
    ),
    Claim("prediction columns", "its 10 belongs to `W[0]`", "g[0] == 10"),
]
