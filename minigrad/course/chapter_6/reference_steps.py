"""The published steps. Each one replaces the learner's step until the learner's step is right."""

import ast
import dis
import inspect
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import engine, recording, step_6, step_7

OPERATIONS = ("add", "multiply", "subtract", "divide", "mean")
PUBLISHED: dict[str, tuple[ModuleType, tuple[str, ...]]] = {
    "step 1": (engine, ("Tensor",)),
    "step 2": (engine, ("operation",)),
    "step 3": (engine, OPERATIONS),
    "step 4": (engine, ("sum_to",)),
    "step 5": (engine, ("accumulate",)),
    "step 6": (step_6, ("backward",)),
    "step 7": (step_7, ("backward",)),
    "step 8": (engine, ("backward",)),
    "no_grad": (recording, ("no_grad",)),
}
BLANKS = {"step 1": 2, "step 2": 3, "step 4": 2, "step 5": 2, "step 7": 3}
BARE = ("stale", "no_grad")  # the blanks in these stubs are lines of their own
_published_values: dict[str, list[Any]] = {}


def define_step(step: str, notebook: dict[str, Any]) -> str:
    """Run a published step in the notebook, so that its names refer to the published functions."""
    module, names = PUBLISHED[step]
    for name in names:
        statement = ast.Module([_made_by(module, name)], type_ignores=[])
        exec(compile(statement, inspect.getsourcefile(module) or "", "exec"), notebook)
    _published_values[step] = [notebook[name] for name in names]
    listed = ", ".join(f"`{name}`" for name in names)
    return f"{listed} {'stands' if len(names) == 1 else 'stand'} in"


def published_source(step: str) -> str:
    module, names = PUBLISHED[step]
    text = inspect.getsource(module)
    return "\n".join(ast.get_source_segment(text, _made_by(module, n)) or "" for n in names)


def all_published(step: str, answers: tuple[Any, ...]) -> bool:
    """Return whether all answers come from the published step, not from the learner's code."""
    return bool(answers) and all(_is_published(step, a) for a in answers)


def undefined_names(step: str, notebook: dict[str, Any]) -> list[str]:
    """Return the names that a cell didn't define because it raised an error partway through."""
    names = PUBLISHED[step][1]
    published = [name for name in names if _is_published(step, notebook.get(name))]
    return published if len(published) < len(names) else []


def _is_published(step: str, answer: Any) -> bool:
    return any(answer is value for value in _published_values.get(step, []))


def next_blank(step: str, answer: Any) -> str:
    """Return the first line with a `...` if only some of the step's blanks have been filled in."""
    lines = list(_lines_with_dots(answer))
    if step in BARE:
        return next((line for line in lines if line != "..."), "")
    if not 0 < len(lines) < BLANKS.get(step, 0):
        return ""
    return lines[0]


def untried(answer: Any) -> bool:
    """Return whether the code of a function or class is empty or still contains a `...`."""
    if inspect.isclass(answer):
        methods = [m.__code__ for m in vars(answer).values() if isinstance(m, FunctionType)]
        return any(map(_has_dots, methods)) or all(map(_is_empty, methods))
    answer = inspect.unwrap(answer)  # a decorator, such as `contextmanager`, wraps the code
    if not isinstance(answer, FunctionType):
        return False
    functions = list(_functions(answer.__code__))
    return any(map(_has_dots, functions)) or any(map(_is_empty, functions))


def _lines_with_dots(answer: Any) -> Iterator[str]:
    """Return the source lines that contain blanks. (Compiled code drops an `if ...:`.)"""
    methods = vars(answer).values() if inspect.isclass(answer) else [answer]
    for method in methods:
        if isinstance(method, FunctionType):
            try:
                lines = inspect.getsource(method).splitlines()
            except OSError:
                continue
            nodes = list(ast.walk(ast.parse(dedent("\n".join(lines)))))
            indexes = [n.slice for n in nodes if isinstance(n, ast.Subscript)]  # as in `x[...]`
            dots = [
                n.lineno
                for n in nodes
                if isinstance(n, ast.Constant) and n.value is ... and n not in indexes
            ]
            yield from (lines[number - 1].strip() for number in sorted(dots))


def _functions(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and not inner.co_name.startswith("<"):
            yield from _functions(inner)


def _has_dots(code: CodeType) -> bool:
    """Return whether the code contains a `...` that isn't an index, as in `x[...]`.

    When Python compiles an `if ...:`, it keeps the constant but emits no instruction to load it.
    """
    if not any(constant is ... for constant in code.co_consts):
        return False
    steps = [i for i in dis.get_instructions(code) if i.opname not in ("COPY", "CACHE")]
    after = {i.offset: then for i, then in pairwise(steps)}
    blanks = [i for i in steps if i.opname == "LOAD_CONST" and i.argval is ...]
    return not blanks or any(not _is_index(after[blank.offset]) for blank in blanks)


def _is_index(step: dis.Instruction) -> bool:
    return step.opname.endswith("_SUBSCR") or step.argrepr == "[]"


def _is_empty(code: CodeType) -> bool:
    return code.co_code == _stub.__code__.co_code


def _stub() -> None: ...


def _made_by(module: ModuleType, name: str) -> ast.stmt:
    """Return the top-level statement that defines the name in its module."""
    for statement in ast.parse(inspect.getsource(module)).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        named = [t.id for t in targets if isinstance(t, ast.Name)]
        if name in (getattr(statement, "name", None), *named):
            return statement
    raise LookupError(name)
