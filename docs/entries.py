"""Additions to the docstrings of the most used names in the reference, from `entries/*.toml`.

A row is `inputs | the call | result`. The inputs are tensors with their shapes, as in `x (n, m),
target int64 (n,)`, or statements. The dtype is float32 unless it's given. Letters stand for sizes.
A letter has the same value throughout a row, and the call can use the letter. Tests run every row
and example.
"""

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .markup import code, escaped, indented

FOLDER = Path(__file__).with_name("entries")
IMPORT = ">>> import minigrad as mg"


@dataclass(frozen=True)
class Row:
    inputs: str
    call: str
    comes: str


@dataclass(frozen=True)
class Entry:
    subject: str
    about: str
    gives: tuple[Row, ...]
    raises: tuple[Row, ...]
    example: str
    see: tuple[str, ...]

    @property
    def program(self) -> str:
        """Return an example as it appears on the page, including the example's import."""
        return f"{IMPORT}\n{self.example.strip()}"


@functools.cache
def entries() -> dict[str, Entry]:
    """Return all entries, keyed by full name, in the order of the files."""
    described: dict[str, Entry] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for name, said in tomllib.loads(path.read_text(encoding="utf-8")).items():
            described[f"minigrad.{name}"] = Entry(
                path.stem,
                " ".join(said.pop("about", "").split()),
                _rows(said.pop("gives", [])),
                _rows(said.pop("raises", [])),
                said.pop("example", ""),
                tuple(said.pop("see", [])),
            )
            if said:
                raise ValueError(f"{path.name}, {name}: unknown fields {', '.join(said)}")
    return described


def _rows(lines: list[str]) -> tuple[Row, ...]:
    return tuple(Row(*(piece.strip() for piece in line.split("|", 2))) for line in lines)


def restructured(entry: Entry) -> list[str]:
    """Return an entry as reStructuredText that follows the docstring."""
    lines = ["", escaped(entry.about), ""] if entry.about else [""]
    lines += _table("shapes", ("Given", "Call", "Gives"), entry.gives)
    lines += _table("raised", ("Given", "Call", "Raises"), entry.raises)
    if entry.example:
        lines += [".. code-block:: pycon", "", *indented(entry.program.splitlines()), ""]
    return lines


def _table(kind: str, heads: tuple[str, ...], rows: tuple[Row, ...]) -> list[str]:
    """Return a table whose rows are grouped by their inputs."""
    if not rows:
        return []
    lines = [".. list-table::", f"   :class: {kind}", "   :header-rows: 1", ""]
    cells: list[tuple[str, ...]] = [heads]
    before = ""
    for row in rows:
        shared = "" if row.inputs == before else code(row.inputs)
        comes = code(row.comes)
        if kind == "raised":
            error, _, sentence = row.comes.partition(": ")
            comes = f"{code(error)}: {escaped(sentence)}"
        cells.append((shared, code(row.call), comes))
        before = row.inputs
    for first, *others in cells:
        lines += [f"   * - {first}", *(f"     - {other}" for other in others)]
    return [*lines, ""]
