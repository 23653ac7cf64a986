"""Calls with arguments of any kind, most of them invalid, like a learner's first tries.

`LISTED` is recorded. `drawn` generates random calls, which run in both libraries side by side.
"""

import random
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from minigrad.api.entry import FUNCTIONS

from .observing import LEAVES, agree, observe

# A call for each way to misread a signature. `x`, `y`, and so on are the leaves in `observing.py`.
LISTED = """
b.sum(True); b.sum(dim=True); b.sum((True,)); b.sum(0.0); b.sum([0, 1.0]); b.sum(0, None)
b.sum(0, 1); b.sum(0, keepdim=1); b.sum('a'); b.sum(None); b.sum(mg.tensor(1)); b.sum(dims=0)
b.argmin(mg.tensor([1])); b.argmax(1.0); b.cumsum(True); b.cumsum(None); b.cumsum(); b.cumsum(0, 1)
b.softmax(0, 5); b.softmax(mg.tensor(1)); b.transpose(0); b.transpose(0, 1, 2)
b.transpose(0, 1.0); b.transpose(0, dim1='a'); b.squeeze(True); b.squeeze('a'); b.flatten(False)
b.tril(1.0); b.triu(True); b.clamp('a'); b.clamp(1, 'a'); b.view(2.0, 3); b.view(2, 3.0)
b.view('a'); b.view((2, 3.0)); b.view(); b.reshape(2.0); b.reshape(2, 'a'); b.reshape()
mg.reshape(b, 2, 3); mg.reshape(b, 6); mg.flip(b, 0); mg.flip(b, 0, 1); b.flip(0.0); b.flip()
mg.permute(b, 0, 1); mg.permute(b, 1); mg.broadcast_to(b, 2, 3); b.expand(2.0, 3); b.repeat(2.0)
b.repeat(mg.tensor([1]), 2); b.repeat(); b.roll(1.0); b.roll(1, 'a'); b.unsqueeze(False)
mg.zeros(2.0); mg.zeros('a'); mg.zeros(2, 'a'); mg.zeros(True); mg.zeros(2, True); mg.zeros(None)
mg.zeros(); mg.zeros(2, dtype='a'); mg.zeros(2, requires_grad=1); mg.zeros(2, foo=1)
mg.zeros(mg.tensor([2])); mg.full((2,), 'a'); mg.full((2,), None); mg.full(2, 1); mg.full((2,), b)
mg.eye(2.0); mg.eye(2, 2.0); mg.eye(True); mg.arange('a'); mg.arange(0, 'a'); mg.arange(0, 5, 'a')
mg.arange(b); mg.linspace(0, 1, 'a'); mg.linspace(0, 1); mg.linspace('a', 1, 2)
mg.tensor(); mg.tensor(1, 2); mg.tensor([1], dtype='a'); mg.tensor(1.0, requires_grad=1)
mg.tensor([1], foo=1); mg.exp(a, 1); mg.exp(); mg.exp(1); mg.exp(a, foo=1); mg.sigmoid([1])
b.mm(1); b.mm(); b.mm(b, b); b.mm(foo=b); b.add(); b.add('a'); b.add(b, b, b); b.add(b, foo=1)
b.mul('a'); b.mul(None); b.pow('a'); b.pow(); b.masked_fill('a', 1); b.masked_fill(b > 0, 'a')
b.gather('a', i); b.gather(0); b.gather(0, 1); b.index_select(0, [0]); b.split('a'); b.split(1.0)
b.split([1, 'a']); b.chunk('a'); b.chunk(2.0); b.unbind('a'); mg.cat(b); mg.cat('a'); mg.cat()
mg.cat([b, 1]); mg.cat([b], 'a'); mg.stack(b); mg.stack([b, b], 'a'); mg.where(1, b, b)
mg.where(b > 0, 'a', b); mg.where(b > 0, b); mg.equal(b, 1); mg.allclose(b, 1)
mg.isclose(b, b, 'a'); a.norm(mg.tensor([1])); a.norm(dim='a'); b.std(0, 1); b.std('a')
b.var(0, False, 1); b.var(0, correction='a'); b.max('a'); b.max(0, 1); b.max(b, b); b.max(1.0)
b.sort('a'); b.sort(0, 1); b.sort(0, descending=1); b.to(b, b); b.to('a'); b.size('a'); b.size(5)
b.requires_grad_(1); b.type_as(1); b.view_as(1); b.reshape_as([1]); b.expand_as(1)
b.new_zeros('a'); b.new_zeros(2, 'a'); b.new_full(2, 1); mg.rand('a'); mg.rand(2.0)
mg.randint('a'); mg.randint(2); mg.randint(2, 3.0, (1,)); mg.randint(5, (2.0,)); mg.randperm(2.0)
mg.rand(2, generator=3); mg.trace(b, 1); mg.diag(b, 'a')
F.one_hot(i, 'a'); F.one_hot(1); F.one_hot(i, 2.0); F.cross_entropy(b, 1); F.cross_entropy(1, i)
F.nll_loss(b, 1); F.nll_loss(1, i); F.linear(b, 1); F.linear(1, b); F.linear(b, b, 1)
F.embedding(1, b); F.embedding(i, 1); F.layer_norm(b, 3); F.layer_norm(1, (3,)); F.relu(1)
F.relu([1.0]); F.gelu(1); F.softmax(1); F.softmax(b, 'a'); F.sigmoid(1); F.tanh([1])
F.leaky_relu(b, 'a'); F.leaky_relu(b, b); F.elu(b, 'a'); F.softplus(b, 'a'); F.softplus(b, None)
F.softplus(b, mg.tensor(1)); F.softplus(b, True); F.mse_loss(b, 1)
b.squeeze(-1, -2); b.squeeze(mg.tensor(1), 2); mg.squeeze(b, 0, 1); b.count_nonzero(0, 1)
b.count_nonzero(0, 0); b.count_nonzero(axis=0); b.squeeze(axis=0); a.movedim((2, 3), (0, 1))
mg.eye(0, mg.tensor([1])); e.norm(-1.0); i.clamp(False, mg.tensor(1)); i.clamp(mg.tensor(1), 2)
i.clamp(mg.tensor(1), max=2.5); a.roll((-1, 2), mg.tensor(1)); a.roll(1, mg.tensor(0))
a.clone().copy_(1); i.clone().copy_(2.7); j.clone().copy_(2); c.clone().copy_(2, True)
a.roll(1, None)
mg.linalg.norm(b, 2, (0, 1, 2)); mg.linalg.norm(o, 2, ())
mg.linalg.norm(o, None, (0, 1, 2)); mg.randint(mg.tensor([1]), mg.tensor([3]), (2,))
mg.einsum('i,i->', [3]); mg.einsum('i,i->', a, 3); mg.einsum('i', 'a')
k.clamp(mg.tensor(1)); a.clamp(mg.tensor(0.0, dtype=mg.float64)); k.clamp(mg.tensor(1), i)
a.register_hook(print)
a.clone().copy_(1e300); c.index_select(0, mg.tensor([0])); c.index_select(0, mg.tensor(0))
mg.sum(1); mg.mean([1.0]); mg.matmul(b, [1]); mg.maximum(b, 1); mg.pow(2, 'a'); mg.pow('a', b)
"""

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
    r"\b(add|sub|addmm)\(": "PyTorch has deprecated forms with alpha in the middle, which warn.",
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
    r"\bg.*cumprod\(": (
        "With zeros next to infinity, minigrad's sum over all products contains 0 · inf."
    ),
    r"\b(min|max)\(mg.tensor\(1\), keepdim": "PyTorch interprets the tensor as the dim.",
    r"softmax\(\w, None, ": "The next argument is the number of stack frames to skip in a warning.",
}


def listed() -> list[str]:
    return [call.strip() for call in re.split(r";|\n", LISTED) if call.strip()]


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
