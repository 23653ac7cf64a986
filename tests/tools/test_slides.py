"""Lectures: which cells they take, what of them stands on slides, what becomes a note."""

import re
from difflib import unified_diff
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from minigrad.course.numbering import chapter_id
from minigrad.course.publish.slides.build import chapters
from minigrad.course.publish.slides.deck import cells, deck
from minigrad.course.publish.slides.lecture import Slide, lecture
from tests.tools.outlines import outline, recorded

CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in chapters()}
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS.values(), ids=CHAPTERS)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_gives_15_to_25_slides_that_begin_with_its_title(name: str) -> None:
    chapter = CHAPTERS[name]
    slides = lecture(chapter)
    fewest = 15 if chapter_id(name).isdigit() else 8  # an interlude is half a lecture
    assert fewest <= len(slides) <= 25
    assert [slide.opening for slide in slides] == [True] + [False] * (len(slides) - 1)
    assert slides[0].title == chapter.cells[0].source.splitlines()[0].removeprefix("# ")
    assert all(slide.title and slide.parts for slide in slides)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_deck_has_the_slides_that_are_written_down(name: str) -> None:
    told = outline(name, CHAPTERS[name]).splitlines()
    written = recorded().get(name, "").splitlines()
    differ = "\n".join(unified_diff(written, told, "outlines.txt", "notebook", lineterm="", n=1))
    if differ:
        pytest.fail(f"{differ}\nIf that is meant: python -m tests.tools.outlines", pytrace=False)


def test_no_outline_is_left_of_a_chapter_that_is_gone() -> None:
    assert list(recorded()) == list(CHAPTERS)


@each_chapter
def test_every_section_of_a_chapter_is_in_its_lecture(chapter: NotebookNode) -> None:
    headings = re.findall(r"^## (.+)$", sources(chapter), re.MULTILINE)
    spoken = ("Exercises", "A rest", "How ", "The chapters", "Where you are")
    sections = [heading for heading in headings if not heading.startswith(spoken)]
    told = {slide.title for slide in lecture(chapter)}
    assert [section for section in sections if section not in told] == []


@each_chapter
def test_every_explorer_of_a_chapter_is_in_its_lecture(chapter: NotebookNode) -> None:
    view = "application/vnd.jupyter.widget-view+json"
    explorers = [
        cell.id
        for cell in chapter.cells
        if any(view in output.get("data", {}) for output in cell.get("outputs", []))
    ]
    slides = lecture(chapter)
    shown = [part.cell.id for slide in slides for part in slide.parts if part.explorer]
    assert shown == explorers


@each_chapter
def test_a_lecture_ends_with_the_questions_and_gives_no_solution_away(
    chapter: NotebookNode,
) -> None:
    slides = lecture(chapter)
    assert slides[-1].title == "Test yourself"
    told = "\n".join(text(slides))
    solutions = re.findall(r"<summary>Solution</summary>(.*?)</details>", sources(chapter), re.S)
    assert solutions
    for solution in solutions:
        assert solution.strip()[:60] not in told


@each_chapter
def test_what_the_learner_reads_is_in_the_notes(chapter: NotebookNode) -> None:
    slides = lecture(chapter)
    with_notes = [slide for slide in slides if slide.notes]
    assert len(with_notes) > 0.6 * len(slides)


@each_chapter
def test_no_slide_shows_how_a_guess_is_compared(chapter: NotebookNode) -> None:
    for cell in cells(lecture(chapter), Path("01_x.ipynb")):
        assert "guess" not in cell.source if cell.cell_type == "code" else True
        for output in cell.get("outputs", []):
            assert "your guess" not in str(output.get("data", {}))


def test_a_text_gives_its_first_sentence_and_the_whole_as_a_note() -> None:
    (slide,) = lecture(notebook(("slide", "# Title\n\nIs 2.5 *half* of 5? Yes. And so on.")))
    assert slide.title == "Title"
    assert slide.parts[0].markdown == "Is 2.5 *half* of 5?"
    assert slide.notes == ["Is 2.5 *half* of 5? Yes. And so on."]


def test_a_slide_begins_at_the_last_heading_and_the_rest_belongs_to_what_came_before() -> None:
    text = "The end of one.\n\n## Two\n\nA new start. It goes on."
    one, two = lecture(notebook(("slide", "## One\n\nBefore."), ("slide", text)))
    assert (one.title, one.notes) == ("One", ["Before.", "The end of one."])
    assert (two.title, two.parts[0].markdown) == ("Two", "A new start.")
    assert two.notes == ["A new start. It goes on."]


def test_a_slide_without_a_heading_goes_on_under_the_last_one() -> None:
    given = notebook(("slide", "## One\n\nBefore."), (None, "Text.\n\n## Two\n\nText."))
    given.cells.append(code("x", {"slide_type": "slide", "text": "A line."}))
    _, slide = lecture(given)
    assert (slide.title, slide.parts[0].markdown) == ("Two", "A line.")


def test_a_part_is_shown_as_it_stands_by_its_heading_without_what_is_folded() -> None:
    folded = "<details>\n<summary>Answers</summary>\n\nYes.\n\n</details>"
    text = f"## One\n\n1. Why?\n2. When?\n\n{folded}\n\n## Exercises\n\nDo it."
    (slide,) = lecture(notebook(("slide", text, {"show": "One"})))
    assert (slide.title, slide.parts[0].markdown) == ("One", "1. Why?\n2. When?")
    assert "**Answers.**\n\n\nYes." in slide.notes[0]
    assert "Do it." not in "".join(slide.notes)


def test_links_between_notebooks_are_words() -> None:
    text = "## One\n\nSee [chapter 2](02_x.ipynb#Two), [below](#Three), [x](https://a.example/x)."
    (slide,) = lecture(notebook(("slide", text)))
    assert slide.notes == ["See chapter 2, below, [x](https://a.example/x)."]


def test_a_heading_inside_code_is_none() -> None:
    (slide,) = lecture(notebook(("slide", "## One\n\nText.\n\n```python\n# a comment\n```")))
    assert slide.title == "One"


def test_skipped_cells_give_neither_slides_nor_notes() -> None:
    (slide,) = lecture(notebook(("slide", "## One\n\nA."), ("skip", "B.")))
    assert slide.notes == ["A."]


def test_mistakes_in_a_selection_are_said() -> None:
    with pytest.raises(ValueError, match="cell-0: '-' comes before the first slide"):
        lecture(notebook(("-", "Text.")))
    with pytest.raises(ValueError, match="cell-0: there is no heading 'Two' to show"):
        lecture(notebook(("slide", "## One", {"show": "Two"})))
    given = notebook(("slide", "## One"))
    given.cells.append(code("x" * 80, {"slide_type": "-"}))
    with pytest.raises(ValueError, match="x: a line of 80 characters; a slide holds 79"):
        cells(lecture(given), Path("01_x.ipynb"))


def test_a_question_comes_before_its_answer() -> None:
    given = notebook(("slide", "## One\n\nGuess."))
    given.cells.append(code("1 + 1", {"slide_type": "-"}, "2"))
    _, _, _, cell = cells(lecture(given), Path("01_x.ipynb"))
    assert cell.metadata.later
    assert cell.outputs[0].data["text/plain"] == "2"


def test_the_lecture_hall_sees_what_happens_and_no_guess() -> None:
    told = "<div><div>your guess</div><div>1</div></div><div><div>so</div><div>x &lt; 2</div></div>"
    cell = code('x = 1\ncompare("x", guess, x.grad)', {"slide_type": "-"}, "your guess 1")
    cell.outputs[0].data["text/html"] = told
    given = notebook(("slide", "## One\n\nGuess."))
    given.cells.append(cell)
    shown = cells(lecture(given), Path("01_x.ipynb"))[-1]
    assert shown.source == "x = 1\nx.grad"
    assert shown.outputs[0].data == {"text/plain": "x < 2"}


def test_a_deck_loads_from_beside_itself_alone() -> None:
    page = deck(chapters()[0])
    loaded = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"', page)
    assert loaded
    assert all(address.startswith(("assets/", "data:")) for address in loaded)
    assert "mermaid" not in page


def notebook(*texts: tuple[Any, ...]) -> NotebookNode:
    made = []
    for number, (kind, source, *more) in enumerate(texts):
        how = {"slide_type": kind, **(more[0] if more else {})}
        metadata = {"slideshow": how} if kind else {}
        made.append(new_markdown_cell(source, id=f"cell-{number}", metadata=metadata))
    return new_notebook(cells=made)


def code(source: str, how: dict[str, str], result: str | None = None) -> NotebookNode:
    outputs = [] if result is None else [new_output("execute_result", {"text/plain": result})]
    return new_code_cell(source, id="x", metadata={"slideshow": how}, outputs=outputs)


def sources(chapter: NotebookNode) -> str:
    return "\n".join(cell.source for cell in chapter.cells if cell.cell_type == "markdown")


def text(slides: list[Slide]) -> list[str]:
    on_slides = [part.markdown for slide in slides for part in slide.parts]
    return on_slides + [note for slide in slides for note in slide.notes]
