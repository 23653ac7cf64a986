"""Tests that chapter 11's recorded output appears only below programs that PyTorch has run."""

from importlib.util import find_spec

import pytest

from minigrad.course.chapter_11 import beside_pytorch, made_in_pytorch, torch_comparison
from tests.course.cells import run
from tests.course.solved import solved

CHAPTER = "11_on_to_pytorch"
without_pytorch = pytest.mark.skipif(
    find_spec("torch") is not None, reason="PyTorch produces its own output"
)


def defined(source: str, **others: object):
    names = {"__name__": "__main__", **others}
    run(source, names)
    return names["program" if "program" in names else "product"]


@without_pytorch
def test_every_program_of_the_chapter_is_recorded_unchanged() -> None:
    names = solved(CHAPTER).names
    for name in torch_comparison.records()["programs"]:
        text = repr(beside_pytorch(names[name]))
        assert "recorded on" in text
        assert torch_comparison.UNKNOWN not in text


@without_pytorch
def test_a_changed_program_is_shown_without_pytorchs_output() -> None:
    changed = defined("def product(torch):\n    print(torch.ones(2))")
    text = repr(beside_pytorch(changed))
    assert "tensor([1., 1.])   not recorded" in text
    with pytest.raises(ModuleNotFoundError, match="recorded only for the chapter's version"):
        made_in_pytorch(changed)


def test_a_program_is_also_identified_by_the_functions_it_uses() -> None:
    two = "def size():\n    return {}\n\n\ndef program(torch):\n    print(torch.ones(size()))"
    assert torch_comparison.source(defined(two.format(2))) != torch_comparison.source(
        defined(two.format(3))
    )


def test_errors_are_part_of_the_output_and_advice_is_separate() -> None:
    mg = __import__("minigrad")
    program = defined("def program(torch):\n    print(1)\n    torch.ones(2).to(torch.float16)")
    printed, advice = torch_comparison.ran(program, mg)
    assert printed == "1\nAttributeError: module 'minigrad' has no attribute 'float16'"
    assert advice == "minigrad has no half precision. Use float32."
