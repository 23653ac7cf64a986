"""Measurements of the memory of a graph and of import time."""

import os
import statistics
import subprocess
import sys
import tracemalloc

import numpy as np

from minigrad.engine.graph import Node

OPS = 10_000
GRAPH_GOAL, IMPORT_GOAL = 200, 30  # bytes per operation, milliseconds


def bytes_per_op(mg) -> float:
    """Return the bytes per operation in a long chain's graph, not counting the saved arrays."""
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


def lines(mg, processes: int) -> list[str]:
    """Return the lines of the report about memory and import time."""
    size = bytes_per_op(mg)
    graph = (
        f"Graph of a chain: {size:.0f} bytes an operation, saved arrays not counted "
        f"(goal: about {GRAPH_GOAL}; {'met' if size < 1.15 * GRAPH_GOAL else 'missed'})"
    )
    of_numpy, of_minigrad = import_times(processes)
    imports = (
        f"import numpy: {of_numpy:.0f} ms; import minigrad after it: {of_minigrad:.0f} ms more "
        f"(goal: {IMPORT_GOAL}; {'met' if of_minigrad <= IMPORT_GOAL else 'missed'}; "
        f"medians of {processes} processes)"
    )
    return [graph, imports]
