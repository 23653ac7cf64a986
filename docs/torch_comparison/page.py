"""The comparison page, made from minigrad's current output and PyTorch's recorded output."""

import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import minigrad
from minigrad.course.chapter_11.torch_comparison import Program, printed
from minigrad.messages.unsupported_names import ADVICE

from .programs import SAME, SIMPLER

RECORDED = Path(__file__).with_name("recorded.json")
INTRODUCTION = """\
# minigrad next to PyTorch

What you learn here carries over to PyTorch. Only the name of the library changes. Each program
below was run twice: with minigrad, and with PyTorch VERSION (recorded on DATE). If a program raises
an error, you see the first line of its message. minigrad adds a second line, which says how to fix
the problem.

## The same
"""
BETWEEN = """
## What's simpler here

minigrad refuses to run the following programs, but PyTorch runs them. The file
`minigrad/DIFFERENCES.md` in [the repository](index.ipynb#At-home) also lists the differences inside
the engines.
"""
ABSENCES = """
## Names that are left out

If a program uses one of these names, the error message says what to do instead:

| write | instead of |
|---|---|
"""
MORE = """
In [11. On to PyTorch](11_on_to_pytorch.ipynb), you'll move a program to PyTorch, step by step.
"""


@cache
def recorded() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return record


def body(program: Program, name: str, library: str) -> str:
    """Return a program's source as you'd write it for only one library."""
    lines = textwrap.dedent(inspect.getsource(program).partition("\n")[2]).strip()
    first = f"import {library}" + (f" as {name}" if name != library else "")
    return f"{first}\n\n" + re.sub(r"\bmg\b", name, lines)


def beside_pytorch() -> str:
    record = recorded()
    parts = [INTRODUCTION.replace("VERSION", record["version"]).replace("DATE", record["date"])]
    parts += [f"### {title}\n\n{_columns(program)}" for program, title in SAME]
    parts.append(BETWEEN)
    parts += [f"### {title}\n\n{_columns(program)}" for program, title in SIMPLER]
    parts += [ABSENCES + "\n".join(_absences()), MORE]
    return "\n".join(parts)


def _columns(program: Program) -> str:
    gave = recorded()["programs"][program.__name__]["gave"]
    ours = _column(body(program, "mg", "minigrad"), printed(program, minigrad))
    theirs = _column(body(program, "torch", "torch"), gave)
    return f"::::{{container}} beside\n{ours}{theirs}::::\n"


def _column(program: str, gave: str) -> str:
    return f":::{{container}} column\n```python\n{program}\n```\n\n```text\n{gave}\n```\n:::\n"


def _absences() -> Iterator[str]:
    for advice, names in ADVICE.items():
        listed = ", ".join(f"`{re.sub(r'^[.]', 'Tensor.', name)}`" for name in names.split())
        yield f"| {advice} | {listed} |"
