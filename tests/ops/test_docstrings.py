"""The formulas in the docstrings of operations are what the operations and their rules compute.

`sinh x;   d/dx = cosh x` is read as a formula, evaluated, and compared with the operation's value
and with what its backward gives. What cannot be read is listed, with the reason.
"""

import ast
import importlib
import inspect
import math
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad import ops

UNARY = re.compile(r"^(?P<value>.+?);\s+d/dx = (?P<slope>.+)$")
BINARY = re.compile(r"^(?P<value>.+?);\s+∂/∂x = (?P<x>.+?),\s+∂/∂y = (?P<y>.+)$")
POINTS = np.array([-2.7, -1.3, -0.6, 0.4, 0.9, 1.7, 3.2])
POSITIVE = {"log", "log1p", "log2", "log10", "sqrt", "rsqrt"}
REMARK = re.compile(r", (?:exact near 0|without overflow|rounded down|rounded up|0 at 0)$")

# Formulas of several cases, or with words: their translation, which holds for these texts alone.
BY_HAND = {
    "σ(1 - σ)": "sigma(x) * (1 - sigma(x))",
    "ln(1 + e^βx) / β, x itself where βx > threshold": "np.log(1 + np.exp(x))",
    "σ(βx)": "sigma(x)",
    "ln σ(x), without overflow": "np.log(sigma(x))",
    "x for x > 0, else a·x": "np.where(x > 0, x, 0.01 * x)",
    "1 or a, a at 0": "np.where(x > 0, 1, 0.01)",
    "x for x > 0, else α(eˣ - 1)": "np.where(x > 0, x, np.exp(x) - 1)",
    "1 or αeˣ": "np.where(x > 0, 1, np.exp(x))",
    "2/√π ∫₀ˣ exp(-t²) dt": "np.array([erf(v) for v in x])",
    "2/√π exp(-x²)": "2 / np.sqrt(np.pi) * np.exp(-(x**2))",
    "-1, 0 or 1": "np.sign(x)",
    "x without its digits after the point": "np.trunc(x)",
    "x rounded, a half to the even neighbor": "np.round(x)",
    "1 for x > 0, 0 at 0": "np.where(x > 0, 1, 0)",
    "x - y⌊x / y⌋": "x - y * np.floor(x / y)",
    "-⌊x / y⌋": "-np.floor(x / y)",
    "1/(x ln 2)": "1 / (x * np.log(2))",
    "1/(x ln 10)": "1 / (x * np.log(10))",
    "log₂ x": "np.log2(x)",
    "log₁₀ x": "np.log10(x)",
}

# Docstrings with a slope that is not of this form, and what holds them instead.
UNREAD = {
    "gelu": "Φ and φ have no formula of their own: finite differences hold the rule",
    "clamp": "of three arguments: finite differences, and test_piecewise for the bounds",
    "clamp_max": "of a bound: finite differences, and test_piecewise at the bound",
    "clamp_min": "of a bound: finite differences, and test_piecewise at the bound",
    "dot": "a sum over vectors: finite differences",
    "vector_norm": "a sum over vectors, and only p = 2 is told: finite differences",
    "pow": "the second input is n: held below by itself",
}

WORDS = {
    "arcsin": "np.arcsin",
    "arccos": "np.arccos",
    "arctan": "np.arctan",
    "sinh": "np.sinh",
    "cosh": "np.cosh",
    "tanh": "np.tanh",
    "sin": "np.sin",
    "cos": "np.cos",
    "tan": "np.tan",
    "ln": "np.log",
    "exp": "np.exp",
    "sign": "np.sign",
    "max": "np.maximum",
    "σ": "sigma",
}
UNREADABLE = "no formula that can be read; BY_HAND in tests/ops/test_docstrings.py may translate it"
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻ˣ", "0123456789-x")


def read(formula: str) -> str:
    """A formula of a docstring as Python; raises `ValueError` for what is no formula."""
    if formula in BY_HAND:
        return BY_HAND[formula]
    formula = REMARK.sub("", re.sub(r"^σ\(x\) = ", "", formula))
    text = formula.replace("·", "*").replace("−", "-").replace("β", "1*").replace("α", "1*")
    text = re.sub(r"[⌊](.+?)[⌋]", r"np.floor(\1)", text)
    text = re.sub(r"[⌈](.+?)[⌉]", r"np.ceil(\1)", text)
    text = re.sub(r"\|(.+?)\|", r"abs(\1)", text)
    text = re.sub(r"√(\w+|\([^)]*\))([²³]?)", _root, text)
    text = re.sub(r"log([₂]|₁₀)", lambda m: "np.log2" if m[1] == "₂" else "np.log10", text)
    text = re.sub(r"\be([⁻ˣ⁰-⁹]+)", lambda m: f"np.exp({m[1].translate(POWERS)})", text)
    text = re.sub(r"\b(\d+)([⁻ˣ⁰-⁹]+)", lambda m: f"{m[1]}**({m[2].translate(POWERS)})", text)
    text = re.sub(r"\b(sinh|cosh|tanh|sin|cos|tan)([²³]) ?(\w+)", r"(\1 \3)\2", text)
    text = re.sub(r"([²³⁴])", lambda m: f"**{m[1].translate(POWERS)}", text)
    text = re.sub(r"(?<![\w.])(\d+)(?=[a-zA-Z(])(?!\*)", r"\1*", text)
    names = "|".join(WORDS)
    text = re.sub(rf"(?<![\w.])({names}) (\w+)", lambda m: f"{WORDS[m[1]]}({m[2]})", text)
    text = re.sub(rf"(?<![\w.])({names})(?=\()", lambda m: WORDS[m[1]], text)
    text = re.sub(r"\bσ\b(?!\()", "sigma(x)", text)
    text = re.sub(r"(?<=[\w)]) (?=np\.|\()", " * ", text)
    text = re.sub(r"\bx\(", "x*(", text)
    text = re.sub(r"sigma\(x\)\(", "sigma(x)*(", text)
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        raise ValueError(f"{formula}: {UNREADABLE}") from None
    known = {"np", "x", "y", "abs", "sigma"}
    names_in = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if names_in - known:
        raise ValueError(f"{formula}: {sorted(names_in - known)}; {UNREADABLE}")
    return text.strip()


def _root(match: re.Match[str]) -> str:
    power = match[2].translate(POWERS)
    return f"({match[1]})**({power}/2)" if power else f"({match[1]})**0.5"


def evaluated(formula: str, **values: Any) -> Any:
    names = {"np": np, "abs": abs, "erf": math.erf, "sigma": lambda v: 1 / (1 + np.exp(-v))}
    names |= values
    with np.errstate(all="ignore"):
        return eval(read(formula), names)


def of_package() -> Iterator[tuple[str, Any, str]]:
    """Operations whose docstring has a formula for its slope."""
    for module in pkgutil.iter_modules(ops.__path__):
        loaded = importlib.import_module(f"{ops.__name__}.{module.name}")
        for name, value in vars(loaded).items():
            doc = inspect.getdoc(value) if callable(value) else None
            here = getattr(value, "__module__", "") == loaded.__name__
            if doc and here and re.search("[d∂]/[d∂]x =", doc):
                yield name, value, doc.splitlines()[0]


FORMULAS = {name: (operation, doc) for name, operation, doc in of_package()}
READ = {name: both for name, both in FORMULAS.items() if name not in UNREAD}


def slopes(operation: Any, *values: np.ndarray) -> list[np.ndarray]:
    """What the rules give: the gradient along each input."""
    inputs = [mg.tensor(v, dtype=mg.float64, requires_grad=True) for v in values]
    out = operation(*inputs)
    grads = mg.autograd.grad(out.sum(), inputs, allow_unused=True)
    return [np.zeros(len(values[0])) if g is None else g.numpy() for g in grads]


@pytest.mark.parametrize("name", READ)
def test_the_formula_of_a_docstring_is_what_is_computed(name: str) -> None:
    operation, doc = READ[name]
    match = UNARY.match(doc) or BINARY.match(doc)
    assert match, doc
    points = np.abs(POINTS) if name in POSITIVE else POINTS
    inputs = {"x": points} if UNARY.match(doc) else {"x": points, "y": points[::-1].copy() + 0.1}
    formulas = list(match.groups())
    value = operation(*(mg.tensor(v, dtype=mg.float64) for v in inputs.values())).numpy()
    np.testing.assert_allclose(value, evaluated(formulas[0], **inputs), rtol=1e-9, err_msg=doc)
    for slope, formula in zip(slopes(operation, *inputs.values()), formulas[1:], strict=True):
        expected = np.broadcast_to(evaluated(formula, **inputs), slope.shape)
        np.testing.assert_allclose(slope, expected, rtol=1e-9, atol=1e-12, err_msg=doc)
    if "0 at 0" in doc:
        assert slopes(operation, np.zeros(1))[0] == 0


def test_the_formula_of_a_power_is_what_is_computed() -> None:
    operation, doc = FORMULAS["pow"]
    assert doc == "xⁿ;   ∂/∂x = n xⁿ⁻¹,   ∂/∂n = xⁿ ln x"
    x, n = np.abs(POINTS), POINTS[::-1].copy()
    along_x, along_n = slopes(operation, x, n)
    np.testing.assert_allclose(along_x, n * x ** (n - 1))
    np.testing.assert_allclose(along_n, x**n * np.log(x))


PRODUCTS = {"vᵀJ": lambda v, J: v @ J, "Jv": lambda v, J: J @ v}


@pytest.mark.parametrize(
    ("function", "shape", "computed"),
    [
        (vars(mg.Tensor)["backward"], (2,), lambda f, x, v: (f(x).backward(v), x.grad)[1]),
        (mg.autograd.grad, (2,), lambda f, x, v: mg.autograd.grad(f(x), x, v)[0]),
        (mg.autograd.functional.vjp, (2,), lambda f, x, v: mg.autograd.functional.vjp(f, x, v)[1]),
        (mg.autograd.functional.jvp, (3,), lambda f, x, v: mg.autograd.functional.jvp(f, x, v)[1]),
    ],
    ids=["backward", "grad", "vjp", "jvp"],
)
def test_the_product_that_a_docstring_names_first_is_computed(
    function: Any, shape: tuple[int, ...], computed: Any
) -> None:
    doc = inspect.getdoc(function) or ""
    named = re.search(r"vᵀJ|\bJv\b", doc)
    assert named, doc
    x = mg.tensor([1.0, 2.0, 3.0], dtype=mg.float64, requires_grad=True)
    v = mg.tensor([2.0, -1.0, 4.0][: shape[0]], dtype=mg.float64)

    def f(x: Any) -> Any:
        return mg.stack([x[0] * x[1], x[2] ** 2 + x[0]])

    J = mg.autograd.functional.jacobian(f, x).numpy()
    product = computed(f, x, v).detach().numpy()
    np.testing.assert_allclose(product, PRODUCTS[named[0]](v.numpy(), J))


def test_every_other_docstring_with_a_slope_is_listed_and_none_in_vain() -> None:
    assert UNREAD.keys() <= FORMULAS.keys()
    assert len(READ) >= 30
    used = {f for _, doc in READ.values() for f in re.split(r";\s+|,\s+∂/∂y = |[d∂]/[d∂]x = ", doc)}
    assert BY_HAND.keys() <= used


@pytest.mark.parametrize(
    ("formula", "python"),
    [
        ("1/(2√x)", 0.25),
        ("-1/(2√x³)", -0.0625),
        ("1 + tan² x", 1 + math.tan(4) ** 2),
        ("e⁻ˣ", math.exp(-4)),
        ("2ˣ ln 2", 16 * math.log(2)),
        ("x(1 + 2x)", 36),
        ("|x - 5|", 1),
        ("⌊x / 3⌋", 1),
    ],
)
def test_a_formula_is_read_as_it_is_meant(formula: str, python: float) -> None:
    assert evaluated(formula, x=4.0) == pytest.approx(python)


@pytest.mark.parametrize("formula", ["x, somehow", "Σ xᵢ", "f x", "2 ÷ x"])
def test_what_is_no_formula_is_refused(formula: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        read(formula)
