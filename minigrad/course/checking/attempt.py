"""Functions that run the learner's code and locate errors in it."""

import inspect
import linecache
import sys
import types
import warnings
from typing import Any

import minigrad

from .limit import TimeUp, is_limited, within_limit
from .values import count

OURS = ("minigrad", "numpy", "torch")
LONGEST = 300  # characters shown of an error's text
SEARCHED = 10_000  # characters of an error's text that explanations are looked up for
# How many numbers an answer may contain: a correct one has 60,000 at most, and comparing and
# printing ten million takes minutes.
MOST = 100_000


class NotAttempted(Exception):
    """Raised if the answer still contains `...`, or if the program's behavior hasn't changed."""


class LearnerError(Exception):
    """Raised if the learner's code raises an error.

    `shown` holds the line and the shortened error, and `error` holds the full error text.
    """

    def __init__(self, error: BaseException) -> None:
        self.where, line = _their_line(error)
        text = message_of(error)
        message = "\n".join(text[:SEARCHED].splitlines()[:3])
        self.shown = f"{line}{type(error).__name__}: {_cut(message)}"
        self.error = f"{type(error).__name__}: {text[:SEARCHED]}"


class TimedOut(Exception):
    """Raised if the learner's code runs too long. `line` is the line at which it was stopped."""

    def __init__(self, stopped: TimeUp) -> None:
        self.where, line = _their_line(stopped)
        self.line = line.strip()


class WrongKind(Exception):
    """Raised if an answer has a type that can't be judged. The message says which type to use."""


def call(function: Any, *arguments: Any) -> Any:
    """Call the learner's function; return its result, or raise `WrongKind` if it changes its input.

    The values of tensors, lists, and dictionaries have to stay. Errors are raised as by
    `call_in_place`.
    """
    before = [_state(argument) for argument in arguments]
    result = call_in_place(function, *arguments)
    for place, (argument, state) in enumerate(zip(arguments, before, strict=True)):
        if _state(argument) != state:
            raise WrongKind(_changed(function, place, argument))
    return result


def call_in_place(function: Any, *arguments: Any) -> Any:
    """Call a function that may change its arguments; raise its error as a `LearnerError`.

    KeyboardInterrupt isn't caught, so Stop works as in any other cell. If the code takes too long,
    it's stopped after a few seconds, and `TimedOut` is raised.
    """
    if function is ...:
        raise NotAttempted
    if not callable(function):
        kind = type(function).__name__
        raise WrongKind(
            f"The check needs a function, but what you passed is of type `{kind}`. Pass the "
            "function by name, without calling it."
        )
    mg = library_of(function)
    with warnings.catch_warnings(), mg.enable_grad():
        warnings.simplefilter("ignore")
        try:
            result = within_limit(function, *arguments)
        except TimeUp as stopped:
            if is_limited(sys._getframe()):  # it was called by an answer that ran too long
                raise
            raise TimedOut(stopped) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # including `sys.exit()`, after which the notebook continues
            if "ellipsis" in message_of(error):  # the code computed with a blank
                raise NotAttempted from None
            raise LearnerError(error) from None
        recording = mg.is_grad_enabled()
    require_small(result)
    if has_blank(result):
        raise NotAttempted
    if not recording:
        raise WrongKind(
            "Your code leaves recording turned off for everything that follows. A "
            "`with mg.no_grad():` block turns it back on when the block ends."
        )
    return result


def _state(argument: Any) -> Any:
    """Return the values that an argument holds, and the version of a tensor."""
    if type(argument) in (list, dict):  # not a list that counts how often it's read
        return repr(argument)
    if not (hasattr(argument, "_version") and hasattr(argument, "detach")):  # a module has one
        return None
    return argument._version, argument.detach().numpy().tobytes()


def _changed(function: Any, place: int, argument: Any) -> str:
    called = getattr(function, "forward", function)
    own = getattr(called, "__name__", "<lambda>")
    who = "Your function" if own == "<lambda>" else f"`{own}`"
    try:
        what = f"`{list(inspect.signature(called).parameters)[place]}`"
    except (TypeError, ValueError, IndexError):
        what = "its argument"
    advice = (
        "`a.copy()` makes a new one that you can change."
        if isinstance(argument, list | dict)
        else "`a *= b` and methods that end in `_` change a tensor in place, but `a = a * b` "
        "creates a new one."
    )
    return f"{who} changes {what}, which its caller still needs as it was. {advice}"


def message_of(error: BaseException) -> str:
    """Return the error's message, or "" if `str` raises, as it may for a learner's own class."""
    try:
        return str(error)
    except (KeyboardInterrupt, TimeUp):
        raise
    except BaseException:
        return ""


def of_the_notebook(function: Any, *there: str) -> str:
    """Return the first of the given names that the function uses as a global variable."""
    used = getattr(getattr(function, "__code__", None), "co_names", ())
    return next((name for name in there if name in used), "")


def require_small(*answers: Any) -> None:
    """Raise `WrongKind` if the answers have more numbers or characters than any correct one."""
    if count(answers, MOST) > MOST:
        raise WrongKind(
            f"Your answer has more than {MOST:,} numbers or characters, which is more than any "
            "exercise needs, so it isn't compared. Print its `shape` or its `len`."
        )


def has_blank(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(has_blank(item) for item in value)
    return value is ...


def library_of(*answers: Any) -> types.ModuleType:
    """Return the library that the answers use: minigrad or PyTorch.

    For a function, look for `mg` or `torch` among its globals. For a tensor, look at its type.
    """
    for answer in answers:
        if isinstance(answer, list | tuple):
            library: Any = library_of(*answer)
        else:
            names = getattr(inspect.unwrap(answer), "__globals__", {})
            library = names.get("mg") or names.get("torch")
            library = library or sys.modules.get(type(answer).__module__.partition(".")[0])
        if getattr(library, "__name__", "") == "torch":
            return library
    return minigrad


def _their_line(error: BaseException) -> tuple[str, str]:
    """Find the innermost line of the learner's own code in the traceback."""
    traceback = error.__traceback__
    number, line = 0, ""
    if isinstance(error, SyntaxError):
        return "", ""
    while traceback is not None:
        frame = traceback.tb_frame
        if str(frame.f_globals.get("__name__")).partition(".")[0] not in OURS:
            number = traceback.tb_lineno or 0  # None if it was stopped between two lines
            name = frame.f_code.co_filename
            line = linecache.getline(name, number).strip()
        traceback = traceback.tb_next
    return (f" in line {number}" if number else ""), (f"{line}\n" if line else "")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
