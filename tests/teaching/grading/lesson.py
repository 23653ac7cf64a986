"""A simulated class, from assignment to grades, that follows the commands in grading/README.md.

Bash runs each command, with the assignment's name and the course's folder filled in.
"""

import csv
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from minigrad.teaching.grading.sandbox import PACKAGE

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


def commands(section: str = "## From assignment to grades") -> list[list[str]]:
    """Return a section's commands: to hand out, submit, grade, or fetch the feedback."""
    page = (CLONE / "minigrad" / "teaching" / "grading" / "README.md").read_text("utf-8")
    text = re.split(r"^#+ ", page[page.index(section) + len(section) :], flags=re.MULTILINE)[0]
    return [block.splitlines() for block in BLOCK.findall(text)]


@dataclass
class Lesson:
    """A course, its exchange folder, and the learners' home folders."""

    folder: Path
    transcript: list[str] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.course, self.exchange = self.folder / "course", self.folder / "exchange"
        self.fetched = self.folder / "fetched"
        for path in (self.course, self.exchange, self.fetched):
            path.mkdir(parents=True)
        self.exchange.chmod(0o777)
        self.give_out, self.submit, self.mark_all, self.look = commands()

    def make(self, chapters: list[str]) -> None:
        """Create and release assignments as the lecturer, and fetch them as a learner."""
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

    def submit_answers(self, submission: Submission) -> None:
        """Write answers into the fetched notebook and submit it, as a learner."""
        home = self.folder / submission.student
        shutil.copytree(self.fetched / submission.assignment, home / submission.assignment)
        (home / "nbgrader_config.py").write_text(f"c = get_config(){self._config(home)}")
        notebook = home / submission.assignment / f"{submission.assignment}.ipynb"
        notebook.write_text(submission.write(notebook.read_text("utf-8")), encoding="utf-8")
        if submission.called:
            notebook.rename(notebook.with_name(submission.called))
        for name, text in submission.beside.items():
            (notebook.parent / name).write_text(text, encoding="utf-8")
        self.run_for(submission.assignment, home, self.submit[1:], submission.student)

    def grade(self, assignment: str) -> None:
        """Collect the submissions, grade them, and write the feedback, as the lecturer."""
        for line in self.mark_all:
            said = self.run_for(assignment, self.course, [line])
            if "Traceback" in said or ("INFO" in said and "autograde" in line):
                raise RuntimeError(f"{line} prints too much: {said[-3_000:]}")

    def exported_grades(self) -> dict[tuple[str, str], float]:
        """Build the grades page; return the exported grades by student and assignment."""
        for line in self.mark_all:
            if FIRST not in line:
                self.run(CLONE if line.startswith("make ") else self.course, line)
        with (self.course / "grades.csv").open() as file:
            rows = list(csv.DictReader(file))
        return {(r["student_id"], r["assignment"]): float(r["score"]) for r in rows}

    def feedback(self, submission: Submission) -> str:
        """Return the feedback that the learner fetches."""
        home = self.folder / submission.student
        self.run_for(submission.assignment, home, self.look, submission.student)
        (page,) = (home / submission.assignment / "feedback").rglob("*.html")
        return page.read_text("utf-8")

    def run_for(self, assignment: str, where: Path, lines: list[str], student: str = "") -> str:
        """Run the lines that mention the assignment. One account plays all the learners."""
        as_whom = f" --student={student}" if student else ""
        said = ""
        for line in lines:
            if FIRST in line:
                said += self.run(where, line.replace(FIRST, assignment) + as_whom)
        return said

    def run(self, where: Path, line: str) -> str:
        """Run a command and return its output; a command that fails ends the trial."""
        self.transcript.append(f"{'clone' if where == CLONE else where.name}$ {line}")
        print(self.transcript[-1], flush=True)
        kind = " ".join(line.split()[:2])
        command = line.replace(COURSE, str(self.course))
        # The first command of each kind runs exactly as written on the page, which takes seconds to
        # start.
        done = in_bash if kind not in self.tried or kind.startswith("make") else in_a_fork
        self.tried.add(kind)
        code, said = done(where, command, self._environment())
        if code:
            print(said[-6_000:])
            raise RuntimeError(f"{line} ended with {code}")
        return said

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(CLONE),
            "MAKEFLAGS": f"-- MARKS={sys.prefix}",  # this environment rather than another one
            "HOME": str(self.folder),
            "JUPYTER_CONFIG_DIR": str(self.folder / "jupyter"),
            "JUPYTER_DATA_DIR": str(self.folder / "jupyter"),
        }

    def _config(self, home: Path) -> str:
        cache = str(home / "cache")
        return CONFIG.format(exchange=str(self.exchange), cache=cache, seconds=SECONDS)


def in_bash(where: Path, line: str, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=where,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def in_a_fork(where: Path, line: str, environment: dict[str, str]) -> tuple[int, str]:
    """Run the command `nbgrader` in a fork of this process, which has already imported it."""
    from nbgrader.apps.nbgraderapp import NbGraderApp

    with tempfile.TemporaryFile("w+") as said:
        sys.stdout.flush()
        child = os.fork()
        if not child:
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            os.chdir(where)
            os.environ.update(environment)
            try:
                NbGraderApp.launch_instance(argv=shlex.split(line)[1:])
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
            except BaseException:
                traceback.print_exc()
                code = 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        said.seek(0)
        return os.waitstatus_to_exitcode(status), said.read()
