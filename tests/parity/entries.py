"""Check that the web edition's reference entries also hold for PyTorch.

`tests/docs/test_reference_entries.py` checks the entries with minigrad.
"""

from collections.abc import Iterator

import torch

from docs.entries import entries
from tests.docs import entry_runs

from .helpers import reset
from .rules import same_message, same_text

DRAWING = "minigrad.draw."


def differences() -> Iterator[str]:
    for name, entry in entries().items():
        if name.startswith(DRAWING):
            continue
        for row in entry.gives:
            value, sizes = entry_runs.run(row, torch)
            if entry_runs.form(value) != entry_runs.expected(row, sizes):
                yield f"{name}: {row.call} gives {entry_runs.form(value)}, not {row.comes}"
        for row in entry.raises:
            raised = entry_runs.raised(row, torch)
            if not same_message(_parts(raised), _parts(row.comes)):
                yield f"{name}: {row.call} raises {raised}"
        for example, printed in entry_runs.answers(entry, torch):
            if not same_text(printed, example.want):
                yield f"{name}: {example.source.strip()} prints {printed}"


def _parts(said: str) -> tuple[str, str]:
    """Return the class and the message of an error."""
    kind, _, message = said.partition(": ")
    return kind, message


def compare_all() -> int:
    """Compare every entry and print the results; return the number of differences."""
    try:
        faults = list(differences())
    finally:
        reset(torch)
    print("\n".join(faults))
    print(f"reference: {len(entries())} entries run with PyTorch, {len(faults)} differences")
    return len(faults)
