"""Tests that the learner's copy of a chapter has the same cells, none of which has been run."""

import json
from pathlib import Path
from typing import Any

import pytest

from minigrad.course.learner_copy import learners_copy
from tests.course.cells import NOTEBOOKS

CHAPTERS = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))


def code_cells(content: bytes) -> list[dict[str, Any]]:
    return [c for c in json.loads(content)["cells"] if c["cell_type"] == "code"]


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_no_cell_has_been_run(chapter: Path) -> None:
    for cell in code_cells(learners_copy(chapter.read_bytes())):
        assert (cell["outputs"], cell["execution_count"]) == ([], None), cell["id"]


def test_everything_else_is_stored_unchanged(chapter: Path) -> None:
    original, copied = (
        json.loads(b) for b in (chapter.read_bytes(), learners_copy(chapter.read_bytes()))
    )
    assert copied["metadata"] | {"language_info": None} == original["metadata"] | {
        "language_info": None
    }
    for ours, theirs in zip(original["cells"], copied["cells"], strict=True):
        assert {**ours, "outputs": 0, "execution_count": 0} == {
            **theirs,
            "outputs": 0,
            "execution_count": 0,
        }


def test_the_stored_language_is_the_one_the_kernel_reports(chapter: Path) -> None:
    from ipykernel.ipkernel import IPythonKernel

    copied = json.loads(learners_copy(chapter.read_bytes()))
    assert copied["metadata"]["language_info"] == IPythonKernel.language_info
    stored = json.loads(chapter.read_bytes())["metadata"]["language_info"]
    version = {"version": IPythonKernel.language_info["version"]}
    assert stored | version == IPythonKernel.language_info


def test_an_attached_picture_is_copied() -> None:
    picture = {"attached.png": {"image/png": "aGVsbG8="}}
    text = {
        "cell_type": "markdown",
        "id": "a",
        "metadata": {},
        "source": [],
        "attachments": picture,
    }
    notebook = {"cells": [text], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (copied,) = json.loads(learners_copy(json.dumps(notebook).encode()))["cells"]
    assert copied["attachments"] == picture
