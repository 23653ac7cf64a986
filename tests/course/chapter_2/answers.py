import minigrad as mg
from minigrad.autograd import grad
from minigrad.autograd.functional import jacobian
from tests.course.answers import Answers, Guesses
from tests.course.keeps import A, V, fails, leaf, same, verifies


def gradient(product: str) -> str:
    return f"def gradient(A, v):\n    return {product}"


def both(*lines: str) -> str:
    return "\n    ".join(["def both(w):", "s = w * w", *lines])


def at(point: str, output: str) -> str:
    return f"def h(x):\n    return {output}\n\n\npoint = {point}"


def rows(row: str, result: str = "mg.stack(rows)") -> str:
    return f"""
def jacobian(f, x):
    y = f(x)
    rows = []
    for i in range(len(y)):
        v = mg.zeros(len(y))
        v[i] = 1
        rows.append({row})
    return {result}
"""


GRAD = "mg.autograd.grad(y, x, v, retain_graph=True)"
BACKWARD = """
def jacobian(f, x):
    y = f(x)
    rows = []
    for v in mg.eye(len(y)):
        y.backward(v, retain_graph=True)
        rows.append({})
        {}
    return mg.stack(rows)
"""

ANSWERS = {
    "product": Answers(
        right=[
            gradient("A.T @ v"),
            gradient("(v[:, None] * A).sum(0)"),
            gradient("mg.einsum('ij,i->j', A, v)"),
            gradient("[sum(w * a for w, a in zip(v, c)) for c in A.T]"),
            gradient("(v.double() @ A.double()).tolist()"),
            gradient("v @ A * -1.0 * -1.0"),
        ],
        wrong=[
            (
                "def gradient(A, v):\n    x = mg.zeros(A.shape[1], requires_grad=True)\n    return mg.autograd.grad(A @ x, x, v)",
                "they come from `autograd`. Write",
            ),
            (
                """
def gradient(A, v):
    x = mg.zeros(A.shape[1], requires_grad=True)
    (A @ x).backward(v)
    return x.grad
""",
                "they come from `backward`. Write",
            ),
            (gradient("2 * v @ A"), "That's twice the product"),
            (gradient("A @ v"), "adds up the *columns*"),
            (gradient("print(v @ A)"), "Write `return` in front of the product"),
            (gradient("'v @ A'"), "without quotation marks"),
            (
                gradient("-(v @ A)"),
                "but the sign is wrong",
            ),
            (gradient("A.sum(0)"), "so that each counts 1"),
            (gradient("A"), "Where does `v` come in?"),
            (gradient("v[:, None] * A"), "You multiplied each row by its number. Now add"),
            (gradient("A.T * v"), "The rows of `A` are the columns of `A.T`"),
            (gradient("v[0] * A[0]"), "That's only the first row, multiplied by its number."),
            (gradient("v[0] * A[0] + v[1] * A[1]"), "a matrix can have more rows"),
            (gradient("A[0]"), "tell you how much of each row"),
            (gradient("v"), "That's `v` itself"),
            (gradient("mg.tensor([-4.0, -2.0])"), "2 by 3, your function returns [-4.0, -2.0]"),
            (
                gradient("A * v"),
                "multiplied each *column* by a number",
            ),
            (
                gradient("(A * v.reshape(len(v), 1)).sum(1)"),
                "You multiplied each row by its number, but then you summed along",
            ),
            (gradient("v.sum() * A"), "2 by 2, your function returns [[2.0, 4.0], [8.0, 10.0]]"),
            (gradient("A @ mg.tensor(3.0)"), "don't need `x`"),
            (gradient("(v @ A)[None]"), "have the same shape as `x`"),
            (gradient("v * A.shape[2]"), "IndexError"),
        ],
    ),
    "twice": Answers(
        right=[
            both(
                "s.sum().backward(retain_graph=True)", "(3 * s).sum().backward()", "return w.grad"
            ),
            both("(s + 3 * s).sum().backward()", "return w.grad"),
            both(
                "s.sum().backward()",
                "s = w * w",
                "(3 * s).sum().backward()",
                "return w.grad",
            ),
            both("return mg.autograd.grad(4 * s.sum(), w)[0]"),
            both("return mg.autograd.grad(4 * s.sum(), w)"),
            both("mg.autograd.backward([s.sum(), (3 * s).sum()])", "return w.grad"),
        ],
        wrong=[
            (both("s.sum().backwards(retain_graph=True)"), "backwards"),
            (
                both("(s + 3 * s).sum().backward()", "return w.grad.abs()"),
                "For w = [-3.0, 0.5], your function returned",
            ),
            (
                both("s.sum().backward()", "(3 * s).sum().backward()", "return w.grad"),
                "first pass freed the values that the node of `s` had saved before the second",
            ),
            (
                both(
                    "s.sum().backward()",
                    "(3 * s).sum().backward(retain_graph=True)",
                    "return w.grad",
                ),
                "You put `retain_graph=True` in the second call. That's",
            ),
            (
                both(
                    "a = s.sum().backward(retain_graph=True)",
                    "b = (3 * s).sum().backward()",
                    "return a + b",
                ),
                "`backward()` returns nothing. It adds the gradient to `w.grad`",
            ),
            (
                both(
                    "a = mg.autograd.grad(s.sum(), w, retain_graph=True)",
                    "b = mg.autograd.grad((3 * s).sum(), w)",
                    "return a + b",
                ),
                "You returned a tuple of gradients",
            ),
            (both("return 8 * w"), "worked it out by hand"),
            (both("s.sum().backward()", "return w.grad"), "the first loss"),
            (both("(3 * s).sum().backward()", "return w.grad"), "the second loss"),
            (
                both(
                    "s.sum().backward(retain_graph=True)",
                    "(s + 3 * s).sum().backward()",
                    "return w.grad",
                ),
                "You returned 10w, because you counted the first",
            ),
            (both("((s + 3 * s) / 2).sum().backward()", "return w.grad"), "a factor of 3"),
            (
                both(
                    "loss = (s + 3 * s).sum()",
                    "loss.backward(retain_graph=True)",
                    "loss.backward()",
                    "return w.grad",
                ),
                "two passes too many",
            ),
            (both("(s + 3 * s).sum().backward()"), "the gradient is in `w.grad`"),
            (
                both("(s + 3 * s).mean().backward()", "return w.grad"),
                "You replaced the sums with means, so your result",
            ),
            (
                both("(s.sum(), (3 * s).sum()).backward()", "return w.grad"),
                "has no `backward()`, but their sum",
            ),
            (both("(s + 3 * s).sum()", "return w.grad"), "No backward pass has reached `w`"),
            (both("return (s + 3 * s).sum()"), "That's the loss"),
            (both("(s + 3 * s).sum().backward()", "return w"), "You returned `w` itself"),
            (
                both("s.detach().sum().backward()", "(3 * s).sum().backward()", "return w.grad"),
                "does not require grad",
            ),
            (
                both("s.sum().backward(retain_graph)"),
                "write `backward(retain_graph=True)`",
            ),
            (
                both("s.sum(retain_graph=True).backward()"),
                "write `backward(retain_graph=True)`",
            ),
            (
                both("(s.sum() * (3 * s).sum()).backward()", "return w.grad"),
                "You multiplied the losses",
            ),
            (
                both("(s + s).sum().backward()", "return 2 * w.grad + 1"),
                "but the gradient is 2w + 6w.",
            ),
        ],
    ),
    "ones": Answers(
        right=[
            at("[1.0, 2.0, 3.0]", "mg.stack([x[1], x[2], x[0]])"),
            at("(1, 2, 3)", "mg.cumsum(x, 0)"),
            at("mg.tensor([1.0, 2.0, 3.0], dtype=mg.float64)", "x - x.mean()"),
            at("[0.0, -0.0, 1.0]", "x.softmax(0)"),
            at("mg.ones(3, requires_grad=True)", "mg.ones(3, 3) @ x"),
        ],
        wrong=[
            (at("[1.0, 2.0, 3.0]", "x * x"), "depends only on its own input"),
            (
                at("[0.0, 0.0, 0.0]", "x * x.sum()"),
                "at this point, all the slopes along other inputs are 0",
            ),
            (
                at("[1.0, 2.0, 3.0]", "mg.stack([x[0] + x[1], x[1], x[2] - x[1]])"),
                "the Jacobian, these slopes cancel",
            ),
            (at("[1.0, 2.0, 3.0]", "None"), "returned nothing."),
            (at("[1.0, 2.0, 3.0]", "x.sum()"), "`h` returned shape []"),
            (
                at("[1.0, 2.0, 3.0]", "[x[1], x[2], x[0]]"),
                "`h` returned a `list`. `mg.stack` combines several tensors",
            ),
            (at("[1.0, 2.0, 3.0]", "mg.tensor([x[1].item(), 0.0, 1.0])"), "without their history"),
            (at("[1.0, 2.0]", "x * x.sum()"), "The point has shape [2]"),
            (at("2.0", "x * x.sum()"), "The point has shape []"),
            (at("'here'", "x * x.sum()"), "has to be a list"),
            (
                "def h(x):\n    y = x * x.sum()\n    y.sum().backward()\n    return y\n\npoint = [1.0, 2.0, 3.0]",
                "This graph's pass is over, so compute the result again",
            ),
            (at("[-1.0, 2.0, 3.0]", "x.sqrt() * x.sum()"), "`nan`"),
            (at("[1.0, 2.0, 3.0]", "x @ x.T()"), "TypeError"),
            (at("[1.0, 2.0, 3.0]", "mg.stack(x[1], x[2], x[0])"), "takes one list of tensors"),
        ],
        tried=[at("...", "x * x.sum()"), at("[1.0, 2.0, ...]", "x * x.sum()")],
    ),
    "jacobian": Answers(
        right=[
            rows(GRAD + "[0]"),
            rows(GRAD + "[0].tolist()", "mg.tensor(rows)"),
            """
def jacobian(f, x):
    rows = []
    for i in range(f(x).shape[0]):
        x.grad = None
        f(x)[i].backward()
        rows.append(x.grad)
    return mg.stack(rows)
""",
            """
def jacobian(f, x):
    y = f(x)
    return mg.stack([mg.autograd.grad(y, x, v, retain_graph=True)[0] for v in mg.eye(len(y))])
""",
        ],
        wrong=[
            (rows(GRAD + "[0]", "mg.stack(rows).T"), "That's the transpose"),
            (
                rows("mg.autograd.grad(y, x, 0.9 * v, retain_graph=True)[0]"),
                "your function returns [[1.79",
            ),
            (rows(GRAD + "[0]", "rows"), "You returned a list of rows. `mg.stack` makes them one"),
            (
                "def jacobian(f, x):\n    f(x).sum().backward()\n    return x.grad",
                "You added up the rows. Compute each row on its own, with a",
            ),
            (rows(GRAD, "rows"), "Each row is inside a tuple, because"),
            (BACKWARD.format("x.grad.clone()", ""), "Each row includes the rows before it"),
            (BACKWARD.format("x.grad", "x.grad.zero_()"), "Append a copy"),
            (BACKWARD.format("x.grad", ""), "All rows are the same tensor, `x.grad`, which"),
            (
                rows(GRAD + "[0]").replace("range(len(y))", "range(len(x))"),
                "row per output, so count them with `len(y)`, not",
            ),
            (rows(GRAD), "`[0]` to get the row."),
            (
                rows("mg.stack([mg.autograd.grad(y[i], x[j])[0] for j in range(len(x))])"),
                "`x[j]` is a new tensor, and `y` wasn't computed",
            ),
            (
                "def jacobian(f, x):\n    y, rows = f(x), []\n"
                "    for v in [mg.tensor([1.0, 0.0]), mg.tensor([0.0, 1.0])]:\n"
                f"        rows.append({GRAD}[0])\n    return mg.stack(rows)",
                (
                    "output, so its length is `len(y)`. Did you assume that every `f` has two "
                    "outputs, or did you use the number of inputs?"
                ),
            ),
            (
                rows(GRAD + "[0]").replace("len(y)", "len(x)"),
                "or did you use the number of inputs",
            ),
            (
                rows("mg.autograd.grad(y, x, 1)[0]"),
                (
                    "`v` has to be a tensor with one number for each output, and a loop that "
                    "counts goes through `range(len(y))`."
                ),
            ),
            (rows(GRAD).replace("range(len(y))", "len(y)"), "goes through `range(len(y))`"),
            (
                rows("y[i].backward(retain_graph=True)"),
                (
                    "`None` where a row should be. `backward()` returns nothing, because it adds "
                    "the row to `x.grad`. Use `autograd.grad`, which returns the row."
                ),
            ),
            (rows("y[i].backward(retain_graph=True)", "rows"), "`None` where a row should"),
            (
                rows(GRAD + "[0]").replace("range(len(y))", "range(2)"),
                "The first two rows are right. But this map has more",
            ),
            (rows(GRAD + "[0][i]"), "Return the whole row."),
            (
                rows(GRAD + "[0]", "mg.tensor(rows)"),
                "leaf from plain numbers. `mg.stack` joins tensors.",
            ),
            (
                BACKWARD.replace(
                    "y.back", "x.grad is None or x.grad.zero_()\n        y.back"
                ).format("x.grad", ""),
                "as the last pass left it",
            ),
            (
                BACKWARD.format("x.grad", "return mg.stack(rows)"),
                "more outputs: does `return` end the loop?",
            ),
            (rows(GRAD + "[0]", "rows[0]"), "That's only the first row. The map has more"),
            (rows(GRAD + "[0]", "rows[-1]"), "the last row"),
            (
                rows(GRAD + "[0]").replace("range(len(y))", "range(1, len(y))"),
                "indices start at 0.",
            ),
            (
                rows(GRAD + "[0]", "mg.stack(rows[0])"),
                "`mg.stack` needs a list of rows, not one row. `rows.append(row)` adds a row",
            ),
            (
                rows("mg.autograd.grad(y[i], x, retain_graph=True)[0]")
                .replace("range(len(y))", "y")
                .replace("v[i] = 1", "pass"),
                "`i` is an output, not",
            ),
            (rows(GRAD + "[0]", "mg.cat(rows)"), "The numbers are right, but they're all in one"),
            (rows("mg.autograd.grad(y, x, v)[0]"), "The pass for one row freed"),
            (
                rows("mg.autograd.grad(y, x, v.tolist())[0]"),
                "`v` has to be a tensor, with one number for each output",
            ),
            (
                "def jacobian(f, x):\n    f(x).backward()\n    return x.grad",
                "f(x).backward()\nRuntimeError: grad can be implicitly created",
            ),
            (
                "def jacobian(f, x):\n    y = f(x)\n    for v in mg.eye(len(y)):\n"
                "        y.backward(v, retain_graph=True)",
                "Your function returned nothing.",
            ),
            (
                """
def jacobian(f, x):
    x, h, columns = x.detach(), 1e-2, []
    for step in h * mg.eye(len(x)):
        columns.append((f(x + step) - f(x - step)) / (2 * h))
    return mg.stack(columns, 1)
""",
                "These are finite differences",
            ),
            (
                """
def jacobian(f, x):
    columns = [(f(x + step) - f(x)) / 0.001 for step in 0.001 * mg.eye(len(x))]
    return mg.stack(columns, 1)
""",
                "These are finite differences",
            ),
            (
                """
def jacobian(f, x):
    columns = []
    for i in range(len(x)):
        xn = x
        xn[i] = xn[i] + 0.001
        columns.append((f(xn) - f(x)) / 0.001)
    return mg.stack(columns, 1)
""",
                (
                    "You can't nudge a tracked leaf, and you don't need to, because a backward "
                    "pass gives you a row."
                ),
            ),
            (rows(GRAD + "[0]").replace("    y = f(x)\n", ""), "it uses the notebook's `y`"),
            (
                "def jacobian(f, x):\n    return mg.autograd.functional.jacobian(f, x)",
                "That's the library's own Jacobian",
            ),
            ("def jacobian(f, x):\n    return f(x)", "For a map with"),
            (
                "def jacobian(f, x):\n    return mg.tensor([[2.0, 1.0, 0.0], [0.0, 1.0, 6.0]])",
                "For a map with",
            ),
        ],
    ),
}

GUESSES = {
    "row": Guesses(
        truth="tensor([2., 1., 0.])",
        right=[
            "[2, 1, 0]",
            "'first row'",
            "'2 1 0'",
            "(2.0, 1.0, -0.0)",
            "mg.tensor([2.0, 1.0, 0.0])",
        ],
        wrong=[
            ("[2, 0]", "[2, 0] is the first column. But `x.grad` has the shape of `x`"),
            ("[1, 0]", "That's `v` itself. But `x.grad` has the shape of `x`"),
            ("[2, 1]", "also needs one for `x[2]`"),
            *(
                (table, "only three numbers are left")
                for table in (
                    "[[2, 1, 0], [0, 1, 6]]",
                    "[2, 1, 0, 0, 1, 6]",
                    "[2, 1, 0, 0, 0, 0]",
                    "[[2, 1, 0], [0, 0, 0]]",
                )
            ),
            ("[[2], [1], [0]]", "The numbers are fine, but `x.grad` has one dimension"),
            ("[2, 11]", "That's `y` itself. But `x.grad` has the shape of `x`"),
            ("2", "`x.grad` has three numbers"),
            ("[2]", "`x.grad` has three numbers"),
            ("[2, 6]", "`x.grad` has three numbers"),
            ("[2, 0, 6]", "The 6 is in the second row"),
            ("[2, 0, 0]", "`y[0]` is x₀ · x₁, so it also has a slope along"),
            ("[2, 2, 6]", "That's for v = (1, 1)"),
            ("[1, 2, 3]", "That's `x` itself"),
            ("'error'", "It runs, because `v` has the shape of `y`"),
            ("[0, 1, 6]", "That's the second row"),
            ("[2, 1, 6]", "The 6 belongs to `y[1]`"),
            ("[1, 2, 0]", "x₀ and x₁ are swapped"),
            ("[20, 11, 6]", "the `v` of the next cell"),
        ],
        other=["[1, 0, 0]", "[1, 1, 0]", "[0, 0, 0]", "[2, 2, 0]"],
    ),
    "vanish": Guesses(
        truth="-1",
        right=["-1", "-1.0", "'v1 = -1'", "'v_1 = -1'"],
        wrong=[
            ("0", "1 + 0 = 1"),
            ("1", "1 + 1 = 2"),
            ("2", "1 + 2 = 3"),
            ("-2", "1 − 2 = −1"),
            ("-0.5", "1 − 0.5 = 0.5"),
            ("-6", "slope along x₂"),
            ("'none'", "There is a number that works"),
            ("[1, -1]", "question asks for one number"),
            ("[2, 0, -6]", "The question asks for one number"),
        ],
        other=["3"],
    ),
    "again": Guesses(
        truth="tensor([1., 1.])",
        right=[
            "[1, 1]",
            "mg.ones(2)",
            "'no error'",
            "'no'",
            "False",
            "'it runs'",
            "'works'",
            "'it works'",
            "'does not fail'",
            "'ok'",
        ],
        wrong=[
            ("'error'", "That error is raised if saved values have been freed"),
            ("'yes'", "That error is raised if saved values have been freed"),
            ("True", "That error is raised if saved values have been freed"),
            ("'fails'", "That error is raised if saved values have been freed"),
            ("'they fail'", "That error is raised if saved values have been freed"),
            ("[0, 1]", "one of the passes, and `.grad` adds them"),
            ("[1, 0]", "one of the passes, and `.grad` adds them"),
            ("[2, 4]", "That would fit `x * x`"),
            ("[2, 2]", "so each place gets one 1"),
            ("[4, 4]", "Each place gets one 1 from `v`"),
            ("[5, 5]", "Each place gets one 1 from `v`"),
            ("[0, 2]", "You multiplied `v` by `x`"),
            ("[3, 4]", "That's `y` itself"),
            ("[1, 2]", "values of `x`"),
            ("None", "doesn't save any values"),
        ],
    ),
    "orders": Guesses(
        truth="63",
        right=["63", "63.0", "'63'", "27 + 27 + 9"],
        wrong=[
            ("27", "27 is the number of multiplications in the other order"),
            ("36", "One of the products of matrices is missing"),
            ("54", "multiplications with `v` are missing"),
            ("81", "if `v` were also a matrix"),
            ("45", "one of the products of matrices as 9"),
            ("18", "You counted products of matrices as 9"),
            ("3", "the number of products"),
            ("'three times'", "How many multiplications are there?"),
            ("'3 times as many'", "How many multiplications are there?"),
            ("'twice'", "How many multiplications are there?"),
        ],
        other=["667"],
    ),
}


@verifies("2", "product", "multiplies left")
def what_is_kept_of_product() -> bool:
    x = leaf(1, 2, 3)
    (A @ x).backward(V)
    return same(jacobian(lambda x: A @ x, x), A) and same(x.grad, V @ A)


@verifies("2", "twice", "first not second sum both don't second")
def what_is_kept_of_twice() -> bool:
    x = leaf(1, 2)
    s = (x * x).sum()
    whole = grad(s + 2 * s, x, retain_graph=True)[0]
    parts = [grad(k * s, x, retain_graph=k == 1)[0] for k in (1, 2)]
    return same(whole, parts[0] + parts[1]) and fails(lambda: grad(s, x))


@verifies("2", "ones", "adds up rows outputs")
def what_is_kept_of_ones() -> bool:
    x = leaf(1, 2, 3)
    return same(grad(A @ x, x, mg.ones(2))[0], A.sum(0))


@verifies("2", "jacobian", "backward row output")
def what_is_kept_of_jacobian() -> bool:
    x = leaf(1, 2, 3)
    return same(mg.stack([grad((A @ x)[i], x)[0] for i in range(2)]), A)
