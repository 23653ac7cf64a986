import minigrad as mg
from minigrad.autograd import grad
from tests.course.answers import Answers, Guesses
from tests.course.keeps import A, V, leaf, same, slope, verifies


def back(of_b: str = "G.sum(0)", of_c: str = "G.sum(1, keepdim=True)") -> str:
    return f"def back(G):\n    of_b = {of_b}\n    of_c = {of_c}\n    return of_b, of_c"


def loss(*lines: str) -> str:
    return "\n    ".join(["def loss(prediction, target):", *lines])


def rules(of_W: str = "g.reshape(-1, 1) * x", of_x: str = "g @ W") -> str:
    return f"def rules(W, x, g):\n    return {of_W}, {of_x}"


SQUARES = "return ((prediction.reshape(target.shape) - target) ** 2)"
ONE = "total = total + (prediction[i, 0] - target[i]) ** 2"
LOOP = ("total = 0", "for i in range(len(target)):", f"    {ONE.replace(', 0', '')}")
TRACKED = """
def rules(W, x, g):
    W = mg.tensor(W.tolist(), requires_grad=True)
    x = mg.tensor(x.tolist(), requires_grad=True)
    (W @ x).backward(g)
    return W.grad, x.grad
"""
LOOPS = """
def rules(W, x, g):
    of_W, of_x = [], []
    for i in range(len(g)):
        of_W.append([g[i].item() * x[j].item() for j in range(len(x))])
    for j in range(len(x)):
        of_x.append(sum(W[i, j].item() * g[i].item() for i in range(len(g))))
    return of_W, of_x
"""

ANSWERS = {
    "back": Answers(
        right=[
            back("G.sum(dim=0)", "G.sum(dim=1).reshape(-1, 1)"),
            back("mg.ones(G.shape[0]) @ G", "G @ mg.ones(G.shape[1], 1)"),
            back("G.T.sum(1)", "G.T.sum(0, keepdim=True).T"),
            back("G.sum(0).tolist()", "G.sum(1)[:, None].tolist()"),
            """
def back(G):
    b = mg.zeros(G.shape[1], requires_grad=True)
    c = mg.zeros(G.shape[0], 1, requires_grad=True)
    (b + c).backward(G)
    return b.grad, c.grad
""",
        ],
        wrong=[
            (back("G.sum(0)", "..."), "`of_c` is still missing"),
            (
                back("G.sum(1)", "G.sum(0)"),
                "`of_b` has one value per row, but `b` has one per column.",
            ),
            (back("G.sum(0, keepdim=True)"), "`of_b` has two dimensions"),
            (
                back("G.sum(1, keepdim=True)", "G.sum(0)"),
                "`of_b` is a column. You swapped `of_b` and",
            ),
            (back("G.sum()"), "`of_b` is a single number, the sum of all of `G`."),
            (back("G"), "`of_b` is just `G`. But `b` has fewer entries than `G`, so"),
            (back("G[0]"), "`of_b` is the first row"),
            (back("G.mean(0)"), "`of_b` is a mean"),
            (back("mg.ones_like(G).sum(0)"), "`of_b` counts the rows"),
            (
                back(of_c="(G @ mg.tensor([1.0, 1.0, 1.0])).reshape(2, 1)"),
                (
                    "A vector of ones has a fixed length, and the check tries matrices of "
                    "several sizes. `sum` adds up"
                ),
            ),
            (back("mg.ones(2) @ G"), "A vector of ones has a fixed length"),
            (back("2 * G.sum(0)"), "`of_b` should be [11, 22, 54], but yours is [22, 44, 108]"),
            (
                back("G[0] + G[1]"),
                "`of_b` adds up only two rows. A matrix can have more rows than that, and",
            ),
            (
                back(of_c="G.sum(1).reshape(2, 1)"),
                (
                    "The size in your `reshape` doesn't fit every `G`. For `of_c`, "
                    "`keepdim=True` gives you a column"
                ),
            ),
            (back("G.sum(0).reshape(3)"), "The size in your `reshape` doesn't fit every `G`."),
            (
                back(of_c="G.reshape(len(G), 1)"),
                (
                    "can't change how many values a tensor has. Sum first, and take the length "
                    "from a tensor,"
                ),
            ),
            (back("G[0] + G[1] + G[2]"), "Not every matrix has that many rows. `sum` adds up"),
            (back("G.sum(keepdim=True)"), "the dimension as its first argument. Should it be"),
            (
                back(of_c="G.sum(0, keepdim=True).T"),
                "`of_c` is a column, but that column holds the sums for `b`.",
            ),
            (back(of_c="G.sum(1)"), "The values in `of_c` are right, but `c` has"),
            (back(of_c="G.sum(1).reshape(1, -1)"), "`of_c` is a row"),
            (back(of_c="G.sum(0, keepdim=True)"), "per column, but `c` has one per row."),
            (back(of_c="G.sum(0)"), "`of_c` would be right if `c` were a vector."),
            (back(of_c="G.sum()"), "`of_c` is a single number, but `c` has one for"),
            (back(of_c="G"), "`of_c` is just `G`. But `c` has one number"),
            (back(of_c="G[:, 0].reshape(-1, 1)"), "the first column of `G`"),
            (back(of_c="G.mean(1, keepdim=True)"), "`of_c` is a mean"),
            (
                "def back(G):\n    G.sum(0), G.sum(1, keepdim=True)",
                "Your function returned nothing. End it with `return of_b, of_c`.",
            ),
            ("def back(G):\n    return G.sum(0)", "End your function with `return of_b, of_c`"),
            (back("G.sum(2)"), "IndexError"),
        ],
        tried=[back("...", "G.sum(1, keepdim=True)")],
    ),
    "loss": Answers(
        right=[
            loss("return ((prediction - target.reshape(prediction.shape)) ** 2).mean()"),
            loss("return ((prediction.reshape(-1) - target) ** 2).mean()"),
            loss("return ((prediction.T - target) ** 2).mean()"),
            loss("return ((prediction.sum(1) - target) ** 2).sum() / len(target)"),
            loss("return mg.nn.functional.mse_loss(prediction.flatten(), target)"),
            loss("d = prediction[:, 0] - target", "return (d @ d) / len(d)"),
        ],
        wrong=[
            (
                loss("return ((prediction - target) ** 2).mean()"),
                "There are still 9 differences, one for each pair",
            ),
            (loss(f"{SQUARES}.mean"), "Call it: `mean()`"),
            (loss("return ((prediction - target) ** 2).sum()"), "That's the sum of 9 squares"),
            (
                loss("return ((prediction - target) ** 2).sum() / len(target)"),
                "You divided by 3, but there are still 9",
            ),
            (
                loss("return ((prediction - target) ** 2).mean() / len(target)"),
                "but the sum still includes all 9",
            ),
            (loss(f"{SQUARES}.sum()"), "the sum of the right squares"),
            (
                loss(f"{SQUARES}.mean() / len(target)"),
                "The squares are right, but you divided by 3 twice",
            ),
            (
                loss(SQUARES),
                "These are the right squares. But a loss is a single number, so return",
            ),
            (
                loss("return (prediction - target.reshape(-1, 1)) ** 2"),
                "These are the right squares, as a column. But a",
            ),
            (
                loss("return (prediction.reshape(-1) - target).abs().mean()"),
                "These are the absolute values of the right differences",
            ),
            (
                loss("return (prediction.reshape(-1) - target).mean()"),
                "That's the mean of the right differences. You",
            ),
            (
                loss("return (prediction.mean() - target.mean()) ** 2"),
                "the mean of the predictions with the mean",
            ),
            (
                loss("return (prediction[0, 0] - target[0]) ** 2"),
                "You compared only the first prediction with its",
            ),
            (
                loss("return ((prediction[0] - target) ** 2).mean()"),
                "You compared only the first prediction with the targets. Each target",
            ),
            (
                loss(
                    "p = mg.tensor(prediction.reshape(-1).tolist())",
                    "return ((p - target) ** 2).mean()",
                ),
                "isn't tracked, so you can't call `backward()` on",
            ),
            (
                loss(
                    "p = prediction.reshape(-1)",
                    "return ((p - target) ** 2).mean() + p.sum() - p.detach().sum()",
                ),
                "The number is right, but calling `backward()` on it",
            ),
            (loss("print(prediction.reshape(-1) - target)"), "It should return the loss."),
            (
                loss("return ((prediction.reshape(target.shape()) - target) ** 2).mean()"),
                "leave out the `()`",
            ),
            (loss(f"{SQUARES}.mean() + 1"), "the loss should be 5.417, but yours is 6.417"),
            (loss("return ((prediction.reshape(3) - target) ** 2).mean()"), "`len(target)`?"),
            (
                loss("return ((prediction.reshape(target) - target) ** 2).mean()"),
                "needs a shape, not",
            ),
            (
                loss(*LOOP, "return total / len(target)"),
                "The number is right, but it's inside a vector",
            ),
            (loss(*LOOP, "return total"), "That's the sum of the right squares, inside a"),
            (
                loss("total = 0", "for i in range(3):", f"    {ONE}", "return total / 3"),
                "You compared only the first three predictions. The number",
            ),
            (loss(f"{SQUARES}.sum() / 3"), "You divided by 3, however many targets there"),
            (loss("return ((prediction - target) ** 2).mean(0)"), "return one mean"),
            (
                loss("return ((prediction.sum(0) - target) ** 2).mean()"),
                "You added up the predictions before comparing",
            ),
            (
                loss("return prediction.reshape(len(target)) - target"),
                "Now square them and take the mean.",
            ),
            (
                loss("return ((prediction.reshape(n) - target) ** 2).mean()"),
                "`n` isn't defined in your code. The number of",
            ),
            (
                loss("return ((prediction.mean() - target) ** 2).mean()"),
                "the mean of the predictions with each target",
            ),
            (loss("return ((prediction.reshape(3) - target[0:2]) ** 2).mean()"), "RuntimeError"),
        ],
    ),
    "rules": Answers(
        right=[
            rules("mg.outer(g, x)", "W.T @ g"),
            rules("g[:, None] * x[None]", "(g[:, None] * W).sum(0)"),
            rules("mg.einsum('i,j->ij', g, x)", "(W * g.reshape(-1, 1)).sum(0)"),
            "def rules(W, x, g):\n    return [g.reshape(-1, 1) * x, W.T @ g]",
            LOOPS,
        ],
        wrong=[
            *(
                (rules(f"(g.reshape(-1, 1) * x){whole}", f"(g @ W){whole}"), "Your gradient of `W`")
                for whole in (".long()", ".round()")
            ),
            (rules(of_x="(g @ W).round()"), "Your gradient of `x`"),
            (rules("g @ W", "g.reshape(-1, 1) * x"), "Both are right, but they're swapped."),
            (rules("x.reshape(-1, 1) * g"), "For `W`, you returned the transpose. Each row"),
            (rules("g.reshape(-1, 1) * W"), "you weighted the rows of `W` itself"),
            (rules("W * x"), "For `W`, you returned `W * x`, as in the forward"),
            (
                rules("mg.ones_like(g).reshape(-1, 1) * x"),
                "For `W`, you returned `x` in each row. Multiply",
            ),
            (
                rules("(g.reshape(-1, 1) * x).sum()"),
                "For `W`, you returned a single number, but each",
            ),
            (rules("g"), "For `W`, you returned only `g`, one number for"),
            (rules("g @ x"), "`@` adds up"),
            (rules("g.reshape(2, 1) * x"), "don't fit every size. Take the length from the tensor"),
            (rules("x"), "`W` (2 by 3), but the shape of yours is 3."),
            (rules(of_x="64.0"), "(3 numbers), but the shape of yours is a single number"),
            (rules("W"), "For `W`, you returned `W` itself. The gradient"),
            (rules("-g.reshape(-1, 1) * x"), "Your gradient of `W` has the wrong sign"),
            (rules("2 * g.reshape(-1, 1) * x"), "twice as large as it should be"),
            (rules("3 * g.reshape(-1, 1) * x"), "Your gradient of `W` (2 by 3) is"),
            (rules(of_x="W @ x"), "For `x`, you returned `W @ x`, the forward pass."),
            (
                rules(of_x="W.sum(0)"),
                "For `x`, you summed the columns, which gives every row a weight",
            ),
            (rules(of_x="(W * x).sum(0)"), "you summed `W * x` down the columns"),
            (rules(of_x="g.reshape(-1, 1) * W"), "For `x`, you weighted the rows, but you didn't"),
            (rules(of_x="g.sum() * x"), "and `x`. Those products belong to the rule for `W`."),
            (rules(of_x="g.reshape(-1, 1) * x"), "For `x`, you used the rule for `W` again."),
            (rules(of_x="-(g @ W)"), "Your gradient of `x` has the wrong sign"),
            (
                rules(of_x="W @ g if W.shape[0] == W.shape[1] else g @ W"),
                "For `x`, you returned `W @ g`, which ran only",
            ),
            (
                rules(of_x="W @ g"),
                (
                    "last dimension on the left has to match the first on the right. The rule "
                    "for `W` doesn't need a sum at all. The rule for `x` does, but along the "
                    "rows of `W`, or down its columns?"
                ),
            ),
            (
                rules("g * x"),
                (
                    "Lined up from the right, these lengths don't match. `g` has one value per "
                    "row, so turn it into a column."
                ),
            ),
            (rules("W.grad", "x.grad"), "no `.grad` is ever filled"),
            (
                rules("g[0] * x"),
                (
                    "For `W`, you returned only row 0. There should be one row for each number in "
                    "`g`: `x`,"
                ),
            ),
            (rules("mg.stack([g[0] * x, g[1] * x])"), "For `W`, you returned two rows"),
            (rules(of_x="W.T * g"), "each column of `W`, which are in a row of `W.T`"),
            (
                rules(of_x="(W.T * g).sum(0)"),
                "For `x`, the sum goes down the columns, not along the rows",
            ),
            (
                rules(of_x="(g.reshape(-1, 1) * W).sum(0, keepdim=True)"),
                "The numbers for `x` are right, but `x` has one",
            ),
            (rules(of_x="g @ W * x"), "For `x`, you multiplied by `x` at the end, but the rule"),
            (rules(of_x="(g @ W).sum()"), "For `x`, you returned a single number"),
            (rules(of_x="g[0] * W[0]"), "the share from row 0"),
            (
                rules(of_x="g[0] * W[0] + g[1] * W[1]"),
                "For `x`, you weighted only two rows. But `W` has as",
            ),
            (rules(of_x="g"), "For `x`, you returned `g` itself, which has one number for"),
            (rules(of_x="x"), "For `x`, you returned `x` itself. Its gradient"),
            (TRACKED, "The numbers are right, but you computed them"),
            (
                "def rules(W, x, g):\n    (g * (W @ x)).sum().backward()\n"
                "    return W.grad, x.grad",
                "Nothing is tracked here, so `backward` has nowhere to go. Write down",
            ),
            ("def rules(W, x, g):\n    return g @ W", "Return two results"),
            (
                "def rules(W, x, g):\n    print(g @ W)",
                "Your function returned nothing. End it with `return of_W, of_x`.",
            ),
        ],
        tried=[rules("..."), rules(of_x="...")],
    ),
}

GUESSES = {
    "pairs": Guesses(
        truth="25",
        right=["25", "25.0", "5 * 5", "'25 numbers'", "'5 x 5 = 25'", "'25 (5 by 5)'"],
        wrong=[
            ("5", "5 would fit if each prediction met its own target"),
            ("1", "Tensors are added element by element"),
            ("10", "There are 10 numbers to start with"),
            ("6", "You added the sizes 5 and 1"),
            ("[5, 5]", "That's the shape."),
            ("'5 x 5'", "That's the shape."),
            ("'5x5'", "That's the shape."),
            ("'5 by 5'", "That's the shape."),
            ("'error'", "It runs, because each tensor is repeated"),
        ],
        other=["15"],
    ),
    "undone": Guesses(
        truth="tensor([11., 22., 33.])",
        right=["[11, 22, 33]", "(11.0, 22.0, 33.0)", "mg.tensor([11.0, 22.0, 33.0])"],
        wrong=[
            ("[20, 40, 60]", "That's `b` itself"),
            ("[1, 2, 3]", "That's only `G[0]`"),
            ("[10, 20, 30]", "That's only `G[1]`"),
            ("[[6], [60]]", "That's `G.sum(1, keepdim=True)`"),
            ("[6, 60]", "That's `G.sum(1)`"),
            ("[2, 2, 2]", "how many times each number was used."),
            ("[1, 1, 1]", "1 would be a share if `G` held ones"),
            ("[10, 40, 90]", "Those are products"),
            ("[5.5, 11, 16.5]", "That's `G.mean(0)`"),
            ("66", "66 is `G.sum()`. The gradient of `b` has the shape of `b`"),
            ("[[11], [22], [33]]", "The numbers are fine, but `b` has shape [3]"),
            ("[[11, 22, 33]]", "The numbers are fine, but `b` has shape [3]"),
            ("[[1, 2, 3], [10, 20, 30]]", "But the gradient of `b` has the shape of `b`"),
            ("'error'", "It runs"),
        ],
        other=["[0, 0, 0]"],
    ),
    "columns": Guesses(
        truth="tensor([10., 21.,  3.])",
        right=["[10, 21, 3]", "mg.tensor([10.0, 21.0, 3.0])"],
        wrong=[
            ("[5, 11]", "That's `W @ x`. But `x.grad` has the shape of `x`"),
            ("[50, 11]", "That's `g * y`. But `x.grad` has the shape of `x`"),
            ("[[10, 20, 30], [1, 2, 3]]", "the rule for `W`"),
            ("[11, 11, 11]", "was multiplied by entries of `W`"),
            ("[1, 3, 3]", "But `g` has to weight the parts"),
            ("[10, 1]", "That's `g`"),
            ("[[10], [21], [3]]", "The numbers are fine, but `x` has shape [3]"),
            ("[[10, 21, 3]]", "The numbers are fine, but `x` has shape [3]"),
            ("[30, 4]", "That's `g * W.sum(1)`"),
            ("[10, 42, 9]", "You multiplied by `x` as well"),
            ("[10, 21, 1]", "The 3 in `W[1]` is missing"),
            ("[10, 21]", "`x` has three numbers"),
            ("[30, 13]", "`x` has three numbers"),
            ("[10, 20, 3]", "20 is only the share through `W[0]`"),
            ("[10, 20, 0]", "That's only the share through `W[0]`"),
            ("[0, 1, 3]", "That's only the share through `W[1]`"),
            ("[1, 12, 30]", "swapped"),
            ("[10, 21, 30]", "The 3 is in `W[1]`. Which number in `g` does it meet?"),
            ("[10, 20, 30]", "which is the rule for `W`"),
            ("[[10, 20, 0], [0, 1, 3]]", "Those are the separate shares"),
            ("[1, 2, 3]", "That's `x` itself"),
            ("'error'", "It runs"),
        ],
        other=["[10, 20, 4]"],
    ),
}


@verifies("1b", "back", "forward backward")
def what_is_kept_of_back() -> bool:
    G = mg.arange(8.0).reshape(4, 2)
    return same(slope(lambda b: (b + mg.ones(4, 2)) * G, leaf(1, 2)), G.sum(0))


@verifies("1b", "rules", "column row sum rows")
def what_is_kept_of_rules() -> bool:
    W, x = A.clone().requires_grad_(), leaf(1, 2, 3)
    to_w, to_x = grad(W @ x, (W, x), V)
    return same(to_w, mg.outer(V, x)) and same(to_x, V[0] * A[0] + V[1] * A[1])


@verifies("1b", "loss", "before combine `[n]` fits `[n]` `[1, n]` not `[n, 1]`")
@verifies("5", "column", "before subtract both shapes")
def fitting_shapes() -> bool:
    p = mg.arange(3.0)
    sizes = [(p - p.reshape(shape)).numel() for shape in ((3,), (1, 3), (3, 1))]
    return sizes == [3, 3, 9]
