from tests.course.answers import Answers, Guesses

# What the cells before a step have made; a step is judged among these names.
BEFORE = """
from heapq import heappop, heappush
from itertools import count

import numpy as np

from minigrad.course.chapter_6.engine import Tensor, accumulate, operation, shares, sum_to
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
    inputs: str = "[x if isinstance(x, Tensor) else Tensor(x) for x in inputs]",
    out: str = "Tensor(forward(*[x.data for x in inputs]))",
    tracked: str = "any(x.requires_grad for x in inputs)",
    record: str = "out.requires_grad, out.inputs, out.rules = True, inputs, rules",
    result: str = "out",
    end: str = "return apply",
) -> str:
    return f"""
def operation(forward, *rules):
    def apply(*inputs):
        inputs = {inputs}
        out = {out}
        if {tracked}:
            {record}
        return {result}
    {end}
"""


def rules(
    subtract: str = "(lambda g, x, y: g, lambda g, x, y: -g)",
    divide: str = "(lambda g, x, y: g / y, lambda g, x, y: -g * x / y**2)",
    mean: str = "(lambda g, x: np.full(x.shape, g / x.size),)",
    multiply: str = "(lambda g, x, y: g * y, lambda g, x, y: g * x)",
) -> str:
    return f"""
def rules():
    return {{
        np.add: (lambda g, x, y: g, lambda g, x, y: g),
        np.multiply: {multiply},
        np.subtract: {subtract},
        np.divide: {divide},
        np.mean: {mean},
    }}
"""


def body(head: str, *lines: str) -> str:
    return "\n    ".join([f"def {head}:", *lines])


def sum_to(*lines: str) -> str:
    return body("sum_to(g, shape)", *lines)


def accumulate(*lines: str) -> str:
    return body("accumulate(leaf, g)", *lines)


def in_order(tensors: str, start: str = "np.ones_like(root.data) if g is None else g") -> str:
    return f"""
def backward(root, g=None):
    root.grad = {start}
    for t in {tensors}:
        for x, d in shares(t, t.grad):
            accumulate(x, d)
"""


def in_flight(
    start: str = "{root: np.ones_like(root.data) if g is None else g}",
    order: str = "lambda t: -t.order",
    leaf: str = "if not t.inputs: accumulate(t, g)",
    keep: str = "",
    add: str = "in_flight[x] = in_flight[x] + d if x in in_flight else d",
) -> str:
    return f"""
def backward(root, g=None):
    in_flight = {start}
    for t in sorted(behind(root, {{}}), key={order}):
        g = in_flight.pop(t)
        {leaf}
        {keep}
        for x, d in shares(t, g):
            {add}
"""


def heap(
    start: str = "[(-root.order, root)]",
    leaf: str = "if not t.inputs: accumulate(t, g)",
    first: str = "in_flight[x] = d; heappush(queue, (-x.order, x))",
    again: str = "in_flight[x] = in_flight[x] + d",
    key: str = "",
) -> str:
    return f"""
def backward(root, g=None):
    in_flight = {{root: np.ones_like(root.data) if g is None else g}}
    queue = {start}
    while queue:
        t = heappop(queue)[1]
        g = in_flight.pop(t)
        {leaf}
        for x, d in shares(t, g):
            if x in in_flight:
                {again}
            else:
                {first}
"""


# A heap's pass, on paper: the newest is looked for among all that wait.
WITHOUT_A_HEAP = """
def backward(root, g=None):
    waiting = {root: np.ones_like(root.data) if g is None else g}
    while waiting:
        t = max(waiting, key=lambda t: t.order)
        g = waiting.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            waiting[x] = waiting.get(x, 0) + d
"""
# Without `order`: users are counted first, and a tensor runs when the last has reported.
COUNTED = """
def backward(root, g=None):
    users, todo = {root: 0}, [root]
    while todo:
        for x in todo.pop().inputs:
            if x.requires_grad:
                if x not in users:
                    users[x] = 0
                    todo.append(x)
                users[x] += 1
    arrived, ready = {root: np.ones_like(root.data) if g is None else g}, [root]
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
# The way of textbooks: depth first, what is finished last runs first.
POSTORDER = """
def backward(root, g=None):
    order, seen = [], set()
    def visit(t):
        if t not in seen and t.requires_grad:
            seen.add(t)
            for x in t.inputs:
                visit(x)
            order.append(t)
    visit(root)
    in_flight = {root: np.ones_like(root.data) if g is None else g}
    for t in reversed(order):
        g = in_flight.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            in_flight[x] = in_flight.get(x, 0.0) + d
"""
EVERY_PATH = """
def backward(t, g=None):
    g = np.ones_like(t.data) if g is None else g
    if not t.inputs:
        accumulate(t, g)
    for x, d in shares(t, g):
        backward(x, d)
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
            (tensor("data"), "`Tensor([1, 3]).data` is a `list`"),
            (tensor("np.array(data)"), "keeps whole numbers"),
            (tensor("np.asarray(data, dtype=float)"), "shares memory with the array"),
            (tensor("np.array(data, dtype=float).ravel()"), "another shape"),
            (tensor(flag="True"), "`requires_grad` is what was passed"),
            (tensor(flag="False"), "`requires_grad` is what was passed"),
            (tensor(grad="0.0"), "`grad` is None"),
            (tensor(grad="np.zeros_like(self.data)"), "`grad` is None"),
            (tensor(past="None"), "`inputs` and `rules` are empty"),
            (tensor(order="0"), "no higher `order`"),
            (tensor(order="-next(clock)"), "no higher `order`"),
            (tensor(order="clock"), "no higher `order`"),
            (tensor().replace("self.grad = None", "pass"), "has no attribute `grad`"),
            (tensor("np.aray(data)"), "self.data = np.aray(data)\nAttributeError"),
            ("Tensor = 3.0", "it starts with `class Tensor:`"),
        ],
        tried=["class Tensor:\n    def __init__(self, data, requires_grad=False):\n        pass"],
    ),
    "step 2": Answers(
        right=[
            operation(),
            operation(inputs="tuple(x if hasattr(x, 'order') else Tensor(x) for x in inputs)"),
            operation(out="Tensor(forward(*(x.data for x in inputs)), False)"),
            operation(tracked="sum(x.requires_grad for x in inputs) > 0"),
        ],
        wrong=[
            (operation(inputs="inputs"), "`y + 2` fails"),
            (
                operation(inputs="[Tensor(x.data) for x in inputs]", tracked="True"),
                "the very tensors",
            ),
            (operation(record="out.requires_grad = True"), "its `inputs` are empty"),
            (operation(record="out.inputs, out.rules = inputs, rules"), "the result is not"),
            (operation(tracked="False"), "the result is not"),
            (operation(tracked="True"), "Nothing was tracked, and a record was left"),
            (operation(tracked="inputs[0].requires_grad"), "One tracked input is enough"),
            (
                operation().replace(
                    "= True, inputs, rules", "= True, [x for x in inputs if x.requires_grad], rules"
                ),
                "the 2 belongs into the record",
            ),
            (operation(tracked="all(x.requires_grad for x in inputs)"), "One tracked input is"),
            (operation(result="out.data"), "no `Tensor`"),
            (operation(out="forward(*[x.data for x in inputs])"), "in line"),
            (operation(end="pass"), "end it with `return apply`"),
            (operation(end="return apply()"), "in line"),
            (operation().replace("= True, inputs, rules", "= True, inputs[::-1], rules"), "order"),
            (operation().replace("= True, inputs, rules", "= True, inputs, rules[:1]"), "one for"),
            (
                operation()
                .replace("apply(*inputs)", "apply(x, y)")
                .replace("in inputs]", "in (x, y)]", 1),
                "any number",
            ),
        ],
        tried=["def operation(forward, *rules):\n    ..."],
    ),
    "step 3": Answers(
        right=[
            rules(divide="(lambda g, x, y: g * (1 / y), lambda g, x, y: -(x / y) / y * g)"),
            rules(mean="(lambda g, x: g * np.ones_like(x) / x.size,)"),
            rules(mean="[lambda g, x: g + np.zeros(x.shape) if False else g / x.size + 0 * x]"),
            rules(subtract="(lambda g, x, y: 1.0 * g, lambda g, x, y: -1 * g)"),
        ],
        wrong=[
            (rules(subtract="(lambda g, x, y: g, lambda g, x, y: g)"), "for y has the wrong sign"),
            (rules(subtract="(lambda g, x, y: 1, lambda g, x, y: -1)"), "does not use `g`"),
            (rules(divide="(lambda g, x, y: g / y, lambda g, x, y: g * x / y**2)"), "wrong sign"),
            (rules(divide="(lambda g, x, y: 1 / y, lambda g, x, y: -x / y**2)"), "not use `g`"),
            (rules(divide="(lambda g, x, y: g / y, lambda g, x, y: -g / y**2)"), "differences"),
            (rules(divide="(lambda g, x, y: g / y, lambda g, x, y: -g * x / y)"), "differences"),
            (rules(mean="(lambda g, x: np.full(x.shape, g),)"), "that of a sum"),
            (rules(mean="(lambda g, x: g / x.size,)"), "Every entry of the input gets a number"),
            (rules(mean="(lambda g, x: np.full(x.shape, g / len(x)),)"), "differences"),
            (rules(mean="lambda g, x: np.full(x.shape, g / x.size)"), "mind the comma"),
            (rules(mean="..."), "still open: np.mean"),
            (rules(divide="(lambda g, x, y: g / y, ...)"), "still open: np.divide"),
            (
                rules(multiply="(lambda g, x, y: g * x, lambda g, x, y: g * y)"),
                "Are the two swapped?",
            ),
            (rules(divide="(lambda g, x, y: -g * x / y**2, lambda g, x, y: g / y)"), "two swapped"),
            (rules(subtract="(lambda g, x, y: g,)"), "has 2 inputs"),
            (rules(subtract="(lambda g, x, y: None, lambda g, x, y: -g)"), "gives None"),
            ("def rules():\n    return 3", "returns the dict"),
            ("def rules():\n    return {}", "no entry for np.add"),
            (rules(divide="(lambda g, x, y: g / z, lambda g, x, y: g)"), "NameError"),
        ],
        tried=[rules("...", "...", "..."), "def rules():\n    ..."],
    ),
    "step 4": Answers(
        right=[
            sum_to(
                "while g.ndim > len(shape): g = g.sum(axis=0)",
                "for i, n in enumerate(shape):",
                "    if n == 1: g = g.sum(axis=i, keepdims=True)",
                "return g",
            ),
            sum_to(
                "extra = g.ndim - len(shape)",
                "axes = tuple(range(extra)) + tuple(i + extra for i, n in enumerate(shape) if n == 1)",
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
            (sum_to("return g"), "it still has shape (3, 2)"),
            (sum_to("return g.sum()"), "yours changed"),
            (sum_to("return g.sum(axis=0)"), "yours changed"),
            (
                sum_to("while g.ndim > len(shape): g = g.sum(axis=0)", "return g"),
                "still has shape (3, 2). Which dimensions were new or stretched?",
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
                "that is the mean",
            ),
            (
                sum_to("if g.shape == shape: return g", "return g.reshape(-1)[:1]"),
                "yours has shape (1,)",
            ),
            (
                sum_to("if g.shape == shape: return g", "return np.ones(shape)"),
                "the shape is right, and the numbers are not",
            ),
            (
                sum_to(
                    "if g.shape == shape: return g",
                    "while g.ndim > len(shape): g = g[0]",
                    "for i, n in enumerate(shape):",
                    "    if n == 1: g = g.take([0], axis=i)",
                    "return g",
                ),
                "Every copy counts",
            ),
            (sum_to("g = g.sum(axis=0)"), "Nothing came back"),
            (sum_to("if g.shape == shape: return g"), "returned nothing"),
            (sum_to("return np.resize(g, shapes)"), "NameError"),
        ],
        tried=[sum_to("return ..."), sum_to("pass")],
    ),
    "step 5": Answers(
        right=[
            accumulate(
                "if leaf.grad is None: leaf.grad = np.zeros_like(g)", "leaf.grad = leaf.grad + g"
            ),
            accumulate(
                "if leaf.grad is None: leaf.grad = np.zeros(leaf.data.shape)", "leaf.grad += g"
            ),
            accumulate("leaf.grad = g + (0.0 if leaf.grad is None else leaf.grad)"),
            accumulate(
                "leaf.grad = g.copy() if leaf.grad is None else np.add(leaf.grad, g)", "return leaf"
            ),
        ],
        wrong=[
            (accumulate("leaf.grad = np.array(g)"), "the first one is lost"),
            (accumulate("if leaf.grad is None: leaf.grad = np.array(g)"), "make array([3., 4.])"),
            (accumulate("leaf.grad += g"), "TypeError"),
            (
                accumulate("if leaf.grad is None: leaf.grad = g", "else: leaf.grad += g"),
                "`g` itself was changed",
            ),
            (
                accumulate("leaf.grad = g if leaf.grad is None else leaf.grad + g"),
                "the very array that arrived",
            ),
            (
                accumulate("grad = leaf.grad", "grad = g if grad is None else grad + g"),
                "still None",
            ),
            (accumulate("leaf.data = leaf.data + g"), "still None"),
            (accumulate("leaf.grad = Tensor(g)"), "keep an array"),
            (
                accumulate(
                    "leaf.grad = g.copy() if leaf.grad is None else leaf.grad + g",
                    "leaf.data -= 0.1 * leaf.grad",
                ),
                "`leaf.data` has changed",
            ),
            (
                accumulate(
                    "if leaf.grad is None: leaf.grad = np.array(g)", "leaf.grad = leaf.grad + g"
                ),
                "The first gradient was [3, 4]",
            ),
            (accumulate("leaf.grad = g.copy() if not leaf.grad else leaf.grad + g"), "ValueError"),
        ],
        tried=[accumulate("pass")],
    ),
    "step 6": Answers(
        right=[
            in_order("sorted(behind(root, {}), key=lambda t: t.order, reverse=True)"),
            in_order("reversed(sorted(behind(root, {}), key=lambda t: t.order))"),
            POSTORDER,
            WITHOUT_A_HEAP,
            COUNTED,
        ],
        wrong=[
            (in_order("behind(root, {})"), "20, not 36"),
            (in_order("list(behind(root, {}))"), "20, not 36"),
            (
                in_order("sorted(behind(root, {}), key=lambda t: t.order)"),
                "ran before anything had reached it",
            ),
            (in_order("[root]"), "nothing has arrived at x"),
            (in_order("[root, *root.inputs]"), "20, not 36"),
            (EVERY_PATH, "tensors run again and again"),
            (in_order("reversed(behind(root, {}))"), "ran before anything had reached it"),
            (
                in_order(
                    "sorted(behind(root, {}), key=lambda t: -t.order)", "np.ones_like(root.data)"
                ),
                "with v = [1, 10]",
            ),
            (
                in_order("sorted(behind(root, {}), key=lambda t: -t.order)").replace(
                    "accumulate(x, d)", "x.grad = d"
                ),
                "8, not 36",
            ),
            (
                in_order("sorted(behind(root, {}), key=lambda t: -t.order)").replace(
                    "root.grad =", "for t in behind(root, {}): t.grad = None\n    root.grad ="
                ),
                "A second graph should add",
            ),
        ],
        tried=["def backward(root, g=None):\n    pass"],
    ),
    "step 7": Answers(
        right=[POSTORDER, WITHOUT_A_HEAP, COUNTED, in_flight(order="lambda t: 1 / (1 + t.order)")],
        wrong=[
            (in_order("sorted(behind(root, {}), key=lambda t: -t.order)"), "18, not 12"),
            (in_flight(keep="t.grad = g"), "A second graph should add"),
            (in_flight(keep="if t.inputs: t.grad = g"), "Only leaves keep gradients"),
            (in_flight(leaf="if not t.inputs: t.grad = g"), "A second graph should add"),
            (in_flight(add="in_flight[x] = d"), "8, not 36"),
            (in_flight(leaf=""), "nothing has arrived at x"),
            (in_flight(order="lambda t: t.order"), "ran before anything had reached it"),
            (in_flight(start="{root: np.ones_like(root.data)}"), "with v = [1, 10]"),
            (
                in_flight(
                    leaf="if not t.inputs and t is not root: accumulate(t, g)",
                ),
                "A leaf is a root, too",
            ),
        ],
        tried=["def backward(root, g=None):\n    pass"],
    ),
    "step 8": Answers(
        right=[WITHOUT_A_HEAP, COUNTED, heap(again="in_flight[x] = d + in_flight.pop(x)")],
        wrong=[
            (POSTORDER, "RecursionError"),
            (in_flight(), "RecursionError"),
            (EVERY_PATH, "RecursionError"),
            (heap(first="in_flight[x] = d; heappush(queue, (x.order, x))"), "again and again"),
            (heap(first="in_flight[x] = d; queue.append((x.order, x))"), "again and again"),
            (
                WITHOUT_A_HEAP.replace("max(waiting, key=lambda t: t.order)", "list(waiting)[-1]"),
                "again and again",
            ),
            (
                heap(again="in_flight[x] = in_flight[x] + d; heappush(queue, (-x.order, x))"),
                "runs a second time",
            ),
            (heap(again="in_flight[x] = d"), "8, not 36"),
            (heap(first="in_flight[x] = d; heappush(queue, x)"), "TypeError"),
            (heap(leaf=""), "should give 1 at x, and gives None"),
            (heap(start="[]"), "should give 1 at x, and gives None"),
        ],
        tried=["def backward(root, g=None):\n    pass"],
    ),
}

GUESSES = {
    "twice": Guesses(
        truth="[1, 3, 1, 3]",
        right=["(1, 3, 1, 3)", "[1.0, 3, 1, 3]"],
        wrong=[
            ("[2, 6]", "That is what an array does"),
            ("mg.tensor([2.0, 6.0])", "That is what an array does"),
            ("'error'", "Python multiplies lists"),
            ("[1, 1, 3, 3]", "one after the other"),
        ],
    ),
    "arrives": Guesses(
        truth="3.0",
        right=["3", "[3.0]"],
        wrong=[
            ("6", "6 is the slope"),
            ("9", "9 is the value"),
            ("1.0", "1 is where the pass begins"),
            ("12", "The second replaced the first"),
        ],
    ),
    "found first": Guesses(
        truth="20.0",
        right=["20", "tensor(20.)"],
        wrong=[
            ("36", "36 is the slope"),
            ("16", "the share of `a + 1` alone"),
            ("56", "`a` runs once"),
            ("5", "4 · 5 is handed on"),
        ],
    ),
}
