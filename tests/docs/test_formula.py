"""Tests that the first page's JavaScript computes minigrad's values and gradients of formulas."""

import ast
import functools
import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import minigrad as mg

from .in_node import javascript, needs_node

pytestmark = needs_node

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    name: getattr(mg, name)
    for name in ("sin", "cos", "exp", "log", "sqrt", "tanh", "sigmoid", "relu", "abs")
}
OF_TWO: dict[str, Callable[[Any, Any], Any]] = {"max": mg.maximum, "min": mg.minimum}
OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}
RELATIVE = 1e-9
NUMBERS = ("0", "1", "2", "3", "0.5", "10", ".25", "1e2", "7.")
POINTS = (-2.0, -1.0, 0.0, 0.5, 1.0, 3.0)
ABSOLUTE = 1e-14  # near zero, where 1 - tanh(x)² or g/x - g·(1/x) leaves only rounding errors
CASES = 1_000


def random_formula(draw: random.Random, depth: int) -> str:
    """Return a random formula in which anything can go wrong, such as 0 / 0 or 1e2**1e2."""
    if depth == 0 or draw.random() < 0.1:
        return draw.choice(["x", "x", "x", "y", draw.choice(NUMBERS)])
    kind = draw.random()
    if kind < 0.06:
        inputs = random_formula(draw, depth - 1), random_formula(draw, depth - 1)
        return f"{draw.choice(list(OF_TWO))}({', '.join(inputs)})"
    if kind < 0.3:
        return f"{draw.choice(list(FUNCTIONS))}({random_formula(draw, depth - 1)})"
    if kind < 0.36:
        return f"-{random_formula(draw, depth - 1)}"
    if kind < 0.5:
        return (
            f"({random_formula(draw, depth - 1)})**{draw.choice([*NUMBERS, '-1', '-2', 'x', 'y'])}"
        )
    if kind < 0.55:
        return f"{draw.choice(NUMBERS)}**({random_formula(draw, depth - 1)})"
    left, right = random_formula(draw, depth - 1), random_formula(draw, depth - 1)
    sign = draw.choice("+-**/")
    return f"({left}){sign}({right})" if draw.random() < 0.6 else f"{left} {sign} {right}"


def of_two(name: str) -> Callable[[Any, Any], Any]:
    """Return a function of two inputs that also takes numbers."""
    as_tensor = functools.partial(mg.as_tensor, dtype=mg.float64)
    return lambda a, b: OF_TWO[name](as_tensor(a), as_tensor(b))


def cases(count: int, seed: int) -> list[tuple[str, float, float]]:
    draw = random.Random(seed)
    found: list[tuple[str, float, float]] = []
    while len(found) < count:
        text = random_formula(draw, draw.randint(1, 4))
        x, y = (draw.choice([*POINTS, round(draw.uniform(-3, 3), 3)]) for _ in "xy")
        if "x" in text.replace("exp", "").replace("max", ""):
            found.append((text, x, y))
    return found


def in_minigrad(text: str, x: float, y: float) -> list[float | None] | None:
    """Return the value and both gradients, or None for a constant. Equal parts share a tensor."""
    leaves = {
        name: mg.tensor(value, dtype=mg.float64, requires_grad=True)
        for name, value in (("x", x), ("y", y))
    }
    known: dict[tuple[Any, ...], Any] = {}

    def operation(kind: str, apply: Callable[..., Any], *inputs: Any) -> Any:
        if not any(isinstance(item, mg.Tensor) for item in inputs):
            return apply(*(mg.tensor(item, dtype=mg.float64) for item in inputs)).item()
        names = (repr(item) if isinstance(item, float) else id(item) for item in inputs)
        key = (kind, *names)
        if key not in known:
            known[key] = apply(*inputs)
        return known[key]

    def value(tree: ast.expr) -> Any:
        match tree:
            case ast.Constant(value=int() | float() as number):
                return float(number)
            case ast.Name(id=name):
                return leaves[name]
            case ast.UnaryOp(op=ast.USub(), operand=of):
                return operation("-", lambda a: -a, value(of))
            case ast.Call(func=ast.Name(id=name), args=[of]):
                return operation(name, FUNCTIONS[name], value(of))
            case ast.Call(func=ast.Name(id=name), args=[a, b]):
                return operation(name, of_two(name), value(a), value(b))
            case ast.BinOp(left=left, op=op, right=right):
                return operation(type(op).__name__, OPERATORS[type(op)], value(left), value(right))
        raise AssertionError(ast.dump(tree))

    result = value(ast.parse(text, mode="eval").body)
    if not isinstance(result, mg.Tensor):
        return None
    result.backward()
    grads = (leaves[name].grad for name in "xy")
    return [result.item(), *(None if g is None else g.item() for g in grads)]


IN_JAVASCRIPT = """
return given.map(([text, x, y]) => {
  const graph = graphOf(parse(text));
  if (graph.root === undefined) return null;
  const values = forward(graph, { x, y });
  const slopes = gradients(graph, values);
  const leaf = (name) => graph.boxes.findIndex((box) => box.name === name);
  return [values[graph.root], slopes[leaf("x")], slopes[leaf("y")]]
    .map((number) => number === undefined ? null : String(number));
});
"""


def agree(found: str | None, expected: float | None) -> bool:
    if found is None or expected is None:
        return found is None and expected is None
    number = float(found.replace("Infinity", "inf"))
    if math.isnan(expected) or math.isinf(expected):
        return number == expected or (math.isnan(number) and math.isnan(expected))
    return math.isclose(number, expected, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def depends_on_last_digits(text: str, x: float, y: float) -> bool:
    """Return whether the result depends on the last digits of x and y, as in cos(y**100)."""
    here = in_minigrad(text, x, y)
    near = in_minigrad(text, x * (1 + 2**-50), y * (1 + 2**-50))
    assert here is not None
    assert near is not None
    texts = [None if number is None else str(number) for number in near]
    return not all(map(agree, texts, here))


def compared(asked: list[tuple[str, float, float]]) -> Counter[str]:
    """Compare each formula; return how often each kind of value and gradient occurred."""
    kinds: Counter[str] = Counter()
    for case, found in zip(
        asked, javascript("parse graph engine", IN_JAVASCRIPT, asked), strict=True
    ):
        expected = in_minigrad(*case)
        if found is None or expected is None:
            assert found is expected, case
            continue
        if not all(map(agree, found, expected)):
            assert depends_on_last_digits(*case), (case, found, expected)
            kinds["hangs on last digits"] += 1
            continue
        for number in expected:
            if number is not None:
                kinds[
                    "nan" if math.isnan(number) else "inf" if math.isinf(number) else "finite"
                ] += 1
    return kinds


def test_values_and_gradients_of_random_formulas_agree_with_minigrad() -> None:
    kinds = compared(cases(CASES, seed=0))
    assert kinds["finite"] > 1_500
    assert kinds["nan"] > 100
    assert kinds["inf"] > 30


@pytest.mark.parametrize(
    ("text", "x"),
    [("log(x)", -2.0), ("x**0.5", -1.0), ("1/x", 0.0), ("0*log(x)", 0.0), ("x**y", 0.0)]
    + [
        ("relu(log(x))", -1.0),
        ("relu(x)", 0.0),
        ("0**x", 0.0),
        ("exp(100*x*x)", 3.0),
        ("x**0", 0.0),
    ],
)
def test_a_domain_error_agrees_with_minigrad(text: str, x: float) -> None:
    assert compared([(text, x, 1.5)]).total() >= 2


def test_a_wrong_order_loses_late_contributions() -> None:
    [wrong, right] = javascript(
        "parse graph backward engine",
        """
        const graph = graphOf(parse("x*x*(x*x + 1)"));
        const values = forward(graph, { x: 3 });
        const [x, a, b, z] = [0, 1, 2, 3];
        return [[z, a, b, x], [z, b, a, x]].map((order) => {
          const pass = backward(graph, values, order);
          return [pass.state[x].sum, losses(graph, values, pass, x).map(({ lost }) => lost)];
        });
        """,
    )
    assert wrong == [60, [54]]
    assert right == [114, []]


ANY_ORDER = """
return given.map(([text, x, y, choices]) => {
  const graph = graphOf(parse(text));
  const values = forward(graph, { x, y });
  const right = gradients(graph, values);
  const order = [];
  let pass = backward(graph, values, order);
  for (const choice of choices) {
    if (!pass.ready.length) break;
    order.push(pass.ready[Math.floor(choice * pass.ready.length)]);
    pass = backward(graph, values, order);
  }
  const leaf = graph.boxes.findIndex(({ name }) => name === "x");
  const lost = losses(graph, values, pass, leaf).reduce((sum, one) => sum + one.lost, 0);
  const late = Math.max(...pass.state.map((box) => box.late.length));
  return [order.length === graph.boxes.length, pass.state[leaf].sum + lost, right[leaf], late];
});
"""
SMOOTH = (
    "x*x*(x*x+1)",
    "sin(x)*x + y*sin(x)",
    "exp(x*y)*(x*y + x)",
    "(x+y)**2*(x+y)*x",
    "x*x + x*y",
)
# In the last one, x*x sends two contributions to x, both too late if x ran after x*y only.


def test_in_any_order_the_gradient_and_the_lost_contributions_add_up() -> None:
    draw = random.Random(0)
    asked = [
        (text, draw.uniform(-2, 2), draw.uniform(-2, 2), [draw.random() for _ in range(12)])
        for text in SMOOTH
        for _ in range(50)
    ]
    passes = javascript("parse graph backward engine", ANY_ORDER, asked)
    assert all(whole for whole, *_ in passes)
    assert sum(late > 0 for *_, late in passes) > 50
    assert max(late for *_, late in passes) > 1
    for _, found, right, _late in passes:
        assert math.isclose(found, right, rel_tol=RELATIVE, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("x2", [0, 2], "I don't know “x2”"),
        ("x 2", [0, 3], "between “x” and “2”"),
        ("x*", [2, 2], "missing after “*”"),
        ("x*/2", [2, 3], "“/” can't follow “*”"),
        ("(x + 1", [0, 1], "never closed"),
        ("x + 1)", [5, 6], "no ( that matches"),
        ("sin x", [0, 3], "sin needs parentheses"),
        ("max(x)", [0, 6], "max takes 2 inputs"),
        ("sin(x, 2)", [5, 6], "Only max, min, and pow take two inputs"),
        ("x*3,5", [3, 4], "numbers have a decimal point"),
        ("x + z", [4, 5], "z is the result"),
        ("x + tan(x)", [4, 7], "There is no tan here"),
        ("x + <b>", [4, 5], "I can't read “<”"),
        ("xy", [0, 2], "x*y"),
        ("()", [1, 2], "These parentheses are empty"),
        ("", [0, 0], "Type a formula"),
        ("x" + "+x" * 100, [200, 201], "too long"),
    ],
)
def test_an_error_in_a_formula_is_explained_at_its_position(
    text: str, at: list[int], says: str
) -> None:
    found = javascript(
        "parse",
        "try { parse(given); } catch ({ message, start, end }) { return [message, start, end]; }",
        text,
    )
    assert says in found[0]
    assert found[1:] == at


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("2x", "2*x"),
        ("-2x**2", "-(2*(x**2))"),
        ("x/2y", None),
        ("3(x + 1)2", None),
        ("2sin(x) + 0.5exp(2x)", "2*sin(x) + 0.5*exp(2*x)"),
        ("2pi*x", "(2*3.141592653589793)*x"),
        ("x**2y", None),
    ],
)
def test_a_number_multiplies_what_it_is_written_before(text: str, full: str | None) -> None:
    program = """
    const at = (text) => { try { return parse(text); } catch { return null; } };
    return given.map((text) => text && at(text));
    """
    short, long = javascript("parse", program, [text, full])
    assert short == long


def test_an_address_is_parsed_as_written_and_a_headings_address_is_not_a_formula() -> None:
    state = {
        "formula": "w*x + exp(-y)**2",
        "at": {"w": 2.5, "x": -1.5, "y": 0.25},
        "order": ["z", "b", "a"],
        "broken": ["z", "a", "x"],
    }
    program = """
    return [read(written(given, ["w", "x", "y"])), read("#chapters"), read("#f=x&x=no&o=")];
    """
    again, heading, broken = javascript("address", program, state)
    assert again == state
    assert heading is None
    assert broken["at"]["x"] == 3


def test_any_letter_is_an_input_and_no_node_has_its_name() -> None:
    program = """
    const graph = graphOf(parse("a*x + b"));
    return [graph.boxes.map(({ name, text }) => [name, text ?? null]),
      forward(graph, { a: 2, x: 3, b: 4 })[graph.root], refusal(graph)];
    """
    names, value, refused = javascript("parse graph engine", program)
    assert names == [["a", None], ["x", None], ["c", "a * x"], ["b", None], ["z", "c + b"]]
    assert (value, refused) == (10, "")


def test_a_challenge_tells_the_wrong_result_and_not_its_order() -> None:
    program = """
    const graph = graphOf(parse("x*x*(x*x + 1)"));
    const values = forward(graph, { x: 3 });
    return ["z-a-b-x", "z-b-a-x", "z-a"].map((names) => {
      const theirs = backward(graph, values, possible(graph, names.split("-")));
      return isWrong(graph, values, theirs) ? challenged(graph, theirs).text : "";
    });
    """
    wrong, right, unfinished = javascript("parse graph backward engine say", program)
    assert "x.grad = 60" in wrong
    assert not {"114", "b before a"} & set(wrong.split())
    assert right == unfinished == ""


@pytest.mark.parametrize(
    ("text", "x", "says"),
    [
        ("abs(x)", 0, "its slope is −1 before it and 1 after it"),
        ("x*relu(x - 2)", 2, "its slope is 0 before it and 2 after it"),
        ("log(x)", -1, "no slope"),
        ("log(x)", 0, "no slope"),
        ("x**3", 100, "Check: when x grows by 0.001, z grows by"),
    ],
)
def test_a_gradient_where_there_is_no_slope_is_not_called_right(
    text: str, x: float, says: str
) -> None:
    program = """
    const graph = graphOf(parse(given[0]));
    const values = forward(graph, { x: given[1] });
    let pass = backward(graph, values, []);
    const order = [];
    while (pass.ready.length) {
      order.push(Math.max(...pass.ready));
      pass = backward(graph, values, order);
    }
    const { head, text } = verdict(graph, values, pass);
    return [head, text];
    """
    head, why = javascript("parse graph backward engine say", program, [text, x])
    assert says in why
    assert head.endswith("That's right." if "Check" in says else "That's what PyTorch gives.")
