"""Run many small cases in one test and report all the failures together."""

import traceback
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import pytest


class Case(Protocol):
    def __call__(self, name: object) -> AbstractContextManager[None]: ...


@contextmanager
def cases() -> Iterator[Case]:
    """Yield a function that returns a context for a case; fail at the end with a list of failures.

    A parametrized test has an overhead of milliseconds for each case, in each process.
    """
    failures: list[str] = []

    @contextmanager
    def case(name: object) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            lines = traceback.extract_tb(error.__traceback__)
            own = [line for line in lines if "contextlib" not in line.filename][-1]
            shown = str(error) or f"assert {own.line}"
            failures.append(f"{name}\n    {type(error).__name__}: {shown}")

    yield case
    if failures:
        count = f"{len(failures)} cases fail:\n\n"
        pytest.fail(count + "\n\n".join(failures), pytrace=False)
