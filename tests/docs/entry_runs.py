"""Helpers that run the examples in the reference entries with minigrad or PyTorch."""

import ast
import contextlib
import doctest
import io
import re
import types
import warnings
from collections.abc import Iterator
from typing import Any

from docs.entries import Entry, Row

TENSOR = re.compile(r"(\w+) ?(\w*) (\(.*?\))(?:, |; |$)")
FORM = re.compile(r"(\w*) ?(\(.*?\))?(?:, (?=\w+ \(|\()|,?$)")
LETTER = re.compile(r"\b[a-z]\b")
SIZES = (2, 3, 4, 5)


def run(row: Row, library: types.ModuleType) -> tuple[Any, dict[str, int]]:
    """Return the result of the call in a row, and the sizes that the row's letters stand for."""
    letters = list(dict.fromkeys(LETTER.findall(" ".join(re.findall(r"\(.*?\)", row.inputs)))))
    sizes = dict(zip(letters, SIZES, strict=False))
    names: dict[str, Any] = {"mg": library, "__name__": "__main__", **sizes}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(_statements(row.inputs, sizes), names)
        return eval(row.call, names), sizes


def _statements(setup: str, sizes: dict[str, int]) -> str:
    """Return statements that create tensors of ones, or of zeros for indices."""
    lines = []
    while tensor := TENSOR.match(setup):
        name, dtype, shape = tensor.groups()
        value = 0 if dtype == "int64" else 1
        size = eval(shape, dict(sizes))
        lines.append(f"{name} = mg.full({size}, {value}, dtype=mg.{dtype or 'float32'})")
        setup = setup[tensor.end() :]
    return "\n".join([*lines, setup])


def form(value: Any) -> str:
    """Return the dtype and shape of each tensor, or the class of any other value."""
    if isinstance(value, tuple | list) and value and all(hasattr(v, "shape") for v in value):
        return ", ".join(form(each) for each in value)
    if hasattr(value, "grad_fn"):
        dtype = str(value.dtype).rpartition(".")[2]
        return f"{'' if dtype == 'float32' else dtype + ' '}{tuple(value.shape)}"
    return "None" if value is None else type(value).__name__


def expected(row: Row, sizes: dict[str, int]) -> str:
    """Return the expected result of a row, with its letters replaced by sizes."""

    def shape(match: re.Match[str]) -> str:
        return str(eval(match[0], dict(sizes)))

    return re.sub(r"\(.*?\)", shape, row.comes.rstrip(","))


def raised(row: Row, library: types.ModuleType) -> str:
    """Return the class and the first line of the error."""
    try:
        run(row, library)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
    return "nothing"


def answers(entry: Entry, library: types.ModuleType) -> Iterator[tuple[doctest.Example, str]]:
    """Run an entry's example with the library as `mg`; yield each statement with its output."""
    names: dict[str, Any] = {"mg": library, "__name__": "__main__"}
    for example in doctest.DocTestParser().get_examples(entry.program):
        if example.source.startswith("import minigrad as mg"):
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            for statement in ast.parse(example.source).body:
                code = compile(ast.Interactive([statement]), "<example>", "single")
                exec(code, names)
        yield example, printed.getvalue()
