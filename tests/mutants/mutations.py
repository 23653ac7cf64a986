"""Mutants of single functions, each made with one small change in the syntax tree.

In a rule, the change affects the computation: a sign, a factor, a dropped term, swapped operands, a
moved kink. In an engine function, it affects the behavior: a negated condition, a skipped
step, a changed constant. No mutant is designed to raise an error.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Decorators and classes that take rules, either positional or as named arguments.
DEFINE = {"unary", "binary", "operation", "view", "Op", "reduction", "slope_of", "kind"}
DEFINE |= {"elementwise", "_basic", "_drawn", "_picking", "_product", "_shaped"}
OPTIONS = {"check", "fits", "inputs", "second", "to_float"}
Function = ast.Lambda | ast.FunctionDef


@dataclass(frozen=True)
class Mutant:
    """A mutant of a module. `kind` names the change; `was` and `becomes` are source code."""

    path: Path
    function: str
    line: int
    kind: str
    was: str
    becomes: str
    module: ast.Module
    node: ast.AST
    new: ast.AST | None = None

    @property
    def tree(self) -> ast.Module:
        """Return the whole module with the change."""
        return ast.fix_missing_locations(_Replace(self.node, self.new).visit(self.module))

    @property
    def change(self) -> str:
        return f"{self.kind}: {self.was} → {self.becomes}"

    def __str__(self) -> str:
        """Return the key for `explained.py`, which stays the same if lines move."""
        return f"{self.path.name}, {self.function}: {self.change}"


def of_rules(path: Path) -> Iterator[Mutant]:
    """Yield mutants of every rule of the module's operations and of every helper they call."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {f.name: f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)}
    defined = {name for name, f in functions.items() if any(map(_defines, f.decorator_list))}
    seen: dict[int, tuple[str, Function]] = {}
    waiting = [
        (_owner(call, functions), rule)
        for call in ast.walk(tree)
        if _defines(call)
        for rule in _rules(call)
    ]
    while waiting:
        owner, rule = waiting.pop()
        if isinstance(rule, ast.Name):
            if rule.id in defined or rule.id not in functions:
                continue  # an operation, whose rule and value have their own mutants
            owner, rule = rule.id, functions[rule.id]
        if isinstance(rule, Function) and id(rule) not in seen:
            seen[id(rule)] = owner, rule
            calls = [node.func for node in ast.walk(rule) if isinstance(node, ast.Call)]
            waiting += [(owner, called) for called in calls if isinstance(called, ast.Name)]
    for owner, rule in seen.values():
        yield from _mutants(path, tree, owner, rule, _wrong_values)


def of_steps(path: Path) -> Iterator[Mutant]:
    """Yield mutants of every function and method in an engine module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from _mutants(path, tree, node.name, node, _wrong_steps)


def _inside(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, except its defaults and the nodes of its inner functions.

    `strict=` is also left out, because `zip` never gets the input that it would reject.
    """
    for child in ast.iter_child_nodes(function):
        if isinstance(child, ast.keyword) and child.arg == "strict":
            continue
        if not isinstance(child, ast.FunctionDef | ast.arguments):
            yield child
            yield from _inside(child)


def of_names(path: Path) -> Iterator[Mutant]:
    """Yield mutants of every node name that an operation in the module specifies."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _defines(call) and isinstance(call.args[0], ast.Constant):
            name = str(call.args[0].value)
            yield Mutant(path, "grad_fn", call.lineno, "name", name, f"{name}0", tree, call)


def _defines(call) -> bool:
    return isinstance(call, ast.Call) and getattr(call.func, "id", None) in DEFINE


def _rules(call) -> list[ast.AST]:
    rules = [*call.args[1:], *(k.value for k in call.keywords if k.arg not in OPTIONS)]
    return [e for f in rules for e in (f.elts if isinstance(f, ast.Tuple) else [f])]


def _owner(call, functions) -> str:
    for name, function in functions.items():
        if call in function.decorator_list:
            return name
    return str(call.args[0].value) if isinstance(call.args[0], ast.Constant) else "rule"


def _mutants(path, tree, owner, function, wrong) -> Iterator[Mutant]:
    for node, kind, becomes in wrong(function):
        was, now = _source(node), "nothing" if becomes is None else _source(becomes)
        yield Mutant(path, owner, node.lineno, kind, was, now, tree, node, becomes)


def _source(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) < 200 else f"{text[:196]} ..."


class _Replace(ast.NodeTransformer):
    """A transformer that replaces one node in a copy of a tree."""

    def __init__(self, node: ast.AST, new: ast.AST | None) -> None:
        self.node, self.new = node, new

    def visit(self, node: ast.AST):
        if node is self.node:
            return ast.copy_location(_with_unreachable(node, self.new), node)
        node = copy.copy(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):  # a NodeTransformer changes the tree in place
                setattr(node, name, list(value))
        return self.generic_visit(node)


def _with_unreachable(node, becomes):
    """Return the new code, with the old code in an unreachable branch, which keeps its names."""
    never, old, new = ast.Constant(False), copy.deepcopy(node), copy.deepcopy(becomes)
    if isinstance(node, ast.stmt):
        return ast.If(never, [old], [new or ast.Pass()])
    return ast.IfExp(never, old, new)


# Mutations of what a rule computes


def _wrong_values(function: Function):
    for result in _results(function):
        called = _called(result)
        if called == "zeros_of" and isinstance(
            result, ast.Call
        ):  # zeros, which no sign or factor changes
            yield result, "let through", result.args[0]
        elif called == "bool":
            yield result, "answer", ast.UnaryOp(ast.Not(), result)
        elif not isinstance(result, ast.Constant | ast.Starred):
            yield result, "sign", ast.UnaryOp(ast.USub(), result)
            yield result, "factor", ast.BinOp(result, ast.Mult(), ast.Constant(2))
    for node in _computing(function):
        if isinstance(node, ast.BinOp):
            yield from _wrong_operator(node)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield node, "sign", node.operand
        elif isinstance(node, ast.Call) and len(node.args) > 1 and not node.keywords:
            first, second, *others = node.args
            starred = any(isinstance(a, ast.Starred) for a in (first, second))
            if not starred and _called(node) not in _SYMMETRIC:
                swapped = ast.Call(node.func, [second, first, *others], [])
                yield node, "swapped arguments", swapped
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in _KINKS:
            moved = ast.Compare(node.left, [_KINKS[type(node.ops[0])]()], node.comparators)
            yield node, "kink", moved


_SYMMETRIC = {
    *("eq", "ne", "logical_and", "logical_or", "maximum", "_maximum", "minimum"),
    *("promote", "wider"),
}
_KINKS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq}


def _called(node: ast.AST) -> str | None:
    """Return the name of the called function: eq for both `eq(x, y)` and `eq.raw(x, y)`."""
    if not isinstance(node, ast.Call):
        return None
    called = node.func
    if isinstance(called, ast.Attribute) and called.attr == "raw":
        called = called.value
    return getattr(called, "id", None)


def _wrong_operator(node: ast.BinOp):
    left, right = node.left, node.right
    if isinstance(node.op, ast.Add | ast.Sub):
        opposite = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield node, "sign", ast.BinOp(left, opposite, right)
        yield node, "dropped term", left
        yield node, "dropped term", right
    elif isinstance(node.op, ast.Mult | ast.Div):
        yield node, "dropped factor", left
        if isinstance(node.op, ast.Mult):
            yield node, "dropped factor", right
    if isinstance(node.op, ast.Div | ast.MatMult | ast.Pow):
        yield node, "swapped operands", ast.BinOp(right, node.op, left)


def _results(function: Function) -> list[ast.expr]:
    """Return the expressions that a function may return, with tuples split into their elements."""
    if isinstance(function, ast.Lambda):
        values = [function.body]
    else:
        values = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    return [e for v in values for e in _each(v)]


def _each(value: ast.expr) -> list[ast.expr]:
    if isinstance(value, ast.Tuple | ast.List):
        return value.elts
    return [value.elt] if isinstance(value, ast.ListComp) else [value]


def _computing(function: Function) -> Iterator[ast.AST]:
    """Yield the expressions in a rule, except for messages and for shapes and dims it computes."""
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise | ast.JoinedStr | ast.Subscript):
            continue
        yield node
        waiting += ast.iter_child_nodes(node)


# Mutations of what a step of the engine does


def _wrong_steps(function: Function):
    for node in _inside(function):
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not _endless(node):
            yield node.test, "condition", ast.UnaryOp(ast.Not(), node.test)
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield test, "condition", ast.UnaryOp(ast.Not(), test)
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, "and/or", ast.BoolOp(other, node.values)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            sides = (node.left, node.right)
            if not any(isinstance(side, ast.JoinedStr | ast.Constant) for side in sides):
                yield node, "dropped term", node.left
        elif isinstance(node, ast.AugAssign) or _is_step(node):
            yield node, "left out", None
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, "constant", ast.Constant(not node.value)


def _endless(node: ast.AST) -> bool:
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant)


def _is_step(node: ast.AST) -> bool:
    """Return whether a node is a call for its effect or an assignment with a lasting effect."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Attribute | ast.Subscript)
        for t in node.targets
        for target in (t.elts if isinstance(t, ast.Tuple) else [t])
    )
