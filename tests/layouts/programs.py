"""Random programs whose tensors have every memory layout, and the comparison with the model.

The model runs each program while it's written. What's written next depends on the shapes so far.
"""

import random
import re
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from . import model

SHAPES = [(2, 3), (3, 2), (3, 3), (2, 2), (2, 2, 3), (3,), (2,), (1, 3), (3, 1), (1,), (), (0, 3)]
VALUES = ["0.5", "1.0", "-1.0", "1.5", "-0.5", "2.0", "-2.0", "0.25", "-1.25", "0.75"]
NUMBERS = ["2", "-1", "0.5", "-1.5", "3"]


@dataclass
class Program:
    """A program's statements, the errors they raise in the model, and what exists at the end."""

    statements: list[str] = field(default_factory=list)
    errors: list[str | None] = field(default_factory=list)
    namespace: dict[str, Any] = field(default_factory=dict)

    @property
    def source(self) -> str:
        return "\n".join(self.statements)


def names_for(library: ModuleType) -> dict[str, Any]:
    return {"mg": library, "np": np}


def in_model(statements: list[str], shift: np.ndarray | None = None) -> Program:
    """Run statements in the model, with `shift` added to the numbers of the leaves."""
    program = Program(namespace=names_for(model))
    model.session.restart(shift)
    for statement in statements:
        run(program, statement)
    return program


def run(program: Program, statement: str) -> None:
    error = executed(statement, program.namespace)
    program.statements.append(statement)
    program.errors.append(error)


def executed(statement: str, namespace: dict[str, Any]) -> str | None:
    """Run a statement; return the message of its RuntimeError, if any."""
    try:
        exec(statement, namespace)
    except RuntimeError as error:
        return str(error)
    return None


class Writer:
    """A writer of random programs. `without`: a regular expression for what not to write."""

    def __init__(self, seed: object, without: str = "$.") -> None:
        self.chance = random.Random(str(seed))
        self.choose = self.chance.choice
        self.floats = self.choose([["float64"]] * 4 + [["float64", "float32"]])
        self.without = without

    def write(self, length: int) -> Program:
        """Return a program of leaves, operations, views, and in-place changes, with gradients."""
        model.session.restart()
        self.program = Program(namespace=names_for(model))
        self.add(lambda: self.leaf(tracked=True))
        for make in [self.leaf, self.result, self.result]:
            self.add(make)
        for _ in range(length):
            kinds = [self.result] * 3 + [self.view] * 2 + [self.change] * 8
            self.add(self.choose([*kinds, self.leaf, self.gradient, self.of_grad, self.unrecorded]))
        for _ in range(3):
            self.add(self.gradient)
        return self.program

    def add(self, make: Any) -> None:
        """Add a statement whose effect is defined, after a few attempts."""
        names = set(self.program.namespace)
        for _ in range(20):
            try:
                statement = make()
                if re.search(self.without, statement):
                    continue
                run(self.program, statement)
            except (model.Undefined, IndexError):  # IndexError: nothing to choose from
                for name in set(self.program.namespace) - names:
                    del self.program.namespace[name]
                continue
            return

    # What statements are made of

    def new(self) -> str:
        return next(c for c in "abcdefghijklmnopqrstuvwxyz" if c not in self.program.namespace)

    def named(self, fits: Any = lambda t: True) -> str:
        tensors = self.program.namespace.items()
        return self.choose([n for n, t in tensors if isinstance(t, model.Tensor) and fits(t)])

    def computed(self) -> str:
        """Return the name of a tensor, most often one that was computed from leaves."""
        if self.choose([True, True, True, False]):
            tracked = [n for n, t in _tensors(self.program).items() if t.requires_grad]
            leaves = [n for n in tracked if self.value(n).history.is_leaf]
            return self.choose([n for n in tracked if n not in leaves] or tracked)
        return self.named(lambda t: t.dtype.startswith("float"))

    def value(self, source: str) -> Any:
        return eval(source, self.program.namespace)

    def literal(self, shape: tuple[int, ...], values: list[str], dtype: str = "") -> str:
        dtype = dtype or self.choose(self.floats)
        if 0 in shape:
            return f"mg.zeros({', '.join(map(str, shape))}, dtype=mg.{dtype})"
        return f"mg.tensor({self.nested(shape, values)}, dtype=mg.{dtype})"

    def nested(self, shape: tuple[int, ...], values: list[str]) -> str:
        if not shape:
            return self.choose(values)
        return "[" + ", ".join(self.nested(shape[1:], values) for _ in range(shape[0])) + "]"

    def laid(self, shape: tuple[int, ...], values: list[str] = VALUES, dtype: str = "") -> str:
        """Return the source of a constant of the given shape, with a random layout."""
        n = len(shape)
        kinds = ["rows", "permuted", "dense", "strided", "expanded", "stacked", "fortran"]
        kind = self.choose(kinds if n and 0 not in shape else ["rows"])
        if kind in ("permuted", "dense"):
            order = self.chance.sample(range(n), n)
            back = ", ".join(str(order.index(d)) for d in range(n))
            inner = self.literal(tuple(shape[d] for d in order), values, dtype)
            return f"{inner}.permute({back})" + (".clone()" if kind == "dense" else "")
        if kind == "strided":
            return self.literal((2 * shape[0], *shape[1:]), values, dtype) + "[::2]"
        if kind == "expanded":
            dim = self.choose(range(n))
            narrow = tuple(1 if d == dim else size for d, size in enumerate(shape))
            return f"{self.literal(narrow, values, dtype)}.expand({', '.join(map(str, shape))})"
        if kind == "stacked":
            dtype = dtype or self.choose(self.floats)
            parts = [self.literal(shape[:-1], values, dtype) for _ in range(shape[-1])]
            return f"mg.stack([{', '.join(parts)}], -1)"
        if kind == "fortran":
            dtype = dtype or self.choose(self.floats)
            numbers = self.nested(shape, values)
            return f"mg.from_numpy(np.array({numbers}, np.{dtype}, order='F'))"
        return self.literal(shape, values, dtype)

    def viewed(self, name: str, least: int = 0) -> str:
        """Return the source of a view of a view of a named tensor."""
        source = name
        for _ in range(self.choose([least, 1, 1, 2])):
            source += self.step(self.value(source).shape)
        return source

    def step(self, shape: tuple[int, ...]) -> str:
        n = len(shape)
        if not n:
            return self.choose([".unsqueeze(0)", "[None]", "[...]", ".expand(2)"])
        order = ", ".join(map(str, self.chance.sample(range(n), n)))
        steps = [".permute(" + order + ")", f".transpose(0, {n - 1})", "[1:]", "[::2]", "[None]"]
        steps += [f".unsqueeze({n})", f"[:, {self.choose(['1:', '::2', 'None', ':1'])}]" * (n > 1)]
        steps += ["[0]", "[-1]"] * bool(shape[0]) + ["[:, -1]"] * (n > 1 and shape[1] > 0)
        steps += [".t()", ".T", ".diagonal()"] * (n == 2)
        steps += [f".expand(2, {', '.join(map(str, shape))})"]
        return self.choose([step for step in steps if step])

    def operand(self, shape: tuple[int, ...]) -> str:
        """Return the source of something that broadcasts to a shape."""
        if self.choose([True, False]):
            for _ in range(4):
                source = self.viewed(self.named())
                if _fits(self.value(source).shape, shape):
                    return source
        narrow = self.choose([shape, shape, shape[1:], tuple(1 if n > 1 else n for n in shape)])
        if self.choose([False] * 5 + [True]):  # in another kind of dtype
            return self.laid(narrow, ["0", "1", "2", "-1"], "int64")
        return self.choose([self.laid(narrow), self.laid(narrow), self.choose(NUMBERS)])

    # Statements

    def leaf(self, tracked: bool = False) -> str:
        """Create a leaf or a constant."""
        source = self.laid(self.choose(SHAPES))
        if tracked or self.choose([True, True, False]):
            # PyTorch knows the base of a view that becomes a leaf.
            return f"{self.new()} = ({source}).detach().requires_grad_()"
        return f"{self.new()} = {source}"

    def result(self) -> str:
        """Compute something from a view, and perhaps pass its gradient through a hook."""
        x = self.viewed(self.computed())
        shape = self.value(x).shape
        n = len(shape)
        forms = [f"{x}.clone()", f"{x} * {self.choose(NUMBERS)}", f"{x} + 1", f"{x} ** 2"]
        forms += [f"{x} + {self.operand(shape)}", f"{x} * {self.operand(shape)}", f"-{x}"]
        forms += [f"{x}.sin()", f"{x}.tanh()", f"{x}.clamp(-1, 1)", f"{x}.sum()"]
        forms += [f"{x}.to(mg.{self.choose(self.floats)}) * 1"]
        if n:
            dim = self.choose(range(-n, n))
            other = self.operand(shape)
            if getattr(self.value(other), "shape", None) == shape:
                forms += [f"mg.stack([{x}, {other}], {dim})", f"mg.cat([{other}, {x}], {dim})"]
            forms += [f"{x}.sum({dim})", f"{x}.cumsum({dim})", f"{x}.flip({dim})"]
            forms += [f"{x}[[0, 0]]", f"{x}[[-1]]"] * (shape[0] > 0) + [f"{x}[{x} > 0]"]
        if n == 2:
            w = self.laid((shape[1], 2), VALUES, self.value(x).dtype)
            forms += [f"{x} @ {w}", f"{x}.t() @ {x}", f"{x}.T + 0", f"{x}.t().clone()"] * 2
        name, form = self.new(), self.choose(forms)
        out = self.value(form)
        if not out.requires_grad or self.choose([False] + [True] * 5):
            return f"{name} = {form}"
        hooks = ["g * 2", "g.unsqueeze(0).expand(2, *g.shape)[1]"]
        hooks += ["g.sum().expand(*g.shape)", "g.flip(0)"] * (out.ndim > 0)
        hooks += ["g.T.clone().T", "(g.T * 3).T", "g[[-1] * len(g)]"] * (out.ndim == 2)
        return f"{name} = {form}\n{name}.register_hook(lambda g: {self.choose(hooks)})"

    def view(self) -> str:
        return f"{self.new()} = {self.viewed(self.named(), 1)}"

    def change(self) -> str:
        """Change a tensor or a view in place."""
        x = self.viewed(self.computed())
        target = self.value(x)
        refused = target.is_repeated() or (target.requires_grad and target.history.is_leaf)
        if refused and self.choose([True] * 5 + [False]):
            raise model.Undefined
        if target.memory in model.session.saved and self.choose([True] * 9 + [False]):
            raise model.Undefined  # it would be the end of the program
        shape = target.shape
        y = self.operand(shape)
        forms = [f"{x}.mul_({y})", f"{x}.add_({y})", f"{x}.sub_({y})", f"{x}.mul_(2)"]
        if "mg." in y or re.match("[a-z]", y):
            forms += [f"{x}.copy_({y})"]
        if not refused:
            forms += [f"{x}.{f}" for f in ("sin_()", "tanh_()", "clamp_(-1, 1)")]
            forms += [f"{x}.neg_()", f"{x}.zero_()", f"{x}.fill_(0.5)"]
            forms += [f"{x}.masked_fill_({x} > 0, 0.5)", f"{x}[...] = {y}"]
            forms += self.assignments(x, shape)
            if x.isalpha():
                forms += [f"{x} *= {y}", f"{x} += {y}"]
        return self.choose(forms)

    def assignments(self, x: str, shape: tuple[int, ...]) -> list[str]:
        if not shape or not shape[0]:
            return []
        row = self.operand(shape[1:])
        forms = [f"{x}[0] = {row}", f"{x}[-1] = {x}[0]", f"{x}[0] *= {row}", f"{x}[1:] += {row}"]
        forms += [f"{x}[[-1]] = {row}", f"{x}[[0]] = {row}", f"{x}[{x} < 0] = 0.5"]
        if len(shape) > 1 and shape[1]:
            forms += [f"{x}[:, 0] = {x}[:, -1]", f"{x}[:, -1] *= 2", f"{x}[:, [0]] = 0.5"]
        return forms

    def gradient(self) -> str:
        """Run a backward pass, from a number or with a gradient of any layout."""
        x = self.viewed(self.computed())
        value = self.value(x)
        if not value.requires_grad:
            raise model.Undefined
        if self.choose([True, False]):
            return f"({x} ** 2).sum().backward(retain_graph=True)"
        v = self.laid(value.shape, VALUES, value.dtype)
        return f"{x}.backward({v}, retain_graph=True)"

    def of_grad(self) -> str:
        """Assign to a leaf's gradient, or change it."""
        x = self.named(lambda t: t.history.is_leaf and not t.is_view)
        leaf = self.value(x)
        forms = [f"{x}.grad = {self.laid(leaf.shape, VALUES, leaf.dtype)}", f"{x}.grad = None"]
        others = [n for n, t in self.program.namespace.items() if _can_be_grad(t, leaf)]
        forms += [f"{x}.grad = {self.choose(others)}"] * 2 * bool(others)
        if leaf.grad is not None and not leaf.grad.is_repeated():
            forms += [f"{x}.grad.mul_(2)", f"{self.new()} = {x}.grad"]
        return self.choose(forms)

    def unrecorded(self) -> str:
        """Change values without recording it, as in a training step."""
        x = self.named(lambda t: t.requires_grad and not t.is_repeated())
        value = self.value(x)
        if value.memory.is_expanded_leaf:
            raise model.Undefined  # PyTorch forgets which of its elements a view contains
        if value.memory in model.session.saved and self.choose([True] * 9 + [False]):
            raise model.Undefined
        step = f"{x}.sub_(0.5 * {x}.grad)" if value.grad is not None else f"{x}.mul_(0.5)"
        return self.choose([f"with mg.no_grad(): {step}", f"{x}.detach().mul_(0.5)"])


def _fits(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(shape, wanted) == wanted
    except ValueError:
        return False


def _can_be_grad(t: Any, leaf: model.Tensor) -> bool:
    if not isinstance(t, model.Tensor) or t.requires_grad or t is leaf:
        return False
    return t.shape == leaf.shape and t.dtype == leaf.dtype and t.memory is not leaf.memory


def differences(program: Program, library: ModuleType) -> list[str]:
    """Return how a library's results differ from the model's."""
    namespace = names_for(library)
    found = []
    for statement, error in zip(program.statements, program.errors, strict=True):
        raised = executed(statement, namespace)
        if (raised is None) != (error is None) or not (raised or "").startswith(error or ""):
            found.append(f"{statement}\n  raises {raised}, not {error}")
            break
    sizes = [np.abs(t.values).max() for t in _tensors(program).values() if t.places.size]
    if "float32" in program.source and max(sizes, default=0) > 1e3:
        return found  # too much is lost by rounding
    near = 1e-4 if "float32" in program.source else 1e-9
    for name, expected in _tensors(program).items():
        pairs = [("", expected, namespace.get(name))]
        if expected.grad is not None:
            pairs.append((".grad", expected.grad, getattr(namespace.get(name), "grad", None)))
        for what, right, seen in pairs:
            if seen is None or not _same(right.values, seen.detach().numpy(), near):
                shown = None if seen is None else seen.tolist()
                found.append(f"{name}{what} is {shown}, not {right.values.tolist()}")
    return found


def _tensors(program: Program) -> dict[str, model.Tensor]:
    return {n: t for n, t in program.namespace.items() if isinstance(t, model.Tensor)}


def _same(right: np.ndarray, seen: np.ndarray, near: float) -> bool:
    scale = max(1, np.abs(right).max(initial=0))
    return right.shape == seen.shape and bool(np.all(np.abs(right - seen) <= near * scale))
