from tests.course.answers import Answers, Guesses


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
            (back("G.sum(1)", "G.sum(0)"), "`of_b` has a number for each row"),
            (back("G.sum(0, keepdim=True)"), "`of_b` has two dimensions"),
            (back("G.sum(1, keepdim=True)", "G.sum(0)"), "The two have changed places"),
            (back("G.sum()"), "`of_b` is one number, the sum of all of `G`"),
            (back("G"), "`of_b` is `G` as it arrived"),
            (back("G[0]"), "`of_b` is the first row"),
            (back("G.mean(0)"), "`of_b` is a mean"),
            (back("mg.ones_like(G).sum(0)"), "`of_b` counts the rows"),
            (back("2 * G.sum(0)"), "`of_b` should be [11, 22, 54], and yours is [22, 44, 108]"),
            (back("G[0] + G[1]"), "A matrix may have more of them"),
            (back(of_c="G.sum(1).reshape(2, 1)"), "The size in `reshape` is fixed"),
            (back("G.sum(0).reshape(3)"), "The size in `reshape` is fixed"),
            (back(of_c="G.reshape(len(G), 1)"), "take the length from a tensor"),
            (back("G[0] + G[1] + G[2]"), "Not every matrix has so many rows"),
            (back("G.sum(keepdim=True)"), "the dimension first"),
            (back(of_c="G.sum(0, keepdim=True).T"), "of the sums for `b`"),
            (back(of_c="G.sum(1)"), "which length is lost?"),
            (back(of_c="G.sum(1).reshape(1, -1)"), "`of_c` is a row"),
            (back(of_c="G.sum(0, keepdim=True)"), "`of_c` has a number for each column"),
            (back(of_c="G.sum(0)"), "`of_c` is the gradient of a vector"),
            (back(of_c="G.sum()"), "`of_c` is one number. `c` has a place"),
            (back(of_c="G"), "which add up?"),
            (back(of_c="G[:, 0].reshape(-1, 1)"), "the first column of `G`"),
            (back(of_c="G.mean(1, keepdim=True)"), "`of_c` is a mean"),
            (
                "def back(G):\n    G.sum(0), G.sum(1, keepdim=True)",
                "Your function returned nothing.",
            ),
            ("def back(G):\n    return G.sum(0)", "Return two results: `return of_b, of_c`"),
            (back("G.sum(2)"), "IndexError"),
        ],
        tried=[back("G.sum(0)", "..."), back("...", "G.sum(1, keepdim=True)")],
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
            (loss("return ((prediction - target) ** 2).mean()"), "Still 9 differences"),
            (loss("return mg.nn.functional.mse_loss(prediction, target)"), "Still 9 differences"),
            (
                loss("return ((prediction - target.reshape(1, -1)) ** 2).mean()"),
                "Still 9 differences",
            ),
            (
                loss("return ((prediction - target.T) ** 2).mean()"),
                "Still 9 differences",
            ),
            (loss(f"{SQUARES}.mean"), "Call it: `mean()`"),
            (loss("return ((prediction - target) ** 2).sum()"), "That's the sum of 9 squares"),
            (
                loss("return ((prediction - target) ** 2).sum() / len(target)"),
                "Divided by 3, but there are still 9",
            ),
            (
                loss("return ((prediction - target) ** 2).mean() / len(target)"),
                "once more, and there are still 9",
            ),
            (loss(f"{SQUARES}.sum()"), "the sum of the right squares"),
            (loss(f"{SQUARES}.mean() / len(target)"), "divided by 3 twice"),
            (loss(SQUARES), "These are the right squares. A loss is one number"),
            (
                loss("return (prediction - target.reshape(-1, 1)) ** 2"),
                "The right squares, as a column",
            ),
            (
                loss("return (prediction.reshape(-1) - target).abs().mean()"),
                "without their sign. Square them",
            ),
            (loss("return (prediction.reshape(-1) - target).mean()"), "the square is missing"),
            (
                loss("return (prediction.mean() - target.mean()) ** 2"),
                "the mean of the predictions with the mean",
            ),
            (
                loss("return (prediction[0, 0] - target[0]) ** 2"),
                "Only the first prediction is compared with its target",
            ),
            (
                loss("return ((prediction[0] - target) ** 2).mean()"),
                "the others aren't used",
            ),
            (
                loss(
                    "p = mg.tensor(prediction.reshape(-1).tolist())",
                    "return ((p - target) ** 2).mean()",
                ),
                "isn't tracked, so nothing can go backward",
            ),
            (
                loss(
                    "p = prediction.reshape(-1)",
                    "return ((p - target) ** 2).mean() + p.sum() - p.detach().sum()",
                ),
                "brings another gradient",
            ),
            (loss("print(prediction.reshape(-1) - target)"), "Your function returned nothing."),
            (loss(f"{SQUARES}.mean() + 1"), "it should be 5.417, and yours is 6.417"),
            (loss("return ((prediction.reshape(3) - target) ** 2).mean()"), "`len(target)`?"),
            (loss("return ((prediction.reshape(target) - target) ** 2).mean()"), "needs a shape"),
            (loss(*LOOP, "return total / len(target)"), "lies in a vector of one"),
            (loss(*LOOP, "return total"), "The sum of the right squares, in a vector"),
            (
                loss("total = 0", "for i in range(3):", f"    {ONE}", "return total / 3"),
                "Only the first three are compared",
            ),
            (loss(f"{SQUARES}.sum() / 3"), "however many there are"),
            (
                loss("prediction.reshape(len(target))", "return ((prediction - target)**2).mean()"),
                "Still 9 differences",
            ),
            (loss("return ((prediction - target) ** 2).mean(0)"), "We want one number"),
            (loss("return ((prediction - target) ** 2).mean(1)"), "We want one number"),
            (
                loss("return ((prediction.sum(0) - target) ** 2).mean()"),
                "added up before they meet",
            ),
            (
                loss("return prediction.reshape(len(target)) - target"),
                "Square them, and take the mean",
            ),
            (loss("return ((prediction.reshape(n) - target) ** 2).mean()"), "is our word"),
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
            (rules("g @ W", "g.reshape(-1, 1) * x"), "Both are right, but swapped"),
            (rules("x.reshape(-1, 1) * g"), "For `W` that is the transpose"),
            (rules("g.reshape(-1, 1) * W"), "you weighted its own rows"),
            (rules("W * x"), "from the forward pass. What arrives is `g`"),
            (rules("mg.ones_like(g).reshape(-1, 1) * x"), "For `W` each row is `x`"),
            (rules("(g.reshape(-1, 1) * x).sum()"), "it has a rule per entry"),
            (rules("g"), "For `W` that's only `g`"),
            (rules("g @ x"), "`@` of two vectors adds up"),
            (rules("g.reshape(2, 1) * x"), "Take the length from the tensor"),
            (rules("W"), "For `W` that is `W` itself"),
            (rules("-g.reshape(-1, 1) * x"), "The gradient of `W`, 2 by 3, comes out as"),
            (rules(of_x="W @ x"), "For `x` that is `W @ x`"),
            (rules(of_x="W.sum(0)"), "all with weight 1"),
            (rules(of_x="g.reshape(-1, 1) * W"), "the sum over the rows is missing"),
            (rules(of_x="g.sum() * x"), "the rule for `W`, summed"),
            (rules(of_x="g.reshape(-1, 1) * x"), "the rule for `W` once more"),
            (rules(of_x="-(g @ W)"), "The gradient of `x`, 3 numbers, comes out as"),
            (
                rules(of_x="W @ g if W.shape[0] == W.shape[1] else g @ W"),
                "it ran since this `W` is square",
            ),
            (rules(of_x="W @ g"), ", the last length on the left"),
            (rules("g.reshape(len(g), 1) @ x"), ", the last length on the left"),
            (rules(of_x="g @ W.T"), ", the last length on the left"),
            (rules("g * x"), "it fits if you make it a column"),
            (
                rules("g.reshape(len(g), 1) * x.reshape(len(x), 1)"),
                "it fits if you make it a column",
            ),
            (rules("W.grad", "x.grad"), "no `.grad` is ever filled"),
            (rules("g[0] * x"), "For `W` that is row 0"),
            (rules("mg.stack([g[0] * x, g[1] * x])"), "For `W` you returned two rows"),
            (rules(of_x="W.T * g"), "now add up those of each column"),
            (rules(of_x="(W.T * g).sum(0)"), "not along rows"),
            (rules(of_x="(g.reshape(-1, 1) * W).sum(0, keepdim=True)"), "no `keepdim`"),
            (rules(of_x="g @ W * x"), "no part in its own rule"),
            (rules(of_x="(g @ W).sum()"), "For `x` you returned a single number"),
            (rules(of_x="g[0] * W[0]"), "the share of row 0"),
            (rules(of_x="g[0] * W[0] + g[1] * W[1]"), "For `x` two rows are weighted"),
            (rules(of_x="g"), "For `x` that is `g` itself"),
            (rules(of_x="x"), "For `x` that is `x` itself"),
            (TRACKED, "came from a backward pass"),
            (
                "def rules(W, x, g):\n    (g * (W @ x)).sum().backward()\n"
                "    return W.grad, x.grad",
                "does not require grad",
            ),
            ("def rules(W, x, g):\n    return g @ W", "Return two results"),
            (
                "def rules(W, x, g):\n    print(g @ W)",
                "Your function returned nothing. `return of_W, of_x`",
            ),
        ],
        tried=[rules("..."), rules(of_x="...")],
    ),
}

GUESSES = {
    "pairs": Guesses(
        truth="64",
        right=["64", "64.0", "8 * 8", "'64 numbers'"],
        wrong=[
            ("8", "what was intended"),
            ("1", "so more than one number comes out"),
            ("16", "16 numbers go in"),
            ("9", "lengths of one shape"),
            ("[8, 8]", "That's its shape"),
            ("'8 x 8'", "That's its shape"),
            ("'8x8'", "That's its shape"),
            ("'8 by 8'", "That's its shape"),
            ("'error'", "so may a missing one"),
            ("32", "8 meets nothing"),
        ],
    ),
    "undone": Guesses(
        truth="tensor([11., 22., 33.])",
        right=["[11, 22, 33]", "(11.0, 22.0, 33.0)", "mg.tensor([11.0, 22.0, 33.0])"],
        wrong=[
            ("[1, 2, 3]", "row 0 of `G`"),
            ("[10, 20, 30]", "row 1 of `G`"),
            ("[[6], [60]]", "what goes to a column"),
            ("[6, 60]", "the sums along the rows"),
            ("[2, 2, 2]", "how often each number was used"),
            ("[1, 1, 1]", "there's a factor `G`"),
            ("[5.5, 11, 16.5]", "the mean of the two rows"),
            ("66", "all of `G` added up"),
            ("[[11], [22], [33]]", "`b` is a vector, and no column"),
            ("[[1, 2, 3], [10, 20, 30]]", "three places for it"),
            ("[0, 0, 0]", "the two shares of its column"),
        ],
    ),
    "columns": Guesses(
        truth="tensor([10., 21.,  3.])",
        right=["[10, 21, 3]", "mg.tensor([10.0, 21.0, 3.0])"],
        wrong=[
            ("[5, 11]", "going forward"),
            ("[50, 11]", "`g` times `y`"),
            ("[[10, 20, 30], [1, 2, 3]]", "the rule for `W`"),
            ("[11, 11, 11]", "its own factor from `W`"),
            ("[1, 3, 3]", "`g` weights the rows"),
            ("[10, 1]", "That's `g`"),
            ("[[10], [21], [3]]", "`x` is a vector, and no column"),
            ("[30, 4]", "They go down the columns"),
            ("[10, 42, 9]", "no part in its own rule"),
            ("[10, 20, 0]", "the share of row 0"),
            ("[0, 1, 3]", "the share of row 1"),
            ("[1, 12, 30]", "swapped"),
            ("[10, 20, 30]", "row 0 of what goes to `W`"),
            ("[0, 0, 0]", "one for each column: the entry"),
        ],
    ),
}
