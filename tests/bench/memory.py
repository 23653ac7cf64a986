"""Measurements of leaked memory, memory per graph, and import time."""

import gc
import importlib.util
import os
import statistics
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import NamedTuple

import numpy as np

from minigrad.engine.graph import Node
from minigrad.engine.tensor import Tensor

from .rows import mlp, toy

STEPS = 1_000
OPS = 10_000
EPOCHS = 20
GRAPH_GOAL, IMPORT_GOAL = 200, 30  # bytes per operation, milliseconds

TRAIN = """
from tests.bench.rows import digits
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
training = digits.{program}
before = peak()
for epoch in range({epochs}):
    training.step()
print(before, peak())
"""


class Growth(NamedTuple):
    """Objects and memory that 1,000 steps leave behind while the garbage collector is off."""

    nodes: float
    tensors: float
    kilobytes: float


def alive(kind: type) -> int:
    return sum(issubclass(type(o), kind) for o in gc.get_objects())


def growth(program) -> Growth:
    """Return how many nodes, tensors, and kilobytes outlive the steps that created them."""
    gc.collect()
    gc.disable()
    tracemalloc.start()
    counts = []
    for _ in range(4):  # one-time allocations, such as Python's free lists, have been made by now
        for _ in range(STEPS):
            program.step()
        counts.append((alive(Node), alive(Tensor), tracemalloc.get_traced_memory()[0] / 1024))
    tracemalloc.stop()
    gc.enable()
    *_, before, after = counts
    return Growth(*(b - a for a, b in zip(before, after, strict=True)))


def bytes_per_op(mg) -> float:
    """Return the bytes per operation in row e's graph, not counting the saved arrays."""
    x = mg.ones(10, requires_grad=True)
    y = x
    tracemalloc.start()
    for _ in range(OPS // 3):
        y = (y * 1.0 + 1e-6).tanh()
    snapshot = tracemalloc.take_snapshot()
    tracemalloc.stop()
    data = tracemalloc.DomainFilter(False, np.lib.tracemalloc_domain)  # array memory
    allocated = sum(s.size for s in snapshot.filter_traces([data]).statistics("filename"))
    node = y.grad_fn
    arrays: dict = {}
    while isinstance(node, Node):
        arrays |= {id(a): a for a in node.saved if isinstance(a, np.ndarray)}
        node = node.edges[0]
    objects = sum(sys.getsizeof(a) - a.nbytes for a in arrays.values())
    return (allocated - objects) / (OPS // 3 * 3)


def import_times(processes: int) -> tuple[float, float]:
    """Return the median time, in milliseconds, to import NumPy, and to import minigrad after it."""
    code = (
        "from time import perf_counter as now; a = now(); import numpy; b = now(); "
        "import minigrad; print(b - a, now() - b)"
    )
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # compile to bytecode once, as for any user
    pairs = []
    for _ in range(processes):
        out = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True
        )
        pairs.append([1000 * float(t) for t in out.stdout.split()])
    of_numpy, of_minigrad = zip(*pairs, strict=True)
    return statistics.median(of_numpy), statistics.median(of_minigrad)


def peaks() -> list[str]:
    """Return a line with the peak memory of processes that train row h, including their imports."""
    if not Path("/proc/self/status").exists():
        return []
    said = []
    for name, program in (
        ("NumPy", "by_hand()"),
        ("minigrad", "tensors(__import__('minigrad'))"),
        ("PyTorch", "tensors(__import__('torch'))"),
    ):
        if name == "PyTorch" and importlib.util.find_spec("torch") is None:
            continue
        code = TRAIN.format(program=program, epochs=EPOCHS)
        run = [sys.executable, "-c", code]
        printed = subprocess.run(run, capture_output=True, text=True, check=True).stdout
        before, most = (int(kilobytes) / 1024 for kilobytes in printed.split())
        said.append(f"{name} {most:.0f} MB ({most - before:.1f} of it since training began)")
    return [f"A process that trains h for {EPOCHS} epochs, at its peak: {', '.join(said)}"]


def lines(mg, processes: int) -> list[str]:
    """Return the lines of the report about memory and import time."""
    said = []
    for name, row in (("a", toy), ("c", mlp)):
        g = growth(row.tensors(mg))
        verdict = "met" if g.nodes == g.tensors == 0 and g.kilobytes < 10 else "missed"
        said.append(
            f"Growth over {STEPS:,} steps of {name}, collector off: {g.nodes:.0f} nodes, "
            f"{g.tensors:.0f} tensors, {g.kilobytes:.1f} KB (goal: none; {verdict})"
        )
    size = bytes_per_op(mg)
    said.append(
        f"Graph of e: {size:.0f} bytes an operation, saved arrays not counted "
        f"(goal: about {GRAPH_GOAL}; {'met' if size < 1.15 * GRAPH_GOAL else 'missed'})"
    )
    of_numpy, of_minigrad = import_times(processes)
    said.append(
        f"import numpy: {of_numpy:.0f} ms; import minigrad after it: {of_minigrad:.0f} ms more "
        f"(goal: {IMPORT_GOAL}; {'met' if of_minigrad <= IMPORT_GOAL else 'missed'}; "
        f"medians of {processes} processes)"
    )
    return [*said, *peaks()]
