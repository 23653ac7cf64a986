"""An exam as Moodle questions: multiple choice, numbers, short answers, and essays."""

import html
import itertools
import re
from collections.abc import Iterator
from typing import Any

from minigrad.teaching.exam.answering import DrawnQuestion, written
from minigrad.teaching.exam.paper import imports, points_for
from minigrad.teaching.exam.question import ERROR

from .quiz import Answer, MoodleQuestion, markdown

ESSAYS = ("by hand", "line", "why")
ROUNDED = 0.005  # numbers may be rounded to two digits
DECIMAL = "Write numbers as decimals, exact or rounded to two decimal places."
SEVERAL = "Write only the values, in the order asked, and separate them with commas."
ENDINGS = ("exact", "rounded", ".", ".0", "0.00")  # 2.125, 2.12, 3., 3.0, 3.00
RAISES = "If there's an error, write `error`."
SHAPE = "Write a shape as a tuple, such as `(2, 3)` or `(4,)`."


def exam_questions(asked: list[DrawnQuestion], name: str) -> list[MoodleQuestion]:
    """Return the questions in order. If a choice needs a reason, an essay question follows it."""
    category = f"minigrad/exam {name}"
    rules = markdown(f"Work with paper and pencil, and don't run the programs.{imports(asked)}")
    made = [MoodleQuestion(f"{name}, 00 Rules", "description", rules, 0, category=category)]
    for number, question in enumerate(asked, 1):
        title = f"{name}, {number:02} {question.about.title}"
        made.append(_question(question, title, category))
        if question.reason:
            made.append(_reason(question, title, category))
    return made


def _question(question: DrawnQuestion, title: str, category: str) -> MoodleQuestion:
    kind = _kind(question)
    answers = {
        "multichoice": _choices,
        "numerical": _numbers,
        "shortanswer": _short_answers,
        "essay": lambda _: iter(()),
    }[kind]
    return MoodleQuestion(
        name=title,
        kind=kind,
        text=_text(question) + markdown(how_to_write(question)),
        points=question.about.points - question.reason_points,
        feedback=markdown(question.because),
        answers=tuple(answers(question)),
        grading=_for_the_grader(question) if kind == "essay" else "",
        category=category,
    )


def _reason(question: DrawnQuestion, title: str, category: str) -> MoodleQuestion:
    """Return the question for the reason, which is worth the same points as on paper."""
    asks = f"You chose an answer to this task. Now {question.reason}."
    return MoodleQuestion(
        name=f"{title}, reason",
        kind="essay",
        text=markdown(asks) + _text(question),
        points=question.reason_points,
        feedback=markdown(question.because),
        grading=markdown(f"Right: {written(question.answer)}. {question.because}"),
        category=category,
    )


def _text(question: DrawnQuestion) -> str:
    code = f"<pre>{html.escape(question.code.rstrip())}</pre>" if question.code else ""
    return f"{code}{question.figure}{markdown(question.asks)}"


def _kind(question: DrawnQuestion) -> str:
    if question.choices:
        return "multichoice"
    if question.kind in ESSAYS:
        return "essay"
    # A number field rejects words.
    is_number = isinstance(question.answer, int | float)
    return "numerical" if is_number and not may_raise(question) else "shortanswer"


def may_raise(question: DrawnQuestion) -> bool:
    return ERROR in question.asks


def how_to_write(question: DrawnQuestion) -> str:
    """Return the sentences that say how to type an answer so that Moodle recognizes it."""
    kind = _kind(question)
    if kind == "numerical":
        return DECIMAL
    if kind != "shortanswer":
        return ""
    parts = list(_parts([question.answer, *(believed for believed, _ in question.wrong)]))
    is_shape = any(str(part).startswith("(") for part in parts)
    is_list = any(re.match(r"\w+, ", str(part)) for part in parts)  # "x, y"
    is_several = len(list(_parts(question.answer))) > 1 or is_list
    advice = {
        SHAPE: is_shape,
        DECIMAL: any(isinstance(part, int | float) for part in parts),
        SEVERAL: is_several,
        RAISES: may_raise(question),
    }
    return " ".join(sentence for sentence, applies in advice.items() if applies)


def _parts(answer: Any) -> Iterator[Any]:
    """Yield the numbers, shapes, and words of an answer."""
    if isinstance(answer, list | tuple):
        for part in answer:
            yield from _parts(part)
    else:
        yield answer


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
    right = spellings(question.answer)
    for text in right:
        yield Answer(text, True)
    for believed, why in question.wrong:
        for text in spellings(believed):
            if text not in right:
                yield Answer(text, False, markdown(why))


def spellings(answer: Any) -> list[str]:
    """Return the ways to type an answer: with or without spaces, brackets, and a decimal point.

    In Moodle, `*` stands for any characters, so an answer's own `*` is escaped.
    """
    if answer == ERROR:
        return [f"*{ERROR.removeprefix('an ')}*"]
    ways = itertools.product(ENDINGS, (True, False))
    texts = [_typed(answer, ending, in_brackets) for ending, in_brackets in ways]
    if str(answer).isidentifier():  # float32, or mg.float32
        texts.append(f"*.{answer}")
    texts += [text.replace(" ", "") for text in texts]
    return list(dict.fromkeys(texts))


def _typed(answer: Any, ending: str, in_brackets: bool) -> str:
    """Return an answer as typed, with a list in brackets or not, and numbers in one of ENDINGS."""
    if isinstance(answer, list | tuple):
        text = ", ".join(_typed(part, ending, in_brackets) for part in answer)
        return f"[{text}]" if isinstance(answer, list) and in_brackets else text
    if not isinstance(answer, int | float):
        return str(answer).replace("*", r"\*")
    if ending == "0.00":
        return f"{answer:.2f}"
    text = written(round(answer, 2) if ending == "rounded" else answer)
    return text if "." in text or ending in ("exact", "rounded") else text + ending


def _for_the_grader(question: DrawnQuestion) -> str:
    if question.marks:
        marks = "".join(
            markdown(f"{points_for(worth)}: {mark}") for mark, worth in question.marks.items()
        )
        return markdown(f"Right: `{written(question.answer)}`") + marks
    also = f"<p>This is also correct: {question.also}</p>" if question.also else ""
    wrong = "".join(markdown(f"`{line}` is wrong: {why}") for line, why in question.wrong)
    return f"{markdown(f'Right: `{question.answer}`')}{also.replace(', or ', ' or ')}{wrong}"
