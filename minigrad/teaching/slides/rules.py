"""Rules that every lecture must pass before its deck is built. Each problem names its slide.

The rules catch mistakes that the audience would notice: an answer given away, or too much for one
slide or for the hour.
"""

import re
from collections.abc import Iterator

from .fences import FENCE, between_fences, examples
from .lecture import LETTERS, Code, Lecture, Part, Slide, chapter
from .minutes import clock
from .script import ROLES

CODE, WIDE = 13, 88  # the maximum lines of code on a slide, and characters per line
MINUTES = 45.1  # allow ten seconds for rounding
SKIPPED = {"optional", "questions", "answers"}  # what lecturers leave out if they're late


def faults(lecture: Lecture) -> list[str]:
    slides = list(enumerate(lecture.slides, 1))
    wrong = [f"{at(n, s)}: {fault}" for n, s in slides for fault in _of_one(s)]
    wrong += _of_all(lecture)
    return [f"{lecture.name}, {fault}" for fault in wrong]


def at(number: int, slide: Slide) -> str:
    return f"slide {number} “{slide.title}”"


def _of_one(slide: Slide) -> Iterator[str]:
    sources = [code.source for code in codes(slide)]
    lines = sum(len(source.splitlines()) for source in sources)
    if lines > CODE:
        yield f"{lines} lines of code, but a slide has room for {CODE}"
    widest = max((len(line) for source in sources for line in source.splitlines()), default=0)
    if widest > WIDE:
        yield f"a line of {widest} characters, but a slide has room for {WIDE}"
    for part in slide.parts:
        if part.choices and sum(choice.right for choice in part.choices) != 1:
            yield "a vote needs exactly one correct choice"
        if len(part.choices) > len(LETTERS):
            yield f"{len(part.choices)} choices, but a vote has letters for only {len(LETTERS)}"
    if examples(part.markdown for part in slide.parts) and not any(p.holds for p in slide.parts):
        yield "an example without a vote that `holds`, so no test runs it"
    texts = [*(part.markdown for part in slide.parts), *(note.text for note in slide.notes)]
    if "next" in slide.roles and re.search(r"\d+ minutes", " ".join(texts)):
        yield "it says how many minutes exercises take, but only the notebook says that"
    if "$" in slide.title:
        yield "a title contains a formula, but the handout's key and the outline are plain text"
    yield from _notes(slide)


def codes(slide: Slide) -> list[Code]:
    """Return all code on a slide, from cells, solutions, and code fences."""
    found = []
    for part in slide.parts:
        found += [part.code] if part.code else []
        for _, fenced in FENCE.findall(part.markdown):
            found.append(Code(fenced, (1, len(fenced.splitlines()))))
    return found


def _notes(slide: Slide) -> Iterator[str]:
    beliefs = [choice.belief for part in slide.parts for choice in part.choices]
    if any("$" in text for text in (*beliefs, *(note.text for note in slide.notes))):
        yield "a note contains a formula, but notes are plain text; write, for example, w − 0.1·g"
    if any(note.kind in ("Wait", "Show") and not note.seconds for note in slide.notes):
        yield "Wait and Show need a time in seconds, as in `Wait: 20 s`"
    if any(note.kind == "Type" and not note.lines for note in slide.notes):
        yield "Type needs the number of lines, as in `Type: 2 lines`"


def _of_all(lecture: Lecture) -> Iterator[str]:
    slides, notebook = lecture.slides, chapter(lecture.notebook)
    heading = notebook.cells[0].source.splitlines()[0].removeprefix("# ")
    if slides[0].title != heading:
        yield f"the title slide isn't called {heading!r}"
    if unknown := {role for s in slides for role in s.roles} - {*ROLES, "optional"}:
        yield f"unknown roles: {', '.join(sorted(unknown))}"
    for number, slide in enumerate(slides, 1):
        texts = [part.markdown for part in slide.parts]
        for fault in between_fences(texts, notebook):
            yield f"{at(number, slide)}: {fault}"
    yield from _given_away(slides)
    core = sum(slide.seconds for slide in slides if not SKIPPED & {*slide.roles}) / 60
    if core > MINUTES:
        yield (
            f"even without optional slides and *Test yourself*, it takes {clock(core)} minutes, "
            "but a lecture has 45"
        )


def _given_away(slides: list[Slide]) -> Iterator[str]:
    """Check that no explorer opens on the answer to a vote on the same or a later slide."""
    for number, slide in enumerate(slides, 1):
        opened = " ".join(_opening(part) for part in slide.parts if part.explorer)
        later = slides[number - 1 : number + 1]
        for choices in (part.choices for s in later for part in s.parts if part.choices):
            right = next((choice.text for choice in choices if choice.right), "")
            wrong = [choice.text for choice in choices if not choice.right]
            if says(opened, right) and not any(says(opened, text) for text in wrong):
                yield f"{at(number, slide)}: its explorer opens on the answer, {right}"


def _opening(part: Part) -> str:
    """Return the text with which an explorer opens, which is the first line of its stored text."""
    texts = [output.get("data", {}).get("text/plain", "") for output in part.outputs]
    lines = [re.findall(r"^- (.+)$", text, re.MULTILINE) for text in texts]
    return " ".join(match[0] for match in lines if match).replace("\u00a0", " ")


def says(text: str, answer: str) -> bool:
    """Return whether a text contains an answer, and not just as part of a longer number.

    >>> says("w.grad = 6", "6"), says("w.grad = 16.5", "6"), says("", "")
    (True, False, False)
    """
    answer = re.sub(r"[`*$]", "", answer).strip().rstrip(".")
    return bool(answer) and bool(re.search(rf"(?<![\w.−-]){re.escape(answer)}(?!\w|\.\d)", text))
