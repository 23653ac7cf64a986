"""The votes in the lectures, as Moodle questions."""

import html
from collections.abc import Iterator

from minigrad.teaching.slides.figures import draw
from minigrad.teaching.slides.lecture import SVG, Lecture, Part, Slide

from .quiz import Answer, MoodleQuestion, markdown


def vote_questions(lectures: list[Lecture]) -> Iterator[MoodleQuestion]:
    """Yield one question for each vote, with everything that the slide shows above the vote."""
    for lecture in lectures:
        if needs_figures(lecture):
            draw(lecture)
        for number, slide, place in _votes(lecture):
            yield MoodleQuestion(
                name=f"{lecture.name}, slide {number}",
                kind="multichoice",
                text=_text(slide, slide.parts[:place]),
                feedback=_reason(slide.parts[place]),
                answers=tuple(_answers(slide.parts[place])),
                category=f"minigrad/votes/{lecture.name}",
            )


def _votes(lecture: Lecture) -> Iterator[tuple[int, Slide, int]]:
    """Yield each slide that has a vote: its number, the slide, and the index of the vote's part."""
    for number, slide in enumerate(lecture.slides, 1):
        for place, part in enumerate(slide.parts):
            if part.choices:
                yield number, slide, place


def needs_figures(lecture: Lecture) -> bool:
    """Return whether a program draws a figure above a vote. If not, the chapter needn't run."""
    return any(p.program for _, slide, place in _votes(lecture) for p in slide.parts[:place])


def _text(slide: Slide, shown: list[Part]) -> str:
    title = markdown(f"**{slide.title}**")
    return title + "".join(map(_shown, shown))


def _shown(part: Part) -> str:
    """Return a slide part as HTML, without explorers, which work only in the deck."""
    if part.markdown:
        return markdown(part.markdown)
    if part.code:
        return f"<pre>{html.escape(part.code.source)}</pre>"
    return "" if part.explorer else "".join(map(_output, part.outputs))


def _output(output: dict[str, object]) -> str:
    data: dict[str, str] = output.get("data", {})  # type: ignore[assignment]
    if SVG in data:
        return data[SVG]
    return f"<pre>{html.escape(str(output.get('text') or data.get('text/plain', '')))}</pre>"


def _answers(vote: Part) -> Iterator[Answer]:
    for choice in vote.choices:
        feedback = "" if choice.right else _sentence(choice.belief)
        yield Answer(markdown(choice.text), choice.right, feedback)


def _reason(vote: Part) -> str:
    return "".join(markdown(choice.belief) for choice in vote.choices if choice.right)


def _sentence(belief: str) -> str:
    """Turn a belief such as "that gradients replace each other" into a complete sentence."""
    is_clause = belief.startswith("that ")
    return markdown(f"If you chose this, you may believe {belief}" if is_clause else belief)
