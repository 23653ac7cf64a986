"""The rules for when minigrad's text, errors, warnings, and numbers count as equal to PyTorch's.

The only differences that are accepted:

- each library prints its own name; the two are read as one;
- PyTorch's messages list the argument `out`, which minigrad doesn't have;
- memory addresses differ, and so do the files in which classes are defined;
- NumPy's and Python's own messages are compared by class;
- errors and warnings are compared by class and first sentence, because minigrad adds advice;
- the last printed digit of a number may differ where the values agree to 1e-6, relative;
- rounding errors next to the largest number (less than 1e-12 of it) may choose another form of the
  printed numbers, if minigrad prints PyTorch's values as PyTorch does;
- in a random float32 program, numbers may differ by 1e-3 if they agree when it runs in float64.
"""

import re

import numpy as np

RELATIVE = 1e-6

_NAME = re.compile(r"\b(torch|minigrad)\b")
_PLACE = re.compile(r"\btorch(?:\.[a-z_]\w*)+\.(?=[A-Z])")  # the module that defines a class
_OUT = re.compile(r"(?:, \*)?, (?:Tensor|tuple of Tensors) out = None(?=\))")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_SENTENCE_END = re.compile(r"(?<!e\.g)(?<!i\.e)\.(?=\s|$)|\n")
_TRIGGERED = re.compile(r"\s*\(Triggered internally at [^)]*\)\.?")
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")

# Python's own wording of errors that both libraries raise through it.
_PYTHONS = re.compile(
    r"unsupported operand type|not supported between instances|bad operand type|object is not "
    r"(?:callable|iterable|subscriptable|an iterator)|(?:un)?expected keyword argument|"
    r"missing \d+ required|takes .* positional arguments? but|takes no (?:keyword )?arguments|"
    r"too many positional|maximum recursion depth|got multiple values for argument|"
    r"name '\w+' is not defined|unpack|list indices must be|math domain error|"
    r"could not convert string to float|must be (?:a )?real number|division by zero|"
    r"'\w+' object (?:has no attribute|cannot be interpreted|does not support)|"
    r"attribute '\w+' of '[\w.]+' objects is not writable|property .* has no (?:setter|deleter)|"
    r"integer division or modulo|module '\w+' has no attribute|numpy\.|NumPy"
)


def as_one(text: str) -> str:
    """Return the text with library names, module paths, and memory addresses made the same."""
    return _PLACE.sub("torch.", _ADDRESS.sub("0x...", _NAME.sub("torch", _OUT.sub("", text))))


def first_sentence(message: str) -> str:
    """Return the text up to the first period or line break that ends a sentence."""
    return _SENTENCE_END.split(as_one(_TRIGGERED.sub("", message)).strip(), maxsplit=1)[0].strip()


def same_message(torchs: tuple[str, str], ours: tuple[str, str]) -> bool:
    """Return whether two (class name, message) pairs of errors or warnings are equivalent."""
    if torchs[0] != ours[0]:
        return False
    if _PYTHONS.search(torchs[1].split("\n", 1)[0]) and _PYTHONS.search(ours[1].split("\n", 1)[0]):
        return True
    return first_sentence(torchs[1]) == first_sentence(ours[1])


# PyTorch's vectorized loops return 0. or -0. depending on the element's position in memory. The two
# count as equal only if one of these operations is used. For matrix products, it's up to the BLAS
# kernel, which depends on the processor.
SIGN_OF_ZERO_BY_PLACE = re.compile(
    r"%|\b(?:remainder|amin|amax|min|max|minimum|maximum|clamp|elu|pow)\b"
    r"| @ |\b(?:matmul|b?mm|mv|einsum|dot|linear)\b"
)


def size_of(*arrays) -> float:
    """Return the largest finite number in some arrays."""
    sizes = [np.abs(np.asarray(a, "f8")[np.isfinite(a)]) for a in arrays]
    return max((float(s.max()) for s in sizes if s.size), default=0.0)


def same_values(torchs, ours, size: float | None = None, near: float = RELATIVE) -> bool:
    """Return whether two arrays agree: shape, NaN, infinities, and numbers to 1e-6, relative.

    The tolerance is relative to each number, or to `size`, the largest number that was computed
    with it. In an expression such as 1 - tanh² where tanh is nearly 1, random inputs lose digits,
    and then one ulp of the exponential function is a large part of what's left. No choice of inputs
    avoids that.
    """
    a, b = np.asarray(torchs), np.asarray(ours)
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind != "f":
        return bool(np.array_equal(a, b))
    with np.errstate(all="ignore"):
        scale = np.maximum(np.abs(a), np.abs(b)) if size is None else size
        close = np.abs(a.astype("f8") - b) <= near * scale
    close &= np.isfinite(a) & np.isfinite(b)
    return bool(np.all(close | (a == b) | (np.isnan(a) & np.isnan(b))))


def same_text(torchs: str, ours: str, near: float | None = None) -> bool:
    """Return whether two printed texts count as the same.

    `near`: how far apart the numbers behind the texts may be, if these were compared and agree.
    Then a number may differ by that much, or in its last printed digit.
    """
    a, b = as_one(torchs), as_one(ours)
    if a == b:
        return True
    if _NUMBER.sub("#", a) != _NUMBER.sub("#", b):
        return False
    pairs = zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True)
    return all(_same_number(x, y, near) for x, y in pairs)


def _same_number(a: str, b: str, near: float | None) -> bool:
    if a == b:
        return True
    if "." not in a + b and "e" not in (a + b).lower():
        return False  # integers are exact
    x, y = float(a), float(b)
    if x == y:
        return False  # 0. and -0., or a different number of digits
    if abs(x - y) <= RELATIVE * max(abs(x), abs(y)):
        return min(_digits(a), _digits(b)) >= 7  # Python printed the number in full
    return near is not None and _unit(a) == _unit(b) and abs(x - y) <= max(1.01 * _unit(a), near)


def _digits(number: str) -> int:
    """Return how many significant digits are printed."""
    return len(re.sub(r"[eE].*|\D", "", number).lstrip("0"))


def _unit(number: str) -> float:
    """Return the value of one unit in the last printed digit."""
    mantissa, _, exponent = number.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 10.0 ** (int(exponent or 0) - decimals)
