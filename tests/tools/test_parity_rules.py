"""Tests for the differences from PyTorch that the comparison rules accept and reject."""

import random

import numpy as np
import pytest

from tests.parity.grammar import HOLE, RULES, SUBJECTS, Grammar
from tests.parity.rules import first_sentence, same_message, same_text, same_values, size_of


def test_the_libraries_names_are_treated_as_equal() -> None:
    assert same_text("torch.float64", "minigrad.float64")
    assert same_text("<class 'torch.Size'>", "<class 'minigrad.Size'>")
    assert not same_text("torch.float64", "numpy.float64")
    assert not same_text("torchvision", "minigradvision")


def test_memory_addresses_are_masked() -> None:
    assert same_text(
        "<MulBackward0 object at 0x7f0012345678>", "<MulBackward0 object at 0x7fabcdef>"
    )
    assert not same_text(
        "<MulBackward0 object at 0x7f0012345678>", "<AddBackward0 object at 0x7f0012345678>"
    )


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("shapes differ. Reshape one.", "shapes differ"),
        ("sizes differ: [2] and [3].", "sizes differ: [2] and [3]"),
        ("shapes differ\nReshape one.", "shapes differ"),
        ("torch.Size([2]) and 1.5 differ.", "torch.Size([2]) and 1.5 differ"),
        ("minigrad.Size([2]) differs", "torch.Size([2]) differs"),
        ("Slow (Triggered internally at /a/b.cpp:12.)", "Slow"),
    ],
)
def test_a_sentence_ends_at_the_first_period_or_line_break(message, sentence) -> None:
    assert first_sentence(message) == sentence


def test_shapes_are_not_mistaken_for_addresses() -> None:
    assert not same_text("(2x1 and 0x3)", "(2x1 and 0x2)")


def test_errors_and_warnings_are_compared_by_class_and_first_sentence() -> None:
    torchs = ("RuntimeError", "a leaf is changed. See the notes.")
    assert same_message(torchs, ("RuntimeError", "a leaf is changed.\nUse no_grad()."))
    assert not same_message(torchs, ("ValueError", "a leaf is changed."))
    assert not same_message(torchs, ("RuntimeError", "a leaf was changed."))


def test_messages_of_python_and_numpy_are_compared_by_class() -> None:
    torchs = ("TypeError", "unsupported operand type(s) for +: 'Tensor' and 'str'")
    assert same_message(torchs, ("TypeError", "unsupported operand type(s) for +: 'A' and 'B'"))
    assert not same_message(torchs, ("ValueError", torchs[1]))
    assert not same_message(torchs, ("TypeError", "add(): argument 'other' must be Tensor"))


def test_printed_numbers_must_be_identical_text() -> None:
    assert same_text("tensor([1.5000, 2.0000])", "tensor([1.5000, 2.0000])")
    assert not same_text("tensor([1.5000])", "tensor([1.50])")
    assert not same_text("tensor([1.5000])", "tensor([1.5001])")
    assert not same_text("tensor([1, 2])", "tensor([1, 3])", values_agree=True)
    assert not same_text("tensor([0.])", "tensor([-0.])", values_agree=True)


def test_the_last_digit_may_differ_if_the_values_agree() -> None:
    assert same_text("tensor([0.1235])", "tensor([0.1234])", values_agree=True)
    assert not same_text("tensor([0.1235])", "tensor([0.1234])", values_agree=False)
    assert not same_text("tensor([0.1235])", "tensor([0.1233])", values_agree=True)
    assert same_text("1.2346e-05", "1.2345e-05", values_agree=True)
    assert not same_text("1.2345e-05", "1.2345e-04", values_agree=True)
    assert same_text("0.12345678", "0.12345679")  # the text itself shows a relative error of 1e-6
    assert not same_text("0.12345678", "0.12346000")


def test_values_must_agree_to_one_in_a_million() -> None:
    values = np.array([1.0, np.nan, np.inf], np.float32)
    assert same_values(values, values * np.float32(1 + 5e-7))
    assert not same_values(values, values * np.float32(1 + 2e-6))
    assert not same_values(values, np.array([1.0, 1.0, np.inf], np.float32))
    assert not same_values(values, np.array([1.0, np.nan, -np.inf], np.float32))
    assert not same_values(values, values.astype(np.float64))
    assert not same_values(values, values.reshape(1, 3))
    assert not same_values(np.array([1]), np.array([2]))


def test_after_cancellation_values_must_agree_relative_to_the_largest() -> None:
    values = np.array([1.0, 1e-3])
    assert same_values(values, values + 1e-7, size=1.0)
    assert not same_values(values, values + 1e-7)
    assert not same_values(values, values + 3e-6, size=1.0)
    assert not same_values(values[1:], values[1:] + 1e-7, size=1e-3)
    assert size_of(values, np.array([np.inf, -2.0]), np.array([])) == 2.0


def test_every_rule_of_the_grammar_exists_and_is_used() -> None:
    forms = [form for usual, wrong in RULES.values() for form in (*usual, *wrong)]
    named = {match[2] for form in forms for match in HOLE.finditer(form)}
    subjects = {*SUBJECTS, *(f"{subject}_do" for subject in SUBJECTS)}
    assert named | subjects == set(RULES)
    assert all(form == form.strip() and form for form in forms)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_each_seed_draws_its_own_repeatable_programs(subject: str) -> None:
    program, same, other = (Grammar(random.Random(seed)).program(subject) for seed in (0, 0, 1))
    assert program == same != other
    assert len(program) > len(RULES[subject][0])
