import importlib
import sys
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.autograd import grad
from tests.course.answers import Answers, Guesses
from tests.course.keeps import accepts, leaf, same, slope, verifies

# The names defined by the cells before a step. A step is checked with these names.
BEFORE = """
from itertools import count

import numpy as np

from minigrad.course.chapter_6.engine import (
    Tensor, accumulate, as_tensor, first_gradient, operation, shares, sum_to
)
from minigrad.course.chapter_6.step_6 import behind

clock = count()
"""


def tensor(
    data: str = "np.array(data, dtype=float)",
    flag: str = "requires_grad",
    grad: str = "None",
    past: str = "()",
    order: str = "next(clock)",
) -> str:
    return f"""
class Tensor:
    def __init__(self, data, requires_grad=False):
        self.data = {data}
        self.requires_grad = {flag}
        self.grad = {grad}
        self.inputs = {past}
        self.rules = {past}
        self.order = {order}
"""


def operation(
    inputs: str = "[as_tensor(x) for x in inputs]",
    out: str = "Tensor(forward(*[x.data for x in inputs]))",
    tracked: str = "any(x.requires_grad for x in inputs)",
    record: str = "inputs",
    rules: str = "rules",
    result: str = "out",
    end: str = "return apply",
) -> str:
    return f"""
def operation(forward, *rules):
    def apply(*inputs):
        inputs = {inputs}
        out = {out}
        if {tracked}:
            out.requires_grad = True
            out.inputs = {record}
            out.rules = {rules}
        return {result}
    {end}
"""


def rules(
    subtract: str = "lambda g, x, y: g, lambda g, x, y: -g",
    divide: str = "lambda g, x, y: g / y, lambda g, x, y: -g * x / y**2",
    mean: str = "lambda g, x: np.full(x.shape, g / x.size)",
) -> str:
    return f"""
add = operation(np.add, lambda g, x, y: g, lambda g, x, y: g)
multiply = operation(np.multiply, lambda g, x, y: g * y, lambda g, x, y: g * x)
subtract = operation(np.subtract, {subtract})
divide = operation(np.divide, {divide})
mean = operation(np.mean, {mean})
"""


def body(head: str, *lines: str) -> str:
    return "\n    ".join([f"def {head}:", *lines])


def sum_to(*lines: str) -> str:
    return body("sum_to(g, shape)", *lines)


SUMS = sum_to(
    "while g.ndim > len(shape): g = g.sum(axis=0)",
    "for i, n in enumerate(shape):",
    "    if n == 1: g = g.sum(axis=i, keepdims=True)",
    "return g",
)


def blanks(front: str, stretched: str) -> str:
    return sum_to(
        "while g.ndim > len(shape):",
        f"    g = {front}",
        "for i in range(len(shape)):",
        "    if shape[i] == 1:",
        f"        g = {stretched}",
        "return g",
    )


def accumulate(*lines: str) -> str:
    return body("accumulate(t, g)", *lines)


def in_order(tensors: str, start: str = "first_gradient(root, v)") -> str:
    return f"""
def backward(root, v=None):
    root.grad = {start}
    for t in {tensors}:
        for x, d in shares(t, t.grad):
            accumulate(x, d)
"""


def in_flight(
    start: str = "{root: first_gradient(root, v)}",
    order: str = "lambda t: -t.order",
    leaf: str = "if not t.inputs: accumulate(t, g)",
    keep: str = "",
    add: str = "in_flight[x] = in_flight[x] + d if x in in_flight else d",
) -> str:
    return f"""
def backward(root, v=None):
    in_flight = {start}
    for t in sorted(behind(root, []), key={order}):
        g = in_flight.pop(t)
        {leaf}
        {keep}
        for x, d in shares(t, g):
            {add}
"""


def newest(
    choice: str = "max(in_flight, key=lambda t: t.order)",
    take: str = "in_flight.pop(t)",
    leaf: str = "if not t.inputs: accumulate(t, g)",
    first: str = "in_flight[x] = d",
    again: str = "in_flight[x] = in_flight[x] + d",
) -> str:
    return f"""
def backward(root, v=None):
    in_flight = {{root: first_gradient(root, v)}}
    while in_flight:
        t = {choice}
        g = {take}
        {leaf}
        for x, d in shares(t, g):
            if x in in_flight:
                {again}
            else:
                {first}
"""


def no_grad(
    keep: str = "self.before = Tensor.recording",
    off: str = "Tensor.recording = False",
    leave: str = "Tensor.recording = self.before",
) -> str:
    return f"""
class no_grad:
    def __enter__(self):
        {keep}
        {off}

    def __exit__(self, *error):
        {leave}
"""


ONCE = newest(
    leaf="""if not t.inputs: accumulate(t, g)
        if hasattr(t, 'done'): continue
        t.done = True"""
)

# As in minigrad, the waiting tensors are kept in a heap.
HEAP = """
from heapq import heappop, heappush

def backward(root, v=None):
    in_flight = {root: first_gradient(root, v)}
    queue = [(-root.order, root)]
    while queue:
        t = heappop(queue)[1]
        g = in_flight.pop(t)
        if not t.inputs: accumulate(t, g)
        for x, d in shares(t, g):
            if x in in_flight:
                in_flight[x] = in_flight[x] + d
            else:
                in_flight[x] = d
                heappush(queue, (-x.order, x))
"""
# Without `order`: count users first, and process a tensor once its last user has reported.
COUNTED = """
def backward(root, v=None):
    users, todo = {root: 0}, [root]
    while todo:
        for x in todo.pop().inputs:
            if x.requires_grad:
                if x not in users:
                    users[x] = 0
                    todo.append(x)
                users[x] += 1
    arrived, ready = {root: first_gradient(root, v)}, [root]
    while ready:
        t = ready.pop()
        g = arrived.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            arrived[x] = d if x not in arrived else d + arrived[x]
            users[x] -= 1
            if users[x] == 0:
                ready.append(x)
"""
# The textbook way: a depth-first search, where the tensor that's finished last runs first.
POSTORDER = """
def backward(root, v=None):
    order, seen = [], set()
    def visit(t):
        if t not in seen and t.requires_grad:
            seen.add(t)
            for x in t.inputs:
                visit(x)
            order.append(t)
    visit(root)
    in_flight = {root: first_gradient(root, v)}
    for t in reversed(order):
        g = in_flight.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            in_flight[x] = in_flight.get(x, 0.0) + d
"""
EVERY_PATH = """
def backward(t, v=None):
    g = first_gradient(t, v)
    if not t.inputs:
        accumulate(t, g)
    for x, d in shares(t, g):
        backward(x, d)
"""


def managed(leave: str = "Tensor.recording = before") -> str:
    return f"""
from contextlib import contextmanager

@contextmanager
def no_grad():
    before, Tensor.recording = Tensor.recording, False
    try:
        yield
    finally:
        {leave}
"""


ANSWERS = {
    "step 1": Answers(
        right=[
            tensor("np.array(data, float)"),
            tensor("np.asarray(data, dtype=float).copy()", past="[]"),
            tensor("np.array(data).astype(np.float32)"),
            tensor("np.array(data) * 1.0", flag="bool(requires_grad)"),
        ],
        wrong=[
            (
                tensor("np.atleast_1d(np.array(data, float))[::-1].copy()"),
                "or the shape, of the numbers",
            ),
            (tensor().replace("self.inputs = ()", "self.inputs = (data,)"), "should be empty"),
            (tensor().replace("self.rules = ()", "self.rules = (data,)"), "should be empty"),
            (tensor("np.atleast_1d(np.array(data, float))"), "`Tensor(2.0).data` has shape (1,)"),
            (tensor("list(data)"), "may also be a single number. `np.array` takes both."),
            (tensor("np.abs(np.array(data, float))"), "or the shape, of the numbers"),
            (tensor("data"), "`Tensor([1, 3]).data` is a `list`"),
            (tensor("np.array(data)"), "`Tensor([1, 3])` stores integers, so a small step"),
            (tensor("np.array(float)"), "`Tensor([1, 3]).data` doesn't contain any numbers. Pass"),
            (tensor("np.asarray(data, dtype=float)"), "shares memory with the array"),
            (tensor("np.array(data, dtype=float).ravel()"), "or the shape, of the numbers"),
            (tensor(flag="True"), "`requires_grad` wasn't passed, but the tensor's"),
            (tensor(flag="False"), "`requires_grad=True` was passed, but the"),
            (tensor(grad="0.0"), "`grad` is 0.0"),
            (tensor(grad="np.zeros_like(self.data)"), "`grad` is array([0., 0.])"),
            (tensor(past="None"), "`inputs` and `rules` should be empty."),
            (tensor(order="0"), "All tensors have the same `order`."),
            (tensor(order="-next(clock)"), "doesn't always have the higher"),
            (tensor(order="id(self)"), "doesn't always have the higher"),
            (tensor(order="clock"), "`order` is the clock itself."),
            (tensor(order="next"), "`order` is a function."),
            (tensor(order="0.5"), "`order` is a `float`."),
            (tensor(order="clock.next()"), "`next` is a function"),
            (
                tensor("np.array(self, dtype=float)"),
                "the numbers are in `data`. (The new tensor is `self`, which has to come first",
            ),
            (tensor("np.array(data, type=float)"), "NumPy calls it `dtype`."),
            (tensor("float(data)"), "`float` takes a single number"),
            (tensor("np.array([1, 3], dtype=float)"), "`data` is always [1, 3]"),
            (tensor().replace("self.data = ", "data = "), "Did you write `self.data = ...`?"),
            (tensor().replace("self.grad = None", "pass"), "has no attribute `grad`"),
            *(
                (tensor().replace(f"self.{name} = ", "unused = "), f"has no attribute `{name}`")
                for name in ("requires_grad", "inputs", "rules", "order")
            ),
            (tensor("np.aray(data)"), "self.data = np.aray(data)\nAttributeError"),
            ("Tensor = 3.0", "it starts with `class Tensor:`"),
        ],
        tried=["class Tensor:\n    def __init__(self, data, requires_grad=False):\n        pass"],
    ),
    "step 2": Answers(
        right=[
            operation(),
            operation(inputs="tuple(x if hasattr(x, 'order') else Tensor(x) for x in inputs)"),
            operation(record="tuple(inputs)", rules="list(rules)"),
            operation(tracked="sum(x.requires_grad for x in inputs) > 0"),
        ],
        wrong=[
            (operation(out="Tensor(inputs[0].data)"), "with the `data` of the inputs"),
            (operation(rules="operation"), "`out.rules` is `operation` itself"),
            (operation(record="[inputs[0], inputs[0]]"), "the very tensors"),
            (operation(record="[inputs[1], inputs[1]]"), "the very tensors"),
            (
                operation(inputs="[x if hasattr(x, 'order') else Tensor(0.0) for x in inputs]"),
                "convert the 2",
            ),
            (
                operation(
                    out="Tensor(forward(*[x.data for x in inputs]) if inputs[1:] else inputs[0].data)"
                ),
                "An operation can have one input, or three",
            ),
            (operation(inputs="inputs"), "`y + 2` fails"),
            (operation(rules="rules if inputs[0].requires_grad else rules[1:]"), "hold every rule"),
            (operation(rules="rules if inputs[1].requires_grad else rules[:1]"), "hold every rule"),
            (operation(record="[Tensor(x.data) for x in inputs]"), "the very tensors"),
            (operation(record="[x.data for x in inputs]"), "holds only numbers"),
            (operation(record="len(inputs)"), "`out.inputs` is a number"),
            (operation(record="[inputs]"), "`out.inputs` holds a list inside a list."),
            (operation(rules="forward, rules"), "`forward` isn't a rule"),
            (
                operation(record="rules", rules="inputs"),
                "`out.inputs` contains functions. It should contain the",
            ),
            (operation(record="forward"), "`out.inputs` contains functions. It should contain the"),
            (operation(rules="forward"), "`forward` computes the result"),
            (
                operation(tracked="x.requires_grad"),
                "Outside `[... for x in inputs]`, `x` isn't one",
            ),
            (operation(record="()"), "its `inputs` is empty"),
            (operation(record="inputs[0]"), "`out.inputs` is a single tensor"),
            (operation(tracked="False"), "`out` is new and starts out untracked"),
            (
                operation(tracked="True"),
                "Nothing was tracked, but your operation left a record anyway, which",
            ),
            (
                operation()
                .replace("            out.inputs", "        out.inputs")
                .replace("            out.rules", "        out.rules"),
                "Indent both lines of the record",
            ),
            (
                operation().replace("            out.rules", "        out.rules"),
                "Indent both lines of the record",
            ),
            (
                operation(tracked="inputs[0].requires_grad"),
                "With a plain number first and a tracked tensor second",
            ),
            (
                operation(tracked="all(x.requires_grad for x in inputs)"),
                "One of the two inputs is tracked, but the result",
            ),
            (
                operation(tracked="inputs[0].requires_grad or inputs[1].requires_grad"),
                "An operation can have one input, or three",
            ),
            (
                operation(tracked="inputs[0].requires_grad or inputs[-1].requires_grad"),
                "An operation can have one input, or three",
            ),
            (operation(record="inputs[:2]"), "An operation can have one input, or three"),
            (operation(tracked="inputs.requires_grad"), "so you have to ask each of them"),
            (operation(tracked="requires_grad"), "isn't a variable. Each tensor has its own,"),
            (operation(rules="[rules]"), "store `rules` itself"),
            (operation(record="[x for x in inputs if x.requires_grad]"), "the 2 also belongs in"),
            (
                operation(rules="[r for r, x in zip(rules, inputs) if x.requires_grad]"),
                "should still hold every rule",
            ),
            (operation(record="inputs[::-1]"), "`out.inputs` is in the wrong order, so the"),
            (
                operation(rules="rules[:1]"),
                "one for each",
            ),
            (operation(rules="rules[0]"), "is a single rule"),
            (operation(rules="[rule(1.0, *inputs) for rule in rules]"), "holds results"),
            (
                operation(rules="[r(1.0) for r in rules]"),
                "Keep the rules themselves. They're called later,",
            ),
            (
                operation(tracked="any(x > 1 for x in inputs)"),
                "The 1 was only the example. Ask each input",
            ),
            (operation(result="out.data"), "a `Tensor`"),
            (operation(out="forward(*[x.data for x in inputs])"), "out.requires_grad = True\n"),
            (operation(out="Tensor(forward(*inputs))"), "out = Tensor(forward(*inputs))\n"),
            (operation(end="pass"), "end it with `return apply`"),
            (
                operation()
                .replace("apply(*inputs)", "apply(x, y)")
                .replace("in inputs]", "in (x, y)]", 1),
                "An operation can have one input, or three",
            ),
        ],
        tried=[
            "def operation(forward, *rules):\n    ...",
            operation(tracked="..."),
            operation(rules="..."),
        ],
    ),
    "step 3": Answers(
        right=[
            rules(divide="lambda g, x, y: g * (1 / y), lambda g, x, y: -(x / y) / y * g"),
            rules(mean="lambda g, x: g * np.ones_like(x) / x.size"),
            rules(mean="lambda g, x: g / x.size + 0 * x"),
            rules(subtract="lambda g, x, y: 1.0 * g, lambda g, x, y: -1 * g"),
        ],
        wrong=[
            (rules(divide="lambda g, x, y: g / x, lambda g, x, y: -g * x / y**2"), "divides by x"),
            (rules(divide="lambda g, x, y: g / y, lambda g, x, y: g / x"), "leave x as a factor"),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * y / x**2"),
                "You swapped x and y",
            ),
            (
                rules(mean="lambda g, x: np.full(x.shape, g * x.mean())"),
                "has the value of the mean in it",
            ),
            (
                rules(divide="lambda g, x, y: -g / y**2, lambda g, x, y: -g * x / y**2"),
                "a small change of x",
            ),
            (rules(subtract="lambda g, x, y: g / x, lambda g, x, y: -g"), "a small change of x"),
            (
                rules(subtract="lambda g, x, y: g, lambda g, x, y: -g / y**2"),
                "a small change of y",
            ),
            (rules(subtract="lambda g, x, y: g, lambda g, x, y: g"), "for y has the wrong sign"),
            (rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * x / y^2"), "write `**`"),
            (rules(subtract="lambda g, x, y: 1, lambda g, x, y: -1"), "whatever you call it"),
            (rules(divide="lambda g, x, y: g / y, lambda g, x, y: g * x / y**2"), "wrong sign"),
            (
                rules(divide="lambda g, x, y: 1 / y, lambda g, x, y: -x / y**2"),
                "whatever you call it",
            ),
            (rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g / y**2"), "x is missing"),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * x / y"),
                "`-1 / y**2`. You forgot the square",
            ),
            (rules(divide="lambda g, x, y: g * y, lambda g, x, y: g * x"), "multiplies by y"),
            (
                rules(divide="lambda g, x, y: g, lambda g, x, y: -g * x / y**2"),
                "[-13.75, 15.0]: the rule for x returns",
            ),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g / y"),
                "`-1 / y**2`, and x is a factor of it",
            ),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * (x / y) ** 2"),
                "Only y is squared",
            ),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * x * y**2"),
                "belongs below the line",
            ),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * x / (y * abs(y))"),
                "but trying out a small change of y gives",
            ),
            (rules(subtract="lambda g, x, y: abs(g), lambda g, x, y: -g"), "a small change of x"),
            (
                rules(mean="lambda g, x: np.full(x.shape, g / x.size, dtype=int)"),
                "a small change of x gives [[",
            ),
            (
                rules(mean="lambda g, x: np.full(x.shape, g // x.size)"),
                "a small change of x gives [[",
            ),
            (rules(mean="lambda g, x: np.full(x.shape, g / 3)"), "only by 3"),
            (rules(mean="lambda g, x: np.full(x.shape, g / 6)"), "a small change of x gives ["),
            (rules(mean="lambda g, x: g * x / x.size"), "each entry moves a mean equally far"),
            (rules(subtract="lambda g, x, y: g * y, lambda g, x, y: -g"), "would suit a product"),
            (rules(mean="lambda g, x: np.full(x.shape, g * x.size)"), "Divide by it"),
            (rules(mean="lambda g, x: np.full(x.shape, g / 5)"), "a small change of x gives [["),
            (rules(mean="lambda g, x: np.full(g / x.size, x.shape)"), "takes the shape first"),
            (rules(subtract="lambda x, y, g: g, lambda x, y, g: -g"), "whatever you call it"),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: g * x"),
                "`divide` at x = [1.25, -2.5], y = [5.0, -6.25], g = [-13.75, 15.0]: the rule for y",
            ),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: g * -x / y * y"),
                "If you wrote `/ y * y`, that divides and multiplies again",
            ),
            (rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * x"), "If you wrote"),
            (
                rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * x / y*2"),
                "`/ y*2` divides by y, and then multiplies by 2",
            ),
            (rules(divide="lambda g, x, y: g / y, lambda g, x, y: -g * x / (y * 2)"), "twice y"),
            (
                rules(subtract="lambda x, y: 1, lambda x, y: -1"),
                "A rule takes `g` and then all inputs.",
            ),
            (
                rules(divide="lambda g, x, y: -g * x / y**2, lambda g, x, y: g / y"),
                ". Did you swap the two rules?",
            ),
            (
                rules(mean="lambda g, x: np.full(x.shape, g)"),
                "would be right for a sum. But a single entry moves",
            ),
            (rules(mean="lambda g, x: g / x.size"), "returns shape"),
            (rules(mean="lambda g, x: np.full(x.shape, g / len(x))"), "only by 3"),
            (rules(mean="(lambda g, x: np.full(x.shape, g / x.size),)"), "without parentheses"),
            (rules(mean="..."), "Right so far. `mean` is still missing."),
            (rules(divide="..., ...", mean="..."), "`divide` and `mean` are still missing."),
            (
                rules(divide="lambda g, x, y: g / y, ..."),
                "Right so far. `divide` is still missing.",
            ),
            (rules(subtract="lambda g, x, y: g"), "the same number of rules, but yours has 1"),
            (rules(subtract="1, -1"), "a rule is a function, `lambda g, x, y: ...`"),
            (rules(mean="1"), "a rule is a function, `lambda g, x: ...`"),
            (
                rules(subtract="lambda g, x, y: None, lambda g, x, y: -g"),
                "`subtract`: the rule for x returns None.",
            ),
            (rules().replace("np.mean", "np.sum"), "Pass `np.mean` first"),
            (
                rules().replace("divide = operation(np.divide", "divide = operation(np.where"),
                ", but yours can't be called with that many.",
            ),
            (rules() + "\nsubtract = 3", "Your entry for np."),
            (rules() + "\nsubtract = np.subtract", "np.subtract leaves no record"),
            (rules(divide="lambda g, x, y: g / z, lambda g, x, y: g"), "NameError"),
        ],
        tried=[
            rules("..., ...", "..., ...", "..."),
            rules("..., lambda g, x, y: -g", "..., ...", "..."),
        ],
    ),
    "step 4": Answers(
        right=[
            SUMS,
            sum_to(
                "extra = g.ndim - len(shape)",
                (
                    "axes = tuple(range(extra)) + tuple(i + extra for i, n in enumerate(shape) if "
                    "n == 1)"
                ),
                "return g.sum(axis=axes).reshape(shape)",
            ),
            sum_to(
                "padded = (1,) * (g.ndim - len(shape)) + tuple(shape)",
                "for i, (n, m) in enumerate(zip(padded, g.shape)):",
                "    if n != m: g = g.sum(axis=i, keepdims=True)",
                "return g.reshape(shape)",
            ),
        ],
        wrong=[
            (
                sum_to("if g.ndim > len(shape): return g.sum(axis=0, keepdims=True)", "return g"),
                "`keepdims=True` keeps a dimension",
            ),
            (
                SUMS.replace("(g, shape):", "(g, shape):\n    if g.ndim == 3: return g[0]"),
                "of shape (3, 1)",
            ),
            (
                SUMS.replace(
                    "(g, shape):", "(g, shape):\n    if not np.ndim(g): return np.array(0.0)"
                ),
                "A single number",
            ),
            (
                blanks("g.sum(axis=0, dtype=int)", "g.sum(axis=i, keepdims=True)"),
                ", the shape is right, but the numbers aren't.",
            ),
            (
                blanks("g.sum(axis=0)", "g.sum(axis=i, keepdims=True, dtype=int)"),
                ", the shape is right, but the numbers aren't.",
            ),
            (
                blanks("g.sum(axis=0, dtype=np.float32)", "g.sum(axis=i, keepdims=True)"),
                "float32",
            ),
            (
                blanks("g.sum(axis=0)", "g[i:i+1]"),
                "the result has shape (1, 2). That's one part of the gradient",
            ),
            (sum_to("return g"), "the result still has shape (3, 2)"),
            (sum_to("return g.sum()"), "but yours ends up with shape ()"),
            (
                sum_to("return g.sum(axis=0)"),
                "A gradient that already has the right shape should stay",
            ),
            (
                sum_to("while g.ndim > len(shape): g = g.sum(axis=0)", "return g"),
                "still has shape (3, 2). Which dimensions were new or stretched, and do your loops",
            ),
            (
                sum_to(
                    "while g.ndim > len(shape): g = g.sum(axis=0)",
                    "axes = tuple(i for i, n in enumerate(shape) if n == 1)",
                    "return g.sum(axis=axes)",
                ),
                "`keepdims=True` keeps",
            ),
            (
                sum_to(
                    "while g.ndim > len(shape): g = g.mean(axis=0)",
                    "for i, n in enumerate(shape):",
                    "    if n == 1: g = g.mean(axis=i, keepdims=True)",
                    "return g",
                ),
                (
                    "With a gradient of shape (3, 2) and an input of shape (2,), you took the "
                    "mean. But the shares of the copies add up, so take"
                ),
            ),
            (
                sum_to("if g.shape == shape: return g", "return g.reshape(-1)[:1]"),
                "the result has shape (1,)",
            ),
            (
                sum_to("if g.shape == shape: return g", "return np.ones(shape)"),
                ", the shape is right, but the numbers aren't.",
            ),
            (
                sum_to(
                    "if g.shape == shape: return g",
                    "while g.ndim > len(shape): g = g[0]",
                    "for i, n in enumerate(shape):",
                    "    if n == 1: g = g.take([0], axis=i)",
                    "return g",
                ),
                ", you took the gradient of only one of the",
            ),
            (
                sum_to("while g.ndim > len(shape): g.sum(axis=0)", "return g"),
                "nothing in it makes `g.ndim` smaller",
            ),
            (
                sum_to("while g.ndim > len(shape): g = g.sum(0, keepdims=True)", "return g"),
                "`keepdims=True` keeps the dimension",
            ),
            (
                sum_to(
                    "while g.ndim > len(shape): g = g.sum(axis=0)",
                    "for i, n in enumerate(shape):",
                    "    if n == 1: g = g.sum(axis=i, keepdim=True)",
                    "return g",
                ),
                "`keepdims`, with an s",
            ),
            (sum_to("g = g.sum(axis=0)"), "End it with `return g`, outside of the loops."),
            (blanks("g.sum()", "g.sum(axis=i, keepdims=True)"), "over all dimensions at once"),
            (blanks("g.sum(axis=1)", "g.sum(axis=i, keepdims=True)"), "in front is 0."),
            (blanks("g.sum(axis=0)", "g.sum(axis=0, keepdims=True)"), "Its number is `i`."),
            (blanks("g.sum(axis=0)", "sum(g)"), "Only new dimensions in front should go away."),
            (blanks("g.sum(dim=0)", "g.sum(dim=i, keepdim=True)"), "NumPy says `axis`"),
            (blanks("g.reshape(shape)", "g"), "A reshape keeps all the numbers."),
            (sum_to("if g.shape == shape: return g"), "returned nothing"),
            (sum_to("return np.resize(g, shapes)"), "NameError"),
        ],
        tried=[
            sum_to("return ..."),
            sum_to("pass"),
            sum_to("while g.ndim > len(shape): g = g.sum(axis=0)", "g = ...", "return g"),
        ],
    ),
    "step 5": Answers(
        right=[
            accumulate("if t.grad is None: t.grad = np.zeros_like(g)", "t.grad = t.grad + g"),
            accumulate("if t.grad is None: t.grad = np.zeros(t.data.shape)", "t.grad += g"),
            accumulate("t.grad = g + (0.0 if t.grad is None else t.grad)"),
            accumulate("t.grad = g.copy() if t.grad is None else np.add(t.grad, g)", "return t"),
        ],
        wrong=[
            (
                accumulate("t.grad = np.array(g) if t.grad is None or not g.ndim else t.grad + g"),
                "but your result is",
            ),
            (
                accumulate("t.grad = np.array(g, dtype=int) if t.grad is None else t.grad + g"),
                "The first gradient was [1.25, -2.5], but `t.grad` is array([ 1, -2])",
            ),
            (
                accumulate("t.grad = np.array(g).T if t.grad is None else t.grad + g"),
                "The first gradient was [[1.25, -2.5, 3.75]",
            ),
            (
                accumulate("t.grad = np.array(g, np.float32) if t.grad is None else t.grad + g"),
                "float32",
            ),
            (accumulate("t.grad = np.array(g)"), "[1.25, -2.5] is lost"),
            (
                accumulate("if t.grad is None: t.grad = np.array(g)"),
                "[3.75, 5] is lost. Add the two",
            ),
            (
                accumulate("t.grad = np.array(g) if t.grad is None else t.grad * g"),
                "You multiplied the two gradients",
            ),
            (
                accumulate("t.grad = np.array(g) if t.grad is None else t.grad - g"),
                "You subtracted the new gradient",
            ),
            (
                accumulate("t.grad = np.array(g) if t.grad is None else t.grad + 2 * g"),
                "but `t.grad` is array([8.75, 7.5 ])",
            ),
            (
                accumulate("t.grad += g"),
                "first time, `t.grad` is None, so there's nothing to add",
            ),
            (
                accumulate("t.grad = np.array(g) if t.grad is None else t + g"),
                "`t` is the tensor",
            ),
            (
                accumulate("t.grad = np.array(g) if t.grad is None else t.grad.append(g)"),
                "An array isn't a list. To add",
            ),
            (
                accumulate("if t.grad is None: t.grad = g", "else: t.grad += g"),
                "You changed the array `g` itself. That array may also",
            ),
            (
                accumulate("t.grad = g if t.grad is None else t.grad + g"),
                "the very array that arrived",
            ),
            (
                accumulate("grad = t.grad", "grad = g if grad is None else grad + g"),
                "still None",
            ),
            (
                accumulate("t.data = t.data + g"),
                "`t.data` has changed, but `t.grad` is",
            ),
            (accumulate("t.grad = Tensor(g)"), "store an array."),
            (
                accumulate("t.grad = np.array(t) if t.grad is None else t.grad + g"),
                "The gradient that arrived is `g`.",
            ),
            (
                accumulate("t.grad = g.clone() if t.grad is None else t.grad + g"),
                "Arrays have no `clone`.",
            ),
            (
                accumulate(
                    "t.grad = g.copy() if t.grad is None else t.grad + g",
                    "t.data -= 0.1 * t.grad",
                ),
                "`t.data` has changed",
            ),
            (
                accumulate("if t.grad is None: t.grad = np.array(g)", "t.grad = t.grad + g"),
                "The first gradient was [1.25, -2.5]",
            ),
            (
                accumulate("t.grad = g.copy() if not t.grad else t.grad + g"),
                "an array is neither true nor false",
            ),
        ],
        tried=[accumulate("pass")],
    ),
    "step 6": Answers(
        right=[
            in_order("sorted(behind(root, []), key=lambda t: t.order, reverse=True)"),
            in_order("reversed(sorted(behind(root, []), key=lambda t: t.order))"),
            POSTORDER,
            newest(),
            HEAP,
            COUNTED,
        ],
        wrong=[
            (newest(leaf="if not t.inputs: t.grad = g + 0.5"), "from chapter 1 should give"),
            (
                newest().replace(
                    "while in_flight:", "for _ in range(18):\n        if not in_flight: break"
                ),
                "random operations",
            ),
            (in_order("behind(root, [])"), "20, not 36"),
            (
                in_order("sorted(behind(root, []), key=lambda t: -t.data)"),
                "A tensor ran before any share had reached it. Which attribute",
            ),
            (
                in_order("sorted(behind(root, []), key=lambda t: -t.grad)"),
                "Only the root has a gradient so far, so you can't sort by `grad`",
            ),
            (
                in_order("sorted(behind(root, []), key=lambda t: t.order)"),
                "`a` runs before any share has reached it. `b` and `z` must run before it.",
            ),
            (
                "x = Tensor(2.0, True)\na = x * x\nz = a * a\n" + in_order("[z, a]"),
                "`behind(root, [])` finds the tensors in it",
            ),
            (
                in_order("sorted(behind(root, []), key=lambda t: order)"),
                (
                    "`order` isn't a variable. Each tensor has its own `order`, and `lambda t: "
                    "t.order` looks up"
                ),
            ),
            (in_order("[root]"), "`z` ran, but `a` didn't, and `a` is what sends `x` its"),
            (in_order("[]"), "No tensor ran"),
            (in_order("behind(root, [])").replace("accumulate(x, d)", "pass"), "`z` ran and sent"),
            (EVERY_PATH, "the highest `order`, not the one that was reached last"),
            (
                in_order("reversed(behind(root, []))"),
                "`b` runs before any share has reached it. `z` must run before it",
            ),
            (
                in_order("sorted(behind(root, []))"),
                "Python doesn't know which of two tensors is smaller.",
            ),
            (
                in_order("sorted(behind(root, []), key=-t.order)"),
                "`t` has no value yet at that point. A function has",
            ),
            (in_order("-t.order"), "`t` has no value yet at that point. A function has"),
            (in_order("sorted(behind(root, []), key=len)"), "A tensor has no length"),
            (in_order("root.order"), "You need a list of tensors here, such as"),
            (
                in_order("behind(root, []).sort(key=lambda t: -t.order)"),
                "`.sort(...)` and `.reverse()` change a list in place and return None.",
            ),
            (
                in_order(
                    "sorted(behind(root, []), key=lambda t: -t.order)", "np.ones_like(root.data)"
                ),
                "with v = [3.75, 5]",
            ),
            (
                in_order(
                    "sorted(behind(root, []), key=lambda t: -t.order)",
                    "np.ones_like(root.data) if v is None else np.array(v)",
                ),
                "`backward(x * 2)` ran without a",
            ),
            (
                in_order("sorted(behind(root, []), key=lambda t: -t.order)").replace(
                    "accumulate(x, d)", "x.grad = d"
                ),
                "`x` is 8, not 36. Where two shares meet, the second one replaced the first",
            ),
            (
                in_order("sorted(behind(root, []), key=lambda t: -t.order)").replace(
                    "accumulate(x, d)", "x.grad = d if x.grad is None else x.grad"
                ),
                "The gradient at `x` is 10, not 36. Where two shares",
            ),
            (
                in_order("sorted(behind(root, []), key=lambda t: -t.order)").replace(
                    "root.grad =", "for t in behind(root, []): t.grad = None\n    root.grad ="
                ),
                "A second graph should add",
            ),
        ],
        tried=["def backward(root, v=None):\n    pass", in_order("...")],
    ),
    "step 7": Answers(
        right=[
            POSTORDER,
            newest(),
            HEAP,
            COUNTED,
            in_flight(order="lambda t: 1 / (1 + t.order)"),
            in_flight().replace("in_flight.pop(t)", "in_flight[t]"),
            in_flight(add="in_flight[x] = in_flight.get(x, 0.0) + d"),
        ],
        wrong=[
            (ONCE, "Two passes through"),
            (newest() + "    if v is not None: v *= 0\n", "changed the vector"),
            (
                in_order("sorted(behind(root, []), key=lambda t: -t.order)"),
                (
                    "`x` is 18, not 12, because `y` kept the 3 from the first pass, held 6 in the "
                    "second"
                ),
            ),
            (
                in_flight(keep="if t.inputs: t.grad = g"),
                "`y.grad` or `z.grad` is set. But only leaves",
            ),
            (in_flight(leaf="if not t.inputs: t.grad = g"), "A second graph should add"),
            (
                in_flight(add="in_flight[x] = d"),
                "`x` is 8, not 36. Where two shares meet, the second one replaced the first",
            ),
            (in_flight(add="in_flight.setdefault(x, d)"), "`x` is 10, not 36. Where two shares"),
            (
                in_flight(
                    add="if x in in_flight: in_flight[x] += d\n            else: in_flight[x] = d"
                ),
                "`+=` changes that array for both",
            ),
            (in_flight(add="in_flight[x] = in_flight[x] + d"), "This is the first share for `"),
            (
                in_flight(add="in_flight[x] = in_flight[t] + d if x in in_flight else d"),
                "`b` is running now, so it's no longer in",
            ),
            (
                in_flight(add="in_flight[x] = d + d if x in in_flight else d"),
                "`x` is 32, not 36. Where two shares meet, you added the new one to",
            ),
            (
                in_flight(add="in_flight[x] = in_flight[x] + g if x in in_flight else g"),
                "`g` is the gradient that arrived at `t`. The share for",
            ),
            (
                in_flight(add="in_flight[x] = in_flight[x] + d if x in in_flight else g"),
                "`x` is 6, not 36. Where nothing was in flight",
            ),
            (
                in_flight(add="in_flight[x] = in_flight[x] + g if x in in_flight else d"),
                "`x` is 27, not 36. Where two shares meet, you added `g`. But the share for",
            ),
            (
                in_flight(add="in_flight[x] = g + d if x in in_flight else d"),
                "you added `g` to the new one",
            ),
            (
                in_flight(add="in_flight[x] = in_flight[x] - d if x in in_flight else d"),
                "Where two shares meet, you subtracted",
            ),
            (
                in_flight(add="in_flight[x] = in_flight[x] * d if x in in_flight else d"),
                "Where two shares meet, you multiplied",
            ),
            (
                in_flight(add="in_flight[x] = 1"),
                (
                    "A gradient isn't an array here. `in_flight.pop(t)` takes one out, and what "
                    "you put in should be `d`, or a sum"
                ),
            ),
            (
                in_flight().replace("pop(t)", "pop('t')"),
                "With the quotes, that's a string. The key is the",
            ),
            (
                in_flight().replace("in_flight.pop(t)", "in_flight.pop(x)"),
                "`x` is defined only in the loop below. Here, you want `t`, the",
            ),
            (
                in_flight().replace("in_flight.pop(t)", "in_flight.pop()"),
                "`pop` needs a key. Which tensor's",
            ),
            (
                in_flight().replace("in_flight.pop(t)", "pop(in_flight)"),
                "Only the dict has a `pop` method",
            ),
            (in_flight().replace("in_flight.pop(t)", "in_flight.pop(t.order)"), "not numbers"),
            (in_flight().replace("in_flight.pop(t)", "in_flight"), "the whole dict"),
            (
                in_flight().replace("in_flight.pop(t)", "t.grad"),
                "`z`, the root, runs without a gradient,",
            ),
            (
                in_flight().replace("in_flight.pop(t)", "in_flight.pop(root)"),
                "Your code takes the root `z` out of `in_flight` a second time,",
            ),
            (in_flight(add="in_flight[t] = d"), "`z` ran and sent a share to `b`"),
            (in_flight(leaf=""), "`a` ran and sent `x` its shares"),
            (
                in_flight(order="lambda t: t.order"),
                "`x` runs before any share has reached it. `a` must run before it",
            ),
            (in_flight(order="lambda t: 0"), "20, not 36"),
            (in_flight(start="{root: np.ones_like(root.data)}"), "with v = [3.75, 5]"),
            (
                in_flight(
                    leaf="if not t.inputs and t is not root: accumulate(t, g)",
                ),
                "A leaf can also be the root of a pass",
            ),
        ],
        tried=["def backward(root, v=None):\n    pass", in_flight(add="in_flight[x] = ...")],
    ),
    "step 8": Answers(
        right=[
            newest(again="in_flight[x] = d + in_flight.pop(x)"),
            newest("sorted(in_flight, key=lambda t: t.order)[-1]"),
            HEAP,
            COUNTED,
        ],
        wrong=[
            (ONCE, "Two passes through"),
            (in_flight(), "RecursionError"),
            (
                "import sys\n"
                + in_flight().replace(
                    "    in_flight =", "    sys.setrecursionlimit(10**6)\n    in_flight =", 1
                ),
                "A longer chain reaches the next limit",
            ),
            (
                newest("min(in_flight, key=lambda t: t.order)"),
                "should run first. Here that's `b`, which is newer than `a`.",
            ),
            (
                newest("max(in_flight, key=lambda t: in_flight[t])"),
                "should run first. Here that's `b`, which is newer than `a`.",
            ),
            (
                newest("max(in_flight, key=lambda t: t.data)"),
                "the values decide which tensor runs",
            ),
            (
                newest("max(t.order for t in in_flight)"),
                "Your code gives a number, perhaps the `order` of the newest",
            ),
            (
                newest("max(in_flight, key=lambda t: order)"),
                (
                    "`order` isn't a variable. Each tensor has its own `order`, and `lambda t: "
                    "t.order` looks up"
                ),
            ),
            (newest("max(in_flight, lambda t: t.order)"), "one more thing to compare"),
            (newest("max(in_flight)"), "Python doesn't know which of two tensors is larger."),
            (newest("max(in_flight, key=t.order)"), "`t` has no value yet at that point"),
            (newest("max(in_flight, key=lambda w: len(w))"), "A tensor has no length"),
            (
                newest("sorted(in_flight, key=lambda t: -t.order)"),
                "That's a list, but you need a tensor from `in_flight`.",
            ),
            (newest("max(in_flight, key='order')"), "`key=` takes a function: `key="),
            (
                newest("max(in_flight.values())"),
                (
                    "The tensors are the keys of `in_flight`. Its values are gradients, and its "
                    "`items()` are pairs of both."
                ),
            ),
            (newest("in_flight[-1]"), "You can't take a dict's entries by position"),
            (
                newest("max(in_flight.order)"),
                (
                    "The keys have an `order`, but the dict doesn't. Use `key=` to tell `max` "
                    "what to look up"
                ),
            ),
            (newest("in_flight.pop()"), "Find it first"),
            (newest("in_flight.popitem()[0]"), "Take the gradient from there, and only once."),
            (newest("in_flight.max()"), "`max` is a function, not"),
            (newest("root"), "Your code takes the root `z` out of `in_flight` a second time,"),
            (
                newest("list(in_flight)[-1]"),
                "the highest `order`, not the one that was reached last",
            ),
            (newest("list(in_flight)[0]"), "ran 72 times"),
            (newest(take="in_flight[t]"), "`z` ran 100 times in one pass"),
            (
                newest(again="in_flight[x] = d"),
                "`x` is 8, not 36. Where two shares meet, the second one replaced the first",
            ),
            (newest(again="in_flight[x] += d"), "`+=` changes that array for both"),
            (newest(leaf=""), "`a` ran and sent `x` its shares"),
            (
                HEAP.replace("heappush(queue, (-x.order, x))", "heappush(queue, x)"),
                "heappush(queue, x)\nTypeError",
            ),
            (HEAP.replace("[(-root.order, root)]", "[]"), "No tensor ran"),
        ],
        tried=["def backward(root, v=None):\n    pass", newest("...")],
    ),
    "exp": Answers(
        right=[
            "exp = operation(np.exp, lambda g, x: np.exp(x) * g)",
            "exp = operation(lambda x: np.e**x, lambda g, x: g * np.e**x)",
            "def rule(g, x):\n    return g * np.exp(x)\nexp = operation(np.exp, rule)",
        ],
        wrong=[
            (
                "exp = operation(np.exp, lambda g, x: g)",
                "The rule passes `g` on unchanged. That would be",
            ),
            ("exp = operation(np.exp, lambda g, x: np.exp(x))", "doesn't use `g`"),
            (
                "exp = operation(np.exp, lambda g, x: g * x * np.exp(x - 1))",
                "That's the rule for a power of x. But here, x is the",
            ),
            (
                "exp = operation(np.exp, lambda g, x: g * x * np.exp(x))",
                "You have one x too many. The slope of eˣ",
            ),
            (
                "exp = operation(np.exp, lambda g, x: np.exp(g * x))",
                "Multiply the slope by `g`. `g` doesn't belong in",
            ),
            ("exp = operation(np.exp, lambda g, x: np.exp(g))", "You took the slope at `g`."),
            ("exp = operation(np.exp, lambda g, x: g * np.exp(g))", "You took the slope at `g`."),
            ("exp = operation(np.exp, lambda g, x: g / x)", "That's the rule for the logarithm."),
            ("exp = operation(np.exp, lambda g, x: g * x)", "isn't x"),
            ("exp = operation(np.exp, lambda x, g: g * np.exp(x))", "takes `g` first, and then x"),
            ("exp = operation(np.exp, lambda g, x: g * x.exp())", "Arrays have no method `exp`"),
            (
                "exp = operation(np.exp, lambda g, x: g + np.exp(x))",
                "Along a path, slopes multiply, but you added `g`.",
            ),
            ("exp = operation(np.exp, lambda g, x: g * np.e)", "at x = 1"),
            ("exp = operation(np.exp, lambda g, x: -g * np.exp(x))", "wrong sign"),
            (
                "exp = operation(np.exp, lambda g, x: g * np.exp(np.minimum(x, 10)))",
                "a small change of x gives",
            ),
            ("exp = operation(np.exp, np.exp)", "A rule takes `g` and `x`"),
            ("exp = operation(np.exp)", "the same number of rules, but yours has 0"),
            ("exp = operation(np.exp, 2.718)", "The check needs a function"),
            ("exp = operation(np.log, lambda g, x: g * np.exp(x))", "Pass `np.exp` first"),
            ("exp = np.exp", "np.exp leaves no record"),
            ("exp = operation(np.exp, lambda x: np.exp(x))", "takes `g` first"),
            ("exp = operation(np.exp, lambda g, x: g * exp(x))", "is your engine's own"),
            ("exp = operation(np.exp, lambda g, x: g * np.exp)", "`np.exp` is the function"),
            ("exp = operation(np.exp, lambda g, x: g * 2.718**x)", "2.718 is e rounded"),
        ],
        tried=["exp = ..."],
    ),
    "stale": Answers(
        right=[
            "def spoil(w, loss):\n    w.data = w.data * 2",
            "def spoil(w, loss):\n    w.data = np.array(0.0)",
            "def spoil(w, loss):\n    loss.inputs[0].data -= 1",
            "def spoil(w, loss):\n    w.data += 0.0001",
            "def spoil(w, loss):\n    w.data += 3e-8",
            "def spoil(w, loss):\n    w.data[...] = 7.0",
            "def spoil(w, loss):\n    w.data[...] -= 1.0",
            "def spoil(w, loss):\n    w.data[()] = w.data[...] + 1.0",
        ],
        wrong=[
            ("def spoil(w, loss):\n    loss.order = 10**9", "no wrong order."),
            ("def spoil(w, loss):\n    w.data -= 0.0", "changed"),
            ("def spoil(w, loss):\n    w = w - 1", "only gives the name `w` to something else"),
            ("def spoil(w, loss):\n    w = 5", "only gives the name `w` to something else"),
            ("def spoil(w, loss):\n    w -= 1.0", "doesn't define `-=`,"),
            ("def spoil(w, loss):\n    loss = loss * 2", "gives the name `loss` to something"),
            ("def spoil(w, loss):\n    w.requires_grad = False", "A pass that doesn't reach `w`"),
            ("def spoil(w, loss):\n    w.order = 10**9", "no wrong order."),
            ("def spoil(w, loss):\n    loss.grad = np.array(2.0)", "from `in_flight`"),
            ("def spoil(w, loss):\n    w.inputs = [loss]", "record itself"),
            ("def spoil(w, loss):\n    loss.inputs[0] = Tensor(5.0)", "itself"),
            ("def spoil(w, loss):\n    del w.data", "`w.data` is gone"),
            ("def spoil(w, loss):\n    w * 3", "nor `loss` has changed"),
            (
                "def spoil(w, loss):\n    loss.data -= 1",
                "`loss.data` has changed. But no rule reads it,",
            ),
            ("def spoil(w, loss):\n    w.grad = np.array(1.0)", "holds 1.0 before the pass"),
            (
                "def spoil(w, loss):\n    loss.backward()",
                "A backward pass has already run, and it gave the right gradient, 6.",
            ),
            (
                "def spoil(w, loss):\n    loss.rules = loss.rules[::-1]",
                "record itself",
            ),
            ("def spoil(w, loss):\n    w.data = np.array(np.nan)", "Be subtler"),
            (
                "def spoil(w, loss):\n    w.data += 1e-9",
                "is still 6, up to rounding. Change it more",
            ),
            (
                "def spoil(w, loss):\n    Tensor.backward = lambda *a: None",
                "`backward` of the class `Tensor`",
            ),
            (
                "def spoil(w, loss):\n    global accumulate\n    accumulate = None",
                "`accumulate` of your notebook",
            ),
            ("def spoil(w, loss):\n    w.data = 2", "`w.data` has the type `int` now"),
            ("def spoil(w, loss):\n    w.data = np.array([3.0, 3.0])", "has shape (2,) now"),
            ("def spoil(w, loss):\n    w.value -= 1", "AttributeError"),
        ],
        tried=["def spoil(w, loss):\n    pass", "def spoil(w, loss):\n    w.data[...] = ..."],
    ),
    "no_grad": Answers(
        right=[
            no_grad(),
            "class Tensor(Tensor):\n    def __mul__(x, y):\n        out = Tensor(x.data * y.data)\n        if Tensor.recording: out.inputs = [x, y]\n        return out\n\n\n"
            + no_grad(),
            no_grad(leave="Tensor.recording, self.before = self.before, None"),
            no_grad("self.before, Tensor.recording = Tensor.recording, False", "return self"),
            no_grad(leave="Tensor.recording = self.before; return False"),
            managed(),
        ],
        wrong=[
            (
                no_grad(
                    "no_grad.deep += 1; Tensor.recording = False",
                    leave="no_grad.deep -= 1; Tensor.recording = not no_grad.deep",
                )
                + "\n\nno_grad.deep = 0",
                "off before the block",
            ),
            ("class Tensor(Tensor):\n    pass\n\n\n" + no_grad(), "still leaves a record"),
            (
                no_grad(leave="Tensor.recording = True"),
                "If you nest two blocks, recording is on",
            ),
            (
                no_grad("", "Tensor.recording = not Tensor.recording").replace(
                    "Tensor.recording = self.before", "Tensor.recording = not Tensor.recording"
                ),
                "because the inner block turned it on. `__enter__` should set it to False",
            ),
            (
                no_grad(
                    "no_grad.before = Tensor.recording", leave="Tensor.recording = no_grad.before"
                ),
                "After nested blocks, recording stays off, because the inner",
            ),
            (
                no_grad(leave="pass"),
                "After the block, `Tensor.recording` is still False. `__enter__` has to store",
            ),
            (
                no_grad(off="pass"),
                "Inside the block, `Tensor.recording` is still True. `__enter__` should set it to",
            ),
            (
                no_grad("before = Tensor.recording", leave="Tensor.recording = before"),
                (
                    "isn't defined here. If it's from `__enter__`, `__exit__` can't see it. "
                    "Store the value in `self.before` instead, because both"
                ),
            ),
            (
                no_grad(leave="Tensor.recording = self.before; return True"),
                "If `__exit__` returns True, that suppresses the error",
            ),
            (no_grad(off="torch.set_grad_enabled(False)"), "The flag belongs to your own engine"),
            (
                no_grad(leave="if error[0] is None: Tensor.recording = self.before"),
                "After an error in the block",
            ),
            (
                no_grad(leave="Tensor.recording = True if error[0] else self.before"),
                "but after an error in it, it's on",
            ),
            (no_grad().replace("(self, *error)", "(self)"), "takes 1 positional argument"),
            (
                "class no_grad:\n    def __enter__(self):\n        Tensor.recording = False",
                "TypeError",
            ),
            ("def no_grad():\n    Tensor.recording = False", "is a class"),
            (
                managed("Tensor.recording = True"),
                "If you nest two blocks, recording is on",
            ),
            (
                managed().replace("    try:\n        yield\n    finally:\n    ", "    yield\n"),
                "After an error in the block",
            ),
        ],
        tried=[no_grad("pass", "", "pass"), no_grad("self.before = ...")],
    ),
}

GUESSES = {
    "twice": Guesses(
        truth="[1, 3, 1, 3]",
        right=["(1, 3, 1, 3)", "[1.0, 3, 1, 3]", "'the list twice'"],
        wrong=[
            ("[2, 6]", "An array would do that. But the tensor kept"),
            ("mg.tensor([2.0, 6.0])", "An array would do that. But the tensor kept"),
            ("'error'", "It runs, because a list has a `*`"),
        ],
        other=["[1, 1, 3, 3]"],
    ),
    "arrives": Guesses(
        truth="3.0",
        right=["3", "[3.0]"],
        wrong=[
            ("6", "6 is the true slope"),
            ("9", "9 is the value"),
            ("1.0", "1 is what arrives at `y`"),
            ("'error'", "It runs, silently"),
        ],
        other=["12", "[3, 3]"],
    ),
    "found first": Guesses(
        truth="20.0",
        right=["20", "tensor(20.)"],
        wrong=[
            ("36", "36 is the true slope"),
            ("16", "the share from `b` alone."),
            ("18", "18 is what each path to `x` would get if `a` had waited"),
            ("56", "if `a` ran again when the share of `b` arrives"),
            ("60", "60 was the wrong answer"),
            ("114", "114 was the slope"),
            ("4", "It's multiplied by what `a` had"),
            ("40", "`x` gets 10 along each arrow"),
            ("5", "5 is what `a` had when it ran"),
            ("10", "10 is a single share"),
            ("'error'", "It runs, silently"),
        ],
        other=["7", "[20, 36]"],
    ),
}


@verifies("6", "step 6", "after newest first")
@verifies("1", "value", "newest oldest add")
def the_newest_first() -> bool:
    x = leaf(3)
    a = x * x
    b = a + 1
    turns: list[str] = []
    for name, t in {"b": b, "a": a}.items():
        t.register_hook(lambda g, name=name: turns.append(name))
    (a * b).sum().backward()
    return turns == ["b", "a"] and same(x.grad, [114])


@verifies("6", "step 3", "returns gradient arrived small input right")
def a_rule() -> bool:
    x = leaf(3)
    nudged = ((x + 0.01) ** 2 - (x - 0.01) ** 2) / 0.02
    return same(grad(x**2, x, mg.tensor([5.0]))[0], [5 * 2 * 3]) and same(5 * nudged, 30.0)


@verifies("6", "step 4", "backward broadcasting repeated every")
def a_repeated_number() -> bool:
    G = mg.arange(8.0).reshape(4, 2)
    return same(slope(lambda b: (b + mg.ones(4, 2)) * G, leaf(1, 2)), G.sum(0))


@verifies("6", "step 5", "add up leaf sum")
def two_leaves() -> bool:
    x, y = leaf(2), leaf(5)
    (x * y + 3 * x + y).sum().backward()
    return same(x.grad, [5 + 3]) and same(y.grad, [2 + 1])


@verifies("6", "step 7", "leaves their gradients")
def a_result_keeps_none() -> bool:
    x = leaf(3)
    y = x * x
    y.sum().backward()
    with pytest.warns(UserWarning, match="not a leaf"):
        return y.grad is None and x.grad is not None


engine: Any = importlib.import_module("minigrad.course.chapter_6.engine")  # not annotated


@verifies("6", "step 1", "floats of its own history gradient")
def a_tensor() -> bool:
    data = np.array([1, 2])
    x = engine.Tensor(data)
    data[0] = 5
    return (
        x.data.tolist() == [1.0, 2.0]
        and x.data.dtype == float
        and {"inputs", "rules", "grad"} < {*vars(x)}
    )


@verifies("6", "step 2", "records operations leave results nothing else")
def a_record() -> bool:
    x = engine.Tensor(2.0, requires_grad=True)
    before = dict(vars(x))
    y = x * x
    return vars(x) == before and y.inputs == [x, x]


@verifies("6", "step 8", "received run the newest don't nested deep")
def a_deep_graph() -> bool:
    x = t = engine.Tensor(1.0, requires_grad=True)
    for _ in range(sys.getrecursionlimit() + 1):
        t = t + 1.0
    engine.backward(t)
    return the_newest_first() and x.grad == 1


@verifies("6", "exp", "One operation one rule add new")
def one_rule() -> bool:
    exp = engine.operation(np.exp, lambda g, x: g * np.exp(x))
    return accepts("6", "exp", exp)


@verifies("6", "stale", "looks up late notice change")
def a_late_look() -> bool:
    w = engine.Tensor(3.0, requires_grad=True)
    y = w * w
    w.data = w.data - 1.0
    engine.backward(y)
    return w.grad != 2 * 3


@verifies("6", "no_grad", "`__exit__` even after error")
def an_error_inside() -> bool:
    ran = []

    class Block:
        def __enter__(self) -> None:
            ran.append("enter")

        def __exit__(self, *error: Any) -> None:
            ran.append("exit")

    with pytest.raises(ValueError, match="inside"), Block():
        raise ValueError("inside")
    return ran == ["enter", "exit"]
