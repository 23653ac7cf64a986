"""Random calls with arguments of any kind, most of them invalid, like a learner's first tries.

They run in both libraries side by side. tests/recorded/calls.json has a call for each way to
misread a signature, with PyTorch's result.
"""

import random
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from minigrad.api.entry import FUNCTIONS

from .observing import LEAVES, agree, observe

_OF_NETWORKS = "relu leaky_relu elu softplus gelu silu logsigmoid softmax log_softmax one_hot"
_MADE = "zeros ones full arange linspace eye rand randint randperm cat stack where"
_VALUES = (
    "0 1 2 -1 3 -2 0.5 2.0 -1.0 True False None 'mean' 'a' (0,) (0,1) (2,3) [0,1] [2] () (-1,2) "
    "[1,'a'] mg.float64 mg.int64 mg.tensor(1) mg.tensor([1])"
)
_KEYWORDS = (
    "dim=0 dim=-1 dim=None dim=(0,1) dim='a' keepdim=True keepdim=1 dtype=mg.float64 dtype=3 "
    "other=b min=0.5 max=a alpha=2 unbiased=False correction=0 decimals=1 axis=0 size=(2,3) "
    "input=a requires_grad=True foo=1 reduction='sum' weight=a as_tuple=True descending=True p=1"
)
_LEFT_OUT = {"bernoulli", "detach", "is_inference"}
# A regular expression for each call that differs, and a description of what both libraries did.
TOLERATED = {
    r"\b(scatter|div|divide)_?\(": (
        "PyTorch has further forms, with a source tensor and with a rounding mode."
    ),
    r"\b(add|sub)\(": "PyTorch has deprecated forms with alpha in the middle, which warn.",
    r"\bsplit\(.*(True|False|, )": (
        "PyTorch's own Python code distinguishes ints from lists of sizes."
    ),
    r"\bpow\((\w, )?j": "PyTorch's rule fails for a bool exponent; minigrad's works.",
    r"\bpow\((\w, )?False": (
        "PyTorch's rule doesn't treat an exponent of False as 0, so it computes 0 · x⁻¹."
    ),
    r"\b[gn](\.pow\(|, )[cd]\)": "For the exponent 0.5, NumPy uses sqrt, also for -0 and -inf.",
    r"gelu\(g": "PyTorch's vectorized gelu returns NaN for infinity.",
    r"\bb?mm\(\w, \w, mg\.": "PyTorch has a form with an output dtype, for other devices.",
    r"\b(std|var)\(.*\(\)": "If no dim is given, PyTorch's rule counts one number.",
    r"clamp\(.*\n.*doesn't match the broadcast shape": (
        "PyTorch's rule fails if the bounds have more elements than the input."
    ),
    r"\bnorm\((.|\n)*minigrad .*NotImplementedError.*matrix_norm": (
        "minigrad has no norms of matrices but the one called fro."
    ),
    r"\bnorm\(.*axis=": "PyTorch's norm is Python code that accepts no alternative names.",
    r"\b(min|max)\(mg.tensor\(1\), keepdim": "PyTorch interprets the tensor as the dim.",
    r"softmax\(\w, None, ": "The next argument is the number of stack frames to skip in a warning.",
}


def drawn(count: int, seed: int) -> Iterator[str]:
    """Yield random calls, which are always the same for a given seed."""
    chance = random.Random(seed)
    names = sorted(set(FUNCTIONS) - _LEFT_OUT)
    for _ in range(count):
        values = _VALUES.split() + 2 * list(LEAVES)
        arguments = chance.choices(values, k=chance.choice([0, 1, 1, 1, 2, 2, 3]))
        if chance.random() < 0.3:
            arguments.append(chance.choice(_KEYWORDS.split()))
        leaf, kind = chance.choice(list(LEAVES)), chance.random()
        if kind < 0.45:
            yield f"{leaf}.{chance.choice(names)}({', '.join(arguments)})"
        elif kind < 0.75:
            yield f"mg.{chance.choice(names)}({', '.join([leaf, *arguments])})"
        elif kind < 0.9:
            yield f"F.{chance.choice(_OF_NETWORKS.split())}({', '.join([leaf, *arguments])})"
        else:
            yield f"mg.{chance.choice(_MADE.split())}({', '.join(arguments)})"


_COUNTED = re.compile(r"takes |missing |unexpected keyword|invalid combination|multiple values")


def same(expected: Any, seen: Any, call: str) -> bool:
    """Return whether both libraries behave in the same way.

    If there are too many arguments, too few, or unknown ones, the libraries may report different
    mistakes, because some of PyTorch's functions use Python's own parser, and some take more
    arguments.
    """
    if agree(expected, seen, call):
        return True
    both = (expected, seen)
    messages = [s[1] for s in both if s[0] == "TypeError" and len(s) == 2]
    return len(messages) == 2 and any(_COUNTED.search(text) for text in messages)


def compare(count: int, seed: int, one: ModuleType, other: ModuleType) -> list[str]:
    """Return the calls that differ, each with both results."""
    differences = []
    for call in drawn(count, seed):
        try:
            expected = observe(call, one)
        except Exception:  # a learner couldn't use what PyTorch returned
            continue
        seen = observe(call, other)
        difference = f"{call}\n  torch    {expected}\n  minigrad {seen}"
        tolerated = any(re.search(pattern, difference) for pattern in TOLERATED)
        if not same(expected, seen, call) and not tolerated:
            differences.append(difference)
    return differences
