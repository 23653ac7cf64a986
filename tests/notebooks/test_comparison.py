"""Tests of the stored form of outputs, and of the comparison with a fresh run."""

import re
from pathlib import Path

import pytest
from nbformat import NotebookNode

from tests.notebooks import normal_form
from tests.notebooks.comparison import exact_differences, same_text, tolerant_differences
from tests.notebooks.stored import problems


def output_of(notebook: NotebookNode, cell: str) -> NotebookNode:
    return next(c for c in notebook.cells if c.id == cell).outputs[0]


def test_two_runs_store_the_same(recorded: NotebookNode, again: NotebookNode) -> None:
    assert exact_differences(normal_form.text(recorded), again) == ""
    assert tolerant_differences(recorded, again) == ""
    assert problems(normal_form.text(recorded)) == []


def test_normal_form_is_idempotent(recorded: NotebookNode) -> None:
    assert normal_form.normal_form(recorded) == recorded


def test_addresses_and_temporary_paths_are_masked(recorded: NotebookNode) -> None:
    assert "<object object at 0x…>" in output_of(recorded, "stream").text
    assert "filename : '<cell>', lineno : 4" in output_of(recorded, "warning").text


def test_a_traceback_keeps_the_frames_inside_cells(recorded: NotebookNode) -> None:
    traceback = "\n".join(output_of(recorded, "error").traceback)
    assert re.findall(r"^(?:Cell|File) .*$", traceback, re.M) == [
        "Cell In[6], line 4",
        "Cell In[6], line 3, in load(text)",
    ]
    assert traceback.endswith("JSONDecodeError: Expecting value: line 1 column 5 (char 4)")
    assert "\x1b" not in traceback


def test_an_explorer_is_stored_as_a_picture_and_text(recorded: NotebookNode) -> None:
    assert output_of(recorded, "explorer").data.keys() == {"image/svg+xml", "text/plain"}
    assert output_of(recorded, "explorer").metadata == {}
    assert "widgets" not in recorded.metadata


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("tensor([2.1585, 2.1784])", "tensor([2.1586, 2.1784])", True),
        ("tensor([2.1585, 2.1784])", "tensor([2.1685, 2.1784])", False),
        ("loss 1.00000e-08", "loss 1.00001e-08", True),
        ("loss 1.00000e-08", "loss 1.00000e-07", False),
        ("[ 0.0000, 1.0000]", "[-0.0000, 1.0000]", True),
        ("0.5", "0.6", False),
        ("3.", "4.", False),
        ("seed 100000", "seed 100001", False),
        ("grad_fn=<MulBackward0>", "grad_fn=<MulBackward1>", False),
        ("tensor(nan)", "tensor(1.0000)", False),
        ("1.0, 2.0", "1.0", False),
        ("<svg><text>1</text></svg> at 1.0", "<svg><text>2</text></svg> at 1.0", True),
    ],
)
def test_numbers_agree_up_to_rounding(one: str, other: str, same: bool) -> None:
    assert same_text(one, other) is same
    assert same_text(other, one) is same


def test_nbval_masks_the_same_text_as_the_normal_form() -> None:
    config = (Path(__file__).parent / "nbval_sanitize.cfg").read_text(encoding="utf-8")
    pairs = zip(
        re.findall(r"^regex: (.*)$", config, re.M),
        re.findall(r"^replace: (.*)$", config, re.M),
        strict=True,
    )
    assert dict(pairs) == normal_form.MASKS
