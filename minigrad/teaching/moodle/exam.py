"""An exam as Moodle questions: multiple choice, numbers, short answers, and essays."""

import html
from collections.abc import Iterator

from minigrad.teaching.editions.sheet import markdown
from minigrad.teaching.exam.answering import DrawnQuestion, written
from minigrad.teaching.exam.question import ERROR

from .quiz import Answer, MoodleQuestion, literal

ROUNDED = 0.005  # numbers may be rounded to two digits


def exam_questions(asked: list[DrawnQuestion], name: str) -> list[MoodleQuestion]:
    return [
        _question(question, f"{name}, {number:02}", f"minigrad/exam {name}")
        for number, question in enumerate(asked, 1)
    ]


def _question(question: DrawnQuestion, name: str, category: str) -> MoodleQuestion:
    code = f"<pre>{html.escape(question.code.rstrip())}</pre>" if question.code else ""
    kind = _kind(question)
    answers = {
        "multichoice": _choices,
        "numerical": _numbers,
        "shortanswer": _short_answers,
        "essay": lambda _: iter(()),
    }[kind]
    return MoodleQuestion(
        name=f"{name} {question.about.title}".strip(),
        kind=kind,
        text=f"{code}{question.figure}{markdown(question.asks)}",
        points=question.about.points,
        feedback=markdown(question.because),
        answers=tuple(answers(question)),
        grading=_for_the_grader(question) if kind == "essay" else "",
        category=category,
    )


def _kind(question: DrawnQuestion) -> str:
    if question.choices:
        return "multichoice"
    if question.marks or question.kind == "line":
        return "essay"
    # A number field rejects words.
    is_number = isinstance(question.answer, int | float) and ERROR not in question.asks
    return "numerical" if is_number and "an error?" not in question.asks else "shortanswer"


def _choices(question: DrawnQuestion) -> Iterator[Answer]:
    beliefs = {written(believed): why for believed, why in question.wrong}
    for choice in map(written, question.choices):
        right = choice == written(question.answer)
        feedback = "" if right else markdown(beliefs[choice])
        yield Answer(html.escape(choice), right, feedback)


def _numbers(question: DrawnQuestion) -> Iterator[Answer]:
    wrong = [(n, why) for n, why in question.wrong if isinstance(n, int | float)]
    tolerance = tolerated(question.answer, [number for number, _ in wrong])
    yield Answer(written(question.answer), True, tolerance=tolerance)
    for number, why in wrong:
        yield Answer(written(number), False, markdown(why), tolerated(number, []) / 10)


def tolerated(answer: float, others: list[float]) -> float:
    """Return a number's tolerance, which allows for rounding but doesn't accept a wrong answer."""
    nearest = min((abs(answer - other) for other in others), default=1.0)
    return min(ROUNDED, abs(answer) / 20 if answer else ROUNDED, nearest / 3)


def _short_answers(question: DrawnQuestion) -> Iterator[Answer]:
    for text in _spellings(question.answer):
        yield Answer(text, True)
    for believed, why in question.wrong:
        yield Answer(_spellings(believed)[0], False, markdown(why))


def _spellings(answer: object) -> list[str]:
    """Return the ways in which an answer can be typed, with and without spaces and brackets."""
    if answer == ERROR:
        return [f"*{ERROR.removeprefix('an ')}*"]
    text = written(answer)
    ways = [text, text.replace(" ", "")]
    if isinstance(answer, list | str) and text[:1] in "[(":
        ways += [way.strip("[]()").rstrip(",") for way in ways] if text.count("[") < 2 else []
    if isinstance(answer, float):
        ways.append(written(round(answer, 2)))
    return list(dict.fromkeys(map(literal, ways)))


def _for_the_grader(question: DrawnQuestion) -> str:
    if question.marks:
        each = question.about.points // len(question.marks)
        return "".join(markdown(f"{each} points: {mark}") for mark in question.marks)
    also = f"<p>This is also correct: {question.also}</p>" if question.also else ""
    wrong = "".join(markdown(f"`{line}` is wrong: {why}") for line, why in question.wrong)
    return f"{markdown(f'Right: `{question.answer}`')}{also.replace(', or ', ' or ')}{wrong}"
