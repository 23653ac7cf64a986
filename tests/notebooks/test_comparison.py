"""Tests that the notebook comparison detects everything that could mislead a reader."""

import copy
import re
from collections.abc import Callable
from pathlib import Path

import nbformat
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


def test_any_changed_digit_in_stored_outputs_is_detected(
    recorded: NotebookNode, again: NotebookNode
) -> None:
    stored = normal_form.text(recorded)
    sources = [m.span() for m in re.finditer(r'"source": \[.*?\n   \]', stored, re.DOTALL)]
    digits = [m.start() for m in re.finditer(r"\d", stored)]
    digits = [i for i in digits if not any(start < i < end for start, end in sources)]
    assert len(digits) > 100
    for i in digits:
        changed = stored[:i] + str((int(stored[i]) + 1) % 10) + stored[i + 1 :]
        assert exact_differences(changed, again), stored[i - 40 : i + 40]


def change(cell: str, key: str, mime: str = "") -> Callable[[NotebookNode], None]:
    def apply(notebook: NotebookNode) -> None:
        output = output_of(notebook, cell)
        holder = output.data if mime else output
        holder[mime or key] = re.sub(
            r"\d", lambda digit: str((int(digit[0]) + 1) % 10), holder[mime or key], count=1
        )

    return apply


def drop_output(notebook: NotebookNode) -> None:
    notebook.cells[1].outputs = []


def drop_form(notebook: NotebookNode) -> None:
    del output_of(notebook, "table").data["text/html"]


@pytest.mark.parametrize(
    "fault",
    [
        change("stream", "text"),
        change("result", "data", "text/plain"),
        change("picture", "data", "text/plain"),
        change("table", "data", "text/html"),
        change("error", "evalue"),
        drop_output,
        drop_form,
    ],
)
def test_a_changed_number_is_detected_in_other_configurations(
    fault: Callable[[NotebookNode], None], recorded: NotebookNode, again: NotebookNode
) -> None:
    faulty = copy.deepcopy(recorded)
    fault(faulty)
    assert tolerant_differences(faulty, again)


def test_a_drawing_may_differ_in_other_configurations(
    recorded: NotebookNode, again: NotebookNode
) -> None:
    other = copy.deepcopy(recorded)
    change("picture", "data", "image/svg+xml")(other)
    assert tolerant_differences(other, again) == ""


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


def svg(attributes: str, inside: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inside}</svg>'


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        ({"image/png": "iVBORw0KGgo=", "text/plain": "a curve"}, "can't be compared"),
        ({normal_form.WIDGET_VIEW: {"model_id": "a"}, "text/plain": "a"}, "can't be compared"),
        ({"text/html": svg('role="img"'), "text/plain": "a graph"}, "without role"),
        ({"text/html": svg('aria-label="a graph"'), "text/plain": "a graph"}, "without role"),
        ({"text/html": svg('role="img" aria-label="g"', "<g>"), "text/plain": "g"}, "well-formed"),
        (
            {
                "text/html": svg('role="img" aria-label="g"', '<a id="i"/>')
                + svg('role="img" aria-label="g"', '<b id="i"/><use href="#i"/>'),
                "text/plain": "g",
            },
            "has 2 definitions",
        ),
        ({"text/html": "<td>", "text/plain": "<Table at 0x…>"}, "doesn't describe"),
        ({"text/html": '<img src="data:,">', "text/plain": "g"}, "text alternative"),
        ({"text/html": '<link href="https://a.b/c.css">', "text/plain": "g"}, "fetch"),
        ({"text/html": "<script>alert(1)</script>", "text/plain": "g"}, "fetch"),
        ({"text/plain": "/home/me/minigrad"}, "is specific to one machine"),
        ({"text/plain": "<Tensor at 0x7f12a0b3>"}, "memory address"),
    ],
)
def test_a_faulty_output_is_detected(
    output: dict[str, str], complaint: str, recorded: NotebookNode
) -> None:
    faulty = copy.deepcopy(recorded)
    output_of(faulty, "table").data = nbformat.from_dict(output)
    assert complaint in "\n".join(problems(normal_form.text(faulty)))


def strip_counts(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.execution_count, cell.outputs = None, []


def untag(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.metadata.pop("tags", None)


def warn(notebook: NotebookNode) -> None:
    output_of(notebook, "stream").name = "stderr"


def fold(notebook: NotebookNode) -> None:
    notebook.cells[0].metadata["collapsed"] = False


def skip(notebook: NotebookNode) -> None:
    notebook.cells[0].metadata["tags"] = ["nbval-ignore-output"]


def add_version(notebook: NotebookNode) -> None:
    notebook.metadata.language_info["version"] = "3.11.7"


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        (strip_counts, "execution count None"),
        (untag, "an unexpected error"),
        (warn, "stderr"),
        (fold, "metadata ['collapsed']"),
        (skip, "from the comparison"),
        (add_version, "notebook metadata"),
    ],
)
def test_a_faulty_cell_is_detected(
    fault: Callable[[NotebookNode], None], complaint: str, recorded: NotebookNode
) -> None:
    faulty = copy.deepcopy(recorded)
    fault(faulty)
    assert complaint in "\n".join(problems(normal_form.text(faulty)))


def test_nbval_masks_the_same_text_as_the_normal_form() -> None:
    config = (Path(__file__).parent / "nbval_sanitize.cfg").read_text(encoding="utf-8")
    pairs = zip(
        re.findall(r"^regex: (.*)$", config, re.M),
        re.findall(r"^replace: (.*)$", config, re.M),
        strict=True,
    )
    assert dict(pairs) == normal_form.MASKS
