from tests.course.answers import Answers, Guesses


def gradient(formula: str) -> str:
    return f"def gradient(x):\n    return {formula}"


def slope(formula: str) -> str:
    return f"def slope(g, x):\n    return {formula}"


ANSWERS = {
    "cubes": Answers(
        right=[
            gradient("x * x + x * x + x * x"),
            gradient("[3 * float(v) ** 2 for v in x]"),
            gradient("-(-3.0 * x.double() ** 2)"),
            """
def gradient(x):
    x.requires_grad_()
    (x * x * x).sum().backward()
    return x.grad
""",
        ],
        wrong=[
            (gradient("x * x * x"), "the cubes themselves"),
            (gradient("2 * x"), "the slope of x²"),
            (gradient("3 * x"), "grows evenly"),
            (gradient("x ** 2"), "The square is right"),
            (gradient("2 * x * x"), "how many factors"),
            (gradient("6 * x"), "slope of the slope"),
            (gradient("3 * x ** 3"), "one factor of x less"),
            (gradient("(3 * x * x).sum()"), "it gives 42"),
            (gradient("[3.0, 12.0, 27.0]"), "At [-2.0, 0.0, 0.5] it gives [3.0, 12.0, 27.0]"),
            (gradient("-3 * x * x"), "the sign is not"),
            (gradient("print(3 * x * x)"), "Nothing came back"),
            (gradient("x.backward()"), "x.backward()\nRuntimeError"),
        ],
    ),
    "difference": Answers(
        right=[
            slope("(g(x + 1e-4) - g(x)) / 1e-4"),
            slope("(g(x + 0.01) - g(x)) / 0.01"),
            slope("mg.tensor((g(x) - g(x - 1e-5)) / 1e-5)"),
            """
def slope(g, x):
    x = mg.tensor(x, requires_grad=True)
    g(x).backward()
    return x.grad
""",
        ],
        wrong=[
            (slope("(g(x + 0.001) - g(x - 0.001)) / 0.001"), "the run is 2h"),
            (slope("(g(x + 0.001) - g(x)) / 0.002"), "the run is h"),
            (slope("(g(x - 0.001) - g(x + 0.001)) / 0.002"), "The sign is turned around"),
            (slope("g(x + 0.001) - g(x - 0.001)"), "divided by the run"),
            (slope("(g(x + 1e-20) - g(x)) / 1e-20"), "lost in rounding"),
            (slope("(g(x + 0.2) - g(x)) / 0.2"), "Take them closer"),
            (slope("(g(x + 1e-15) - g(x)) / 1e-15"), "lost in rounding"),
            (slope("g(x)"), "That is the value of `g`"),
            (slope("[(g(x + 1e-4) - g(x)) / 1e-4]"), "`list` came back"),
            (slope("(g(x + 0.01) - g(x - 0.01)) / 0"), "ZeroDivisionError"),
            (slope("2 * x - 3 / x**2"), "`g` was never called"),
            (slope("g(x) / x"), "From one value of `g`"),
            (slope("0.02 / (g(x + 0.01) - g(x - 0.01))"), "Upside down"),
            (slope("(g(2.01) - g(1.99)) / 0.02"), "For x³ at −1, whose slope is 3, it gives 12"),
            (slope("(g(x + 0.01) - g(x - 0.01)) / 0.05"), "it gives 1.29999"),
        ],
    ),
}

GUESSES = {
    "slope": Guesses(
        truth="tensor(8.)",
        right=["8", "8.0", "[8]"],
        wrong=[
            ("15", "is `b` itself"),
            ("6", "the slope of a²"),
            ("2", "the slope of 2a"),
            ("12", "are added"),
            ("9", "9 is a²"),
            ("7", "2a + 2"),
        ],
    ),
}
