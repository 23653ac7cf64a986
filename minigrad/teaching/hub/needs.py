"""The memory, cores, and nodes that a class needs, extrapolated from measurements of one learner.

`python -m tests.teaching.hub --measure` runs every chapter on its own and writes `measured.json`.
"""

import json
from dataclasses import dataclass
from math import ceil
from pathlib import Path

MEASURED = json.loads(Path(__file__).with_name("measured.json").read_text(encoding="utf-8"))
CLASSES = (50, 200, 2000)
NODE = 32_000, 8  # a node's megabytes and cores
# Megabytes per node for the system and, on the first node, for the hub and the proxy.
SYSTEM = 2_000
TOGETHER = 10  # how many learners share a core while a long cell runs


@dataclass(frozen=True)
class Needs:
    """What a class needs: memory in gigabytes (10⁹ bytes), cores, and nodes."""

    learners: int
    memory: int
    cores: int
    nodes: int


def of_a_learner() -> int:
    """Return the peak memory of the chapter that needs the most, in megabytes."""
    return max(chapter["peak"] for chapter in MEASURED["chapters"].values())


def needs(learners: int) -> Needs:
    """Return what a class needs if everyone peaks at once, with one core per TOGETHER learners.

    The average over a lecture is much lower, because each chapter computes for only a few seconds
    out of 45 minutes. The number of cores is chosen for the moment when the lecturer says "run it".
    """
    peak = of_a_learner()
    cores = max(2, ceil(learners / TOGETHER))
    each = min((NODE[0] - SYSTEM) // peak, NODE[1] * TOGETHER)
    return Needs(learners, ceil((learners * peak + SYSTEM) / 1000), cores, ceil(learners / each))


def table() -> str:
    """Return the table of class sizes shown in README.md."""
    rows = [f"| students | memory | cores | nodes with {NODE[0] // 1000} GB and {NODE[1]} cores |"]
    rows.append("|---|---|---|---|")
    for learners in CLASSES:
        n = needs(learners)
        rows.append(f"| {n.learners:,} | {n.memory:,} GB | {n.cores} | {n.nodes} |")
    return "\n".join(rows)


def chapters() -> str:
    """Return the table of measurements for each chapter shown in README.md."""
    rows = ["| chapter | peak memory | afterward | processor time |", "|---|---|---|---|"]
    for name, c in MEASURED["chapters"].items():
        rows.append(
            f"| {name[:3].rstrip('_')} | {c['peak']} MB | {c['rest']} MB | {c['seconds']} s |"
        )
    return "\n".join(rows)
