"""A class from hand-out to marks: nbgrader's own commands, in a folder that goes away."""

import csv
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from minigrad.course.marks.apart import PACKAGE

from .submissions import Submission

CONFIG = """
c.Exchange.root = {exchange!r}
c.Exchange.cache = {cache!r}
c.ExchangeCollect.check_owner = False  # one account plays all learners here
c.JudgeAnswers.seconds = {seconds}
"""
SECONDS = 20


@dataclass
class Lesson:
    """One course, its exchange, and the homes of its learners."""

    folder: Path
    commands: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.course, self.exchange = self.folder / "course", self.folder / "exchange"
        self.home, self.cache = self.folder / "home", self.folder / "cache"
        for path in (self.course, self.exchange, self.home):
            path.mkdir()
        self.exchange.chmod(0o777)

    def make(self, chapters: list[str]) -> None:
        """The lecturer makes assignments, and hands them out."""
        self.run(self.course, "minigrad.course.marks", "assignment", *chapters, "--course", ".")
        with (self.course / "nbgrader_config.py").open("a") as config:
            where = {"exchange": str(self.exchange), "cache": str(self.cache)}
            config.write(CONFIG.format(**where, seconds=SECONDS))
        shutil.copy(self.course / "nbgrader_config.py", self.home)
        for chapter in chapters:
            self.nbgrader(self.course, "release_assignment", chapter)
            self.nbgrader(self.home, "fetch_assignment", chapter)

    def hand_in(self, submission: Submission) -> None:
        """A learner writes answers into what was fetched, and submits it."""
        folder = self.folder / submission.student
        fetched = self.home / submission.assignment
        shutil.copytree(fetched, folder / submission.assignment)
        shutil.copy(self.home / "nbgrader_config.py", folder)
        notebook = folder / submission.assignment / f"{submission.assignment}.ipynb"
        notebook.write_text(submission.write(notebook.read_text("utf-8")), encoding="utf-8")
        for name, text in submission.beside.items():
            (notebook.parent / name).write_text(text, encoding="utf-8")
        student = f"--student={submission.student}"
        self.nbgrader(folder, "submit", submission.assignment, student)

    def mark(self, assignment: str) -> None:
        """The lecturer collects, marks, and writes the feedback."""
        for command in ("collect", "autograde", "generate_feedback", "release_feedback"):
            self.nbgrader(self.course, command, assignment)

    def marks(self) -> dict[tuple[str, str], float]:
        """What is exported, by student and assignment."""
        self.nbgrader(self.course, "export", "--to=marks.csv")
        with (self.course / "marks.csv").open() as file:
            rows = list(csv.DictReader(file))
        return {(r["student_id"], r["assignment"]): float(r["score"]) for r in rows}

    def nbgrader(self, where: Path, *command: str) -> None:
        self.run(where, "nbgrader", *command, "--log-level=WARN")

    def run(self, where: Path, *command: str) -> None:
        said = " ".join(c for c in command if not c.startswith("--log"))
        says = "" if command[0] == "nbgrader" else "python -m "
        self.commands.append(f"{where.name}$ {says}{said}")
        print(self.commands[-1], flush=True)
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=where,
            env=os.environ
            | {
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
                "PYTHONPATH": str(PACKAGE.parent),
                "HOME": str(self.folder),
                "JUPYTER_CONFIG_DIR": str(self.folder / "jupyter"),
                "JUPYTER_DATA_DIR": str(self.folder / "jupyter"),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stdout[-3_000:], done.stderr[-6_000:])
            raise RuntimeError(f"{command[:2]} ended with {done.returncode}")
