"""The published steps: each takes its place in the learner's notebook until theirs is right."""

import inspect
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import engine, step_6, step_7

PUBLISHED: dict[str, tuple[ModuleType, str]] = {
    "step 1": (engine, "Tensor"),
    "step 2": (engine, "operation"),
    "step 3": (engine, "rules"),
    "step 4": (engine, "sum_to"),
    "step 5": (engine, "accumulate"),
    "step 6": (step_6, "backward"),
    "step 7": (step_7, "backward"),
    "step 8": (engine, "backward"),
}


def lay_out(step: str, notebook: dict[str, Any]) -> str:
    """Put a published step among the notebook's names, which from then on are those it uses."""
    module, name = PUBLISHED[step]
    published = getattr(module, name)
    if inspect.isclass(published):
        body = {n: _among(f, notebook) for n, f in vars(published).items() if _of(f, published)}
        notebook[name] = type(name, (), {"__module__": "__main__", **body})
    else:
        notebook[name] = _among(published, notebook)
    return name


def _among(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The function, looking up its global names in `names`."""
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__)


def _of(value: Any, cls: type) -> bool:
    """Whether it is a function written in the class, not an operator that was put there later."""
    return isinstance(value, FunctionType) and value.__qualname__.startswith(f"{cls.__name__}.")


def untried(answer: Any) -> bool:
    """Whether the answer is a stub, whose body is `...`, or the published step that stands in."""
    if inspect.isclass(answer):
        return all(untried(m) for m in vars(answer).values() if isinstance(m, FunctionType))
    if not isinstance(answer, FunctionType):
        return False
    code = answer.__code__
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    functions = [code, *(c for c in inner if not c.co_name.startswith("<"))]
    if any(c.co_code == _stub.__code__.co_code for c in functions):
        return True
    return code.co_filename in {inspect.getsourcefile(module) for module, _ in PUBLISHED.values()}


def _stub() -> None: ...
