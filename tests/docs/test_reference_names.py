"""Tests that names link from the chapters and the glossary to the reference and back."""

import inspect
import re
from pathlib import Path

import nbformat
import pytest

from docs import docstrings, lesson_links
from docs.contents import reference_names
from docs.names import meant, own_names, used
from docs.source_lines import source

MEANT = {
    "mg.tensor": "tensor",
    "mg.tensor(1.0, requires_grad=True)": "tensor",
    "F.cross_entropy": "nn.functional.cross_entropy",
    "autograd.grad": "autograd.grad",
    "nn.Linear": "nn.Linear",
    "DataLoader": "utils.data.DataLoader",
    ".grad": "Tensor.grad",
    "w.grad = None": "Tensor.grad",
    "requires_grad=True": "Tensor.requires_grad",
    "backward()": "Tensor.backward",
    "loss.backward()": "Tensor.backward",
    "optimizer.zero_grad()": "optim.Optimizer.zero_grad",
    "model.zero_grad()": "nn.Module.zero_grad",
    "scheduler.step()": "optim.lr_scheduler.LRScheduler.step",
    "ctx.save_for_backward(x)": "autograd.function.FunctionCtx.save_for_backward",
    "with mg.no_grad():": "no_grad",
    "x.add_(1)": "add",
    "kaiming_normal_": "nn.init.kaiming_normal_",
}
NOTHING = [
    *("x", "W @ x", "x * x", "w = w - ...", "y.detach().clone()", "f(x).sum()", "None", "True"),
    *("np.sum(x)", "torch.tensor", "math.exp", "text.split(';')", "split", "requires_grad = 1"),
    *("step", "if w.grad is not None:", "%tb", "print(x.grad)", "x.grad[0]", "mg.vmap", ""),
]


Books = dict[str, nbformat.NotebookNode]
Own = dict[str, frozenset[str]]


@pytest.fixture(scope="module")
def books() -> Books:
    return lesson_links.read(Path("notebooks"))


@pytest.fixture(scope="module")
def own(books: Books) -> Own:
    return lesson_links.own(books)


@pytest.fixture(scope="module")
def places() -> dict[str, lesson_links.Place]:
    return lesson_links.taught(Path("notebooks"), reference_names())


def named(code: str, *programs: str) -> str | None:
    name = meant(code, own_names(programs), reference_names())
    return name and name.removeprefix("minigrad.")


@pytest.mark.parametrize(("code", "name"), MEANT.items(), ids=list(MEANT))
def test_code_that_names_something_public_is_recognized(code: str, name: str) -> None:
    assert named(code) == name


@pytest.mark.parametrize("code", NOTHING)
def test_code_that_names_nothing_public_is_ignored(code: str) -> None:
    assert named(code) is None


def test_a_name_defined_by_a_program_is_the_programs_own() -> None:
    assert named("sum") is None
    assert named("mean", "mean = total / 3") is None
    assert named("jacobian(f, x)", "def jacobian(f, x):\n    return 1") is None
    own = "class Value:\n    def __init__(self):\n        self.grad = 0"
    assert named("x.grad", own) is None
    assert named("mg.exp", own) == "exp"


def test_a_name_that_several_classes_have_is_linked_only_if_its_object_is_known() -> None:
    assert named("model.state_dict()") == "nn.Module.state_dict"
    assert named("state_dict()") is None
    assert named("step()") == "optim.Optimizer.step"
    assert named("step") is None


def test_a_program_uses_what_it_imports_and_calls() -> None:
    program = """
from minigrad.utils.data import DataLoader
class Net(mg.nn.Module):
    def forward(self, x):
        return x.exp().sum()
loader = DataLoader(x)
x.add_(np.exp(1))
"""
    assert sorted(used(program, own_names([program]), reference_names())) == [
        *("minigrad.add", "minigrad.exp", "minigrad.nn.Module", "minigrad.sum"),
        "minigrad.utils.data.DataLoader",
    ]


def test_every_link_to_the_reference_has_a_link_back(
    books: Books, own: Own, places: dict[str, lesson_links.Place]
) -> None:
    linked = {
        name
        for stem, book in books.items()
        for cell in book.cells
        if cell.cell_type == "markdown"
        for name in lesson_links.mentions(cell.source, own[stem], reference_names())
    }
    for name in linked:
        back = "\n".join(docstrings.explained(name, []))
        assert f"<../{places[name].address}>`__" in back, name


def test_the_section_that_teaches_a_name_contains_it(
    books: Books, own: Own, places: dict[str, lesson_links.Place]
) -> None:
    met = {
        (stem, where.anchor, name)
        for stem, book in books.items()
        for cell, where in lesson_links.sections(stem, book)
        for name in (
            lesson_links.mentions(cell.source, own[stem], reference_names())
            if cell.cell_type == "markdown"
            else used(cell.source, own[stem], reference_names())
        )
    }
    assert {(place.stem, place.anchor, name) for name, place in places.items()} <= met


def test_a_name_is_taught_where_the_glossary_says_or_where_it_is_first_used(
    tmp_path: Path,
) -> None:
    text, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    said = {
        "01_first": [text("# One\n`mg.exp`, `mg.log`"), text("## A: `b`"), code("mg.exp(x)")],
        "02_second": [text("# Two\n## C"), code("mg.exp(x); x.tanh(); x.sum()")],
        "glossary": [text("**`tanh`**: Bends. [1. A: `b`](01_first.ipynb#A:-b)")],
    }
    for stem, cells in said.items():
        nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / f"{stem}.ipynb")
    places = {
        name.removeprefix("minigrad."): p
        for name, p in lesson_links.taught(tmp_path, reference_names()).items()
    }
    assert {name: place.address for name, place in places.items()} == {
        "exp": "01_first.html#A%3A-b",
        "log": "01_first.html#One",
        "sum": "02_second.html#C",
        "tanh": "01_first.html#A%3A-b",
    }
    assert places["exp"].title == "1. A: b"
    quoted = lesson_links.Place("05_sgd", '5. Why "x"', 'Why-"x"')
    assert quoted.address == "05_sgd.html#why-x"


def test_the_source_shown_is_the_definition_a_reader_looks_for() -> None:
    def first_line(name: str) -> str:
        written = source(f"minigrad.{name}", reference_names()[f"minigrad.{name}"])
        return written.text.splitlines()[0] if written else ""

    assert first_line("exp").startswith('@elementwise("ExpBackward0"')
    assert first_line("add").startswith("@public(")
    assert first_line("Tensor") == "class Tensor(TensorMethods):"
    assert first_line("nn.Linear") == "class Linear(Module):"
    assert first_line("Tensor.backward") == '@unchecked("backward")'
    assert first_line("Tensor.float").strip().startswith("def convert(")
    assert first_line("float64").startswith("float64 = ")
    assert first_line("nn.functional.mse_loss").startswith("def mse_loss(")


def test_no_signature_shows_the_memory_address_of_a_default() -> None:
    def shown(signature: str) -> str:
        told_as = docstrings.process_signature(None, "", "", None, None, signature, None)
        return told_as[0] if told_as else ""

    assert shown("(x, dim=<object object>)") == "(x, dim=...)"
    assert shown("(x, dim=<object object at 0x7f00>, *)") == "(x, dim=..., *)"
    assert shown("(f=<function collate>)") == "(f=collate)"
    for name, value in reference_names().items():
        if callable(value) and not inspect.isclass(value):
            assert not re.search(r"object object|0x", shown(str(inspect.signature(value)))), name
