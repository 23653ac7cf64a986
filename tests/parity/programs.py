"""Run random programs in both libraries and compare the results.

A program is source text, so a difference can be reported as a program to paste. If a statement
raises in PyTorch, it must also raise in minigrad and leave everything as it was. Then the program
continues, and at the end, everything observable about every variable is compared.
"""

import itertools
import random
import re
import warnings
from collections import Counter
from dataclasses import dataclass
from typing import Any

import hypothesis
import numpy as np
import torch
from hypothesis import strategies as st

import minigrad

from .cases import EXPRESSIONS, IN_PLACE, VIEWS
from .grammar import SUBJECTS, Grammar
from .helpers import NAMES, namespace_of, reset
from .holes import Choose
from .known import KNOWN, known_kind
from .rules import RELATIVE, SIGN_OF_ZERO_BY_PLACE, first_sentence, same_values, size_of
from .running import different_outcomes, differing, facts
from .writing import DEMANDS, MODES, TABLES, Program, Writer, execute, rewritten

NOT_COMPARED = {"mg", "F", *NAMES}


@dataclass
class Difference:
    """A place where a program behaves differently in minigrad, with its kind and a description."""

    kind: str
    how: str
    at: int | None  # the index of the statement, or None at the end
    program: Program
    seen: int = 1
    facts: tuple[str, ...] = ()  # the facts that differ about one variable at the end

    def report(self) -> str:
        """Return the program up to the difference, and what each library did."""
        lines = []
        for i, statement in enumerate(self.program.statements):
            error = self.program.outcomes[i].error
            mark = f"  # {error[0]}: {first_sentence(error[1])}" if error else ""
            lines.append(statement + ("  # <- here" if i == self.at else mark))
            if i == self.at:
                break
        return "\n".join([*lines, *("# " + line for line in self.how.split("\n"))])


def kind_of(how: str) -> str:
    """Return the kind of a difference, without numbers and names. Each kind is reported once."""
    return re.sub(r"0x\w+|-?\d+(\.\d*)?(e-?\d+)?|'[^']*'|\[[^]]*\]|\bnan\b|\binf\b", "_", how)[:200]


def compare(program: Program, again: bool = True) -> Difference | None:
    """Run a program with minigrad; return its first difference from PyTorch, or None."""
    namespace: dict[str, Any] = namespace_of(minigrad)
    minigrad.manual_seed(0)
    try:
        for i, statement in enumerate(program.statements):
            outcome = execute(statement, namespace)
            how = different_outcomes(program.outcomes[i], outcome)
            if how:
                return Difference(kind_of(how), how, i, program)
    finally:
        reset(minigrad)
    signs = not SIGN_OF_ZERO_BY_PLACE.search("\n".join(program.statements))
    for name, value in program.namespace.items():
        if name.startswith("__") or name in NOT_COMPARED or re.fullmatch(r"h\d+", name):
            continue
        torchs, ours = facts(value, torch), facts(namespace.get(name), minigrad)
        wrong = differing(torchs, ours, signs_of_zero=signs)
        if wrong:
            how = "\n".join(
                f"{name} {fact}: torch {_short(torchs.get(fact, 'absent'))}, "
                f"minigrad {_short(ours.get(fact, 'absent'))}"
                for fact in wrong
            )
            made = f"{torchs.get('grad_fn')} {ours.get('grad_fn')}"
            kind = kind_of(f"{wrong[0]} {made}")
            difference = Difference(kind, how, None, program, facts=tuple(wrong))
            return None if rounded(difference, torchs, ours, again) else difference
    return None


def rounded(
    difference: Difference, torchs: dict[str, Any], ours: dict[str, Any], again: bool
) -> bool:
    """Return whether float32 rounding explains the difference.

    If so, it's small, and it disappears if the default dtype is float64. Random inputs lose digits
    (as in cos of tan, near a zero), and PyTorch's vectorized functions can be off by an ulp or two
    more. If `again` is true, also compare in float64.
    """
    near = 1e-3 if again else 1e-11
    for fact in difference.facts:
        if not fact.endswith(("values", "text")):
            return False
        a, b = (side.get(re.sub("text$", "values", fact)) for side in (torchs, ours))
        if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray):
            return False
        if again and a.dtype.kind == b.dtype.kind == "i":  # large, from rounded numbers
            a, b, near = a.astype("f8"), b.astype("f8"), RELATIVE
        if not same_values(a, b, max(size_of(a), 1e-3), near=near):
            return False
    if not again:
        return True
    wide = [re.sub(r"\bfloat32\b", "float64", s) for s in difference.program.statements]
    return compare(rewritten(["mg.set_default_dtype(mg.float64)", *wide]), again=False) is None


def _short(value: Any) -> str:
    return " ".join(str(value).split())[:200]


def minimal(difference: Difference) -> Difference:
    """Return the same kind of difference in a program reduced to the necessary statements."""
    statements = difference.program.statements
    if difference.at is not None:
        statements = statements[: difference.at + 1]
    i = len(statements)
    while i > 0:
        i -= 1
        fewer = compare(rewritten(statements[:i] + statements[i + 1 :]))
        if fewer is not None and fewer.kind == difference.kind:
            difference, statements = fewer, fewer.program.statements
    return difference


class Coverage:
    """Counts of each operation, view, in-place form, mode, and request in the programs."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.known: Counter[str] = Counter()
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
            "modes": list(dict.fromkeys(m.partition("(")[0] for m in MODES)),
            "gradients": list(DEMANDS),
            "around tensors": SUBJECTS,
        }
        total = f"{self.programs} programs, {self.statements} statements"
        lines = [f"{total}, of which {self.raised} raise an error"]
        for title, names in groups.items():
            counted = ", ".join(f"{n} {self.counts[n]}" for n in names)
            lines.append(f"{title}: {counted}")
        lines += [f"known, {n} times: {why}" for why, n in self.known.items()]
        return "\n".join(lines)

    def missing(self) -> list[str]:
        return [n for n in (*TABLES, *SUBJECTS) if not self.counts[n]]


def check(programs: int, seed: int, length: int = 12) -> tuple[Coverage, list[Difference]]:
    """Generate and compare programs; return what they covered and each kind of difference once.

    Hypothesis generates half of them, but it tends to repeat itself and to pick first choices. So
    the other half are drawn evenly and use every name in the tables in turn. On top of that, a
    fifth as many are about things other than tensors.
    """
    coverage = Coverage()
    kinds: dict[str, Difference] = {}
    with warnings.catch_warnings(action="ignore"):  # what forward mode warns of when it's imported
        torch.func.jvp(torch.exp, (torch.ones(1),), (torch.ones(1),))
    torch.set_warn_always(True)  # otherwise some warnings appear only once per process

    def draw(choose: Choose, names: list[str]) -> None:
        try:
            program = Writer(choose).write(choose(range(1, length)), names)
        finally:
            torch.set_grad_enabled(True)
        judge(program)

    def judge(program: Program) -> None:
        coverage.add(program)
        difference = compare(program)
        if "\n".join(program.statements) in KNOWN:
            how = "no longer differs; remove it from the list"
            difference = None if difference else Difference(how, how, None, program)
        if difference is None:
            return
        difference = minimal(difference)
        if kind := known_kind(difference.report(), difference.facts):
            coverage.known[kind.why] += 1
            return
        known = kinds.setdefault(difference.kind, difference)
        if known is not difference:
            known.seen += 1
            if len(difference.program.statements) < len(known.program.statements):
                difference.seen = known.seen
                kinds[difference.kind] = difference

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=programs - programs // 2,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],  # `minimal` shrinks programs faster
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(st.data())
    def by_hypothesis(data: Any) -> None:
        draw(lambda options: data.draw(st.sampled_from(options)), [])

    by_hypothesis()
    names = itertools.cycle(TABLES)
    for number in range(programs // 2):
        draw(random.Random(f"{seed} {number}").choice, [next(names), next(names)])
    for number, subject in zip(range(programs // 5), itertools.cycle(SUBJECTS), strict=False):
        program = rewritten(Grammar(random.Random(f"{seed} {number}")).program(subject))
        program.used.append(subject)
        judge(program)
    by_count = sorted(kinds.values(), key=lambda difference: -difference.seen)
    return coverage, by_count
