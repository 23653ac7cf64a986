"""The judges of the three exercises at the end of chapter 6."""

import dis
import inspect
from contextlib import suppress
from itertools import pairwise
from typing import Any

import numpy as np

from ..checking import call, exercise, same, short
from ..checking.attempt import LearnerError, WrongKind
from .engine import Tensor
from .rule_judges import INPUTS, arriving, rules_of, wrong_rule
from .spoiling import run_and_undo

ROUNDED_E = 2.718


@exercise(
    "exp",
    keep="One NumPy operation and one rule: that's all you add to an engine for a new operation.",
    hints=[
        "What is the slope of eˣ? And what does every rule do with `g`?",
        "The slope is the value itself: `g * np.exp(x)`.",
    ],
    meanings=[
        ("ufunc", "`np.exp` is the function. Its value at x is `np.exp(x)`."),
        ("no attribute 'exp'", "Arrays have no method `exp`. NumPy's function is `np.exp(x)`."),
    ],
)
def exp(mine: Any) -> str | None:
    values = INPUTS[np.exp][0]
    rules = rules_of(mine, np.exp, values)
    if isinstance(rules, str):
        return rules
    (rule,) = rules
    if isinstance(rule, np.ufunc):
        return "That's a function of one number. A rule takes `g` and `x`: `lambda g, x: ...`."
    (x,), g = values, arriving(np.exp, values)
    try:
        result = call(rule, g, x)
    except LearnerError as stumbled:
        if "positional argument" not in stumbled.error:
            raise
        return f"A rule takes `g` first, and then the values of the inputs.\n{stumbled.shown}"
    if hasattr(result, "requires_grad"):
        return (
            "The rule returns a `Tensor`, because `exp` without `np.` is your engine's "
            "own function. Rules compute with arrays: `np.exp`."
        )
    for formula, hint in (
        (
            g,
            (
                "The rule passes `g` on unchanged. That would be right for a slope of 1, "
                "which eˣ has only at 0."
            ),
        ),
        (np.exp(x), "The rule doesn't use `g`. Multiply the slope by the gradient that arrived."),
        (g * x * np.exp(x - 1), "That's the rule for a power of x. But here, x is the exponent."),
        (g * x * np.exp(x), "You have one x too many. The slope of eˣ is just eˣ."),
        (np.exp(g * x), "Multiply the slope by `g`. `g` doesn't belong in the exponent."),
        (x * np.exp(g), "A rule takes `g` first, and then x."),
        (g * np.exp(g), "You took the slope at `g`. Take it at x, and multiply it by `g`."),
        (np.exp(g), "You took the slope at `g`. Take it at x, and multiply it by `g`."),
        (g / x, "That's the rule for the logarithm."),
        (g * x, "The slope of eˣ isn't x. It's eˣ itself."),
        (g + np.exp(x), "Along a path, slopes multiply, but you added `g`."),
        (
            g * ROUNDED_E**x,
            (
                f"{ROUNDED_E} is e rounded, and the error grows with x. Use `np.exp`, which has "
                "full precision."
            ),
        ),
        (g * np.e, "The slope is e only at x = 1. At x it's eˣ."),
    ):
        if same(result, formula):
            return hint
    return wrong_rule(np.exp, rules)


@exercise(
    "stale",
    keep="An engine that looks up its values late must notice when they change.",
    hints=[
        "The rule of `w * w` reads `w.data`. When does the rule do that?",
        "Change `w.data` while the graph waits: `w.data -= 1.0`.",
    ],
)
def stale(spoil: Any) -> str | None:
    cls = getattr(spoil, "__globals__", {}).get("Tensor", Tensor)
    if not hasattr(cls, "__mul__") or not hasattr(cls, "backward"):
        cls = Tensor
    start = 3.0
    w: Any = cls(start, requires_grad=True)
    loss = w * w
    before = {name: dict(vars(t)) for name, t in (("w", w), ("loss", loss))}
    for parts in before.values():
        parts |= {part: list(parts[part]) for part in ("inputs", "rules")}
    if replaced := run_and_undo(spoil, cls, w, loss):
        return (
            f"You replaced {replaced}, which later cells need, so it was put back. Change a value "
            "in `w` or `loss` instead."
        )
    if w.grad is not None and same(w.grad, 2 * start):
        return (
            f"A backward pass has already run, and it gave the right gradient, {short(w.grad)}. "
            "The check itself runs `loss.backward()`, so change something before it does."
        )
    if w.grad is not None:
        return (
            f"`w.grad` holds {w.grad} before the pass. A pass is supposed to add to the "
            "gradient that's already there (chapter 4). Make the pass itself send the "
            "wrong gradient."
        )
    for name, tensor in (("w", w), ("loss", loss)):
        for part in ("inputs", "rules", "requires_grad"):
            there = getattr(tensor, part, None)
            if before[name][part] != (there if part == "requires_grad" else list(there or ())):
                return _off_limits(name, part)
    if not hasattr(w, "data"):
        return (
            "`w.data` is gone, so there's an error, which you would notice. Change the value of "
            "`w.data` instead."
        )
    if np.array_equal(w.data, 3.0):
        return _still_3(spoil, loss, before["loss"], w.order != before["w"]["order"])
    if not isinstance(w.data, np.ndarray | np.generic):
        return (
            f"`w.data` has the type `{type(w.data).__name__}` now, which you would notice. Keep it "
            "an array, for example with `w.data -= ...`."
        )
    if np.shape(w.data):
        return (
            f"`w.data` has shape {np.shape(w.data)} now, and so would the gradient, which you "
            "would notice. Keep a single number."
        )
    call(loss.backward)
    if np.isnan(w.grad).any():
        return (
            f"With `w.data` at {w.data}, the gradient is {w.grad}, which you would notice. "
            "Be subtler."
        )
    if same(w.grad, 2 * start, relative=1e-9):
        return (
            f"With `w.data` at {w.data}, the gradient is still {2 * start:g}, up to rounding. "
            "Change it more."
        )
    return None


def _off_limits(name: str, part: str) -> str:
    if part == "requires_grad":
        return (
            f"`{name}.requires_grad` has changed. A pass that doesn't reach `w` gives no "
            "gradient at all, which you would notice. Leave the flag alone."
        )
    return (
        "You rewrote the record itself. Leave the record alone, because changing a value is enough."
    )


def _still_3(spoil: Any, loss: Any, before: dict[str, Any], order: bool) -> str:
    if not same(loss.data, 9):
        return (
            "`loss.data` has changed. But no rule reads it, because rules read the values of "
            "the inputs."
        )
    if loss.grad is not None:
        return (
            "`loss.grad` is set. But the pass takes its gradients from `in_flight`, not from "
            "`loss.grad`."
        )
    if order or loss.order != before["order"]:
        return (
            "`order` decides which tensor runs first. With only `loss` and `w`, there's "
            "no wrong order."
        )
    does = list(dis.get_instructions(spoil))
    if any(
        instruction.argrepr == "-=" and then.opname.startswith("STORE_FAST")
        for instruction, then in pairwise(does)
    ):
        return (
            "Your `Tensor` doesn't define `-=`, so `-=` makes a new tensor and gives it "
            "the old name, but only inside `spoil`. Change `w.data`."
        )
    stored = {i.argval for i in does if i.opname.startswith("STORE_FAST")}
    name = next((name for name in spoil.__code__.co_varnames[:2] if name in stored), "")
    if name:
        what = f"gives the name `{name}` to something else inside `spoil`"
        return f"`{name} = ...` only {what}, but the check still has the old one. Change `w.data`."
    return "Neither `w.data` nor `loss` has changed. Change `w.data`."


@exercise(
    "no_grad",
    keep="`with` runs `__enter__` and `__exit__`, and it runs `__exit__` even after an error.",
    hints=[
        (
            "`__enter__` switches `Tensor.recording` off. What do you need to know at the "
            "end of the block?"
        ),
        (
            "Store what was there with `self.before = Tensor.recording`, and let `__exit__` "
            "restore it."
        ),
    ],
    meanings=[
        (
            r"name '(torch|mg)' is not defined",
            "The flag belongs to your own engine: `Tensor.recording`.",
        ),
        (
            r"NameError",
            (
                "That name isn't defined here. If it's from `__enter__`, `__exit__` can't see it. "
                "Store the value in `self.before` instead, because both methods see `self`."
            ),
        ),
    ],
)
def no_grad(mine: Any) -> str | None:
    code = vars(mine).get("__enter__") if isinstance(mine, type) else inspect.unwrap(mine)
    cls = getattr(code, "__globals__", {}).get("Tensor", Tensor)
    if not isinstance(mine, type) and not _is_context_manager(mine, cls):
        raise WrongKind("`no_grad` is a class: `class no_grad:` with two methods.")
    try:
        cls.recording = True
        return _switches(mine, cls)
    finally:
        cls.recording = True


def _is_context_manager(mine: Any, cls: Any) -> bool:
    """Return whether calling the function returns a context manager, as with `@contextmanager`."""
    if not callable(mine):
        return False
    before = getattr(cls, "recording", True)
    try:
        made = call(mine)
    finally:
        cls.recording = before
    return hasattr(made, "__enter__") and hasattr(made, "__exit__")


def _switches(mine: Any, cls: Any) -> str | None:
    def inside() -> Any:
        with mine():
            return cls.recording

    def nested() -> Any:
        flags = []
        with mine():
            with mine():
                flags.append(cls.recording)
            flags.append(cls.recording)
        return [*flags, cls.recording]

    def failing() -> None:
        with mine():
            raise KeyError("planted")

    def product() -> Any:
        with mine():
            return (cls(3.0, True) * cls(3.0, True)).requires_grad

    if call(inside):
        return (
            "Inside the block, `Tensor.recording` is still True. `__enter__` should set it to "
            "False. (`recording` and `self.recording` are other names.)"
        )
    if not cls.recording:
        return (
            "After the block, `Tensor.recording` is still False. `__enter__` has to store the flag "
            "before it switches it off, and `__exit__` has to assign the stored value, "
            "unconditionally."
        )
    try:
        call(failing)
    except LearnerError as stumbled:
        if not isinstance(stumbled.__context__, KeyError):
            raise
    else:
        return (
            "An error in the block disappears. If `__exit__` returns True, that suppresses the "
            "error, so don't return anything."
        )
    if not cls.recording:
        return (
            "After an error in the block, the flag stays off. `__exit__` should always restore "
            "the flag."
        )
    inner, outer, after = call(nested)
    if inner:
        return (
            "In a nested block, recording is on, because the inner block turned it on. `__enter__` "
            "should set it to False, whatever it was before."
        )
    if outer:
        return (
            "If you nest two blocks, recording is on when the inner one ends, "
            "although the outer one is still running. Restore the earlier value, "
            "not "
            "True."
        )
    if not after:
        return (
            "After nested blocks, recording stays off, because the inner block has "
            "overwritten the value that the outer one stored. Each block should "
            "keep its own value, "
            "in `self`."
        )
    cls.recording = False
    call(inside)
    if cls.recording:
        return (
            "Recording was off before the block, but it's on afterward. Restore the earlier value."
        )
    with suppress(LearnerError):
        call(failing)
    if cls.recording:
        return (
            "Recording was off before the block, but after an error in it, it's on. Restore the "
            "earlier value then as well."
        )
    cls.recording = True
    if hasattr(cls, "__mul__") and cls is not Tensor and call(product):
        return (
            "The flag is right, but `x * x` still leaves a record, because `multiply` was made "
            "by an `operation` that doesn't look at the flag. Run the cell above that makes "
            "`multiply`, and then run this check again."
        )
    return None


EXERCISES = (exp, stale, no_grad)
