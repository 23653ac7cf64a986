"""Generate random programs, running them with PyTorch along the way.

What fits next depends on the shapes so far. Statements that raise an error stay in the program,
which continues after them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from .cases import EXPRESSIONS, IN_PLACE, VIEWS, forms
from .helpers import namespace_of, reset
from .holes import Choose, Filler, Known
from .running import Outcome, is_tensor, run

VALUES = ["1.0", "2.0", "-1.0", "0.5", "3.0", "-2.0", "0.0", "1.5", "-0.5", "4.0"]
UNUSUAL = ["float('inf')", "float('nan')", "-float('inf')", "-0.0", "1e-8", "1e6"]
SHAPES = [(3,), (2, 3), (), (2, 2), (1,), (3, 1), (2,), (3, 2), (1, 3), (0,), (2, 1, 3), (2, 2, 3)]


# What learners do with a graph: gradients, hooks, accumulation, and flag changes.
DEMANDS = {
    "backward": "{f}.backward(); {f}.sum().backward(); {f}.mean().backward(retain_graph=True); "
    "({f} * {f}).sum().backward(); {f}.sum().backward()",
    "backward(v)": "{f}.backward(mg.ones_like({s})); {f}.backward({s}); {f}.backward({y}); "
    "{f}.backward(gradient={s}.detach(), retain_graph=True); {f}.backward(mg.tensor(1)); "
    "{f}.backward([1.0])",
    "backward(create_graph=True)": "{f}.sum().backward(create_graph=True)",
    "backward(inputs=)": "{f}.sum().backward(inputs=[{f}]); {f}.sum().backward(inputs={f}); "
    "{f}.sum().backward(inputs=[{f}, {f}], retain_graph=True); {f}.sum().backward(inputs=[])",
    "autograd.backward": "mg.autograd.backward([{f}.sum(), {f}.sum()]); "
    "mg.autograd.backward({f}, {s}); mg.autograd.backward([{f}.sum()], [None], retain_graph=True)",
    "autograd.grad": "{new} = mg.autograd.grad({f}.sum(), {f})[0]; "
    "{new} = mg.autograd.grad({f}.sum(), [{f}, {f}], allow_unused=True); "
    "{new} = mg.autograd.grad({f}.sum(), {f}, create_graph=True)[0]; "
    "{new} = mg.autograd.grad({f}.sum(), {f}, create_graph=True, allow_unused=True)[0]; "
    "{new} = mg.autograd.grad({f}, {f}, {f}, retain_graph=True)[0]; "
    "{new} = mg.autograd.grad([{f}.sum(), {f}.mean()], [{f}], [None, mg.tensor(2.0)])[0]; "
    "{new} = mg.autograd.grad({f}.sum(), [{f}, {f}], materialize_grads=True)",
    "register_hook": "h{serial} = ({f}.grad_fn, {it}.register_hook(lambda g: g * 2))[1]; "
    "h{serial} = ({f}.grad_fn, {it}.register_hook(lambda g: None))[1]; "
    "h{serial} = ({f}.grad_fn, {it}.register_hook(seen.append))[1]; "
    "h{serial} = ({f}.grad_fn, {it}.register_hook(lambda g: g.sum()))[1]; "
    "h{serial} = ({f}.grad_fn, {it}.register_hook(lambda g: seen.append(g * 1.0)))[1]",
    "remove": "h{lastserial}.remove()",
    "retain_grad": "{f}.retain_grad()",
    "grad =": "{f}.grad = None; {f}.grad = mg.ones_like({s}); {f}.grad = {s}.detach(); "
    "{f}.grad = [1.0]; del {f}.grad",
    "grad": "{new} = {f}.grad; {f}.grad.zero_(); {new} = {f}.grad * 2; {f}.grad += 1; "
    "{new} = {f}.grad.detach()",
    "requires_grad": "{x}.requires_grad_(); {f}.requires_grad_(False); {f}.requires_grad = True; "
    "{f}.requires_grad = False",
    "data": "{new} = {x}.data; {x}.data = {s}.detach().clone(); {x}.data.mul_(2); "
    "{x}.data[...] = 1",
    "detach_": "{f}.detach_()",
    "again": "for _ in range(2): {f}.sum().backward(retain_graph=True); "
    "for _ in range(2): ({f} * {f}).mean().backward(); "
    "for _ in range(2): {new} = mg.autograd.grad(({f} * {it}).sum(), {it}, create_graph=True)[0]; "
    "for _ in range(3): {f}.sum().backward()",
    "second order": "{new} = mg.autograd.grad(mg.autograd.grad(({f} ** 3).sum(), {it}, "
    "create_graph=True)[0].sum(), {it})[0]; "
    "{new} = mg.autograd.grad(mg.autograd.grad(({f} * {y}).sum(), {it}, create_graph=True)[0]"
    ".sum(), {it}, allow_unused=True)[0]",
    "no_grad step": "with mg.no_grad(): {f} -= 0.1 * {it}.grad",
    "set_grad_enabled": "mg.set_grad_enabled(False); mg.set_grad_enabled(True); "
    "{new} = mg.is_grad_enabled()",
    "chain": "{new} = ({f} * {y}).sum(); {new} = {f} * 1; {new} = ({f} * {f}).mean(); "
    "{new} = {f} + 0; "
    "{new} = {f}.exp() * {f}; {new} = ({f} ** 2).sum(); {new} = {f}.clone()",
}

MODES = ["no_grad()", "enable_grad()", "set_grad_enabled(False)", "set_grad_enabled(True)"]
MODES += ["inference_mode()"]


TABLES = EXPRESSIONS | IN_PLACE | DEMANDS


@dataclass
class Program:
    """A program's statements, their effects in PyTorch, and everything that existed at the end."""

    statements: list[str] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    namespace: dict[str, Any] = field(default_factory=dict)


def execute(statement: str, namespace: dict[str, Any]) -> Outcome:
    return run(compile(statement, "<program>", "exec"), namespace)


class Writer:
    """A writer that generates a program, one statement at a time, while PyTorch runs it."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose
        self.program = Program()
        self.namespace = self.program.namespace
        self.namespace |= namespace_of(torch)
        self.serial = 0

    def write(self, length: int, names: Sequence[str] = ()) -> Program:
        """Return a program of the given length that uses the given names from the tables."""
        torch.manual_seed(0)
        for _ in range(self.choose([1, 2, 3])):
            self.add(self._leaf())
        for name in names:
            self.add(self._use(name))
        for _ in range(length):
            self.add(self._statement())
        return self.program

    def add(self, statement: str) -> None:
        self.program.statements.append(statement)
        self.program.outcomes.append(execute(statement, self.namespace))

    def _tensors(self) -> dict[str, Known]:
        tensors = {}
        for name, value in self.namespace.items():
            if re.fullmatch(r"[a-z]", name) and is_tensor(value, torch) and value.numel() <= 200:
                tensors[name] = Known(tuple(value.shape), str(value.dtype).removeprefix("torch."))
        return tensors

    def _new(self) -> str:
        taken = [n for n in self.namespace if re.fullmatch(r"[a-z]", n)]
        free = [c for c in "abcdefghijklmnopqrstuvwxyz" if c not in taken]
        return free[0] if free else self.choose(taken)

    def _leaf(self) -> str:
        shape = self.choose(SHAPES)
        size = 1
        for n in shape:
            size *= n
        pool = self.choose([VALUES, VALUES, VALUES, VALUES, VALUES + UNUSUAL])
        dtype = self.choose(["float32"] * 6 + ["float64"] * 2 + ["int64", "int32", "bool"])
        numbers = [self.choose(pool) for _ in range(size)]
        if dtype != "float32" and pool is not VALUES:
            numbers = [n for n in numbers if n not in UNUSUAL] + ["2.0"] * size
        values = nested(numbers[:size], shape)
        arguments = [values]
        if dtype != "float32":
            arguments.append(f"dtype=mg.{dtype}")
        if dtype.startswith("float") and self.choose([True, True, True, False]):
            arguments.append("requires_grad=True")
        return f"{self._new()} = mg.tensor({', '.join(arguments)})"

    def _statement(self) -> str:
        kind = self.choose(
            ["expression"] * 5 + ["in place"] * 3 + ["view"] * 3 + ["demand"] * 6 + ["mode", "leaf"]
        )
        if kind == "leaf" or not self._tensors():
            return self._leaf()
        if kind == "mode":
            mode = self.choose(MODES)
            self.program.used.append(mode.partition("(")[0])
            body = [
                self._simple(self.choose(["expression", "view", "in place", "demand"]))
                for _ in range(self.choose([1, 2]))
            ]
            return f"with mg.{mode}:\n" + "\n".join(f"    {line}" for line in body)
        return self._simple(kind)

    def _simple(self, kind: str) -> str:
        tables = {"expression": EXPRESSIONS, "in place": IN_PLACE, "view": VIEWS, "demand": DEMANDS}
        return self._use(self.choose(list(tables[kind])))

    def _use(self, name: str) -> str:
        """Return a statement that uses one of the forms in a table entry."""
        self.program.used.append(name)
        form = self.choose(forms(TABLES[name]))
        if name in EXPRESSIONS:
            form = f"{self._new()} = {form}"
        form = form.replace("{new}", self._new()).replace("{lastserial}", str(self.serial))
        if "{serial}" in form:
            self.serial += 1
            form = form.replace("{serial}", str(self.serial))
        return Filler(self._tensors(), self.choose).fill(form)


def nested(numbers: list[str], shape: tuple[int, ...]) -> str:
    """Return the source text of nested lists of numbers with a given shape."""
    if not shape:
        return numbers[0]
    step = len(numbers) // shape[0] if shape[0] else 0
    parts = [nested(numbers[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]
    return f"[{', '.join(parts)}]"


def rewritten(statements: list[str]) -> Program:
    """Return a program made of these statements, with their outcomes in PyTorch."""
    program = Program(statements)
    program.namespace |= namespace_of(torch)
    torch.manual_seed(0)
    try:
        program.outcomes = [execute(s, program.namespace) for s in statements]
    finally:
        reset(torch)
    return program
