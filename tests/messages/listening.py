"""A record of the messages that are used while something runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from minigrad.messages import errors


def catalog() -> dict[str, str]:
    return {name: entry["text"] for name, entry in errors._catalogue().items()}


class RecordingCatalog(dict):
    """A message catalog that records the names looked up in it."""

    def __init__(self, entries: dict[str, Any]) -> None:
        super().__init__(entries)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.names.add(name)
        return super().__getitem__(name)


@contextmanager
def recorded_messages() -> Iterator[set[str]]:
    """Yield the names of messages used in the block. Once-per-session warnings can appear again."""
    heard = RecordingCatalog(errors._catalogue())
    errors.warn_once.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(errors, "_catalogue", lambda: heard)
        yield heard.names
