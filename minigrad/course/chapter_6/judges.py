"""Judges for the eight steps of chapter 6, which run the learner's answer to find mistakes."""

import inspect
from typing import Any

import numpy as np

from ..checking import exercise, of_the_notebook, same, short
from ..checking.attempt import LearnerError, NotAttempted, TimedOut, WrongKind
from .backward_judges import STEPS_6_TO_8
from .engine import Tensor
from .error_location import call, error_in
from .rule_judges import INPUTS, rules_of, wrong_rule
from .varied import narrowed, varied


@exercise(
    "step 1",
    keep="A tensor has floats of its own, plus room for a history and a gradient.",
    hints=(
        (
            "`np.array(...)` copies the numbers into a new array, and `dtype=float` turns "
            "them into floats."
        ),
        "Write `self.data = np.array(data, dtype=float)`, and `self.order = next(clock)`.",
    ),
    meanings=[
        (
            r"must be a string or a real number, not 'Tensor'",
            (
                "You passed the new tensor itself, but the numbers are in `data`. (The new tensor "
                "is `self`, which has to come first in the brackets of `__init__`.)"
            ),
        ),
        (
            r"must be a string or a real number, not 'list'",
            "`float` takes a single number, but `np.array` takes a list.",
        ),
        (r"unexpected keyword argument 'type'", "NumPy calls it `dtype`."),
        (
            r"count' object (has no attribute 'next'|is not callable)|for [-+]: '\S*count'",
            "`next` is a function: `next(clock)`.",
        ),
        (
            r"'float' object (is not iterable|has no attribute 'copy')",
            "`data` may also be a single number. `np.array` takes both.",
        ),
    ],
)
def tensor(cls: Any) -> str | None:
    if not isinstance(cls, type):
        raise WrongKind("Step 1 is a class: it starts with `class Tensor:`.")
    first, second = call(cls, [1, 3]), call(cls, 2.0, True)
    for name in ("data", "requires_grad", "grad", "inputs", "rules", "order"):
        if not hasattr(first, name):
            return f"`Tensor([1, 3])` has no attribute `{name}`. Did you write `self.{name} = ...`?"
    later = [call(cls, 2.0).order for _ in range(10)]  # a freed object's address is used again
    if mistake := _kept(cls, first):
        return mistake
    if np.shape(second.data):
        return f"`Tensor(2.0).data` has shape {np.shape(second.data)}, but a single number has ()."
    return _the_rest(first, second, later)


def _kept(cls: Any, first: Any) -> str | None:
    if not isinstance(first.data, np.ndarray | np.generic):
        kind = type(first.data).__name__
        return f"`Tensor([1, 3]).data` is a `{kind}`. Rules compute with arrays, so use an array."
    if first.data.dtype.kind not in "iubf":
        return "`Tensor([1, 3]).data` doesn't contain any numbers. Pass `data` to `np.array`."
    if first.data.dtype.kind != "f":
        return (
            "`Tensor([1, 3])` stores integers, so a small step would be lost. Use floats: "
            "`dtype=float`."
        )
    table = varied(2, 3)
    stored = call(cls, table).data
    if same(stored, [1, 3]):
        return "The tensor's `data` is always [1, 3]. Use the numbers that are passed in as `data`."
    if not same(stored, table):
        return "`data` doesn't have the values, or the shape, of the numbers that were passed in."
    if np.shares_memory(table, stored):
        return (
            "The tensor shares memory with the array it was made from, so a training step "
            "would change your data. `np.array` copies, but `np.asarray` doesn't."
        )
    return None


def _the_rest(first: Any, second: Any, later: list[Any]) -> str | None:
    if first.requires_grad is not False:
        return (
            "`requires_grad` wasn't passed, but the tensor's `requires_grad` is "
            f"{first.requires_grad}."
        )
    if second.requires_grad is not True:
        return (
            "`requires_grad=True` was passed, but the tensor's `requires_grad` is "
            f"{second.requires_grad}."
        )
    if first.grad is not None:
        return f"A new tensor has no gradient yet, but here `grad` is {first.grad!r}, not None."
    if not _empty(first.inputs) or not _empty(first.rules):
        return (
            "A tensor made from numbers has no history, so its `inputs` and `rules` "
            "should be empty."
        )
    if not isinstance(first.order, int):
        kind = type(first.order).__name__
        what = {"count": "the clock itself", "builtin_function_or_method": "a function"}
        return (
            f"`order` is {what.get(kind, f'a `{kind}`')}. It should be a number from the clock: "
            "`next(clock)`."
        )
    orders = [first.order, second.order, *later]
    if len(set(orders)) == 1:
        return (
            "All tensors have the same `order`. Each tensor should get its own number from "
            "`next(clock)`."
        )
    if orders != sorted(set(orders)):
        return (
            "A newer tensor doesn't always have the higher `order`. It should count up, as the "
            "clock does."
        )
    return None


def _empty(record: Any) -> bool:
    return isinstance(record, tuple | list) and not record


@exercise(
    "step 2",
    keep=(
        "The graph consists of the records that operations leave on their "
        "results, and nothing else."
    ),
    hints=[
        (
            "There are three blanks. Are any of the inputs tracked? Which tensors was `out` "
            "computed from? Which rules did `operation` receive?"
        ),
        "`any(x.requires_grad for x in inputs)`, `out.inputs = inputs`, and `out.rules = rules`.",
    ],
    meanings=[
        (
            r"'(list|tuple)' object has no attribute 'requires_grad'",
            "`inputs` holds several tensors, so you have to ask each of them.",
        ),
        (
            r"name 'requires_grad' is not defined",
            "`requires_grad` isn't a variable. Each tensor has its own, as in `x.requires_grad`.",
        ),
        (
            r"not supported between instances of 'Tensor' and 'int'",
            "The 1 was only the example. Ask each input for `requires_grad`.",
        ),
        (
            r"to_(first|second)\(\) missing",
            "Keep the rules themselves. They're called later, on the way back.",
        ),
    ],
)
def operation(mine: Any) -> str | None:
    def to_first(g: Any, x: Any, y: Any) -> Any:
        return g

    def to_second(g: Any, x: Any, y: Any) -> Any:
        return g

    cls = getattr(mine, "__globals__", {}).get("Tensor", Tensor)
    left, right = 2.0, np.array([5.0, 6.0])
    x, y, free = cls(left, True), cls(right, True), cls(3.0)
    add = call(mine, np.add, to_first, to_second)
    if not callable(add):
        return "`operation(...)` has to return a function, so end it with `return apply`."
    if of_the_notebook(add, "x"):
        return (
            "Outside `[... for x in inputs]`, `x` isn't one of the inputs. It's the `x` of your "
            "notebook. `inputs` has all the inputs, so ask each of them."
        )
    out = call(add, x, y)
    if not isinstance(out, cls):
        return "`apply` doesn't return a `Tensor`. Wrap the result in one and return it."
    if not same(out.data, left + right):
        return (
            f"{short(left)} + {short(right)} gives {out.data!r}. Call `forward` with the `data` of "
            "the inputs."
        )
    if not out.requires_grad:
        return (
            "Both inputs are tracked, but the result isn't, because your condition came out False. "
            "Ask the inputs, because `out` is new and starts out untracked."
        )
    if isinstance(out.inputs, cls):
        return (
            "`out.inputs` is a single tensor. Store all the tensors that the result was "
            "computed from."
        )
    if isinstance(out.inputs, int):
        return "`out.inputs` is a number. Store the tensors that the result was computed from."
    if callable(out.inputs) or (out.inputs and all(map(callable, out.inputs))):
        return (
            "`out.inputs` contains functions. It should contain the input tensors. "
            "The functions belong in `out.rules`."
        )
    if not len(out.inputs):
        return "The result has forgotten where it came from, because its `inputs` is empty."
    if any(isinstance(entry, tuple | list) for entry in out.inputs):
        return (
            "`out.inputs` holds a list inside a list. `inputs` is already a list, so store "
            "`inputs` itself."
        )
    if not all(isinstance(entry, cls) for entry in out.inputs):
        return (
            "`out.inputs` holds only numbers. Gradients are sent to tensors, so store the tensors."
        )
    if len(out.inputs) == 2 and out.inputs[0] is y and out.inputs[1] is x:
        return "`out.inputs` is in the wrong order, so the rules would be swapped."
    if len(out.inputs) != 2 or out.inputs[0] is not x or out.inputs[1] is not y:
        return (
            "`out.inputs` should be the very tensors that the result was computed from, "
            "in the same order."
        )
    if out.rules is np.add:
        return (
            "`forward` computes the result. `out.rules` should be the functions that `operation` "
            "receives after `forward`."
        )
    if out.rules is mine:
        return "`out.rules` is `operation` itself. Store the rules that it received."
    if not isinstance(out.rules, tuple | list):
        return (
            "`out.rules` is a single rule. Store all the rules that `operation` received, "
            "one per input."
        )
    if list(out.rules) != [to_first, to_second]:
        if np.add in out.rules:
            return "`forward` isn't a rule. Store only `rules`."
        if any(isinstance(entry, tuple | list) for entry in out.rules):
            return (
                "`out.rules` holds a tuple inside a list. `rules` is already a tuple, so store "
                "`rules` itself."
            )
        if not all(map(callable, out.rules)):
            return (
                "`out.rules` holds results. No gradient has arrived yet, so store the "
                "functions themselves."
            )
        return "`out.rules` should be the rules that `operation` received, one for each input."
    which = [call(add, free, y).requires_grad, call(add, y, free).requires_grad]
    if which != [True, True]:
        free_first = (
            "With a plain number first and a tracked tensor second, the result isn't tracked."
        )
        untracked = (
            "One of the two inputs is tracked, but the result isn't."
            if not any(which)
            else free_first
        )
        return f"{untracked} One tracked input is enough, whatever its position."
    try:
        with_number = call(add, y, 2)  # as in `y + 2`
    except LearnerError as stumbled:
        return (
            f"`y + 2` fails. If an input isn't a tensor, turn it into a tensor.\n{stumbled.shown}"
        )
    if len(with_number.inputs) != 2:
        return (
            "In `y + 2`, the 2 also belongs in the record, because rules receive the "
            "values of all inputs."
        )
    if not same(with_number.data, right + 2) or not isinstance(with_number.inputs[1], cls):
        return (
            "In `y + 2`, convert the 2 to a tensor that isn't tracked. From then on, it's "
            "an input like any other."
        )
    for record in (with_number, call(add, 2, y)):
        if list(record.rules) != [to_first, to_second]:
            return (
                "If only one input is tracked, `out.rules` should still hold every rule, because "
                "each input is paired with the rule at its own place."
            )
    plain = call(add, free, free)
    if not plain.requires_grad and (len(plain.inputs) or len(plain.rules)):
        return (
            "Nothing was tracked. The flag is right, but there's a record anyway, which wastes "
            "memory. Indent both lines of the record, so that they belong to the `if`."
        )
    if plain.requires_grad:
        return (
            "Nothing was tracked, but your operation left a record anyway, which wastes memory. "
            "Is your condition always true, as a nonempty list is?"
        )
    return _any_number(mine, cls)


def _any_number(mine: Any, cls: Any) -> str | None:
    """Check operations with one input and with three, where any one of them is the tracked one."""
    wrong = (
        "An operation can have one input, or three, and any of them can be the tracked one. "
        "`apply(*inputs)` takes any number, and the condition and the record should use all."
    )
    for n in (1, 3):
        values, rules = varied(n, 2), [lambda g, *values: g for _ in range(n)]
        for tracked in range(n):
            inputs = [cls(v, i == tracked) for i, v in enumerate(values)]
            try:
                out = call(call(mine, lambda *arrays: sum(a * a for a in arrays), *rules), *inputs)
            except LearnerError as stumbled:
                return f"{wrong}\n{stumbled.shown}"
            if not same(out.data, (values * values).sum(axis=0)) or len(out.inputs) != n:
                return wrong
    return None


@exercise(
    "step 3",
    keep=(
        "A rule returns the slope times the gradient that arrived. A small change of the input "
        "shows whether the rule is right."
    ),
    hints=[
        "What's the slope along each input? `g` is a factor of each gradient.",
        "`-g`, then `g / y` and `-g * x / y**2`, and `np.full(x.shape, g / x.size)`.",
    ],
    meanings=[
        (
            r"<lambda>\(\) (takes|missing)",
            (
                "A rule takes `g` and then all inputs. `subtract` and `divide` have two, "
                "so write `lambda g, x, y: ...`. `mean` has one: `lambda g, x: ...`."
            ),
        ),
        (
            r"expected a sequence of integers",
            "`np.full` takes the shape first, and then the number.",
        ),
    ],
)
def rules(subtract: Any, divide: Any, mean: Any) -> str | None:
    answers = {np.subtract: subtract, np.divide: divide, np.mean: mean}
    parsed: dict[Any, Any] = {}
    for forward, mine in answers.items():
        parsed[forward] = rules_of(mine, forward, INPUTS[forward][0])
        if isinstance(parsed[forward], str):
            return parsed[forward]
    open_ = [f for f, its_rules in parsed.items() if any(rule is ... for rule in its_rules)]
    if len(open_) == len(parsed):
        raise NotAttempted
    for forward, its_rules in parsed.items():
        if forward not in open_ and (mistake := wrong_rule(forward, its_rules)):
            return mistake
    if open_:
        names = " and ".join(f"`{f.__name__}`" for f in open_)
        return f"Right so far. {names} {'is' if len(open_) == 1 else 'are'} still missing."
    return None


@exercise(
    "step 4",
    keep=(
        "The backward pass sums over whatever broadcasting repeated, because every copy "
        "contributes to the gradient."
    ),
    hints=[
        "Which blank removes a dimension, and which one keeps it, with size 1?",
        (
            "Use `g.sum(axis=0)` for new dimensions in front, and `g.sum(axis=i, "
            "keepdims=True)` for stretched dimensions."
        ),
    ],
    meanings=[
        ("argument 'keepdim'", "NumPy spells it `keepdims`, with an s at the end."),
        ("argument 'dim'", "NumPy says `axis` where PyTorch says `dim`."),
        (
            "cannot reshape",
            (
                "A reshape keeps all the numbers. Here, several of them have to be added "
                "together into one."
            ),
        ),
    ],
)
def sum_to(mine: Any) -> str | None:
    try:
        return _summing(mine)
    except (TimedOut, LearnerError) as stumbled:
        if isinstance(stumbled, LearnerError) and not isinstance(error_in(stumbled), _Endless):
            raise
        if "keepdims" in _source(mine).partition("for ")[0]:
            return (
                "`while g.ndim > len(shape)` runs forever, because `keepdims=True` keeps "
                "the dimension, with size 1. Without `keepdims`, the dimension in front goes away."
            )
        return (
            "`while g.ndim > len(shape)` runs forever, because nothing in it makes "
            "`g.ndim` smaller. `g.sum(axis=0)` makes a new array, which you have to "
            "assign to `g`."
        )


class _Endless(BaseException):
    """Raised in a loop that reads `g.ndim` again and again. `except Exception` doesn't catch it."""


class _Counted(np.ndarray):
    """An array that counts how often its `ndim` is read, or the `ndim` of a result."""

    rounds = 0

    @property
    def ndim(self) -> int:
        _Counted.rounds += 1
        if _Counted.rounds > MOST_ROUNDS:
            raise _Endless
        return super().ndim


MOST_ROUNDS = 100  # a correct answer reads `ndim` a few times


def _call_counted(mine: Any, g: np.ndarray, shape: tuple) -> Any:
    _Counted.rounds = 0
    result = call(mine, g.view(_Counted), shape)
    return result.view(np.ndarray) if isinstance(result, _Counted) else result


def _source(function: Any) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return ""


# Shapes of a gradient and of an input that was broadcast.
SUMS = (
    *(((3, 2), shape) for shape in ((2,), (3, 1), (), (1, 1))),
    ((4, 3, 2), (3, 1)),
    ((5, 1, 2), (1, 2)),
    ((2, 3), (1,)),
    ((1, 3), (1, 3)),
)


def _summing(mine: Any) -> str | None:
    g = varied(3, 2)
    unchanged = _call_counted(mine, g, (3, 2))
    if unchanged is None:
        return "Your function returned nothing. End it with `return g`, outside of the loops."
    if not same(unchanged, g):
        shape = np.shape(unchanged)
        return (
            "A gradient that already has the right shape should stay as it is, but yours "
            f"ends up with shape {shape}."
        )
    for full, shape in SUMS:
        g = varied(*full)
        if not same(result := _call_counted(mine, g, shape), right := _summed(g, shape)):
            return _misfitted(g, shape, result, right)
        if mistake := narrowed(result):
            return mistake
    if not same(call(mine, np.float64(3), ()), 3):
        return "A single number, of shape (), should stay as it is."
    return None


def _summed(g: np.ndarray, shape: tuple) -> np.ndarray:
    """Sum differently from the published step, by adding each entry to the entry it came from."""
    sums = np.zeros(shape)
    places = np.broadcast_to(np.arange(sums.size).reshape(shape), g.shape)
    np.add.at(sums.reshape(-1), places.ravel(), g.ravel())
    return sums


def _misfitted(g: np.ndarray, shape: tuple, result: Any, right: Any) -> str:
    case = f"With a gradient of shape {g.shape} and an input of shape {shape}"
    if result is None:
        return f"{case}, `sum_to` returned nothing."
    got, right = np.asarray(result), np.asarray(right)
    if got.shape == g.shape:
        return (
            f"{case}, the result still has shape {got.shape}. Which dimensions were new or "
            "stretched, and do your loops reach all of them?"
        )
    if got.shape != shape:
        return f"{case}, the result has shape {got.shape}.{_other_sum(g, got, right)}"
    if same(got * (g.size / max(right.size, 1)), right):
        return f"{case}, you took the mean. But the shares of the copies add up, so take the sum."
    new = (0,) * (g.ndim - len(shape))
    if same(got, g[new + tuple(slice(None, 1 if n == 1 else None) for n in shape)]):
        return (
            f"{case}, you took the gradient of only one of the copies. But every copy contributes."
        )
    return (
        f"{case}, the shape is right, but the numbers aren't. Each copy contributes its own "
        "gradient, so add up all of them."
    )


def _other_sum(g: np.ndarray, got: np.ndarray, right: np.ndarray) -> str:
    slices = (g.take([i], axis=d) for d in range(g.ndim) for i in range(g.shape[d]))
    if any(same(got, part) for part in slices):
        return " That's one part of the gradient. Every copy contributes, so add up all of them."
    if got.size == right.size:
        return " `keepdims=True` keeps a dimension of size 1."
    if got.size == 1:
        return " A sum without `axis` sums over all dimensions at once."
    if got.ndim == right.ndim:
        axis = "The dimension in front is 0." if g.ndim > right.ndim else "Its number is `i`."
        return f" You summed over the wrong dimension. {axis}"
    if got.ndim < right.ndim:
        return " Only new dimensions in front should go away. The stretched ones stay, with size 1."
    return ""


@exercise(
    "step 5",
    keep="Gradients add up where paths meet, and each leaf stores its own sum.",
    hints=[
        "What's in `t.grad` at the start?",
        "Store a copy, `np.array(g)`, or `t.grad + g`.",
    ],
    meanings=[
        (
            "unsupported operand.*NoneType",
            ("The first time, `t.grad` is None, so there's nothing to add to."),
        ),
        (
            "no attribute 'append'",
            ("An array isn't a list. To add to it element by element, use `+`."),
        ),
        ("no attribute 'clone'", "Arrays have no `clone`. To copy one, use `np.array(...)`."),
        (
            "truth value of an array",
            ("Write `t.grad is None`, because an array is neither true nor false."),
        ),
    ],
)
def accumulate(mine: Any) -> str | None:
    for shape in ((2,), (2, 3)):
        if mistake := _two_arrivals(mine, shape):
            return mistake
    number, arriving = Tensor(1.0, True), (0.0, 0.5, 0.25)
    for one in arriving:
        call(mine, number, np.float64(one))
    if not same(number.grad, sum(arriving)):
        terms = " + ".join(map(short, arriving))
        return f"{terms} is {short(sum(arriving))}, but your result is {number.grad!r}."
    return None


def _two_arrivals(mine: Any, shape: tuple[int, ...]) -> str | None:
    data, first, second = (varied(*shape, start=start) for start in (2, 1, 3))
    t, g = Tensor(data, True), first.copy()
    call(mine, t, g)
    if t.grad is None and not same(t.data, data):
        return "`t.data` has changed, but `t.grad` is still None. The step comes later."
    if t.grad is None:
        return "After `accumulate(t, g)`, `t.grad` is still None."
    if hasattr(t.grad, "requires_grad"):
        return (
            "`t.grad` is a `Tensor`. But the passes below compute with arrays, so store an array."
        )
    if np.asarray(t.grad).dtype == object:
        return "You stored something other than numbers. The gradient that arrived is `g`."
    if not same(t.grad, first):
        return f"The first gradient was {short(first)}, but `t.grad` is {t.grad!r}."
    if mistake := narrowed(t.grad):
        return mistake
    shared = np.shares_memory(np.asarray(t.grad), g)
    call(mine, t, second.copy())
    if same(t.grad, second):
        return (
            f"{short(first)} was already there when {short(second)} arrived, but now "
            f"{short(first)} is lost. Add to the earlier gradient instead of replacing it."
        )
    if hasattr(t.grad, "requires_grad"):
        return "`t` is the tensor. Its earlier gradient is in `t.grad`, so add `g` to that."
    if same(t.grad, first):
        return f"{short(first)} is still there, but {short(second)} is lost. Add the two."
    if same(t.grad, first * second):
        return "You multiplied the two gradients. Where paths meet, gradients add up."
    if same(t.grad, first - second):
        return "You subtracted the new gradient. Where paths meet, gradients add up."
    if not same(t.grad, first + second):
        return (
            f"{short(first)} arrived, and then {short(second)}. Together they make "
            f"{short(first + second)}, but `t.grad` is {t.grad!r}."
        )
    if not same(g, first):
        return (
            "You changed the array `g` itself. That array may also be another tensor's gradient, "
            "so store a copy the first time, or add without `+=`."
        )
    if shared:
        return (
            "`t.grad` is the very array that arrived. In `x + y`, both leaves receive "
            "the same array, so changing one gradient changes the other. Store a copy."
        )
    if not same(t.data, data):
        return "`t.data` has changed. Store the gradient in `grad`. The step comes later."
    return None


STEPS = (tensor, operation, rules, sum_to, accumulate, *STEPS_6_TO_8)
