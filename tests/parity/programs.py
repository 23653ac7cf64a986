"""Random programs, run in both libraries.

A program is a list of statements in source text, so that a difference is a program to paste. It
is drawn while it runs under PyTorch, because what fits next depends on the shapes so far; then it
runs under minigrad. Statements that raise must raise alike, and must leave all as it was: the
program goes on after them, and at its end all that can be seen of every variable is compared.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import hypothesis
import torch
from hypothesis import strategies as st

import minigrad

from .cases import EXPRESSIONS, IN_PLACE, VIEWS, forms
from .holes import Choose, Filler, Known
from .running import Outcome, different_outcomes, differing, facts, is_tensor, run

VALUES = ["1.0", "2.0", "-1.0", "0.5", "3.0", "-2.0", "0.0", "1.5", "-0.5", "4.0"]
UNUSUAL = ["float('inf')", "float('nan')", "-float('inf')", "-0.0", "1e-8", "1e6"]
SHAPES = [(3,), (2, 3), (), (2, 2), (1,), (3, 1), (2,), (3, 2), (1, 3), (0,), (2, 1, 3), (2, 2, 3)]

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
    "{new} = mg.autograd.grad([{f}.sum(), {f}], [{f}], [None, {f}])[0]; "
    "{new} = mg.autograd.grad({f}.sum(), [{f}, {f}], materialize_grads=True)",
    "register_hook": "h{serial} = {f}.register_hook(lambda g: g * 2); "
    "h{serial} = {f}.register_hook(lambda g: None); "
    "h{serial} = {f}.register_hook(seen.append); "
    "h{serial} = {f}.register_hook(lambda g: g.sum()); "
    "h{serial} = {f}.register_hook(lambda g: seen.append(g * 1.0))",
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
    "set_grad_enabled": "mg.set_grad_enabled(False); mg.set_grad_enabled(True); "
    "{new} = mg.is_grad_enabled()",
    "chain": "{new} = ({f} * {y}).sum(); {new} = {f} * 1; {new} = ({f} * {f}).mean(); "
    "{new} = {f} + 0; "
    "{new} = {f}.exp() * {f}; {new} = ({f} ** 2).sum(); {new} = {f}.clone()",
}

MODES = ["no_grad()", "enable_grad()", "set_grad_enabled(False)", "set_grad_enabled(True)"]


@dataclass
class Program:
    """Statements, what each did under PyTorch, and what was there at the end."""

    statements: list[str] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    namespace: dict[str, Any] = field(default_factory=dict)

    def source(self, library: str) -> str:
        return "\n".join(
            [f"import {library} as mg", "seen = []", "mg.manual_seed(0)", *self.statements]
        )


@dataclass
class Difference:
    """Where a program does otherwise in minigrad: of what kind, and in words."""

    kind: str
    how: str
    at: int | None  # the statement, or None: at the end of the program
    program: Program
    seen: int = 1

    def report(self) -> str:
        """The program, up to the difference, and what each library did."""
        lines = []
        for i, statement in enumerate(self.program.statements):
            error = self.program.outcomes[i].error
            mark = "  # <- here" if i == self.at else f"  # {error[0]}" if error else ""
            lines.append(statement + mark)
            if i == self.at:
                break
        return "\n".join([*lines, *("# " + line for line in self.how.split("\n"))])


def kind_of(how: str) -> str:
    """Differences of one kind are reported once: numbers and names do not count."""
    return re.sub(r"0x\w+|-?\d+(\.\d*)?(e-?\d+)?|'[^']*'|\[[^]]*\]|\bnan\b|\binf\b", "_", how)[:200]


def execute(statement: str, namespace: dict[str, Any]) -> Outcome:
    return run(compile(statement, "<program>", "exec"), namespace)


class Writer:
    """Draws a program, one statement after the other, while PyTorch runs it."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose
        self.program = Program()
        self.namespace = self.program.namespace
        self.namespace |= {"mg": torch, "seen": []}
        self.serial = 0

    def write(self, length: int) -> Program:
        torch.manual_seed(0)
        for _ in range(self.choose([1, 2, 3])):
            self.add(self._leaf())
        for _ in range(length):
            self.add(self._statement())
        return self.program

    def add(self, statement: str) -> None:
        self.program.statements.append(statement)
        self.program.outcomes.append(execute(statement, self.namespace))

    def _tensors(self) -> dict[str, Known]:
        found = {}
        for name, value in self.namespace.items():
            if re.fullmatch(r"[a-z]", name) and is_tensor(value, torch) and value.numel() <= 200:
                found[name] = Known(tuple(value.shape), str(value.dtype).removeprefix("torch."))
        return found

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
        table = tables[kind]
        name = self.choose(list(table))
        self.program.used.append(name)
        form = self.choose(forms(table[name]))
        if kind in ("expression", "view"):
            form = f"{self._new()} = {form}"
        form = form.replace("{new}", self._new()).replace("{lastserial}", str(self.serial))
        if "{serial}" in form:
            self.serial += 1
            form = form.replace("{serial}", str(self.serial))
        return Filler(self._tensors(), self.choose).fill(form)


def nested(numbers: list[str], shape: tuple[int, ...]) -> str:
    """Numbers in the source text of nested lists of a shape."""
    if not shape:
        return numbers[0]
    step = len(numbers) // shape[0] if shape[0] else 0
    parts = [nested(numbers[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]
    return f"[{', '.join(parts)}]"


def rewritten(statements: list[str]) -> Program:
    """The program of these statements, as PyTorch runs it."""
    program = Program(statements)
    program.namespace |= {"mg": torch, "seen": []}
    torch.manual_seed(0)
    try:
        program.outcomes = [execute(s, program.namespace) for s in statements]
    finally:
        torch.set_grad_enabled(True)
    return program


def compare(program: Program) -> Difference | None:
    """Run a program under minigrad: the first thing it does otherwise than PyTorch, or None."""
    namespace: dict[str, Any] = {"mg": minigrad, "seen": []}
    minigrad.manual_seed(0)
    try:
        for i, statement in enumerate(program.statements):
            outcome = execute(statement, namespace)
            how = different_outcomes(program.outcomes[i], outcome)
            if how:
                return Difference(kind_of(how), how, i, program)
    finally:
        minigrad.set_grad_enabled(True)
    for name, value in program.namespace.items():
        if name.startswith("__") or name == "mg" or re.fullmatch(r"h\d+", name):
            continue
        torchs, ours = facts(value, torch), facts(namespace.get(name), minigrad)
        wrong = differing(torchs, ours)
        if wrong:
            how = "\n".join(
                f"{name} {fact}: torch {_short(torchs.get(fact, 'absent'))}, "
                f"minigrad {_short(ours.get(fact, 'absent'))}"
                for fact in wrong
            )
            made = f"{torchs.get('grad_fn')} {ours.get('grad_fn')}"
            return Difference(kind_of(f"{wrong[0]} {made}"), how, None, program)
    return None


def _short(value: Any) -> str:
    return " ".join(str(value).split())[:200]


def minimal(found: Difference) -> Difference:
    """The same kind of difference in a program without the statements that it does not need."""
    statements = found.program.statements
    if found.at is not None:
        statements = statements[: found.at + 1]
    i = len(statements)
    while i > 0:
        i -= 1
        fewer = compare(rewritten(statements[:i] + statements[i + 1 :]))
        if fewer is not None and fewer.kind == found.kind:
            found, statements = fewer, fewer.program.statements
    return found


class Coverage:
    """How often each operation, view, in-place form, mode and demand was in a program."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.statements = self.raised = self.programs = 0

    def add(self, program: Program) -> None:
        self.programs += 1
        self.statements += len(program.statements)
        self.raised += sum(outcome.error is not None for outcome in program.outcomes)
        self.counts.update(program.used)

    def report(self) -> str:
        groups = {
            "operations": [n for n in EXPRESSIONS if n not in VIEWS],
            "views": list(VIEWS),
            "in place": list(IN_PLACE),
            "modes": [m.partition("(")[0] for m in MODES[:3]],
            "gradients": list(DEMANDS),
        }
        total = f"{self.programs} programs, {self.statements} statements"
        lines = [f"{total}, of which {self.raised} raise an error"]
        for title, names in groups.items():
            counted = ", ".join(f"{n} {self.counts[n]}" for n in names)
            lines.append(f"{title}: {counted}")
        return "\n".join(lines)

    def missing(self) -> list[str]:
        return [n for n in [*EXPRESSIONS, *IN_PLACE, *DEMANDS] if not self.counts[n]]


def check(programs: int, seed: int, length: int = 12) -> tuple[Coverage, list[Difference]]:
    """Draw programs and compare each: what they covered, and each kind of difference once."""
    coverage = Coverage()
    found: dict[str, Difference] = {}

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=programs,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],  # `minimal` makes programs small faster
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(st.data())
    def draw(data: Any) -> None:
        def choose(options: Any) -> Any:
            return data.draw(st.sampled_from(options))

        size = data.draw(st.integers(1, length))
        try:
            program = Writer(choose).write(size)
        finally:
            torch.set_grad_enabled(True)
        coverage.add(program)
        difference = compare(program)
        if difference is not None:
            known = found.setdefault(difference.kind, difference)
            if known is not difference:
                known.seen += 1
                if len(difference.program.statements) < len(known.program.statements):
                    difference.seen = known.seen
                    found[difference.kind] = difference

    torch.set_warn_always(True)  # else some warnings are given once in a process
    draw()
    by_count = sorted(found.values(), key=lambda difference: -difference.seen)
    return coverage, [replace(minimal(d), seen=d.seen) for d in by_count]
