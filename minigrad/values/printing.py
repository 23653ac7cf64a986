"""Tensor printing in PyTorch's format.

There are four steps: choose the elements to show, choose a single number format for them, nest them
in brackets, and append suffixes such as `requires_grad=True`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import numpy as np

from ..api.entry import operator
from ..engine.dtypes import get_default_dtype

_DEFAULT = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80}
_OTHERS: dict = {"short": {"precision": 2, "edgeitems": 2}, "full": {"threshold": math.inf}}
_options = SimpleNamespace(**_DEFAULT, sci_mode=None)


@operator("__repr__")
def __repr__(self) -> str:
    try:
        made = self.grad_fn and type(self.grad_fn).__name__
    except RuntimeError:  # a view that can no longer be used
        made = "Invalid"
    history = "requires_grad=True" if made is None else f"grad_fn=<{made}>"
    notes = [history] if made or self.requires_grad else []
    return tensor_text(np.asarray(self._value), notes, get_default_dtype().numpy)


@operator("__format__")
def __format__(self, spec: str) -> str:
    return format(self.item(), spec) if self._value.ndim == 0 else object.__format__(self, spec)


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None
) -> None:
    """Set how tensors are printed. Options that you omit don't change, except for `sci_mode`.

    `precision` is the number of digits after the decimal point. If there are more than `threshold`
    elements, only `edgeitems` at each end of a dimension are shown. Lines have up to `linewidth`
    characters. `sci_mode` turns scientific notation on or off; omit it to choose automatically.
    `profile` ("default", "short", or "full") sets the first four options before the others are
    applied.
    """
    known = _DEFAULT | _OTHERS.get(profile, {}) if profile in ("default", *_OTHERS) else {}
    options = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems}
    for name, value in {**options, "linewidth": linewidth}.items():
        wanted = known.get(name) if value is None else value
        if wanted is not None:
            setattr(_options, name, wanted)
    _options.sci_mode = sci_mode


def tensor_text(a, suffixes=(), default_dtype=np.float32, prefix="tensor(") -> str:
    """Return the printed form of a tensor with value `a` and the given suffixes."""
    a = np.asarray(a)
    notes = []
    if (a.ndim != 1) if a.size == 0 else not _options.edgeitems:
        notes.append(f"size={a.shape}")
    # If there are elements, they show whether the dtype is int64 or bool, so it isn't printed.
    if a.dtype != default_dtype and not (a.size and a.dtype in (np.int64, np.bool_)):
        notes.append(f"dtype=minigrad.{a.dtype.name}")
    return _append(prefix + _elements_text(a, len(prefix)), [*notes, *suffixes], len(prefix))


def _append(text: str, notes: Sequence[str], indent: int) -> str:
    """Append the suffixes and the closing parenthesis, with line breaks where they're needed."""
    # PyTorch counts the last line of the elements as two characters longer than it is.
    length = len(text) - text.rfind("\n") + 1
    for note in notes:
        # Break lines where they would break with PyTorch's shorter name.
        size = len(note.replace("dtype=minigrad.", "dtype=torch."))
        if length + size + 2 > _options.linewidth:
            text += ",\n" + " " * indent + note
            length = indent + size
        else:
            text += ", " + note
            length += size + 2
    return text + ")"


def _elements_text(a: np.ndarray, indent: int) -> str:
    summarize = a.size > _options.threshold and a.ndim > 0
    if a.size == 0:
        return "[]"
    if summarize and not _options.edgeitems:
        return "[...]"
    shown = _edges(a) if summarize else a
    write, width = _number_format(shown)
    cells = [write(value).rjust(width) for value in shown.ravel().tolist()]
    return _nest(np.array(cells, dtype=object).reshape(shown.shape), a.shape, indent, width)


def _edges(a: np.ndarray) -> np.ndarray:
    """Return the elements that a summary shows: the first and last few along each dimension."""
    n = _options.edgeitems
    for axis, size in enumerate(a.shape):
        if size > 2 * n:
            a = a.take([*range(n), *range(size - n, size)], axis)
    return a


def _number_format(shown: np.ndarray) -> tuple[Callable, int]:
    """Return a number format that suits all elements, and the width that aligns them in columns."""
    values, is_float = shown.ravel(), shown.dtype.kind == "f"
    if is_float:  # zeros, infinities, and NaN don't affect the form or the column width
        values = values[np.isfinite(values) & (values != 0)]
    write = _float_format(values) if is_float else str
    return write, max((len(write(value)) for value in values.tolist()), default=1)


def _float_format(values: np.ndarray) -> Callable:
    """Return a float format: scientific, integral (as in `2.`), or fixed-point."""
    integral = bool(np.all(values == np.ceil(values)))
    digits = _options.precision
    if values.size and _is_scientific(np.abs(values)):
        return lambda value: f"{value:.{digits}e}"
    if integral:
        return lambda value: f"{value:.0f}" + "." * math.isfinite(value)
    return lambda value: f"{value:.{digits}f}"


def _is_scientific(magnitudes: np.ndarray) -> bool:
    if _options.sci_mode is not None:
        return _options.sci_mode
    low, high = float(magnitudes.min()), float(magnitudes.max())
    return high / low > 1000 or high > 1e8 or low < 1e-4


def _nest(cells: np.ndarray, shape: tuple[int, ...], indent: int, width: int) -> str:
    """Put nested brackets around `cells`, with `...` where elements along a dim were left out."""
    if cells.ndim == 0:
        return str(cells.item())
    vector = cells.ndim == 1
    parts = [str(c) if vector else _nest(c, shape[1:], indent + 1, width) for c in cells]
    if len(cells) < shape[0]:
        parts.insert(len(cells) // 2, " ..." if vector else "...")
    if not vector:
        return "[" + ("," + "\n" * (cells.ndim - 1) + " " * (indent + 1)).join(parts) + "]"
    room = max(1, int((_options.linewidth - indent) // (width + 2)))
    rows = [parts[i : i + room] for i in range(0, len(parts), room)]
    return "[" + (",\n" + " " * (indent + 1)).join(", ".join(row) for row in rows) + "]"
