"""A program's output in minigrad next to its live or recorded output in PyTorch.

A program is a function that takes the library as its argument. `recorded.json` contains the output
of each program in PyTorch, PyTorch's version, and the date. `python -m
tests.parity.torch_comparison` records the output again, and `make parity` compares the recorded
output with PyTorch.
"""

import inspect
import io
import json
import types
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, TypeAlias

import minigrad
from minigrad.course.checking.verdict import Verdict

Program: TypeAlias = Callable[[types.ModuleType], Any]

RECORDED = files(__package__) / "recorded.json"
LONGEST = 100  # characters shown of an error
UNKNOWN = "not recorded"
UNKNOWN_WHY = (
    "PyTorch isn't installed here, and its output was recorded only for the chapter's "
    "version of this program."
)


def beside_pytorch(program: Program) -> Verdict:
    """Show a program's output with minigrad next to its output with PyTorch, live or recorded."""
    ours, advice = ran(program, minigrad)
    torch = pytorch()
    if torch is None:
        theirs, when = recorded("programs", program), as_recorded()
    else:
        theirs, when = printed(program, torch), f"PyTorch {version(torch)}, now"
    if theirs is None:
        return Verdict("", UNKNOWN_WHY, beside={"minigrad, now": ours, "PyTorch": UNKNOWN})
    return Verdict(
        "", _compared(ours, theirs, advice), beside={"minigrad, now": ours, when: theirs}
    )


def _compared(ours: str, theirs: str, advice: str) -> str:
    if ours == theirs:
        return "The same, letter for letter."
    if ours.replace("minigrad.", "torch.") == theirs:
        return "The same, except for the name."
    return f"minigrad leaves this out. {advice}" if advice else "These differ."


def printed(program: Program, library: types.ModuleType) -> str:
    return ran(program, library)[0]


def ran(program: Program, library: types.ModuleType) -> tuple[str, str]:
    """Return a program's output, including the first line of any error, and the error's advice."""
    out, advice = io.StringIO(), ""
    with redirect_stdout(out):
        try:
            program(library)
        except Exception as error:
            print(f"{type(error).__name__}: {_first_line(error)}")
            advice = str(error).partition("\n")[2]
    return out.getvalue().rstrip(), advice


def _first_line(error: Exception) -> str:
    line = str(error).partition("\n")[0].partition(". Hint")[0]
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def pytorch() -> types.ModuleType | None:
    return import_module("torch") if find_spec("torch") else None


def version(torch: types.ModuleType) -> str:
    return str(torch.__version__).partition("+")[0]


@cache
def records() -> dict[str, Any]:
    """Return all recorded programs."""
    answers: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    return answers


def as_recorded() -> str:
    answers = records()
    return f"PyTorch {answers['version']}, recorded on {answers['date']}"


def recorded(kind: str, program: Program) -> Any:
    """Return a program's recorded PyTorch run, unless the program has changed since."""
    entry = records()[kind].get(program.__name__)
    return entry["gave"] if entry and entry["program"] == source(program) else None


def source(program: Program) -> str:
    """Return the source of a program and of the notebook's functions that it uses."""
    texts: dict[str, str] = {}

    def add(function: Any) -> None:
        if function.__name__ in texts:
            return
        texts[function.__name__] = inspect.getsource(function).strip()
        for name in function.__code__.co_names:
            used = function.__globals__.get(name)
            if inspect.isfunction(used) and used.__module__ == function.__module__:
                add(used)

    add(program)
    return "\n\n".join(texts.values())
