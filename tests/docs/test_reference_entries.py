"""Tests that every row and example in the reference entries matches what minigrad does."""

import doctest
import inspect
from collections import Counter
from pathlib import Path

import minigrad
from docs import lesson_links
from docs.contents import reference_names
from docs.entries import Entry, Row, entries
from docs.names import scope_of, used
from docs.reference import SUBJECTS
from docs.source_lines import source
from tests.docs import entry_runs
from tests.together import cases

MOST_USED = 60
LESSONS = Path("tests/parity/lessons")
ENTRIES = entries()
GIVES = [(name, row) for name, entry in ENTRIES.items() for row in entry.gives]
RAISES = [(name, row) for name, entry in ENTRIES.items() for row in entry.raises]


def uses() -> Counter[str]:
    """Return how often chapters and lessons use each name that's in the glossary."""
    books = lesson_links.read(Path("notebooks"))
    whose = lesson_links.scopes(books, reference_names())
    counted: Counter[str] = Counter()
    for stem, book in books.items():
        for program in lesson_links.sources(book):
            counted.update(used(program, whose[stem], reference_names()))
    for cell in books["glossary"].cells:
        counted.update(lesson_links.mentions(cell.source, whose["glossary"], reference_names()))
    for path in LESSONS.glob("*.py"):
        lesson = path.read_text(encoding="utf-8")
        counted.update(used(lesson, scope_of([lesson], reference_names()), reference_names()))
    return counted


def test_a_call_has_the_shape_and_dtype_of_its_row() -> None:
    with cases() as case:
        for name, row in GIVES:
            with case(f"{name}: {row.inputs} | {row.call}"):
                value, sizes = entry_runs.run(row, minigrad)
                assert entry_runs.form(value) == entry_runs.expected(row, sizes)


def test_a_call_raises_the_error_of_its_row() -> None:
    with cases() as case:
        for name, row in RAISES:
            with case(f"{name}: {row.inputs} | {row.call}"):
                assert entry_runs.raised(row, minigrad) == row.comes


def test_an_example_prints_the_output_below_it() -> None:
    with cases() as case:
        for name, entry in ENTRIES.items():
            for example, printed in entry_runs.answers(entry, minigrad):
                with case(f"{name}: {example.source}"):
                    assert printed == example.want


def test_an_example_in_a_docstring_runs_as_printed() -> None:
    runner = doctest.DocTestRunner(verbose=False)
    for name, value in reference_names().items():
        doc = inspect.getdoc(value) if value.__doc__ else None
        if doc and ">>>" in doc:
            runner.run(doctest.DocTestParser().get_doctest(doc, {}, name, None, None))
    assert runner.summarize(verbose=False).failed == 0  # failures are printed


def test_the_most_frequently_used_names_have_an_entry() -> None:
    by_use = sorted(uses().items(), key=lambda item: (-item[1], item[0]))
    assert [name for name, _ in by_use[:MOST_USED] if name not in ENTRIES] == []


def test_an_entry_is_complete() -> None:
    with cases() as case:
        for name, entry in ENTRIES.items():
            with case(name):
                check_entry(name, entry)


def check_entry(name: str, entry: Entry) -> None:
    value = reference_names()[name]
    assert entry.subject in SUBJECTS
    assert entry.raises
    assert (">>>" in (inspect.getdoc(value) or "")) != bool(entry.example), "one example"
    assert entry.see
    assert {f"minigrad.{other}" for other in entry.see} <= reference_names().keys() - {name}
    written = source(name, value)
    assert written is not None
    lines = Path(written.path).read_text(encoding="utf-8").splitlines()
    assert "\n".join(lines[written.first - 1 : written.last]) == written.text


def test_an_entry_has_shapes_for_its_tensors() -> None:
    without = {name.removeprefix("minigrad.") for name, entry in ENTRIES.items() if not entry.gives}
    assert without <= {
        *("autograd.Function", "autograd.Function.apply", "autograd.Function.backward"),
        *("autograd.Function.forward", "autograd.function.FunctionCtx.save_for_backward"),
        *("autograd.function.FunctionCtx.saved_tensors", "manual_seed", "nn.Module"),
        *("nn.Module.forward", "nn.Module.load_state_dict"),
        *("nn.Module.register_full_backward_hook", "optim.Adam", "optim.AdamW"),
        *(
            "optim.Optimizer.step",
            "optim.Optimizer.zero_grad",
            "optim.SGD",
            "draw.curves",
            "draw.draw_graph",
        ),
        "Tensor.backward",  # its docstring says that
    }


def test_an_incorrect_row_is_detected() -> None:
    value, sizes = entry_runs.run(Row("x (n, m)", "x.sum(dim=0)", "(n,)"), minigrad)
    assert entry_runs.form(value) != entry_runs.expected(Row("", "", "(n,)"), sizes)
    assert entry_runs.form(value) == entry_runs.expected(Row("", "", "(m,)"), sizes)
    assert entry_runs.form(value) != entry_runs.expected(Row("", "", "int64 (m,)"), sizes)
    assert entry_runs.raised(Row("x (2,)", "x.sum()", ""), minigrad) == "nothing"
    wrong = Entry("", "", (), (), ">>> mg.ones(2).sum()\ntensor(3.)\n", ())
    [(example, printed)] = entry_runs.answers(wrong, minigrad)
    assert printed != example.want
