"""A class from hand-out to marks, in a folder that goes away: TEACHING.md's commands as they stand.

Each is run by bash, with the assignment's name and the course's folder in place of those there.
"""

import csv
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from minigrad.course.marks.apart import PACKAGE

from .submissions import FIRST, Submission

CLONE = PACKAGE.parent
COURSE = "/srv/course"
BLOCK = re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL)
CONFIG = """
c.Exchange.root = {exchange!r}
c.Exchange.cache = {cache!r}
c.ExchangeCollect.check_owner = False  # one account plays all learners here
c.JudgeAnswers.seconds = {seconds}
"""
SECONDS = 20


def told() -> list[list[str]]:
    """The commands of the section on marks: to hand out, submit, mark, and fetch the feedback."""
    page = (CLONE / "notebooks" / "TEACHING.md").read_text("utf-8")
    section = re.split(r"^#+ ", page[page.index("## Marks") + 3 :], flags=re.MULTILINE)[0]
    return [block.splitlines() for block in BLOCK.findall(section)]


@dataclass
class Lesson:
    """One course, its exchange, and the homes of its learners."""

    folder: Path
    transcript: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.course, self.exchange = self.folder / "course", self.folder / "exchange"
        self.fetched = self.folder / "fetched"
        for path in (self.course, self.exchange, self.fetched):
            path.mkdir()
        self.exchange.chmod(0o777)
        self.give_out, self.submit, self.mark_all, self.look = told()

    def make(self, chapters: list[str]) -> None:
        """The lecturer makes assignments, and hands them out; a learner fetches them."""
        for line in self.give_out:
            if line.startswith("make "):
                numbers = " ".join(chapters) if chapters != [FIRST] else "01"
                self.run(CLONE, line.replace('"01"', f'"{numbers}"'))
        with (self.course / "nbgrader_config.py").open("a") as config:
            config.write(self._config(self.fetched))
        shutil.copy(self.course / "nbgrader_config.py", self.fetched)
        for chapter in chapters:
            self.run_for(chapter, self.course, self.give_out)
            self.run_for(chapter, self.fetched, self.submit[:1])

    def hand_in(self, submission: Submission) -> None:
        """A learner writes answers into what was fetched, and submits it."""
        home = self.folder / submission.student
        shutil.copytree(self.fetched / submission.assignment, home / submission.assignment)
        (home / "nbgrader_config.py").write_text(f"c = get_config(){self._config(home)}")
        notebook = home / submission.assignment / f"{submission.assignment}.ipynb"
        notebook.write_text(submission.write(notebook.read_text("utf-8")), encoding="utf-8")
        for name, text in submission.beside.items():
            (notebook.parent / name).write_text(text, encoding="utf-8")
        self.run_for(submission.assignment, home, self.submit[1:], submission.student)

    def mark(self, assignment: str) -> None:
        """The lecturer collects, marks, and writes the feedback."""
        lines = [line for line in self.mark_all if FIRST in line]
        self.run_for(assignment, self.course, lines)

    def marks(self) -> dict[tuple[str, str], float]:
        """What is exported, by student and assignment; the page of marks is made, too."""
        for line in self.mark_all:
            if FIRST not in line:
                self.run(CLONE if line.startswith("make ") else self.course, line)
        with (self.course / "grades.csv").open() as file:
            rows = list(csv.DictReader(file))
        return {(r["student_id"], r["assignment"]): float(r["score"]) for r in rows}

    def feedback(self, submission: Submission) -> str:
        """What the learner fetches."""
        home = self.folder / submission.student
        self.run_for(submission.assignment, home, self.look, submission.student)
        (page,) = (home / submission.assignment / "feedback").rglob("*.html")
        return page.read_text("utf-8")

    def run_for(self, assignment: str, where: Path, lines: list[str], student: str = "") -> None:
        """Those of the lines that name the assignment; one account plays all learners."""
        as_whom = f" --student={student}" if student else ""
        for line in lines:
            if FIRST in line:
                self.run(where, line.replace(FIRST, assignment) + as_whom)

    def run(self, where: Path, line: str) -> None:
        self.transcript.append(f"{'clone' if where == CLONE else where.name}$ {line}")
        print(self.transcript[-1], flush=True)
        done = subprocess.run(
            ["bash", "-c", line.replace(COURSE, str(self.course))],
            cwd=where,
            env=os.environ
            | {
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
                "PYTHONPATH": str(CLONE),
                "MAKEFLAGS": f"-- MARKS={sys.prefix}",  # this environment, and not another one
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
            raise RuntimeError(f"{line} ended with {done.returncode}")

    def _config(self, home: Path) -> str:
        cache = str(home / "cache")
        return CONFIG.format(exchange=str(self.exchange), cache=cache, seconds=SECONDS)
