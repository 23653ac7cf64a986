"""PyTorch's output for the programs in chapter 11, which shows it next to minigrad's.

`python -m tests.parity.torch_comparison` runs them in PyTorch and writes `recorded.json` in the
chapter's package. The date in that file changes only if a result has changed.
"""

import contextlib
import datetime
import io
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import torch

from minigrad.course import chapter_11
from minigrad.course.chapter_11 import replayed, torch_comparison
from minigrad.course.chapter_11.replayed import encoded
from minigrad.explore.foreign import Foreign, ForeignNode
from minigrad.explore.graph import MOST, forward_and_backward
from minigrad.explore.orders import passes
from minigrad.explore.passes import Scribe, graph_of
from tests.course.cells import run

from .chapters import NOTEBOOKS

RECORDED = Path(str(torch_comparison.RECORDED))

NOTEBOOK = NOTEBOOKS / "11_on_to_pytorch.ipynb"
Answers = dict[str, dict[str, Any]]


def run_in_torch() -> Answers:
    """Run the chapter's programs with PyTorch; return the text and the graphs they produce."""
    answers: Answers = {"programs": {}, "graphs": {}}

    def note_printed(program: torch_comparison.Program) -> None:
        gave = torch_comparison.printed(program, torch)
        answers["programs"][program.__name__] = {
            "program": torch_comparison.source(program),
            "gave": gave,
        }

    def note_graph(program: torch_comparison.Program) -> Any:
        result, names = program(torch)
        gave = record_of(result, names)
        answers["graphs"][program.__name__] = {
            "program": torch_comparison.source(program),
            "gave": gave,
        }
        return result, names

    names: dict[str, Any] = {"__name__": "__main__"}
    noting = _in_place_of(beside_pytorch=note_printed, made_in_pytorch=note_graph)
    with noting, contextlib.redirect_stdout(io.StringIO()):
        for cell in nbformat.read(NOTEBOOK, 4).cells:
            if cell.cell_type != "code":
                continue
            fails = "raises-exception" in cell.metadata.get("tags", [])
            with contextlib.suppress(RuntimeError) if fails else contextlib.nullcontext():
                run(cell.source, names)
    return answers


@contextlib.contextmanager
def _in_place_of(**functions: Any) -> Iterator[None]:
    originals = {name: getattr(chapter_11, name) for name in functions}
    vars(chapter_11).update(functions)
    try:
        yield
    finally:
        vars(chapter_11).update(originals)


class _RecordingEngine(Foreign):
    """PyTorch's engine, which records its calls while its graph is stepped through in any order."""

    def __init__(self, tensor: Any, known: Iterable[Any]) -> None:
        super().__init__(tensor, known)
        for number, node in enumerate(sorted(self.nodes, key=lambda node: -node.order), 1):
            node.order = -number  # PyTorch's count continues from earlier runs
        self.numbers = {id(node): i for i, node in enumerate(self.nodes)}
        self.turns: list[list[Any]] = []
        self.handed: list[list[Any]] = []
        self.arrived: dict[int, Any] = {}

    def run(self, seed: Any, scribe: Scribe) -> dict[int, Any]:
        self.arrived = super().run(seed, _Both(scribe, self))  # type: ignore[arg-type]
        return self.arrived

    def input_gradients(self, node: ForeignNode, g: Any) -> list[Any]:
        made = super().input_gradients(node, g)
        entry = [self.numbers[id(node)], encoded(g), [encoded(d) for d in made]]
        if entry not in self.handed:
            self.handed.append(entry)
        return made


class _Both:
    """A scribe that also adds every event to the engine's record."""

    def __init__(self, scribe: Scribe, engine: _RecordingEngine) -> None:
        self.scribe, self.engine = scribe, engine

    def turn(self, node: Any, g: Any) -> None:
        self.engine.turns.append(["turn", self.engine.numbers[id(node)], encoded(g)])
        self.scribe.turn(node, g)

    def share(self, node: Any, edge: Any, position: int, d: Any) -> None:
        number = self.engine.numbers[id(node)]
        self.engine.turns.append(["share", number, position, encoded(d)])
        self.scribe.share(node, edge, position, d)


def record_of(result: Any, names: dict[str, Any]) -> dict[str, Any]:
    """Return one of PyTorch's graphs and its backward pass, in the form that `replayed` reads."""
    engine = _RecordingEngine(result, names.values())
    passes(engine, graph_of(engine, names, MOST), engine.seed(None))
    edges = [edge for node in engine.nodes for edge in node.edges if edge is not None]
    leaves = list({id(edge): edge for edge in edges if not hasattr(edge, "edges")}.values())
    places: dict[int, list[Any]] = {id(leaf): ["leaf", i] for i, leaf in enumerate(leaves)}
    places |= {i: ["node", number] for i, number in engine.numbers.items()}

    def place(edge: Any) -> Any:
        if edge is None or id(edge) in places:
            return None if edge is None else places[id(edge)]
        return [*places[id(edge.edges[0])], edge.index]

    return {
        "nodes": [
            {
                "name": node.op.name,
                "order": node.order,
                "exact": node.exact,
                "saved": {name: encoded(value) for name, value in node.parameters.items()},
                "edges": [place(edge) for edge in node.edges],
            }
            for node in engine.nodes
        ],
        "leaves": [encoded(engine.value_of(leaf)) for leaf in leaves],
        "names": {
            name: [*places[id(engine.source_of(tensor))], encoded(engine.value_of(tensor))]
            for name, tensor in names.items()
        },
        "root": engine.numbers[id(engine.root)],
        "value": encoded(engine.value),
        "turns": engine.turns,
        "arrived": [encoded(engine.arrived.get(id(leaf))) for leaf in leaves],
        "handed": engine.handed,
    }


def compare_all() -> int:
    """Compare the record with PyTorch and each replayed graph with the original."""
    recorded, answers = torch_comparison.records(), run_in_torch()
    wrong = [
        f"{name}: recorded {recorded[kind].get(name)}\n    PyTorch gives {gave}"
        for kind, programs in answers.items()
        for name, gave in programs.items()
        if not _alike(recorded[kind].get(name), gave)
    ]
    wrong += [
        f"{n}: not in the chapter"
        for kind in answers
        for n in recorded[kind].keys() - answers[kind]
    ]
    if recorded["version"] != torch_comparison.version(torch):
        wrong.append(
            f"recorded with PyTorch {recorded['version']}, but this is {torch.__version__}"
        )
    for name, entry in answers["graphs"].items():
        wrong += [f"{name}: {difference}" for difference in _replayed_otherwise(entry)]
    for difference in wrong:
        print(f"--- chapter 11: {difference}")
    print(
        f"chapter 11: {len(answers['programs'])} programs and {len(answers['graphs'])} graphs, "
        f"{len(wrong)} differ from the record"
    )
    return len(wrong)


def _alike(one: Any, other: Any) -> bool:
    """Return whether two results are equal up to the last digits, which depend on the processor."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-5)
    return bool(one == other)


def _replayed_otherwise(entry: dict[str, Any]) -> list[str]:
    names: dict[str, Any] = {}
    exec(entry["program"], names)
    (program,) = (f for f in names.values() if callable(f))
    shown = []
    for tensor, named in (program(torch), replayed.replayed(entry["gave"])):
        explorer = forward_and_backward(tensor, named)
        shown.append([frame.sentence for frame in explorer.frames.values()])
    theirs, ours = shown
    if len(theirs) != len(ours):
        return [f"{len(theirs)} steps in PyTorch, {len(ours)} replayed"]
    return [f"{a!r} is replayed as {b!r}" for a, b in zip(theirs, ours, strict=True) if a != b]


def main() -> None:
    answers: dict[str, Any] = dict(run_in_torch())
    before = torch_comparison.records() if RECORDED.exists() else {}
    day = before.get("date") or ""
    version = torch_comparison.version(torch)
    if {k: before.get(k) for k in answers} != answers or before.get("version") != version:
        day = datetime.date.today().isoformat()
    lines = [f' "version": {json.dumps(version)}', f' "date": {json.dumps(day)}']
    for kind, programs in answers.items():
        entries = ",\n".join(f"  {json.dumps(n)}: {json.dumps(e)}" for n, e in programs.items())
        lines.append(f" {json.dumps(kind)}: {{\n{entries}\n }}")
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{RECORDED.name}: {RECORDED.stat().st_size // 1000} kB, of {day}")


if __name__ == "__main__":
    main()
