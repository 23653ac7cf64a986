"""A way to run a step so that its errors point at a line of that step, not of an earlier one.

The steps call each other, so an error may be raised inside a correct cell. For example, `Tensor`
may raise an error when `operation` passes the wrong arguments.
"""

import inspect
import linecache
from collections.abc import Callable
from typing import Any

from .. import checking
from ..checking.attempt import LearnerError


def call(step: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return checking.call(step, *arguments)
    except LearnerError as stumbled:
        _point(stumbled, _file(step))
        raise


def error_in(stumbled: LearnerError) -> BaseException:
    """Return the error that the learner's code raised."""
    return stumbled.__context__ or stumbled


def _file(step: Any) -> str | None:
    inner = vars(step).get("__init__") if inspect.isclass(step) else step
    code = getattr(inner, "__code__", None)
    return code.co_filename if code else None


def _point(stumbled: LearnerError, file: str | None) -> None:
    traceback, number = error_in(stumbled).__traceback__, 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            number = traceback.tb_lineno
        traceback = traceback.tb_next
    if number and file:
        line = linecache.getline(file, number).strip()
        error = stumbled.shown.rpartition("\n")[2] if "\n" in stumbled.shown else stumbled.shown
        stumbled.where, stumbled.shown = f" in line {number}", f"{line}\n{error}"
