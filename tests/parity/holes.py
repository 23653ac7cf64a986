"""Fill the holes in `cases.py` with fitting tensors, dims, shapes, and indices."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

NUMBERS = ["2", "0.5", "-1", "3.0", "-1.5", "1", "0", "0.0", "True", "1e-3"]
INTEGERS = ["2", "3", "1", "0", "-1"]
DTYPES = ["mg.float32", "mg.float64", "mg.int64", "mg.int32", "mg.bool", "mg.uint8", "mg.int16"]

_HOLE = re.compile(r"(?<!\{)\{(\w+)\}(?!\})|\{\{\{(\w+)\}")


@dataclass(frozen=True)
class Known:
    """Facts about a tensor that are known when a form is filled and make most uses valid."""

    shape: tuple[int, ...]
    dtype: str  # "float32"

    @property
    def is_floating(self) -> bool:
        return self.dtype.startswith("float")


Choose = Callable[[Sequence[Any]], Any]


class Filler:
    """A filler for the holes of one form, which chooses among named tensors."""

    def __init__(self, tensors: dict[str, Known], choose: Choose) -> None:
        self.tensors = tensors
        self.choose = choose
        self.dim = "0"
        self.first: str | None = None  # the tensor that {y}, {s}, and {dim} refer to

    def fill(self, form: str) -> str:
        """Return the form with every hole filled."""
        self.first = None
        self.pair: tuple[str, str] | None = None
        return _HOLE.sub(self._replace, form).replace("{{", "{").replace("}}", "}")

    def _replace(self, match: re.Match) -> str:
        brace, hole = ("{{", match[2]) if match[2] else ("", match[1])
        return brace + str(getattr(self, f"_{hole}")())

    def _tensor(self, fits: Callable[[Known], bool]) -> str:
        names = [n for n, t in self.tensors.items() if fits(t)] or list(self.tensors)
        name = self.choose(names)
        if self.first is None:
            self.first = name
        return name

    @property
    def _known(self) -> Known:
        assert self.first is not None
        return self.tensors[self.first]

    def _x(self) -> str:
        return self._tensor(lambda t: True)

    def _f(self) -> str:
        return self._tensor(lambda t: t.is_floating)

    _p = _f

    def _b(self) -> str:
        shape = None if self.first is None else self._known.shape
        names = [
            n for n, t in self.tensors.items() if t.dtype == "bool" and shape in (None, t.shape)
        ]
        if names:
            return self._tensor(lambda t: t.dtype == "bool" and shape in (None, t.shape))
        name = self._tensor(lambda t: shape in (None, t.shape))
        return f"({name} > 0)"

    def _y(self) -> str:
        shape = self._known.shape
        return self._tensor(lambda t: broadcasts(shape, t.shape))

    def _s(self) -> str:
        shape = self._known.shape
        return self._tensor(lambda t: t.shape == shape)

    def _m(self) -> str:
        return self._tensor(lambda t: len(t.shape) == 2)

    def _u(self) -> str:
        wanted = None
        if self.first is not None and self._known.shape:
            wanted = self._known.shape[-1:]
        return self._tensor(lambda t: len(t.shape) == 1 and wanted in (None, t.shape))

    def _l(self) -> str:
        pairs = [
            (a, b)
            for a, s in self.tensors.items()
            for b, t in self.tensors.items()
            if multiply(s, t)
        ]
        pairs = pairs or [(a, b) for a in self.tensors for b in self.tensors]
        self.pair = self.choose(pairs)
        self.first = self.pair[0]
        return self.pair[0]

    def _r(self) -> str:
        assert self.pair is not None
        return self.pair[1]

    def _i(self) -> str:
        return self._tensor(lambda t: t.dtype == "int64")

    def _cube(self) -> str:
        return self._tensor(lambda t: len(t.shape) == 3)

    def _it(self) -> str:
        assert self.first is not None
        return self.first

    def _dim(self) -> str:
        n = max(len(self._known.shape), 1)
        self.dim = self.choose([*map(str, range(-n, n)), str(n)])
        return self.dim

    def _samedim(self) -> str:
        return self.dim

    def _dims(self) -> str:
        n = len(self._known.shape)
        options = [f"({d},)" for d in range(-n, n)] + ["()"]
        options += [f"({d}, {e})" for d in range(n) for e in range(-n, n) if e % n != d]
        return self.choose([*options, "[0]", "(0, 0)", f"({n},)"])

    def _keep(self) -> str:
        return self.choose(["", ", keepdim=True", ", keepdim=False", ", True"])

    def _perm(self) -> str:
        dims = list(range(len(self._known.shape)))
        options = [tuple(dims), tuple(reversed(dims)), tuple(d - len(dims) for d in reversed(dims))]
        options += [tuple(dims[1:] + dims[:1]), tuple(dims[:-1]), (*dims[1:], 0, 0)]
        return spelled(self.choose(options))

    def _shape(self) -> str:
        shape = self._known.shape
        size = 1
        for n in shape:
            size *= n
        options: list[tuple[int, ...]] = [(-1,), (size,), shape, tuple(reversed(shape)), (size, 1)]
        options += [(-1, shape[-1])] if shape else [(1, 1)]
        options += [(2, -1)] if size % 2 == 0 else [(1, -1, 1)]
        return spelled(self.choose([*options, (5, 2), (-1, -1)]))

    def _expand(self) -> str:
        shape = self._known.shape
        options = [tuple(2 if n == 1 else n for n in shape), (2, *shape), (3, *(-1 for _ in shape))]
        return spelled(self.choose([*options, shape, shape[1:], (4, *shape[1:])]))

    def _n(self) -> str:
        return self.choose(NUMBERS)

    def _int(self) -> str:
        return self.choose(INTEGERS)

    def _dtype(self) -> str:
        return self.choose(DTYPES)

    def _index(self) -> str:
        shape = self._known.shape
        if not shape:
            return self.choose(["...", "None", "()", "0", "True", f"{self.first} > 0"])
        n = shape[0]
        first = ["0", "-1", ":", "1:", ":1", "::2", ":-1", "None", "...", f"{n}", "1:1", "-2:"]
        first += [
            "[0, 0]",
            "mg.tensor([0, -1])",
            "[True] * " + str(n),
            "mg.tensor(0)",
            "slice(0, 1)",
        ]
        first += [
            f"{self.first} > 0",
            f"{self.first}.detach() != 0",
            "[[0], [0]]",
            "mg.tensor([5, 0])",
        ]
        first += ["mg.tensor([1.0])", "'a'", "::-1", "1.0", "True", "mg.tensor([], dtype=mg.int64)"]
        index = self.choose(first)
        if len(shape) > 1 and self.choose([False, True]):
            later = ["0", ":", "-1", "1:", "::2", "None", "...", "[0, 0]", "mg.tensor([0])", ":1"]
            index += ", " + self.choose(later)
        return index


def spelled(shape: tuple[int, ...]) -> str:
    """Return a shape or an order of dims as arguments: `2, 3`; a single one has a comma."""
    if not shape:
        return "()"
    return ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")


def broadcasts(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(n == m or 1 in (n, m) for n, m in zip(reversed(a), reversed(b), strict=False))


def multiply(a: Known, b: Known) -> bool:
    """Return whether `a @ b` is defined, for tensors that have at least one dim each."""
    if not a.shape or not b.shape or a.dtype != b.dtype:
        return False
    return a.shape[-1] == b.shape[-2 if len(b.shape) > 1 else 0]
