"""Questions with numbers filled in, and their answers, computed by running the programs."""

import warnings
from dataclasses import dataclass, field, replace
from typing import Any

from .question import ERROR, KINDS, Kind, Line, Question


@dataclass(frozen=True)
class DrawnQuestion:
    """A question with numbers filled in, and its answer from the program and from a formula."""

    chapter: str
    code: str
    asks: str
    answer: Any
    again: Any
    also: str
    because: str
    wrong: tuple[tuple[Any, str], ...]  # each belief's result and the belief
    kind: str = "program"
    figure: str = ""
    choices: tuple[Any, ...] = ()  # the right and wrong answers to choose from
    reason: str = ""  # what to write next to the choice
    reasons: int = 1  # how many reasons that is
    marks: dict[str, int] = field(default_factory=dict)

    @property
    def about(self) -> Kind:
        return KINDS[self.kind]

    @property
    def reason_points(self) -> int:
        return self.reasons if self.reason else 0


def with_numbers(question: Question | Line, values: dict[str, Any]) -> DrawnQuestion:
    run = Run(values)
    run.execute(question.before)
    return _with_line(question, run) if isinstance(question, Line) else _answered(question, run)


def imported() -> dict[str, Any]:
    """Return names that programs use but don't import. `make parity` substitutes PyTorch's."""
    import numpy as np

    import minigrad as mg

    return {"mg": mg, "F": mg.nn.functional, "np": np}


class Run:
    """A runner for consecutive programs, which replaces each `{name}` with its drawn value."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        names = imported()
        size = names["mg"].Size
        self.names = {**names, "ERROR": ERROR, "shape": lambda *sizes: size(sizes)}

    def filled(self, template: str) -> str:
        for name, value in self.values.items():
            template = template.replace(f"{{{name}}}", str(value))
        return template

    def execute(self, template: str) -> None:
        exec(self.filled(template), self.names)

    def value(self, template: str) -> Any:
        return as_written(eval(self.filled(template), self.names))


def _answered(question: Question, run: Run) -> DrawnQuestion:
    try:
        run.execute(question.code)
    except RuntimeError:
        answer = ERROR
    else:
        answer = run.value(question.answer)
    because = {"True": question.because} if isinstance(question.because, str) else question.because
    beliefs = [(run.value(it), run.filled(why)) for it, why in question.wrong.items()]
    wrong = tuple((believed, why) for believed, why in beliefs if believed is not None)
    asks = run.filled(question.asks).replace("{result}", written(answer))
    if wrong:
        asks = asks.replace("{expected}", written(wrong[0][0]))
    return DrawnQuestion(
        question.chapter,
        run.filled(question.code),
        asks,
        answer,
        run.value(question.holds),
        run.filled(question.also),
        next(run.filled(why) for holds, why in because.items() if run.value(holds)),
        wrong,
        question.kind,
        run.value(question.figure) if question.figure else "",
        (answer, *(believed for believed, _ in wrong)) if question.choose else (),
        question.reason,
        question.reasons,
        {run.filled(mark): points for mark, points in question.marks.items()},
    )


def _with_line(question: Line, run: Run) -> DrawnQuestion:
    """Return a fill-in question. Its answer is the first correct line, with the others listed.

    Every line is run. `again` is None if a correct line fails or if a wrong line works.
    """
    fitting = [line for line in question.right if _fits(question, run, line)]
    rejected = [run.filled(line) for line in question.wrong if not _fits(question, run, line)]
    right = tuple(map(run.filled, question.right))
    return DrawnQuestion(
        question.chapter,
        run.filled(question.code),
        run.filled(question.asks),
        right[0],
        right[0] if len(fitting) == len(right) and len(rejected) == len(question.wrong) else None,
        ", or ".join(f"<code>{_escaped(line)}</code>" for line in right[1:]),
        run.filled(question.because),
        tuple((run.filled(line), run.filled(why)) for line, why in question.wrong.items()),
        question.kind,
    )


def _fits(question: Line, run: Run, line: str) -> bool:
    """Return whether the program does what it should when the given line fills the gap."""
    inside = Run(run.values)
    inside.execute(question.before)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a wrong line may warn
        try:
            inside.execute(question.code.replace("____", line))
            return bool(eval(inside.filled(question.holds), inside.names))
        except (RuntimeError, TypeError, ValueError, NameError, AttributeError, LookupError):
            return False


def shuffled(asked: DrawnQuestion, chance: Any) -> DrawnQuestion:
    """Return the question with its choices in a different order."""
    return replace(asked, choices=tuple(chance.sample(asked.choices, len(asked.choices))))


def as_written(value: Any) -> Any:
    """Format numbers with at most five digits, whether they come from minigrad or PyTorch.

    Each element of a list, shape, or tuple counts as an answer.
    """
    if hasattr(value, "tolist"):  # a tensor
        return as_written(value.tolist())
    if type(value).__name__ == "Size":
        return str(tuple(value))
    if isinstance(value, list | tuple):
        return type(value)(map(as_written, value))
    return float(f"{value:.5g}") + 0.0 if isinstance(value, float) else value


def written(value: Any) -> str:
    """Format a number the way people write it on paper: 7 for 7.0, 0.00001 for 1e-05."""
    import numpy as np

    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, tuple):
        return ", ".join(map(written, value))
    if isinstance(value, float):
        return np.format_float_positional(value, trim="-")
    return str(value)


def _escaped(text: str) -> str:
    import html

    return html.escape(text)
