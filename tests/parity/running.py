"""Run source text with either library and record everything observable about the results."""

import functools
import re
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from minigrad.messages import errors
from minigrad.values.printing import tensor_text

from .rules import RELATIVE, as_one, first_sentence, same_message, same_text, same_values, size_of


@dataclass
class Outcome:
    """The effect of a statement: its error (if any), its warnings, and its value as text."""

    error: tuple[str, str] | None = None
    warnings: list[tuple[str, str]] = field(default_factory=list)


def run(code: types.CodeType, namespace: dict[str, Any]) -> Outcome:
    """Execute compiled source."""
    outcome = Outcome()
    with warnings.catch_warnings(record=True) as caught:
        warn_always()
        try:
            exec(code, namespace)
        except Exception as error:
            message = error.args[0] if isinstance(error, KeyError) and error.args else error
            outcome.error = (type(error).__name__, str(message))
    outcome.warnings = [(w.category.__name__, str(w.message)) for w in caught]
    return outcome


def warn_always() -> None:
    """Always show every warning, except for NumPy's about log(0), which the package configures."""
    for category in (UserWarning, DeprecationWarning, FutureWarning):
        warnings.simplefilter("always", category)
    # PyTorch's own __array__ lacks a parameter, so NumPy warns whenever it's used.
    warnings.filterwarnings("ignore", message="__array__ implementation")
    warnings.filterwarnings("ignore", message="__array_wrap__ must accept")
    warn_by(errors.warn)


def warn_by(warn: Callable[..., None]) -> None:
    """Send the package's once-per-process warnings to `warn`."""
    for names in _warning_namespaces(len(sys.modules)):
        names["warn_once"] = warn


@functools.cache
def _warning_namespaces(modules: int) -> list[dict[str, Any]]:
    """Return the namespaces that have `warn_once`. They're cached until more modules are loaded."""
    ours = [module for name, module in [*sys.modules.items()] if name.startswith("minigrad.")]
    return [vars(module) for module in ours if "warn_once" in vars(module)]


def is_tensor(value: Any, library: types.ModuleType) -> bool:
    return isinstance(value, library.Tensor)


def array_of(tensor: Any) -> np.ndarray:
    array = np.array(tensor.detach().numpy())
    named = str(tensor.dtype).partition(".")[2]
    assert named == array.dtype.name, (
        f"the dtype is called {named}, but the data is stored as {array.dtype}"
    )
    return array


def facts(value: Any, library: types.ModuleType) -> dict[str, Any]:
    """Return everything observable about a value, by the name of the observation."""
    if isinstance(value, Mapping):
        pairs = list(value.items())
        return {"kind": type(value).__name__, **facts([list(pair) for pair in pairs], library)}
    if isinstance(value, tuple | list):
        seen: dict[str, Any] = {"type": type(value).__name__, "length": len(value)}
        for i, item in enumerate(value):
            seen |= {f"[{i}].{name}": fact for name, fact in facts(item, library).items()}
        return seen
    if not is_tensor(value, library):
        if isinstance(value, np.ndarray):
            return {"values": value}
        if isinstance(value, float):
            return {"type": "float", "values": np.float64(value)}
        if isinstance(value, types.ModuleType | Iterator):
            return {"type": "module or iterator"}
        kind = "type" if isinstance(value, type) else type(value).__name__
        return {"type": kind, "text": _seen(lambda: as_one(repr(value)))}
    seen = {}
    looks = {
        "dtype": lambda: as_one(str(value.dtype)),
        "shape": lambda: list(value.shape),
        "values": lambda: array_of(value),
        "requires_grad": lambda: value.requires_grad,
        "is_leaf": lambda: value.is_leaf,
        "grad_fn": lambda: value.grad_fn and type(value.grad_fn).__name__,
        "grad_fn.name()": lambda: value.grad_fn and as_one(value.grad_fn.name()),
        "next_functions": lambda: next_names(value.grad_fn),
        "retains_grad": lambda: value.retains_grad,
        "text": lambda: as_one(repr(value)),
    }
    for name, look in looks.items():
        seen[name] = _seen(look)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grad = _seen(lambda: value.grad)
    if not is_tensor(grad, library):
        seen["grad"] = grad
    else:
        shown = ("dtype", "shape", "values", "requires_grad", "grad_fn", "text")
        seen |= {f"grad.{k}": v for k, v in facts(grad, library).items() if k in shown}
    return seen


def _seen(look: Any) -> Any:
    """Return an observation or, as for a view that can't be read, the error it raises."""
    try:
        return look()
    except RecursionError:  # a module inside itself
        return "RecursionError"
    except Exception as error:
        return f"{type(error).__name__}: {first_sentence(str(error))}"


def next_names(node: Any) -> list[Any] | None:
    """Return the names of the next nodes, each with the index of the output it's connected to."""
    if node is None:
        return None
    return [(n and type(n).__name__, i) for n, i in node.next_functions]


def differing(
    torchs: dict[str, Any], ours: dict[str, Any], signs_of_zero: bool = True
) -> list[str]:
    """Return the names of the facts that differ between the two."""
    size = size_of(*(v for v in torchs.values() if isinstance(v, np.ndarray | np.generic)))
    names = [n for n in torchs if n not in ours] + [n for n in ours if n not in torchs]
    for name in torchs.keys() & ours.keys():
        a, b = torchs[name], ours[name]
        if isinstance(a, np.ndarray | np.generic) and isinstance(b, np.ndarray | np.generic):
            same = same_values(a, b, size)
        elif name.endswith("text"):
            values = name.removesuffix("text") + "values"
            agree = values in torchs and values not in names
            if not signs_of_zero:
                a, b = without_signs(a), without_signs(b)
            same = same_text(a, b, RELATIVE * size if agree else None) or (
                agree and formed_by_rounding(torchs[name], torchs[values], size)
            )
        else:
            same = type(a) is type(b) and a == b
        if not same:
            names.append(name)
    return sorted(names)


def formed_by_rounding(torchs: str, values: np.ndarray, size: float) -> bool:
    """Return whether rounding errors explain why PyTorch printed numbers in another format."""
    noise = (np.abs(values) < 1e-12 * size) & (values != 0)
    return bool(np.any(noise)) and _elements(tensor_text(values)) == _elements(torchs)


def _elements(text: str) -> str:
    return text.rpartition("]")[0]


def without_signs(text: str) -> str:
    """Return the text with every -0. replaced by 0. and without the spaces used for alignment."""
    return re.sub(r" +", " ", re.sub(r"-(0\.0*)(?![\d])", r" \1", text)).replace("[ ", "[")


def different_outcomes(torchs: Outcome, ours: Outcome) -> str | None:
    """Return how the outcomes of one statement differ, or None."""
    if (torchs.error is None) != (ours.error is None) or (
        torchs.error is not None
        and ours.error is not None
        and not same_message(torchs.error, ours.error)
    ):
        return f"error: torch {_worded(torchs.error)}, minigrad {_worded(ours.error)}"
    same = len(torchs.warnings) == len(ours.warnings) and all(
        same_message(a, b) for a, b in zip(torchs.warnings, ours.warnings, strict=True)
    )
    if not same:
        return (
            f"warnings: torch {[_worded(w) for w in torchs.warnings]}, "
            f"minigrad {[_worded(w) for w in ours.warnings]}"
        )
    return None


def _worded(message: tuple[str, str] | None) -> str:
    return "none" if message is None else f"{message[0]}: {message[1].strip()[:300]}"
