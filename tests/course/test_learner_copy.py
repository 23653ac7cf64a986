"""Tests that the learner's copy of a chapter shows no answer before the guess."""

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from minigrad.course.learner_copy import ANSWERS, EXPLORER, language, learners_copy
from tests.course.cells import NOTEBOOKS

CHAPTERS = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))


def code_cells(content: bytes) -> list[dict[str, Any]]:
    return [c for c in json.loads(content)["cells"] if c["cell_type"] == "code"]


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_cells_that_reply_to_the_learner_have_no_output_or_number(chapter: Path) -> None:
    for cell in code_cells(learners_copy(chapter.read_bytes())):
        if ANSWERS.search("".join(cell["source"])):
            assert (cell["outputs"], cell["execution_count"]) == ([], None), cell["id"]
        assert "the answer" not in json.dumps(cell["outputs"]), cell["id"]


def test_only_an_explorer_comes_between_a_guess_and_its_answer(chapter: Path) -> None:
    guessing = False
    for cell in code_cells(learners_copy(chapter.read_bytes())):
        source = "".join(cell["source"])
        if guessing:
            assert all(EXPLORER in output.get("data", {}) for output in cell["outputs"]), cell["id"]
        guessing = source.startswith("guess = ...") or (guessing and "compare(" not in source)


def test_everything_else_is_stored_unchanged(chapter: Path) -> None:
    original, copied = (
        json.loads(b) for b in (chapter.read_bytes(), learners_copy(chapter.read_bytes()))
    )
    assert copied["metadata"] | {"language_info": None} == original["metadata"] | {
        "language_info": None
    }
    with_output = 0
    for ours, theirs in zip(original["cells"], copied["cells"], strict=True):
        assert {**ours, "outputs": 0, "execution_count": 0} == {
            **theirs,
            "outputs": 0,
            "execution_count": 0,
        }
        with_output += bool(theirs.get("outputs"))
        assert theirs.get("outputs", []) in ([], ours.get("outputs", []))
    assert with_output > 3


def test_the_stored_language_is_the_one_the_kernel_reports() -> None:
    from ipykernel.ipkernel import IPythonKernel

    assert language() == IPythonKernel.language_info


def test_every_cell_between_a_guess_and_its_answer_is_empty() -> None:
    sources = ["1 + 1", "guess = ...", "x = 3\nx", "x * x", 'compare("square", guess, x)', "y"]
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    for cell in notebook.cells:
        cell.outputs = [new_output("stream", text="9")]
    copied = code_cells(learners_copy(nbformat.writes(notebook).encode()))
    kept = ["".join(cell["source"]) for cell in copied if cell["outputs"]]
    assert kept == ["1 + 1", "guess = ...", "y"]
