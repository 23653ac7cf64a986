"""A small shell that runs cells and provides the IPython features that `minigrad.course` uses."""

import ast
import linecache
import sys
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from .bundle import bundle
from .messages import Stream, flush, send

Caught = tuple[type[BaseException], BaseException, TracebackType | None]


class Compiler:
    """A compiler that gives each cell its own filename, so that tracebacks can show its lines."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def register(self, source: str, count: int) -> str:
        file = f"<cell {count}>"
        self.names[file] = f"In[{count}]"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        return file

    def format_code_name(self, file: str) -> tuple[str, str] | None:
        return ("Cell", self.names[file]) if file in self.names else None


class Events:
    """The functions to call after each cell, such as a function that matplotlib registers."""

    def __init__(self) -> None:
        self.after: list[Callable[[], Any]] = []

    def register(self, event: str, function: Callable[[], Any]) -> None:
        if event == "post_execute" and function not in self.after:
            self.after.append(function)

    def unregister(self, event: str, function: Callable[[], Any]) -> None:
        if function in self.after:
            self.after.remove(function)

    def trigger(self, event: str) -> None:
        for function in self.after:
            function()


class Shell:
    kernel = "a page"  # where outputs can change while a cell runs

    def __init__(self, home: str) -> None:
        self.home = home  # a cell may change the current folder
        self.user_ns = sys.modules["__main__"].__dict__  # where pickle finds the cells' functions
        self.compile = Compiler()
        self.custom_exceptions: tuple[type[BaseException], ...] = ()
        self.custom: Callable[..., None] | None = None
        self.events = Events()
        self.count = 0
        self.last: Caught | None = None

    def run(self, source: str) -> bool:
        """Run a cell and send its outputs; return whether the cell finished without an error."""
        self.count += 1
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
        try:
            if source.strip() == "%tb":
                self._show_all()
            else:
                self._run(source)
            self.events.trigger("post_execute")
            return True
        except BaseException as error:
            flush()
            self._report(error)
            return False
        finally:
            flush()
            sys.stdout, sys.stderr = streams

    def _run(self, source: str) -> None:
        file = self.compile.register(source, self.count)
        body = ast.parse(source, file).body
        last = body[-1] if body else None
        if isinstance(last, ast.Expr):
            body.pop()
        exec(compile(ast.Module(body, []), file, "exec"), self.user_ns)
        if not isinstance(last, ast.Expr):
            return
        value = eval(compile(ast.Expression(last.value), file, "eval"), self.user_ns)
        if value is not None and not source.rstrip().endswith(";"):
            self.user_ns["_"] = value
            flush()
            send("result", data=bundle(value), count=self.count)

    def _report(self, error: BaseException) -> None:
        # Leave out the frame of `_run`, which every cell goes through.
        trace = error.__traceback__.tb_next if error.__traceback__ else None
        self.last = type(error), error, trace
        if self.custom and isinstance(error, self.custom_exceptions):
            self.custom(self, type(error), error, trace)
        else:
            self.showtraceback(self.last)

    def _show_all(self) -> None:
        """Show the full traceback of the last error, as IPython's `%tb` does."""
        if self.last is None:
            print("No error so far.")
        else:
            kind, error, trace = self.last
            lines = traceback.format_exception(kind, error, trace)
            self._showtraceback(kind, error, [self._named("".join(lines).rstrip("\n"))])

    # Attributes that `minigrad.course.tracebacks` uses, under IPython's names.

    def set_custom_exc(
        self, kinds: tuple[type[BaseException], ...], show: Callable[..., None]
    ) -> None:
        self.custom_exceptions, self.custom = kinds, show

    def showtraceback(self, caught: Caught, running_compiled_code: bool = True) -> None:
        kind, error, trace = caught
        if isinstance(error, SyntaxError):
            trace = None  # no line has run yet
        lines = traceback.format_exception(kind, error, self._own(trace))
        self._showtraceback(kind, error, [self._named("".join(lines).rstrip("\n"))])

    def _get_exc_info(self, caught: Caught) -> Caught:
        return caught

    def _showtraceback(self, kind: type, error: BaseException, shown: list[str]) -> None:
        send("error", name=kind.__name__, text=str(error), traceback=shown)

    def _own(self, trace: TracebackType | None) -> TracebackType | None:
        """Return the part of a traceback that begins in a cell."""
        while trace is not None and trace.tb_frame.f_code.co_filename not in self.compile.names:
            trace = trace.tb_next
        return trace

    def _named(self, text: str) -> str:
        for file, name in self.compile.names.items():
            text = text.replace(f'File "{file}"', f"Cell {name}")
        return text
