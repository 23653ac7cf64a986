"""A node's rule as a formula, read from the engine's source and converted to math notation.

A rule is a lambda such as `lambda g, x: g * x`. The formula is made from the expression in the
lambda, so the formula that you see is the one that runs. Some rules rearrange values or call
helpers with unclear names. For those, this module contains a description or a clearer expression.
"""

import ast
import copy
import functools
import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from types import CodeType
from typing import Any

from minigrad.draw.tens import RAISED
from minigrad.engine.graph import Node

# Expressions in g, the inputs x and y, and the result out, for sources that call a helper.
EXPRESSIONS = {
    "TanhBackward0": "g * (1 - out**2)",
    "SigmoidBackward0": "g * out * (1 - out)",
    "LogSigmoidBackward0": "g * sigmoid(-x)",
    "SiluBackward0": "g * sigmoid(x) * (1 + x * (1 - sigmoid(x)))",
    "TanBackward0": "g * (1 + out**2)",
    "ReciprocalBackward0": "-g * out**2",
    "DotBackward0": ("g * y", "g * x"),
    "MmBackward0": ("g @ y.mT", "x.mT @ g"),
    "DivBackward0": ("g / y", "-g * x / y**2"),
    "AbsBackward0": "g * sign(x)",
    "PowBackward0": "g * n * x**(n - 1)",
    "SoftmaxBackward0": "out * (g - sum(g * out))",
    "LogSoftmaxBackward0": "g - exp(out) * sum(g)",
}

# The same for PyTorch's nodes, which have no source.
WITHOUT_SOURCE = {
    "AddBackward0": ("g", "g"),
    "SubBackward0": ("g", "-g"),
    "MulBackward0": ("g * y", "g * x"),
    "NegBackward0": "-g",
    "SinBackward0": "g * cos(x)",
    "CosBackward0": "-g * sin(x)",
    "ExpBackward0": "g * out",
    "LogBackward0": "g / x",
}

WORDS = {
    "SumBackward0": "g, for every element",
    "MeanBackward0": "g / n, for every element",
    "ReluBackward0": "g where the result is > 0, else 0",
    "ViewBackward0": "g, in the input's shape",
    "ReshapeAliasBackward0": "g, in the input's shape",
    "UnsafeViewBackward0": "g, in the input's shape",
    "UnsqueezeBackward0": "g, in the input's shape",
    "SqueezeBackward0": "g, in the input's shape",
    "ExpandBackward0": "g, summed over the copies",
    "RepeatBackward0": "g, summed over the copies",
    "TBackward0": "g, transposed",
    "TransposeBackward0": "g, transposed",
    "PermuteBackward0": "g, its dimensions put back",
    "SelectBackward0": "g at the selected element, 0 elsewhere",
    "SliceBackward0": "g at the selected elements, 0 elsewhere",
    "IndexBackward0": "g at the selected elements, 0 elsewhere",
    "GatherBackward0": "g at the selected elements, 0 elsewhere",
    "MaxBackward0": "g at the maximum, 0 elsewhere",
    "MinBackward0": "g at the minimum, 0 elsewhere",
    "AmaxBackward0": "g at the maximum, 0 elsewhere",
    "AminBackward0": "g at the minimum, 0 elsewhere",
    "StackBackward0": "its part of g",
    "CatBackward0": "its part of g",
    "UnbindBackward0": "the parts of g, joined",
    "SplitBackward0": "the parts of g, joined",
    "CloneBackward0": "g",
    "ToCopyBackward0": "g, in the input's dtype",
    "ProdBackward0": "g · the product of the others",
    "MaximumBackward0": "g where this input won, g/2 in a tie",
    "MinimumBackward0": "g where this input won, g/2 in a tie",
    "WhereBackward0": "g where this input was chosen, else 0",
    "ClampBackward0": "g inside the bounds, 0 outside",
    "ClampBackward1": "g inside the bounds, 0 outside",
    "NllLossBackward0": "−g at each label, averaged; 0 elsewhere",
}

_STRENGTH = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2, ast.MatMult: 2}
_SIGN = {ast.Add: "+", ast.Sub: "−", ast.Mult: "·", ast.Div: "/", ast.MatMult: "@"}


def formula(node: Node, position: int, names: Mapping[str, str] | None = None) -> str:
    """Describe the gradient that a node sends to one of its inputs, in words or as a formula.

    `names` maps the names in the rule to the learner's names (see `called`).
    """
    if node.op.name in WORDS:
        return WORDS[node.op.name]
    expression = _expression(node, position) if getattr(node, "exact", True) else None
    return (
        written(expression, names) if expression is not None else f"by the rule of {node.op.name}"
    )


def called(node: Node, inputs: Sequence[str], result: str) -> dict[str, str]:
    """Return the learner's names for the names in a rule: x and y (or other inputs), and out."""
    meanings = {**dict(zip("xy", inputs, strict=False)), "out": result or "result"}
    own = {i: name for name, i in node.op.slots.items() if name != "out"}
    return meanings | {own[i]: name for i, name in enumerate(inputs) if i in own}


def numbers(node: Node, position: int, values: Mapping[str, str]) -> str:
    """Return the formula with numbers instead of names, or "" if the rule is described in words."""
    expression = None if node.op.name in WORDS else _expression(node, position)
    if expression is None or isinstance(expression, ast.Name):
        return ""
    parts = list(ast.walk(expression))
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    called = [part.func for part in parts if isinstance(part, ast.Call)]
    functions = {function.id for function in called if isinstance(function, ast.Name)}
    if not names - functions <= values.keys():
        return ""
    return written(expression, values)


def parameters(node: Node, position: int) -> dict[str, Any]:
    """Return a node's saved values, keyed by the names that its rule uses: x, y, out, n, ..."""
    if hasattr(node, "parameters"):
        return dict(node.parameters)
    saved = {name: node.saved[i] for name, i in node.op.slots.items()}
    found = {name: value for name, value in saved.items() if value is not None}
    for i, name in enumerate("xy"[: len(node.edges)]):
        if i in node.op.slots.values() and node.saved[i] is not None:
            found[name] = node.saved[i]
    return found | ({"n": found["exponent"]} if "exponent" in found else {})


def written(
    expression: ast.expr, values: Mapping[str, str] | None = None, strength: int = 0
) -> str:
    """Format an expression as you'd write it on paper, replacing the names in `values`."""
    values = values or {}
    if isinstance(expression, ast.Name):
        text = values.get(expression.id, expression.id.lstrip("_"))
        return f"({text})" if strength and text.startswith("-") else text
    if isinstance(expression, ast.Constant):
        return str(expression.value)
    if isinstance(expression, ast.IfExp):
        return written(expression.body, values, strength)
    if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.USub):
        return "−" + written(expression.operand, values, 2)
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Pow):
        base, exponent = (written(e, values, 3) for e in (expression.left, expression.right))
        digits = re.fullmatch(r"[(]?[-−]?\d+[)]?", exponent)
        return base + (exponent.strip("()").translate(RAISED) if digits else f"^{exponent}")
    if isinstance(expression, ast.BinOp) and type(expression.op) in _SIGN:
        own = _STRENGTH[type(expression.op)]
        right = own + (type(expression.op) in (ast.Sub, ast.Div))
        text = (
            f"{written(expression.left, values, own)} {_SIGN[type(expression.op)]} "
            f"{written(expression.right, values, right)}"
        )
        return f"({text})" if own < strength else text
    if isinstance(expression, ast.Attribute) and expression.attr in ("mT", "T"):
        return written(expression.value, values, 3) + "ᵀ"
    if isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name):
        arguments = ", ".join(written(argument, values) for argument in expression.args)
        return f"{expression.func.id.lstrip('_')}({arguments})"
    return ast.unparse(expression).replace("math.", "")


def _rule(node: Node, position: int) -> Any:
    if node.op.rules:
        return inspect.unwrap(node.op.rules[min(position, len(node.op.rules) - 1)])
    return node.op.joint


def _expression(node: Node, position: int) -> ast.expr | None:
    if node.op.name in EXPRESSIONS:
        entry = EXPRESSIONS[node.op.name]
        return _parsed(entry if isinstance(entry, str) else entry[position])
    if node.op.name in WITHOUT_SOURCE and not node.op.rules:
        entry = WITHOUT_SOURCE[node.op.name]
        return _parsed(entry if isinstance(entry, str) else entry[position])
    rule = _rule(node, position)
    code = getattr(rule, "__code__", None)
    return None if code is None else _source(code, rule.__module__)


@functools.cache
def _source(code: CodeType, module: str) -> ast.expr | None:
    """Return the expression of the lambda at the code's first position in a module."""
    places = {place[::2][:2] for place in code.co_positions() if place[2] is not None}
    for function in _lambdas(module):
        starts = {
            (e.lineno, e.col_offset) for e in ast.walk(function.body) if isinstance(e, ast.expr)
        }
        if function.lineno == code.co_firstlineno and starts & places:
            return _Plain().visit(copy.deepcopy(function.body))
    return None


class _Plain(ast.NodeTransformer):
    """A rewriter of `cos.raw(x)` as `cos(x)`. Readers needn't care which form a rule calls."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        return node.value if node.attr == "raw" else node


@functools.cache
def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@functools.cache
def _lambdas(module: str) -> list[ast.Lambda]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:  # the source isn't available
        return []
    return [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
