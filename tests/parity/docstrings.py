"""Run PyTorch's docstring examples in both libraries and compare them statement by statement.

Learners type what the documentation shows. Each example runs twice, with minigrad in place of
`torch`: as written, and with a graph, where every float tensor it creates requires grad and each
statement's result receives a gradient. We compare output, errors, warnings, and everything
observable about each name in the statement. If a statement uses something that minigrad lacks, it's
skipped and counted, along with every statement that depends on it.
"""

import ast
import contextlib
import functools
import os
import re
import tempfile
import types
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

import minigrad

from .chapters import Seen, show
from .docexamples import Example, examples, names_of
from .helpers import reset
from .rules import RELATIVE, SIGN_OF_ZERO_BY_PLACE, same_text, same_values, size_of
from .running import Outcome, different_outcomes, differing, facts, is_tensor

# Names that examples use without defining them.
GIVEN = """
import io, math, os, tempfile
import numpy
import numpy as np
import torch.nn.functional as F
import torch.optim as optim
from collections import OrderedDict, namedtuple
from typing import Any
from torch import nn
from torch.autograd import Function, gradcheck
from torch.autograd.function import FunctionCtx
from torch.nn import Linear, Parameter, init
from torch.optim import SGD, Adam
from torch.utils.data import DataLoader, Dataset, TensorDataset
module = net = model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = SGD(model.parameters(), lr=0.05)
loss_fn = nn.MSELoss()
dataset = TensorDataset(torch.arange(6.0).view(3, 2), torch.ones(3, 2))
data = [(torch.ones(1, 2), torch.zeros(1, 2))]
other = torch.zeros(2, dtype=torch.float64)
num_epochs, num_features = 3, 2
preprocess = lambda loaded: loaded * 2
train = validate = train_one_epoch = lambda *rest: None
"""
WAYS = ("as written", "with gradients")
_MAKE = re.compile(r"tensor|randn?|ones|zeros|full|arange|linspace|eye|as_tensor|\w+_like")
# For each statement that differs, after its example's name, the reason why.
KNOWN = {
    r"sort: x\.sort\(": "PyTorch doesn't specify which of several equal elements comes first",
    r"scatter_: .*reduce=": "reduce, which PyTorch has replaced with scatter_reduce",
    r"view: .*x\.view\(torch\.\w+\d": "reinterprets memory as another dtype",
    r"jvp: .*create_graph=True": "nodes of second-order graphs have simpler names in minigrad",
    r"nn\.Embedding: .*max_norm=": "embeddings never shorten their rows",
    r"nn\.LSTM: ": "PyTorch computes a whole layer in one node",
    r"load: .*storage\.cuda": "a function passed as map_location is never called",
    r"load: .*encoding=": "an option for pickles, which minigrad doesn't load",
    r"set_default_dtype: torch\.tensor\(\[1\.2, 3\]\)\.dtype": (
        "follows float16, which minigrad leaves out"
    ),
}
# For each result that can't be the same, the reason why.
BY_CHANCE = {
    r"^\S*[Dd]ropout: .*\bm\(": "which elements dropout drops differs between builds",
    r"\bseed: ": "seeds drawn from the machine",
    r"'cuda|'mps|'meta": "other devices",
    r"\d[jJ]\b": "complex numbers",
}


def made(library: types.ModuleType, names: dict[str, Any]) -> dict[str, Any]:
    """Return the names that are defined when an example begins."""
    space: dict[str, Any] = {"__name__": "__main__", "torch": library}
    library.manual_seed(0)
    exec(_given(library), space)
    return {**names, **space}


@functools.cache
def _given(library: types.ModuleType) -> types.CodeType:
    return compile(ast.fix_missing_locations(read(GIVEN, library)), "<given>", "exec")


def read(source: str, library: types.ModuleType, way: str = "") -> ast.Module:
    """Return the source code, rewritten for the library."""
    tree: ast.Module = _Reading(library.__name__).visit(ast.parse(source))
    return _Leaves().visit(tree) if way == "with gradients" else tree


class _Reading(ast.NodeTransformer):
    """A transformer that adapts imports to the library and zeroes uninitialized memory."""

    def __init__(self, library: str) -> None:
        self.library = library

    def _named(self, name: str) -> str:
        return re.sub(r"^torch\b", self.library, name)

    def visit_Import(self, node: ast.Import) -> Any:
        imports = [a for a in node.names if a.asname or not a.name.startswith("torch")]
        named = [ast.alias(self._named(a.name), a.asname) for a in imports]
        return ast.Import(named) if named else ast.Pass()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        return ast.ImportFrom(self._named(node.module or ""), node.names, 0)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        node.attr = re.sub(r"^(new_)?empty(?=_like$|$)", r"\1zeros", node.attr)
        return node


class _Leaves(ast.NodeTransformer):
    """A transformer that turns `torch.ones(2)` into `leaf(torch.ones(2))`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = ast.unparse(node.func)
        if name.startswith("torch.") and _MAKE.fullmatch(name[6:]):
            return ast.Call(ast.Name("leaf", ast.Load()), [node], [])
        return node


def leaf_of(library: types.ModuleType, leaves: list[Any]) -> Callable[[Any], Any]:
    """Return a function that makes a tensor require grad and returns a copy that may be changed."""

    def leaf(made: Any) -> Any:
        if not made.is_floating_point() or made.requires_grad or not library.is_grad_enabled():
            return made
        leaves.append(made.requires_grad_())
        return made.clone()

    return leaf


@dataclass
class Outcomes:
    """Counts of compared and skipped statements, and the differences."""

    compared: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add_difference(self, example: Example, way: str, done: list[str], how: list[str]) -> None:
        """Add a description of how an example differs, after the statements that were run."""
        shown = "".join(f"    {line}\n" for line in "\n".join(done).splitlines())
        self.differences.append(f"--- {example.name}, {way}:\n{shown}" + "\n".join(how) + "\n")


class Pair:
    """An example in both libraries."""

    def __init__(self, example: Example, way: str) -> None:
        self.way = way
        self.libraries = (torch, minigrad)
        self.spaces = [made(lib, example.names(lib)) for lib in self.libraries]
        self.inputs = set(self.spaces[0]) - {"model", "module", "net", "optimizer"}
        self.leaves: tuple[list[Any], list[Any]] = ([], [])
        for space, library, leaves in zip(self.spaces, self.libraries, self.leaves, strict=True):
            space["leaf"] = leaf_of(library, leaves)

    def run(self, source: str, seed: int) -> tuple[Seen, Seen]:
        """Run a statement in both libraries."""
        seen = []
        for space, library in zip(self.spaces, self.libraries, strict=True):
            library.manual_seed(seed)
            with contextlib.chdir(library.__name__):
                seen.append(show(read(source, library, self.way), space, library))
        return seen[0], seen[1]

    def differing(self, seen: tuple[Seen, Seen], done: list[str], uses: set, makes: set) -> list:
        """Describe how the output and names of the last statement differ between the libraries."""
        signs = not SIGN_OF_ZERO_BY_PLACE.search("\n".join(done))
        how = differing_shows(*seen) + self.differences(uses | makes, signs)
        if self.way == "with gradients" and not how:
            how = self.backward(makes or uses)
        return how

    def differences(self, names: set[str], signs: bool) -> list[str]:
        """Return how the values of some names differ."""
        theirs, ours = self.spaces
        differences = []
        for name in sorted(names - self.inputs):
            if name in theirs and name in ours:
                differences += [
                    f"{name} {how}" for how in differing_facts(theirs[name], ours[name], signs)
                ]
        return differences

    def backward(self, names: set[str]) -> list[str]:
        """Send gradients back from some names; return how the gradients of the leaves differ."""
        seen = []
        for space, library, leaves in zip(self.spaces, self.libraries, self.leaves, strict=True):
            for leaf in leaves:
                leaf.grad = None
            outs = [space[n] for n in sorted(names - self.inputs) if n in space]
            outs = [o for o in flat(outs, library) if o.requires_grad and o.grad_fn is not None]
            code = "for out in outs: out.backward(weights(out), retain_graph=True)"
            seen.append(show(ast.parse(code), {"outs": outs, "weights": weights}, library))
        differences = differing_shows(*seen)
        for i, (theirs, ours) in enumerate(zip(*self.leaves, strict=False)):
            differences += [f"leaf {i} {how}" for how in differing_facts(theirs, ours, True)]
        return [
            how for how in differences if "text: " not in how
        ]  # the digits that survive rounding


def weights(out: Any) -> Any:
    """Return a gradient with distinct numbers."""
    return out.detach().clone().fill_(1).cumsum(-1) % 3 - 0.5 if out.ndim else None


def flat(value: Any, library: types.ModuleType) -> list[Any]:
    if is_tensor(value, library):
        return [value]
    if isinstance(value, tuple | list):
        return [tensor for item in value for tensor in flat(item, library)]
    return []


def differing_facts(theirs: Any, ours: Any, signs: bool) -> list[str]:
    a, b = seen_of(theirs, torch), seen_of(ours, minigrad)
    return [
        f"{fact}: torch {a.get(fact, 'absent')!s:.300}, minigrad {b.get(fact, 'absent')!s:.300}"
        for fact in differing(a, b, signs)
    ]


def seen_of(value: Any, library: types.ModuleType) -> dict[str, Any]:
    """Return all visible properties of a value, including the state of modules and optimizers."""
    plain = is_tensor(value, library) or isinstance(value, library.nn.Module)
    if isinstance(value, type | types.ModuleType) or (callable(value) and not plain):
        return {}
    seen = facts(value, library)
    if hasattr(value, "state_dict"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = value.state_dict()
        seen |= {f"state.{n}": fact for n, fact in facts(state, library).items()}
    return seen


def differing_shows(torchs: Seen, ours: Seen) -> list[str]:
    """Return how the output, errors, and warnings of a statement differ."""
    how = different_outcomes(
        Outcome(torchs.error, torchs.warnings), Outcome(ours.error, ours.warnings)
    )
    size = size_of(*torchs.numbers)
    agree = len(torchs.numbers) == len(ours.numbers) and all(
        same_values(a, b, size) for a, b in zip(torchs.numbers, ours.numbers, strict=True)
    )
    near = RELATIVE * size if agree else None
    differences = [how] if how else []
    if not torchs.error and not same_text(torchs.text, ours.text, near):
        differences.append(f"text: torch {torchs.text}, minigrad {ours.text}")
    return differences


def why_left_out(source: str, torchs: Seen, ours: Seen) -> str | None:
    """Return the reason why a statement can't be compared, or None if it can."""
    for pattern, why in BY_CHANCE.items():
        if re.search(pattern, source):
            return why
    if torchs.error and torchs.error[0] in ("NameError", "FileNotFoundError"):
        return "uses a name that its docstring doesn't define"
    if not ours.error:
        return None
    kind, text = ours.error
    if kind in ("AttributeError", "ImportError") and (not torchs.error or "\n" in text):
        return "absent: " + text.split("\n")[-1]
    if kind == "NotImplementedError" and "minigrad doesn't support" in text:
        return "absent: " + text.split("\n")[0]
    return None


def compare(example: Example, way: str, outcomes: Outcomes) -> None:
    """Run the statements of an example in both libraries, one by one."""
    pair = Pair(example, way)
    lost: set[str] = set()
    done: list[str] = []
    for number, statement in enumerate(example.statements):
        source = ast.unparse(statement)
        uses, makes = names_of(statement)
        if uses & lost:
            outcomes.left_out["uses what was left out"] += 1
            lost |= makes
            continue
        seen = pair.run(source, number)
        done.append(source)
        why = why_left_out(f"{example.name}: {source}", *seen)
        if why:
            outcomes.left_out[why] += 1
            lost |= makes
            continue
        lost -= makes
        outcomes.compared += 1
        how = pair.differing(seen, done, uses, makes)
        if not how:
            continue
        lost |= makes or uses - pair.inputs
        known = [why for at, why in KNOWN.items() if re.search(at, f"{example.name}: {source}")]
        outcomes.known.update(known[:1])
        if not known:
            outcomes.add_difference(example, way, done, how)


def compare_all() -> int:
    """Compare all examples in both libraries; return how many statements differ."""
    torch.set_warn_always(True)
    outcomes, cases = Outcomes(), list(examples())
    runs = [functools.partial(compare, e, way, outcomes) for e in cases for way in WAYS]
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for library in (torch, minigrad):
            os.mkdir(library.__name__)
            for name in ("tensor", "tensors", "module"):
                library.save({name: library.ones(2)}, f"{library.__name__}/{name}.pt")
        for run in runs:
            try:
                run()
            finally:
                torch.set_default_device(None)
                reset(torch)
                reset(minigrad)
    print("\n".join(outcomes.differences))
    for why, count in outcomes.left_out.most_common():
        print(f"left out, {count} times: {why}")
    for why in set(KNOWN.values()) - outcomes.known.keys():
        outcomes.differences.append(f"no longer differs; remove it from the list: {why}")
        print(outcomes.differences[-1])
    for why, count in outcomes.known.items():
        print(f"known, {count} times: {why}")
    print(
        f"docstrings: {outcomes.compared} statements of {len(cases)} examples compared, "
        f"{outcomes.left_out.total()} left out; {len(outcomes.differences)} differ"
    )
    return len(outcomes.differences)
