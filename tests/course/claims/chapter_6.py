"""What chapter 6 says about runs that no cell beside the sentence makes."""

ENGINE = "__import__('inspect').getsource(mg.course.chapter_6.engine)"
LINES = f"len([line for line in {ENGINE}.splitlines() if line.strip()])"
PROGRAMS = "mg.course.chapter_6.PROGRAMS"
SQUARE = "(A := np.array([[1.0, 2.0], [3.0, 4.0]]), u := np.array([5.0, 6.0]), h := np.ones(2))"
MINIGRADS = "(m := mg.tensor(3.0, requires_grad=True), square := m * m)"
CHANGED = "mg.no_grad()(lambda: m.sub_(1.0))()"
OWN = "(m := Tensor(3.0, True), square := m * m, setattr(m, 'data', m.data - 1), square.backward())"
WRONG = "('no error', 4.0)"
SQUARED = "(m := Tensor(3.0, True), (m * m).backward())"
DIVIDED = "(m := Tensor(3.0, True), n := Tensor(5.0, True), (m / n).backward())"
USED = "(m := Tensor(2.0, True), (m * m * (m * m + 1)).backward())"

CLAIMS = [
    ("Less than a hundred lines from here", f"{LINES} < 100"),
    ("agrees with minigrad on fourteen programs", f"len({PROGRAMS}) == 14"),
    (
        "one of them a chain of 100,000 operations",
        f"'100_000' in __import__('inspect').getsource({PROGRAMS}['long chain'])",
    ),
    ("`asarray` copies only where it must", "np.asarray([1, 3], float) is not np.asarray(g)"),
    ("`asarray` copies only where it must", "np.asarray(g, dtype=float) is g"),
    (
        "no step of 0.1 fits into whole numbers",
        "error_of(lambda: np.array([1, 3]).__isub__(0.1)) != 'no error'",
    ),
    ("The slope of x² at 3 is 6", f"{SQUARED}[0].grad == 6"),
    ("It should leave something else than 6", f"{SQUARED}[0].grad == 6"),
    ("x / y has slopes 1/y and -x/y²", f"({DIVIDED}, m.grad, n.grad)[1:] == (1 / 5, -3 / 25)"),
    (
        "A mean moves by 1/n",
        "(Tensor([5.0, 3.0]).mean().data, Tensor([7.0, 3.0]).mean().data) == (4, 5)",
    ),
    ("the 4 that comes later never reaches `x`", "2.0**2 == 4"),
    ("with what it has at that time: 5", "2.0**2 + 1 == 5"),
    ("4 · 5 is handed on", "2 * 2.0 * 5 == 20"),
    ("5 and 3, the slopes of 3 · 5", "(3 * 5.0 - 2 * 5.0, 3 * 5.0 - 3 * 4.0) == (5, 3)"),
    ("20 additions had a million paths", "2**20 > 1_000_000"),
    ("z = a · (a + 1), with a = x², has slope 36 at x = 2", f"{USED}[0].grad == 36"),
    ("`a` hands on the 5 it has", "(a_ := 2.0**2) + 1 == 5 and a_ == 4 and 5 * 2 * 2 == 20"),
    (
        "some thousand deep",
        "1000 <= __import__('sys').getrecursionlimit() < 10_000",
    ),
    (
        "the first can be wrong without an error",
        f"({SQUARE}, (h @ u.T).shape == () and (np.outer(h, u) != h @ u.T).all())[1]",
    ),
    (
        "So `product` refuses vectors",
        "error_of(lambda: Tensor([1.0]) @ Tensor([1.0])) == 'ValueError'",
    ),
    (
        "A result of several numbers wants a `v`",
        "error_of((Tensor([1.0, 2.0], True) * 2).backward) == 'RuntimeError'",
    ),
    ("gets 1 · 3 + 10 · 4 + 100 · 5 = 543", "1 * 3 + 10 * 4 + 100 * 5 == 543"),
    (
        "z = 3 · 2x has slope 6",
        "(m := Tensor(1.0, True), (m * 2 * 3).backward())[0].grad == 6",
    ),
    ("The slope at 3 is 6, and your engine says 4", f"{OWN}[0].grad == 4"),
    (
        "minigrad counts the change and refuses",
        f"({MINIGRADS}, {CHANGED}, error_of(square.backward))[-1] == 'RuntimeError'",
    ),
    (
        "With `w.data -= 1.0` it does not count either",
        f"({MINIGRADS}, m.data.sub_(1.0), error_of(square.backward), m.grad)[2:] == {WRONG}",
    ),
    (
        "minigrad's rule is given the result as well",
        "'lambda g, _x, out: g * out' in __import__('inspect').getsource(mg.ops.powers)",
    ),
]
