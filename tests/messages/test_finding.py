"""From what is printed to where it is raised: by a search for the words, and by the traceback."""

import ast
import re
import tomllib
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import minigrad as mg
from minigrad.nn import functional as F
from tests.messages.advice import ADVICE, ran
from tests.messages.test_common_mistakes import LINES

PACKAGE = Path(mg.__file__).parent
FILES = sorted(PACKAGE.glob("messages/catalog/*.toml"))
LINES_OF_FILES = [line for path in FILES for line in path.read_text("utf-8").splitlines()]
SENTENCES: dict[str, str] = {
    name: text.split("\n")[0]
    for path in FILES
    for name, entry in tomllib.loads(path.read_text("utf-8")).items()
    for text in entry.values()
}


def searched_for(sentence: str) -> str:
    """What one copies from the screen: the first six words beside which no value stands."""
    pieces = [" ".join(piece.split()[:6]) for piece in re.split(r"\{[^{}]*\}", sentence)]
    return max(pieces, key=lambda piece: len(piece.split()))


def entries_with(words: str) -> list[str]:
    """The names of the entries in which a search of the files for the words ends."""
    names, name = [], ""
    for line in LINES_OF_FILES:
        name = line.strip("[]") if line.startswith("[") else name
        if words in line:
            names.append(name)
    return names


def test_a_sentence_is_found_by_its_first_words() -> None:
    lost = []
    for name, sentence in SENTENCES.items():
        words = searched_for(sentence)
        hits = entries_with(words)
        alike = {n for n, other in SENTENCES.items() if words in other}
        if not {name, *alike} <= set(hits) or len(hits) > 5:
            lost.append(f"{name}: {words!r} is in {hits}")
    assert not lost, "\n".join(lost)


def test_six_sentences_of_seven_are_the_only_one_that_a_search_finds() -> None:
    several = [n for n, text in SENTENCES.items() if len(entries_with(searched_for(text))) > 1]
    assert len(several) <= len(SENTENCES) / 7  # PyTorch says some things in several places


def test_no_line_of_a_sentence_is_wrapped() -> None:
    lines = [line for path in FILES for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if line.endswith("\\")] == []


def leaf() -> Any:
    return mg.tensor([1.0, 2.0, 3.0], requires_grad=True)


def twice() -> None:
    y = (leaf() ** 2).sum()
    y.backward()
    y.backward()


def changed() -> None:
    y = leaf().exp()
    z = y.sum()
    y += 1
    z.backward()


# What goes wrong, and the file in which its traceback ends: that of the operation.
ENDS: list[tuple[Callable[[], Any], str]] = [
    (lambda: mg.ones(2) + mg.ones(3), "engine/define.py"),
    (lambda: mg.ones(2, 3) @ mg.ones(2, 3), "ops/linalg.py"),
    (lambda: mg.ones(6).view(4), "ops/dims.py"),
    (lambda: mg.ones(3)[3], "ops/indexing.py"),
    (lambda: mg.cat([mg.ones(2), mg.ones(2, 2)]), "ops/joining.py"),
    (lambda: mg.ones(3).item(), "values/conversion.py"),
    (lambda: leaf().numpy(), "values/conversion.py"),
    (lambda: leaf().add_(1), "engine/memory/inplace.py"),
    (lambda: leaf().backward(), "autograd/gradients.py"),
    (lambda: mg.ones(3).sum().backward(), "autograd/gradients.py"),
    (twice, "engine/backward.py"),
    (changed, "engine/checks.py"),
    (lambda: F.cross_entropy(mg.ones(1, 2), mg.tensor([2])), "nn/entropies.py"),
    (lambda: mg.nn.Linear(2, 1)(mg.ones(3)), "nn/linear.py"),
    (lambda: F.elu(mg.tensor([1])), "ops/activations.py"),
    (lambda: mg.ones(2, 2).bool() @ mg.ones(2, 2).bool(), "ops/linalg.py"),
    (lambda: mg.ones(3).masked_fill(mg.tensor([True, False]), 1.0), "ops/gathering.py"),
    (lambda: F.dropout([1.0]), "nn/layer_functions.py"),
]


@pytest.mark.parametrize(("wrong", "file"), ENDS)
def test_a_traceback_ends_where_the_check_stands(wrong, file: str) -> None:
    with pytest.raises((RuntimeError, IndexError, TypeError, ValueError)) as caught:
        wrong()
    last = traceback.extract_tb(caught.tb)[-1]
    assert Path(last.filename).relative_to(PACKAGE).as_posix() == file
    assert str(last.line).startswith("raise ")


@pytest.mark.parametrize("program", [*(fails for _, _, fails, _ in ADVICE), *LINES.split("\n")])
def test_every_traceback_ends_with_the_raise_of_an_operation(program: str) -> None:
    last = None
    try:
        ran(program)
    except Exception as wrong:
        last = traceback.extract_tb(wrong.__traceback__)[-1]
    if last is not None and PACKAGE in Path(last.filename).parents:
        room = Path(last.filename).relative_to(PACKAGE).parts[0]
        assert room != "messages", f"ends in {last.name}"
        assert str(last.line).startswith("raise "), last


def test_what_says_something_does_not_raise_it() -> None:
    tree = ast.parse((PACKAGE / "messages/errors.py").read_text("utf-8"))
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Raise)] == []
