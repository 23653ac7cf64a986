"""Record what a case does in either library, as plain lists, numbers, and text."""

import types
import warnings
from typing import Any

import numpy as np

from .helpers import namespace_of
from .rules import (
    RELATIVE,
    SIGN_OF_ZERO_BY_PLACE,
    as_one,
    first_sentence,
    same_message,
    same_values,
    size_of,
)
from .running import Outcome, array_of, is_tensor, run

# The cases use these leaves, one of every kind. The in-place cases change clones of them.
LEAVES = {
    "a": "mg.tensor([1.0, -2.0, 0.5], requires_grad=True)",
    "b": "mg.tensor([[2.0, 0.5, -1.0], [3.0, 1.5, 4.0]], requires_grad=True)",
    "c": "mg.tensor(1.5, requires_grad=True)",
    "d": "mg.tensor([[0.5], [2.0]], dtype=mg.float64, requires_grad=True)",
    "e": "mg.zeros(0, 3, requires_grad=True)",
    "f": "mg.tensor([2.0, 2.0, 1.0], requires_grad=True)",  # ties
    "g": "mg.tensor([0.0, -0.0, float('inf')], requires_grad=True)",
    "h": "mg.tensor([[1.0, 2.0], [0.5, 3.0], [2.5, 0.25]], requires_grad=True)",
    "i": "mg.tensor([2, 0, 1])",
    "j": "mg.tensor([True, False, True])",
    "k": "mg.tensor([[1, 2, 3], [3, 2, 1]], dtype=mg.int32)",
    "m": "mg.tensor([[1.0, -1.0], [0.5, 2.0]], requires_grad=True)",
    "n": "mg.tensor([float('nan'), 1.0, -float('inf')], dtype=mg.float64)",
    "o": "mg.arange(12.0).reshape(2, 2, 3)",
    "p": "mg.tensor([[0.5, 1.0], [1.5, 2.0], [4.0, 0.5]], requires_grad=True).T",  # not contiguous
    "q": "mg.tensor([[-0.5]])",
}


def observe(case: str, library: types.ModuleType, in_place: bool = False) -> list[Any]:
    """Return a case's value, the gradients of a backward pass, and whether a second one raises.

    If there's an error, its class and first sentence replace the value.
    """
    namespace: dict[str, Any] = {"mg": library, "F": library.nn.functional}
    library.manual_seed(0)
    for name, source in LEAVES.items():
        leaf = eval(source, namespace)
        if not leaf.is_leaf:
            leaf.retain_grad()
        namespace[f"leaf_{name}"] = leaf
        namespace[name] = leaf.clone() if in_place else leaf
    failed = _executed(case if in_place else f"out = {case}", namespace)
    if failed:
        return failed
    out = namespace[case[0] if in_place else "out"]
    seen = [plain(out, library)]
    if not is_tensor(out, library):
        return seen
    if out.requires_grad and out.grad_fn is not None:
        weights = [i % 3 - 0.5 for i in range(out.numel())]
        v = library.tensor(weights, dtype=out.dtype).reshape(out.shape)
        namespace |= {"out": out, "v": v}
        failed = _executed("out.backward(v)", namespace)
        if failed:
            return [*seen, failed]
        grads = {n: _grad(namespace[f"leaf_{n}"]) for n in LEAVES}
        seen.append({n: g for n, g in grads.items() if g is not None})
        again = _executed("out.backward(v)", namespace)
        if again:
            seen.append(again[1].split()[0])
    return seen


def _executed(source: str, namespace: dict[str, Any]) -> list[str] | None:
    """Run the code; return None, or the class and the first sentence of its error."""
    outcome: Outcome = run(compile(source, "<case>", "exec"), namespace)
    if outcome.error is None:
        return None
    return [outcome.error[0], first_sentence(outcome.error[1])]


def _grad(leaf: Any) -> Any:
    grad = leaf.grad
    return None if grad is None else numbers(array_of(grad))


def plain(value: Any, library: types.ModuleType) -> Any:
    if is_tensor(value, library):
        try:
            value.grad_fn
        except RuntimeError as error:  # a view that's no longer readable
            return [type(error).__name__, first_sentence(str(error))]
        name = value.grad_fn and type(value.grad_fn).__name__
        array = array_of(value)
        return [
            as_one(str(value.dtype)).removeprefix("torch."),
            list(value.shape),
            name,
            numbers(array),
        ]
    if isinstance(value, tuple | list):
        return [type(value).__name__, *(plain(item, library) for item in value)]
    if isinstance(value, np.ndarray):
        return [f"array of {value.dtype}", list(value.shape), None, numbers(value)]
    return as_one(repr(value))


def numbers(array: np.ndarray) -> Any:
    """Return the values in the fewest digits that distinguish them in their dtype."""
    flat = array.reshape(-1)
    if array.dtype.kind == "f":
        return " ".join(str(x).removesuffix(".0") for x in flat)
    return " ".join(str(int(x)) for x in flat)


def agree(recorded: Any, seen: Any, source: str = "", near: float = RELATIVE) -> bool:
    """Return whether two observations of the same source are equal under the rules."""
    size = size_of(*(np.array(n) for n in _all_numbers(recorded))) * near / RELATIVE
    return _agree(recorded, seen, size, not SIGN_OF_ZERO_BY_PLACE.search(source))


def _agree(recorded: Any, seen: Any, size: float, signs: bool) -> bool:
    if isinstance(recorded, list) and isinstance(seen, list):
        if _is_error(recorded) and _is_error(seen):
            return same_message((recorded[0], recorded[1]), (seen[0], seen[1]))
        pairs = zip(recorded, seen, strict=False)
        return len(recorded) == len(seen) and all(_agree(r, s, size, signs) for r, s in pairs)
    if isinstance(recorded, dict) and isinstance(seen, dict):
        return recorded.keys() == seen.keys() and all(
            _agree(recorded[name], seen[name], size, signs) for name in seen
        )
    if recorded == seen:
        return True
    if isinstance(recorded, str) and isinstance(seen, str):
        return _same_numbers(recorded, seen, size, signs)
    return False


def _is_error(observed: list) -> bool:
    texts = len(observed) == 2 and all(isinstance(x, str) for x in observed)
    return texts and observed[0].endswith(("Error", "Exception"))


def _all_numbers(observed: Any) -> list[list[float]]:
    if isinstance(observed, list | dict):
        parts = observed.values() if isinstance(observed, dict) else observed
        return [numbers for part in parts for numbers in _all_numbers(part)]
    floats = _floats(observed) if isinstance(observed, str) else None
    return [] if floats is None else [floats]


def _floats(text: str) -> list[float] | None:
    try:
        return [float(x) for x in text.split()]
    except ValueError:
        return None


def _same_numbers(recorded: str, seen: str, size: float, signs: bool) -> bool:
    """Return whether values agree to 1e-6 relative to `size`, including the signs of zeros."""
    a, b = _floats(recorded), _floats(seen)
    if a is None or b is None or not same_values(np.array(a), np.array(b), size):
        return False
    pairs = zip(a, b, strict=True)
    return not signs or all(np.signbit(x) == np.signbit(y) for x, y in pairs if x == y == 0)


def observe_program(statements: list[str], library: types.ModuleType) -> list[Any]:
    """Return what the statements raise and everything that exists at the end."""
    namespace: dict[str, Any] = namespace_of(library)
    library.manual_seed(0)
    try:
        raised = [_executed(statement, namespace) for statement in statements]
    finally:
        library.set_grad_enabled(True)
    errors = {str(i): error for i, error in enumerate(raised) if error}
    values = {
        name: _with_grad(value, library)
        for name, value in namespace.items()
        if (len(name) == 1 and name != "F") or (name == "seen" and value)
    }
    return [errors, values]


def _with_grad(value: Any, library: types.ModuleType) -> Any:
    if not is_tensor(value, library):
        return plain(value, library)
    seen = plain(value, library)
    if _is_error(seen):
        return seen
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grad = value.grad
    if grad is not None:
        return [*seen, "grad", *plain(grad, library)]
    return [*seen, value.requires_grad]
