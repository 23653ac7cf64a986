"""What a class needs of machines: arithmetic from what one learner was measured to need.

`python -m tests.teaching.hub --measure` runs every chapter alone and writes `measured.json`.
"""

import json
from dataclasses import dataclass
from math import ceil
from pathlib import Path

MEASURED = json.loads(Path(__file__).with_name("measured.json").read_text(encoding="utf-8"))
CLASSES = (50, 200, 2000)
NODE = 32_000, 8  # megabytes and cores of a node
SYSTEM = 2_000  # megabytes of a node that are the system's, and on the first the hub's and proxy's
TOGETHER = 10  # learners who run a long cell at once need the cores that this many share


@dataclass(frozen=True)
class Needs:
    """Of a class: memory in gigabytes (of 10⁹ bytes), cores, and nodes of NODE's size."""

    learners: int
    memory: int
    cores: int
    nodes: int


def of_a_learner() -> int:
    """Megabytes at the peak of the hungriest chapter."""
    return max(chapter["peak"] for chapter in MEASURED["chapters"].values())


def needs(learners: int) -> Needs:
    """All at the hungriest chapter's peak at once; a core for every TOGETHER learners.

    The mean over a lecture is far below: a chapter takes some seconds of a processor in 45 minutes.
    Cores are for the moment at which the lecturer says "run it".
    """
    peak = of_a_learner()
    cores = max(2, ceil(learners / TOGETHER))
    each = min((NODE[0] - SYSTEM) // peak, NODE[1] * TOGETHER)
    return Needs(learners, ceil((learners * peak + SYSTEM) / 1000), cores, ceil(learners / each))


def table() -> str:
    """Return the table of classes, as README.md shows it."""
    rows = [f"| learners | memory | cores | nodes of {NODE[0] // 1000} GB and {NODE[1]} cores |"]
    rows.append("|---|---|---|---|")
    for learners in CLASSES:
        n = needs(learners)
        rows.append(f"| {n.learners:,} | {n.memory:,} GB | {n.cores} | {n.nodes} |")
    return "\n".join(rows)


def chapters() -> str:
    """Return what was measured, by chapter, as README.md shows it."""
    rows = ["| chapter | peak | afterwards | processor |", "|---|---|---|---|"]
    for name, c in MEASURED["chapters"].items():
        rows.append(
            f"| {name[:3].rstrip('_')} | {c['peak']} MB | {c['rest']} MB | {c['seconds']} s |"
        )
    return "\n".join(rows)
