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
    Claim("shapes-07", "len(A) is the first of these lengths", "len(A) == A.shape[0] == 2"),
    Claim("shapes-22", "8", "(prediction - target).abs().sum()"),
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
    Claim(
        "shapes-07",
        "A[1] is row 1 (we count from 0), and A[1, 2] is the number in row 1 and column 2",
        "A[1].tolist() == [4, 5, 6] and A[1, 2] == 6",
    ),
    Claim(
        "shapes-07",
        "Dimension 0 counts the rows, and there are 2. Dimension 1 counts the columns",
        "A.shape == (2, 3) and A[0].shape == (3,) and A[:, 0].shape == (2,)",
    ),
    Claim(
        "shapes-12",
        "Each row of A met the whole of b",
        "all(mg.equal(sums, row + b) for sums, row in zip(A + b, A))",
    ),
    Claim(
        "shapes-12",
        "write one below the other, lined up at the right end",
        "(A + b).shape == A.shape and fails(lambda: A + mg.ones(2))",
    ),
    Claim(
        "shapes-12",
        "If one of the lengths is 1, or missing, that tensor is repeated until it fits",
        "(A + mg.ones(2, 1)).shape == (A + mg.ones(3)).shape == A.shape",
    ),
    Claim(
        "shapes-12",
        "Anything else is an error",
        "fails(lambda: A + mg.ones(2)) and fails(lambda: A + mg.ones(4, 1))",
    ),
    Claim(
        "shapes-24",
        "A step against these slopes raises the 1 and lowers the 3",
        "p.grad[0] < 0 < p.grad[2]",
    ),
    Claim(
        "shapes-60",
        "It is, so the model learns the wrong thing",
        "((means - target) ** 2).sum() < ((prediction - target) ** 2).sum()",
    ),
    Claim("shapes-26", "a gradient has the shape of its tensor", "p.grad.shape == p.shape"),
    Claim("shapes-64", "What we multiplied by is what arrives", "mg.equal(y.grad, g)"),
    Claim(
        "shapes-29",
        "A.sum(0) adds down the columns, so each column becomes one number, and dimension 0 is gone. A.sum(1) adds along the rows. With keepdim, the dimension stays, with length 1",
        "mg.equal(A.sum(0), A[0] + A[1]) and A.sum(1)[0] == A[0].sum() and A.sum(1, keepdim=True).shape == (2, 1)",
    ),
    Claim(
        "shapes-33",
        "what's repeated going forward is summed going backward, along the same dimension",
        "mg.equal(c.grad, G.sum(1, keepdim=True)) and mg.equal(b.grad, G.sum(0))",
    ),
    Claim(
        "shapes-33",
        "Each row of W is multiplied by x, number by number, and then added up",
        "[(row * x).sum() for row in W] == (W @ x).tolist()",
        after="shapes-34",
    ),
    Claim(
        "shapes-35",
        "They share the 3, and that's the length that we add up over. The 2 remains",
        "W.shape[1] == len(x) == 3 and (W @ x).shape == (2,)",
    ),
    Claim(
        "shapes-36",
        "It's in row 0, so it moves only y[0]. There it's multiplied by x[1]",
        "(e := mg.zeros(2, 3), e.__setitem__((0, 1), 1.0), mg.equal((W + e) @ x - W @ x, mg.tensor([x[1].item(), 0.0])))[-1]",
    ),
    Claim(
        "shapes-36",
        "each number of g meets each number of x. Stand g up as a column, and broadcasting does the rest",
        "mg.equal(W.grad, g.reshape(2, 1) * x)",
        after="shapes-42",
    ),
    Claim(
        "shapes-65",
        "it's multiplied by 1 in row 0, and by 0 in row 1",
        "W[0, 0] == 1 and W[1, 0] == 0",
    ),
    Claim(
        "shapes-39",
        "Going forward, we went along the rows of W. Going backward, we go down its columns",
        "all(x.grad[j] == (W[:, j] * g).sum() for j in range(3)) and all((W @ x)[i] == (W[i] * x).sum() for i in (0, 1))",
    ),
    Claim(
        "shapes-39",
        "W.T, whose rows are the columns of W. Or you can write g on the left, which means 10 times row 0 plus 1 times row 1",
        "all(mg.equal(W.T[j], W[:, j]) for j in range(3)) and mg.equal(g @ W, 10 * W[0] + 1 * W[1])",
    ),
    Claim(
        "shapes-46",
        "b was repeated along dimension 0, and c along dimension 1",
        "mg.equal(back(G)[0], G.sum(0)) and mg.equal(back(G)[1], G.sum(1, keepdim=True))",
    ),
    Claim(
        "shapes-54",
        "g is a column, and broadcasting repeats x in each row. The second is g from the left",
        "mg.equal(rules(W, x, g)[0], mg.stack([10 * x, 1 * x])) and mg.equal(rules(W, x, g)[1], g @ W)",
    ),
    Claim(
        "lecture",
        "We multiply by G and add everything up so that exactly G arrives",
        "(p := mg.ones(2, 3, requires_grad=True), (p * G).sum().backward(), (p.grad == G).all())[-1]",
        after="shapes-57",
    ),
    Claim(
        "lecture",
        "its shares 1 and 10 add up",
        "(p := mg.ones(3, requires_grad=True), (p * G).sum().backward(), p.grad[0] == 1 + 10)[-1]",
        after="shapes-57",
    ),
]
