"""Recompute every answer and every distractor in the exam key with PyTorch."""

import itertools
from collections.abc import Iterator
from typing import Any
from unittest import mock

import numpy as np
import torch

from minigrad.teaching.exam import answering
from minigrad.teaching.exam.answering import DrawnQuestion, with_numbers
from minigrad.teaching.exam.questions import QUESTIONS
from minigrad.teaching.exam.selection import all_distinct

DRAWS = 10  # sets of numbers drawn per question, spread evenly over all of them


def compare_all() -> int:
    """Run the exam's programs with both libraries; print and count the differences."""
    pairs = [(place, values) for place in range(len(QUESTIONS)) for values in some_draws(place)]
    failures = 0
    for place, values in pairs:
        ours, theirs = with_numbers(QUESTIONS[place], values), with_pytorch(place, values)
        if seen(ours) != seen(theirs):
            failures += 1
            print(f"--- exam: {seen(ours)} but with PyTorch {seen(theirs)}\n{ours.code}")
    print(f"exam: {len(pairs)} draws of {len(QUESTIONS)} questions, {failures} differ")
    return failures


def some_draws(place: int) -> Iterator[dict[str, Any]]:
    every = [
        dict(zip(draws, each, strict=True))
        for variant in QUESTIONS[place].variants
        for draws in [{**variant, **QUESTIONS[place].draws}]
        for each in itertools.product(*draws.values())
    ]
    distinct = [values for values in every if all_distinct(values)]
    return iter(distinct[:: -(-len(distinct) // DRAWS)])


def with_pytorch(place: int, values: dict[str, Any]) -> DrawnQuestion:
    names = {"mg": torch, "F": torch.nn.functional, "np": np}
    with mock.patch.object(answering, "imported", return_value=names):
        return with_numbers(QUESTIONS[place], values)


def seen(asked: DrawnQuestion) -> tuple[Any, ...]:
    """Return the answers in a question's key.

    Figures of training runs always use minigrad's numbers.
    """
    return asked.answer, asked.again, asked.asks, asked.wrong, asked.figure
