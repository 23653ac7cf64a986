"""The exercises for chapter 11, each with a judge that runs the answer and picks a hint."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.course.checking import (
    call,
    exercise,
    hint_for,
    library_of,
    numbers,
    same,
    short,
    single,
)
from minigrad.course.checking.worded import numbers_in, words_of

PRINTED = ("float64", "float32", "int64", "False")
LINES = ("`z` is the product", "A gradient", "`torch.tensor([1, 2])`", "A detached tensor")
OTHER_NAMES = {"double": "float64", "float": "float32", "long": "int64", "int": "int32"}
WORDS: tuple[list[tuple[str, str]], ...] = (
    [
        (
            "float32",
            (
                "`y` was made from a NumPy array, which is float64. `*` converts to the larger "
                "dtype."
            ),
        ),
        (
            "error",
            ("A matrix product would raise an error, but `*` converts to the larger dtype."),
        ),
    ],
    [
        (
            "float64",
            (
                "The gradient that flows back is float64, but `x.grad` ends up with the dtype of "
                "its tensor, `x`."
            ),
        ),
        (
            "none",
            "`x.grad` isn't `None` after `backward()`, because `x` is a leaf that requires grad.",
        ),
    ],
    [
        ("int32", f"By default, an integer has {PRINTED[2].removeprefix('int')} bits."),
        ("float32", "Neither number has a decimal point, so both are integers."),
        ("float64", "Neither number has a decimal point, so both are integers."),
    ],
    [
        ("true", "`detach()` returns a tensor that no gradient flows through."),
    ],
)


@exercise(
    "dtypes",
    keep="Python floats become float32, but NumPy's stay float64, and a gradient has the dtype "
    "of its tensor.",
    hints=[
        (
            "`x` is made from Python numbers, and `y` is made from a NumPy array. Which "
            "dtype does each tensor get?"
        ),
        "Which dtype does `*` convert to? And which one does the gradient of `x` need?",
        'The answers begin with `"float64", "float32"`.',
    ],
)
def dtypes(printed: Any) -> str | None:
    if not isinstance(printed, list | tuple) or len(printed) != 4:
        return "Your answer should be a list of four words."
    words = [str(word).strip().casefold().rpartition(".")[2] for word in printed]
    words = [OTHER_NAMES.get(word, word) for word in words]
    for word, right, wrong, line in zip(words, PRINTED, WORDS, LINES, strict=True):
        meant = words_of(word)
        if meant == words_of(right):
            continue
        if word.isdecimal():
            return f'{line}: write a word, such as "int32" or "True", and not a number.'
        if known := hint_for(meant, [(words_of(other), why) for other, why in wrong]):
            return known
        if meant == "error":
            return f"{line}: no line of this program raises an error."
        return (
            f"{line}: the answer isn't `{short(word)}`. The other answers may or may not be right."
        )
    return None


def _tables() -> tuple[tuple[Any, Any], ...]:
    """Return tables of different dtypes. `from_numpy` would keep the dtypes and share memory."""
    return (
        (np.array([[0.5, 1.5], [2.5, -3.5]]), np.array([1, 0])),
        (np.array([[0.25], [4.0]], np.float32), np.array([2, 1], np.int32)),
    )


@exercise(
    "tensors",
    keep=(
        "Choose the dtype where data enters your program: float32 for inputs, int64 for class "
        "labels."
    ),
    hints=[
        "NumPy's floats are float64. Which dtype does a `Linear` need?",
        "`mg.tensor(..., dtype=...)` makes a copy, and lets you choose the dtype.",
        "Use `mg.tensor(table, dtype=mg.float32)` and `mg.tensor(classes, dtype=mg.int64)`.",
    ],
    meanings=[
        (r"expected (np|numpy)\.ndarray", "`from_numpy` takes only an array."),
    ],
)
def tensors(tensors_of: Callable[..., Any]) -> str | None:
    mg = library_of(tensors_of)
    for table, classes in _tables():
        wanted = table.tolist(), classes.tolist()
        result = call(tensors_of, table, classes)
        if not isinstance(result, list | tuple) or len(result) != 2:
            return "Return two tensors: `x` and `y`."
        x, y = result
        if not isinstance(x, mg.Tensor) or not isinstance(y, mg.Tensor):
            return "Return tensors. Your function returned an array."
        if same((y, x), wanted):
            return "You've swapped the two tensors. Return `x` first, and then `y`."
        if x.dtype == mg.float64:
            return "`x` is float64, like the array, but a `Linear` needs float32."
        if x.dtype != mg.float32:
            return f"`x` is {_kind(x)}, but a `Linear` needs float32."
        if y.dtype.is_floating_point:
            return f"`y` is {_kind(y)}, but class labels are integers: `cross_entropy` needs int64."
        if y.dtype != mg.int64:
            return f"`y` is {_kind(y)} for an int32 array, but `cross_entropy` needs int64."
        if not same((x, y), wanted):
            return f"For {short(wanted)} you returned {short((x, y))}."
        table += 100.0
        classes += 100
        if not same(x, wanted[0]):
            return (
                "`x` changed along with the array, because the two share memory. `mg.tensor` "
                "makes a copy."
            )
        if not same(y, wanted[1]):
            return (
                "`y` changed along with the array, because the two share memory. `mg.tensor` "
                "makes a copy."
            )
        if x.requires_grad:
            return (
                "`x` requires grad, but the data doesn't change. Only the weights need gradients."
            )
    return None


def _kind(tensor: Any) -> str:
    return str(tensor.dtype).rpartition(".")[2]


def _model(mg: Any) -> Any:
    """Return a model that records its mode and, in evaluation mode, gets 2 of 3 answers right."""
    noted: list[tuple[bool, bool]] = []  # copies of the model append to the same list

    class Model(mg.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = mg.nn.Parameter(mg.ones(3, 2))
            self.part = mg.nn.Dropout(0.0)  # a part with its own training mode
            self.noted = noted

        def forward(self, x: Any) -> Any:
            noted.append((self.training or self.part.training, mg.is_grad_enabled()))
            sign = -1.0 if self.training else 1.0
            return sign * (x @ self.weight * mg.tensor([1.0, -1.0]))

    return Model()


def _rounded(given: Any, exact: float) -> bool:
    return any(same(given, round(exact, n)) for n in (1, 2, 3))


def _cross_entropy(logits: np.ndarray) -> float:
    return float((np.log(np.exp(logits).sum(1)) - logits[range(len(CLASSES)), CLASSES]).mean())


ROWS = [[1.0, 0.0, 0.5], [0.5, 0.5, 1.0], [-1.0, 0.0, -0.5]]
CLASSES = [0, 1, 1]


@exercise(
    "asked",
    keep=(
        "To evaluate a model, call `eval()`, use `no_grad()`, restore the mode that it was in, "
        "and return plain numbers."
    ),
    hints=[
        "Why would the outputs differ from call to call? Which mode is the model in?",
        "Which block turns recording off, and which method makes a Python number?",
        (
            "You need these pieces, in this order: `before = model.training`, `eval()`, "
            "`with mg.no_grad():`, `train(before)`, and `.item()`."
        ),
    ],
    meanings=[
        (
            r"'Model' object",
            (
                "`model.eval()` isn't a context manager. Call it on a line of its own, and then "
                "write `with mg.no_grad():`."
            ),
        ),
        (r"no attribute 'item'", "It's already a Python number. Calling `.item()` once is enough."),
    ],
)
def asked(function: Callable[..., Any]) -> str | None:
    mg = library_of(function)
    model = _model(mg)
    result = call(function, model, mg.tensor(ROWS), mg.tensor(CLASSES))
    if not isinstance(result, list | tuple) or len(result) != 2:
        return "Return two numbers: the fraction of correct answers, and the loss."
    if not model.noted:
        return "You never called the model."
    if not all(p.requires_grad for p in model.parameters()):
        return (
            "Your function freezes the model for good, so it can't train afterward. Turn off only "
            "the recording, with `no_grad()`."
        )
    training, recording = map(any, zip(*model.noted, strict=True))
    if training:
        return "The model is still in training mode when you evaluate it."
    if recording and any(getattr(value, "requires_grad", False) for value in result):
        return (
            "Recording is still on, because `eval()` doesn't turn it off. You also returned a "
            "tensor."
        )
    if recording:
        return (
            "Recording is still on when you evaluate the model, because `eval()` doesn't turn it "
            "off, and `detach()` and `item()` only drop the record afterward."
        )
    if not model.training:
        return (
            "Your function leaves the model in evaluation mode, so training would continue in "
            "that mode. Switch it back before you return."
        )
    if not model.part.training:
        return (
            "Your function puts the model back into training mode, but not its submodules. "
            "`model.train()` switches the submodules as well."
        )
    resting = _model(mg).eval()
    call(function, resting, mg.tensor(ROWS), mg.tensor(CLASSES))
    if resting.training:
        return (
            "If a model was in evaluation mode before, your function leaves it in "
            "training mode. Save `model.training` first, and end with "
            "`model.train(before)`."
        )
    right, loss = result
    logits = np.array([[1.5, -1.5], [2.0, -2.0], [-1.5, 1.5]])
    lost = _cross_entropy(logits)
    if same((loss, right), (2 / 3, lost)):
        return (
            "You returned the loss first. Return the fraction of correct answers, and then the "
            "loss."
        )
    if any(_rounded(given, exact) for given, exact in ((right, 2 / 3), (loss, lost))):
        return f"Don't round: return the numbers as they are. You returned {short((right, loss))}."
    shares: list[tuple[Any, str]] = [
        (2, "That's how many answers are right. Return which fraction of all answers that is."),
        (100 * 2 / 3, "That's a percentage. Return a fraction, which is at most 1."),
        (1 / 3, "That's the fraction of wrong answers. Return the fraction of right ones."),
    ]
    if not same(right, 2 / 3):
        return hint_for(right, shares) or (
            "Two of the model's three answers are right, but your function returned "
            f"{short(right)}."
        )
    losses: list[tuple[Any, str]] = [
        (3 * lost, "You added up the losses. `cross_entropy` returns their mean."),
        (
            _cross_entropy(np.exp(logits) / np.exp(logits).sum(1, keepdims=True)),
            "`cross_entropy` takes a softmax itself, so pass the model's outputs as they are.",
        ),
    ]
    if not same(loss, lost):
        return hint_for(loss, losses) or (
            f"The loss is {lost:.4g}, but your function returned {short(loss)}."
        )
    if hasattr(right, "detach") or hasattr(loss, "detach"):
        return (
            "Both values are right, and you don't keep a graph, but you should return Python "
            "numbers instead of tensors: `.item()` turns a tensor into a number."
        )
    return None


MODEL_MOVES, X_MOVES = 2, 6  # the lines of the exercise's program that call `to`
AT: list[tuple[Any, str]] = [
    (
        MODEL_MOVES,
        f"Line {MODEL_MOVES} moves all parameters at once, but it doesn't combine any tensors.",
    ),
    (3, "The optimizer holds the parameters, and by then, they're already on the GPU."),
    (
        X_MOVES,
        (
            f"Line {X_MOVES} moves only `x` to the GPU. Where is the other tensor from the loader "
            "used?"
        ),
    ),
    (7, "On that line, the model is applied to `x`. Both are on the GPU by then."),
    (10, "The backward pass uses only tensors that are already on the GPU."),
    (11, "Parameters and their gradients are on the same device."),
    (12, "`.item()` already copies the value to the CPU, so you don't have to."),
]
MOVED: list[tuple[Any, str]] = [
    ("x", f"The line is right. `x` is moved on line {X_MOVES}."),
    ("model", f"The line is right. The model is moved on line {MODEL_MOVES}."),
    (
        "logits",
        "The line is right. The logits come from the model, so they're already on the GPU.",
    ),
    *(
        (word, "The line is right. In this program, the labels are called `y`.")
        for word in ("labels", "label", "targets", "target")
    ),
    ("loss", "The line is right. There's no loss yet when it fails."),
    ("total", "The line is right. `total` is a Python number, and those aren't on any device."),
]


@exercise(
    "device",
    keep="You have to move everything that comes out of the loader: inputs and labels.",
    hints=[
        "For each name, note whether the tensor is on the GPU or on the CPU.",
        "The loader returns two tensors. How many of them are moved?",
        "On which line does `y` meet a tensor on the GPU?",
    ],
)
def device(line: Any, name: Any) -> str | None:
    if not isinstance(name, str) and isinstance(line, str):
        return "Give the line first, and then the name."
    line, name = single(numbers(line)), single(name)
    if isinstance(line, str) and len(found := numbers_in(line)) == 1:
        line = int(found[0])
    if not isinstance(line, int | float):
        return "The line is a number, as in the comments of the program."
    if not isinstance(name, str) or not name.strip():
        return 'Write the name as a word in quotation marks, such as "total".'
    name = "".join(re.sub(r"^\s*the\b", "", str(name)).split())
    is_y = bool(re.fullmatch(r"(y=)?y(\.to\(.*\)|\.cuda\(\))?", name.casefold()))
    if not same(line, 8):
        says = hint_for(line, AT) or f"Line {short(line)} doesn't combine tensors from two devices."
        return f"The name is right, but not the line. {says}" if is_y else says
    if is_y:
        return None
    if set(re.split(r"\W", name.casefold())) >= {"x", "y"}:
        return "The line is right. Only one of the two tensors still has to be moved."
    known = hint_for(name, MOVED)
    return known or (
        f"The line is right, but `{short(name)}` doesn't have to be moved. Which tensor does?"
    )


SETTINGS = ((1, 0.1), (3, 0.1), (4, 0.05))  # steps and learning rates
LINE = ([0.5, 1.0, 2.0, -1.5], [1.0, 3.5, 4.0, -2.0])


def _walk(steps: int, lr: float, **other: Any) -> list[float]:
    """Return the final `w` and `b` of a training loop, run correctly or with a typical mistake."""
    x, y = map(np.array, LINE)
    y = y.mean() if "pairs" in other else y
    at, moving = np.zeros(2), np.zeros(2)
    for _ in range(steps + other.get("more", 0)):
        r = -y if "once" in other else at[0] * x + at[1] - y
        slope = np.array([(2 * r * x).mean(), (2 * r).mean()]) * other.get("times", 1)
        if "linear" in other:
            slope = np.array([x.mean(), 1.0])
        if "slope" in other:
            slope = np.array([(2 * x * x).mean(), (2 * x).mean()])
        if "in turn" in other:
            slope[1] = (2 * (r - lr * slope[0] * x)).mean()
        if "b" in other:
            slope[1] = 0
        moving = moving * other.get("keeps", 0) + slope
        at = at - other.get("sign", 1) * lr * moving
    return at.tolist()


WALKS: list[tuple[dict[str, Any], str]] = [
    (
        {"keeps": 1},
        (
            "The first step is right, but after that the gradients add up, because you don't "
            "zero them."
        ),
    ),
    (
        {"times": 4},
        "That's the sum over the points, but the slopes worked out by hand are for the mean.",
    ),
    (
        {"times": 0.5},
        "That's half of each slope. The loss is the mean of $r^2$, without a ½ in front.",
    ),
    (
        {"slope": True},
        "You differentiated a slope. Write the loss, the mean of $r^2$, and differentiate that.",
    ),
    ({"in turn": True}, "`b`'s slope already uses the new `w`. Both slopes are from the same `w`."),
    ({"linear": True}, "The square is missing: the loss is the mean of $r^2$."),
    ({"sign": -1}, "Your step goes uphill. It should go against the slope."),
    ({"keeps": 0.9}, "You used momentum. The handwritten loop doesn't."),
    (
        {"pairs": True},
        (
            "Your loss compares each prediction with every `y`. A column, `[4, 1]`, minus a row, "
            "`[4]`, is a table, `[4, 4]`. Give both the same shape."
        ),
    ),
    (
        {"b": 0},
        (
            "`b` hasn't moved. Is it in the loss, does it require grad, and did you pass it to "
            "the optimizer?"
        ),
    ),
    (
        {"once": True},
        (
            "Every step uses the slopes at the first `w` and `b`. Compute the loss in the loop, "
            "from the current ones."
        ),
    ),
    ({"more": 1}, "You take one step too many. Take as many as `steps` says."),
    ({"more": -1}, "You take one step too few. Take as many as `steps` says."),
]


def _rounded_pair(given: Any, exact: list[float]) -> bool:
    return all(_rounded(a, b) for a, b in zip(given, exact, strict=True))


def _names(code: Any) -> set[str]:
    """Return the names used by a function and by the functions inside it."""
    inner = [_names(const) for const in getattr(code, "co_consts", ())]
    return set(getattr(code, "co_names", ())).union(*inner)


@exercise(
    "translate",
    keep="Write the loss that has those slopes, and `backward()` will compute them.",
    hints=[
        "Which loss has the slopes `(2 * r * x).mean()` and `(2 * r).mean()`?",
        "`mg.optim.SGD([w, b], lr=lr)` updates `w` and `b`.",
        (
            "Compute `loss = (r * r).mean()`, and then call `zero_grad()`, `backward()`, and "
            "`step()`. Return `w.item(), b.item()`."
        ),
    ],
    meanings=[
        (
            r"does not require grad",
            (
                "Nothing was recorded. Create `w` and `b` with `requires_grad=True`, and change "
                "them in place. Under `no_grad()`, `w = w - ...` creates a new tensor that isn't "
                "tracked."
            ),
        ),
        (
            r"NoneType",
            (
                "`w.grad` is None, because `w` isn't a leaf anymore. `w = w - ...` creates a new "
                "tensor."
            ),
        ),
    ],
)
def translate(trained: Callable[..., Any]) -> str | None:
    mg = library_of(trained)
    ends = []
    for steps, lr in SETTINGS:
        x, y = (mg.tensor(values) for values in LINE)
        pair = call(trained, x, y, steps, lr)
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return "Return two numbers: `w` and `b`."
        ends.append(numbers(pair))
    if not {"backward", "grad"} & _names(getattr(trained, "__code__", None)):
        return (
            "You never called `backward()`, so you're still using the slopes that were worked "
            "out by hand."
        )
    wanted = [_walk(*setting) for setting in SETTINGS]
    if same(ends, wanted):
        tracked = any(getattr(number, "requires_grad", False) for number in pair)
        return (
            (
                "The values are right, but they're still tracked. `.item()` turns each one into "
                "a number."
            )
            if tracked
            else None
        )
    if same(ends, [[0.0, 0.0]] * 3):
        return "`w` and `b` end up where they started, because no step changes them."
    for mistake, says in WALKS:
        if same(ends, [_walk(*setting, **mistake) for setting in SETTINGS]):
            return says
    if same(ends, [pair[::-1] for pair in wanted]):
        return "You returned the two results in the wrong order. Return `w` first, then `b`."
    if same(ends, [_walk(1, lr) for _, lr in SETTINGS]):
        return "Your `return` is inside the loop, so the function ends after the first step."
    for fixed in range(2, 101):
        if same(ends, [_walk(fixed, lr) for _, lr in SETTINGS]):
            return f"You always take {fixed} steps. Take as many as `steps` says."
    for fixed_rate in {lr for _, lr in SETTINGS}:
        if same(ends, [_walk(steps, fixed_rate) for steps, _ in SETTINGS]):
            return (
                f"Your rate is always {fixed_rate:g}. Use `lr`, which is passed to your function."
            )
    if all(map(_rounded_pair, ends, wanted)):
        return f"Don't round: return the numbers as they are. You returned {short(ends[-1], 6)}."
    if same(ends[0], wanted[0]):
        place = next(i for i, end in enumerate(ends) if not same(end, wanted[i]))
        return (
            f"The first step is right, but after {SETTINGS[place][0]} steps with the rate "
            f"{SETTINGS[place][1]:g}, `w` and `b` are {short(ends[place])}, not "
            f"{short(wanted[place])}."
        )
    if same(ends[0], [0.1, 0.1]):
        return (
            "That's Adam's first step, which is as long as the learning rate. The "
            "handwritten loop uses plain SGD."
        )
    x, y = (mg.tensor(values) for values in LINE)
    if not same(begin := numbers(call(trained, x, y, 1, 0.0)), [0.0, 0.0]):
        return f"Your `w` and `b` begin at {short(begin)}. By hand, both begin at 0."
    return (
        f"After one step, your `w` and `b` are {short(ends[0])}. If you work them out by hand, "
        f"they're {short(wanted[0])}."
    )


EXERCISES = (dtypes, tensors, asked, device, translate)
