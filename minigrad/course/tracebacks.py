"""Errors in a notebook, reduced to the learner's own lines. `%tb` still shows every frame.

Frames of this package and of libraries don't help learners find a mistake in their own code. Those
frames are hidden only in the displayed error.
"""

import linecache
import os
import re
import sys
import sysconfig
from itertools import groupby, islice
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from .checking.meanings import in_python

PACKAGE = str(Path(__file__).resolve().parents[1])
PLACES = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
# Libraries can also be elsewhere, for example in a folder that PYTHONPATH lists.
LIBRARIES = [getattr(sys.modules.get(name), "__file__", None) for name in ("numpy", "IPython")]
PLACES |= {os.path.dirname(os.path.dirname(file)) for file in LIBRARIES if file}
HIDDEN = (PACKAGE, *map(os.path.realpath, PLACES))
SHOWN = 6  # nested calls
RED, GREEN, PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[0m"


def show_own_lines() -> None:
    """From now on, show only the learner's own lines, unless other code customizes errors."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((Exception, KeyboardInterrupt), _show)


def _show(shell: Any, kind: type, error: BaseException, trace: Any, tb_offset: Any = None) -> None:
    """Show a cell's error, or leave it to IPython if this module can't handle it."""
    frames = _frames(shell, trace)
    others = isinstance(error, SyntaxError | BaseExceptionGroup) or kind.__name__ == "UsageError"
    line = _own_line(shell, error, trace)
    if re.match(r"\s*guess\s*=(?!=)", line) and "guess" in shell.user_ns:
        shell.user_ns["guess"] = ...  # otherwise `compare` would judge an earlier guess
    if isinstance(error, SyntaxError) and (meaning := in_python(f"SyntaxError: {error.msg}")):
        error.msg = f"{error.msg}\n{meaning}"
    if others or not frames or hasattr(error, "_render_traceback_"):
        # If the cell isn't valid Python, no line has run, and only the invalid line can be shown.
        ran = bool(frames) or not isinstance(error, SyntaxError)
        shell.showtraceback((kind, error, trace), running_compiled_code=ran)
        return
    shell._get_exc_info((kind, error, trace))  # where `%tb` and `%debug` look
    means = in_python(f"{kind.__name__}: {error}")
    name = getattr(error, "name", None)
    if name and re.fullmatch(rf"\s*guess\s*=\s*{re.escape(name)}\s*(#.*)?\s*", line):
        means = f'A word needs quotes: guess = "{name}"'
    notes = [*getattr(error, "__notes__", []), means]
    lines = [f"{RED}{kind.__name__}{PLAIN}: {error}", *filter(None, notes)]
    shell._showtraceback(kind, error, [*frames, "\n".join(lines)])


def _own_line(shell: Any, error: BaseException, trace: TracebackType | None) -> str:
    """Return the line of the cell that failed, or the line that Python can't read."""
    if isinstance(error, SyntaxError):
        return error.text or ""
    while trace is not None:
        if _is_own(shell, trace.tb_frame):
            return linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return ""


def _frames(shell: Any, trace: TracebackType | None) -> list[str]:
    """Return the calls in the learner's own code, from the cell to the line that failed."""
    places = []
    while trace is not None:
        if _is_own(shell, trace.tb_frame):
            code = trace.tb_frame.f_code
            places.append((code, trace.tb_lineno, _last_line(trace)))
        trace = trace.tb_next
    shown = []
    for place, same in groupby(places):
        times = len(list(same))
        shown.append(_frame(shell, *place) + (f"      ({times} times)\n" if times > 1 else ""))
    if len(shown) > SHOWN:
        left_out = f"      ({len(shown) - SHOWN} more calls)\n"
        shown[SHOWN // 2 : -SHOWN // 2] = [left_out]
    return shown


def _frame(shell: Any, code: Any, first: int, last: int) -> str:
    kind, name = shell.compile.format_code_name(code.co_filename) or ("File", code.co_filename)
    inside = "" if code.co_name == "<module>" else f", in {code.co_name}"
    lines = [f"{GREEN}{kind} {name}{PLAIN}, line {first}{inside}"]
    for number in range(first, last + 1):
        arrow = f"----> {number}" if number == first else f"      {number}"
        text = linecache.getline(code.co_filename, number).rstrip()
        lines.append(f"{GREEN}{arrow}{PLAIN} {text}")
    return "\n".join(lines) + "\n"


def _last_line(trace: TracebackType) -> int:
    """Return the last line number of the failing expression, which may span several lines."""
    positions = trace.tb_frame.f_code.co_positions()
    _, end, _, _ = next(islice(positions, trace.tb_lasti // 2, None), (None,) * 4)
    return max(trace.tb_lineno, end or 0)


def _is_own(shell: Any, frame: FrameType) -> bool:
    """Return whether a frame belongs to a cell, a learner's file, or a published step in use."""
    if frame.f_globals is shell.user_ns:
        return True
    file = frame.f_code.co_filename
    return os.path.isfile(file) and not os.path.realpath(file).startswith(HIDDEN)
