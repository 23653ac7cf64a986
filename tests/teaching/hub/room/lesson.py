"""A learner's path through a lesson, from login to a second pull, with every step checked."""

import time
from dataclasses import dataclass, field
from typing import Any

import nbformat

from minigrad.teaching.editions.reading import exercises

from .learner import Kernel, Learner, text

CHANGED = "The lecturer added this sentence while you were working."
KEPT = 41.5


@dataclass
class Lesson:
    """A learner and a chapter. `took` holds the time that each step took, in seconds."""

    learner: Learner
    course: str
    chapter: str
    took: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    kernel: str = ""
    answer: str = ""

    @property
    def mark(self) -> str:
        """Return a line of text that appears only in this learner's notebook."""
        return f"# by {self.learner.name}"

    def arrive(self) -> None:
        began = time.monotonic()
        self.learner.log_in()
        self.learner.start()
        self.took["server"] = time.monotonic() - began
        self.learner.pull(self.course)
        self.took["chapters"] = time.monotonic() - began
        kernel = self.learner.open(self.chapter)
        kernel.run("import minigrad as mg")
        _, outputs = kernel.run("x = mg.tensor(3.0, requires_grad=True); (x * x).grad_fn.name()")
        self.took["first output"] = time.monotonic() - began
        self.must("MulBackward0" in text(outputs), f"the first output is {text(outputs)!r}")
        kernel.shut()
        self.equipped()

    def equipped(self) -> None:
        """Check that JupyterLab has `make lab`'s settings, which come from the environment here."""
        base, ask = f"{self.learner.base}/lab", self.learner.web.get
        self.must("minigrad-links" in ask(base).text, "the extension for links isn't loaded")
        settings = ask(f"{base}/api/settings/@jupyterlab/apputils-extension:notification").json()
        news = settings["schema"]["properties"]["fetchNews"]["default"]
        self.must(news == "false", f"fetchNews is {news!r}")
        self.must(ask(f"{base}/api/news").json() == {"news": []}, "the server fetches news")
        update = ask(f"{base}/api/update").json()
        self.must(update.get("notification") is None, "the server checks for updates")

    def work(self) -> None:
        """Run every cell, use an explorer, solve an exercise, and save the notebook."""
        notebook = self.learner.notebook(self.chapter)
        kernel = self.learner.open(self.chapter)
        self.kernel = kernel.id
        began = time.monotonic()
        run_all(kernel, notebook, self)
        self.took["chapter"] = time.monotonic() - began
        self.move(kernel, notebook)
        self.exercise(kernel, notebook)
        kernel.run(f"kept = {KEPT}")
        self.learner.save(self.chapter, notebook)
        kernel.lose()

    def move(self, kernel: Kernel, notebook: Any) -> None:
        """Move an explorer's slider, whose view sends the position to the kernel."""
        sliders = {
            model: state
            for model, state in kernel.models.items()
            if "index" in state and len(state.get("_options_labels", [])) > 1
        }
        shows = any("widget-view" in key for cell in notebook["cells"] for key in shown(cell))
        self.must(bool(kernel.models) == shows, "the explorers have no models")
        for model, state in list(sliders.items())[:1]:
            to = (state["index"] + 1) % len(state["_options_labels"])
            update = {"method": "update", "state": {"index": to}, "buffer_paths": []}
            kernel.send("comm_msg", {"comm_id": model, "data": update})
            instances = "__import__('ipywidgets').widgets.widget._instances"
            _, outputs = kernel.run(f"{instances}[{model!r}].index")
            self.must(text(outputs) == str(to), f"the slider is at {text(outputs)!r}, not {to}")

    def exercise(self, kernel: Kernel, notebook: Any) -> None:
        """Solve the first exercise in a cell that a later pull must not change."""
        for exercise in exercises(nbformat.from_dict(notebook)):
            cells = {cell["id"]: cell for cell in notebook["cells"]}
            stub, check = cells[exercise.stub.id], cells[exercise.check.id]
            self.answer = stub["source"] = f"{exercise.solution}\n{self.mark}"
            kernel.run(stub["source"])
            _, check["outputs"] = kernel.run(check["source"])
            said = text(check["outputs"])
            self.must("right" in said.lower(), f"{exercise.name}: {said[:200]!r}")
            self.must("exercises done" in said, f"{exercise.name} reports no progress")
            return

    def come_back(self) -> None:
        """Reconnect from another machine; the files and the kernel must still be there."""
        again = Learner(self.learner.address, self.learner.name, self.learner.password)
        again.log_in()
        again.start()
        self.learner = again
        self.has_answer("after the connection was lost")
        kernel = again.open(self.chapter, self.kernel)
        _, outputs = kernel.run("kept")
        self.must(text(outputs) == str(KEPT), f"the kernel has {text(outputs)!r}")
        kernel.shut()

    def pull_again(self) -> None:
        """Pull after the lecturer's change, which must not affect the learner's cell."""
        self.learner.pull(self.course)
        self.has_answer("after the second pull")
        notebook = self.learner.notebook(self.chapter)
        texts = "\n".join(cell["source"] for cell in notebook["cells"])
        self.must(CHANGED in texts, "the lecturer's change didn't arrive")
        self.must("<<<<<<<" not in texts, "the pull left conflict markers")

    def has_answer(self, when: str) -> None:
        cells = [cell["source"] for cell in self.learner.notebook(self.chapter)["cells"]]
        self.must(not self.answer or self.answer in cells, f"{when}, the learner's cell is lost")

    def must(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.faults.append(f"{self.learner.name}, {self.chapter}: {otherwise}")


def run_all(kernel: Kernel, notebook: Any, lesson: Lesson) -> None:
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] != "code" or not cell["source"].strip():
            continue
        status, cell["outputs"] = kernel.run(cell["source"])
        cell["execution_count"] = number
        expected = "raises-exception" in cell["metadata"].get("tags", [])
        lesson.must(
            (status == "error") == expected,
            f"{cell['id']}: {status}, {text(cell['outputs'])[-200:]}",
        )


def shown(cell: Any) -> list[str]:
    return [key for output in cell.get("outputs", []) for key in output.get("data", {})]
