"""Chapters that do not pass a new check yet. Every set has to become empty, and then go."""

from collections.abc import Iterable
from typing import Any

import pytest

PENDING: dict[str, set[str]] = {
    "repeatable": {"06"},
    "numbers": {"00", "01b", "04"},
    "judges": {"01", "02"},
}


def each(check: str, chapters: Iterable[str]) -> pytest.MarkDecorator:
    """The chapters as parameters, those that are pending marked so."""
    waiting = PENDING.get(check, set())
    mark = pytest.mark.xfail(reason="this chapter does not pass it yet", strict=False)
    params: list[Any] = [
        pytest.param(c, marks=[mark] if c.partition("_")[0] in waiting else []) for c in chapters
    ]
    return pytest.mark.parametrize("chapter", params, ids=list(chapters))
