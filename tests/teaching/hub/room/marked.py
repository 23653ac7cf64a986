"""A trial of grading on the hub, from the lecturer's first command to the hint a learner reads.

The commands come from the two READMEs, with this run's folders. One learner clicks the buttons in
nbgrader's list of assignments. For the others, the same requests are sent to the server.
"""

import csv
import io
import subprocess
from typing import Any

import nbformat
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.teaching.grading import submissions
from tests.teaching.grading.lesson import BLOCK, CLONE, commands
from tests.teaching.grading.submissions import FIRST, Submission

from . import clicks
from .learner import Kernel, Learner, text
from .running import Hub

ASSIGNMENT = "01b_shapes"
COURSE = "minigrad"
SHOWN = 12  # lines of a command's output to show


def check(running: Hub, chrome: str | None) -> list[str]:
    with chromium.started(chromium.find(chrome)) as browser:
        marks = GradingTrial(running, browser)
        try:
            marks.go()
        except Exception as wrong:  # also report the earlier faults
            marks.faults.append(f"{type(wrong).__name__}: {str(wrong)[:500]}")
        return marks.faults


def hub_commands() -> tuple[list[str], list[str]]:
    """Return the commands for root and for the lecturer, from the README's section about grades."""
    page = (CLONE / "minigrad" / "teaching" / "hub" / "README.md").read_text("utf-8")
    part = page.partition("## Grades on the hub")[2].partition("## Kubernetes")[0]
    root, lecturer = (block.splitlines() for block in BLOCK.findall(part))
    return root, lecturer


class GradingTrial:
    """A trial of grading. The first account is the lecturer's, and the last is an attacker's."""

    def __init__(self, running: Hub, browser: Browser) -> None:
        self.running, self.browser, self.faults = running, browser, list[str]()
        self.exchange = running.folder / "exchange"
        lecturer, *learners = (
            Learner(running.address, name, password) for name, password in running.passwords.items()
        )
        self.lecturer, self.learners = lecturer, learners
        self.work = submissions.from_tables([ASSIGNMENT], len(learners))
        for submission, learner in zip(self.work, learners, strict=True):
            submission.student = learner.name

    def go(self) -> None:
        prepare, course = hub_commands()
        (self.running.folder / "jupyter").mkdir()
        for line in prepare[1:]:  # the packages are there
            self.said("root", line)
            subprocess.run(["bash", "-c", self.here(line)], check=True)
        give_out, _, mark, _ = commands()
        self.lecturer.log_in()
        self.lecturer.start()
        self.desk = self.shell(self.lecturer)
        first, make, page = course
        for line in (first, make.replace(" 01 ", " 1b "), *_with_name(give_out)):
            self.types(line)
        for learner, submission in zip(self.learners, self.work, strict=True):
            self.learns(learner, submission)
        self.attack()
        for line in (
            *_with_name(mark),
            *(line for line in mark if line == "nbgrader export"),
            page,
        ):
            self.types(line)
        self.attack_late()
        self.check_grades()
        for learner, submission in zip(self.learners, self.work, strict=True):
            self.reads(learner, submission)

    def shell(self, learner: Learner) -> Kernel:
        learner.folder = "."
        return learner.open("shell.ipynb")

    def here(self, line: str) -> str:
        for there, ours in (
            ("/srv/minigrad/exchange", str(self.exchange)),
            ("/srv/minigrad/env/etc/jupyter", f"{self.running.folder}/jupyter"),
        ):
            line = line.replace(there, ours)
        return line

    def said(self, who: str, line: str, printed: str = "") -> None:
        print(f"{who}$ {line}", flush=True)
        dull = ("INFO", "SAWarning", "  for notebook in", "  return [x for x")
        lines = [e for e in printed.splitlines() if e.strip() and not any(d in e for d in dull)]
        for each in lines[:SHOWN]:
            print(f"    {each[:150]}", flush=True)

    def types(self, line: str) -> str:
        """Run one of the lecturer's commands, inside the course's folder if it exists."""
        command = f"%%bash\nmkdir -p ~/course; cd ~/course\n({self.here(line)}) 2>&1; echo ended=$?"
        printed = text(reconnected(self.desk).run(command)[1])
        printed, _, code = printed.rpartition("ended=")
        self.said("lecturer", line, printed)
        self.must(code.strip() == "0", f"{line} ended with {code.strip()}: {printed[-2000:]}")
        return printed

    def learns(self, learner: Learner, submission: Submission) -> None:
        learner.log_in()
        learner.start()
        clicked = learner is self.learners[0] and self.clicks(learner)
        if clicked:
            clicked.fetches()
            self.said(learner.name, "(clicks Fetch)", "fetched")
        else:
            self.clicks_button(learner, "fetch")
        learner.folder = ASSIGNMENT
        name = f"{ASSIGNMENT}.ipynb"
        released = nbformat.writes(nbformat.from_dict(learner.notebook(name)))
        notebook = nbformat.reads(submission.write(released), 4)
        kernel = learner.open(name)
        seen = ""
        for cell in notebook.cells:
            if cell.cell_type == "code":
                _, outputs = kernel.run(cell.source)
                cell.outputs = [nbformat.from_dict(output) for output in outputs]
                seen += text(outputs)
        kernel.shut()
        for exercise, says in submission.missing_hints(seen).items():
            self.faults.append(f"{learner.name} {exercise}: the feedback doesn't contain {says!r}")
        learner.save(name, notebook)
        if clicked:
            clicked.validates()
            clicked.submits()
            clicked.page.close()
            self.said(learner.name, "(clicks Validate, Submit)", "submitted")
            return
        path = f"{learner.base}/assignments/validate"
        answer = learner.web.post(
            path, data={"path": f"{ASSIGNMENT}/{name}"}, headers=learner.headers()
        )
        self.must(answer.json()["success"], f"{learner.name} runs Validate: {answer.text[-1000:]}")
        self.said(learner.name, "(validate)", "success")
        listed = self.clicks_button(learner, "submit")
        mine = [each for each in listed if each["status"] == "submitted"]
        self.must(len(mine) == 1, f"{learner.name}: {len(mine)} submissions are listed")

    def clicks(self, learner: Learner) -> clicks.List:
        return clicks.List(self.browser, self.running, learner.name, ASSIGNMENT)

    def clicks_button(self, learner: Learner, button: str) -> list[dict[str, Any]]:
        form = {"course_id": COURSE, "assignment_id": ASSIGNMENT}
        answer = learner.web.post(
            f"{learner.base}/assignments/{button}", data=form, headers=learner.headers()
        )
        response = answer.json()
        self.must(response["success"], f"{learner.name} clicks {button}: {answer.text[-1500:]}")
        listed = [a for a in response["value"] if a["assignment_id"] == ASSIGNMENT]
        self.said(learner.name, f"({button})", ", ".join(each["status"] for each in listed))
        return listed

    def attack(self) -> None:
        """Try one learner's attacks before the deadline."""
        bad, other = self.learners[-1], self.learners[0]
        root, homes = self.exchange, self.running.folder / "homes"
        course = homes / self.lecturer.name / "course"
        inbound = self.exchange / COURSE / "inbound"
        solved = course / "source" / ASSIGNMENT
        self.bad = self.shell(bad)
        forbidden = {
            "lists what was handed in": f"ls {inbound}",
            "lists the feedback": f"ls {self.exchange}/{COURSE}/feedback",
            "reads the gradebook": f"cat {course}/gradebook.db",
            "reads the solutions": f"cat {solved}/{ASSIGNMENT}.ipynb",
            "reads what was collected": f"ls {course}/submitted",
            "changes the assignment": f"touch {root}/{COURSE}/outbound/{ASSIGNMENT}/mine",
            "puts another course in its place": f"cd {root} && mv {COURSE} x && mv x {COURSE}",
            "reads the work of another": f"ls {homes}/{other.name}/{ASSIGNMENT}",
        }
        for what, command in forbidden.items():
            self.safe(what, not self.does(command))
        later = "2090-01-01 00:00:00.000000 UTC+x"
        for claim in (
            f"cd && nbgrader submit {ASSIGNMENT} --course {COURSE} --student={other.name}",
            f"mkdir '{inbound}/{other.name}+{ASSIGNMENT}+{later}'",
            f"mkdir '{inbound}/{other.name}+{ASSIGNMENT}+torn'",
            f"ln -s {solved} '{inbound}/{bad.name}+{ASSIGNMENT}+{later}'",
        ):
            self.must(self.does(claim), f"the attack can't be tried: {claim}")

    def attack_late(self) -> None:
        """Check that learners can't affect their grades after collection."""
        before = self.collected()
        listed = self.types("cat submitted/*/*/timestamp.txt; ls -d submitted/*/*")
        self.safe("hands in for the year 2090", "2090" not in listed)
        for submission in self.work:
            folder = f"submitted/{submission.student}/{ASSIGNMENT}"
            self.must(folder in listed, f"{folder} isn't collected")
        inbound = self.exchange / COURSE / "inbound"
        bad = self.learners[-1].name
        mine = next(path for path in inbound.glob(f"{bad}+*") if not path.is_symlink())
        changed = self.does(f"echo '{{}}' > '{mine}/{ASSIGNMENT}.ipynb'")
        self.must(changed, "the owner can't change the submission: say so in hub/README.md")
        self.safe("changes what was collected", self.collected() == before)
        self.types(f"nbgrader collect {ASSIGNMENT} --update")
        late = self.types(f"cat submitted/{bad}/{ASSIGNMENT}/timestamp.txt")
        self.safe("passes a later change for an earlier one", late.strip() not in listed)

    def collected(self) -> str:
        return text(
            reconnected(self.desk).run("%%bash\ncat ~/course/submitted/*/*/*.ipynb | sha256sum")[1]
        )

    def does(self, command: str) -> bool:
        said = text(
            reconnected(self.bad).run(f"%%bash\n({command}) >/dev/null 2>&1; echo ended=$?")[1]
        )
        return "ended=0" in said

    def check_grades(self) -> None:
        said = text(reconnected(self.desk).run("%%bash\ncat ~/course/grades.csv")[1])
        rows = csv.DictReader(io.StringIO(said))
        exported = {row["student_id"]: float(row["score"]) for row in rows}
        due = {submission.student: sum(submission.points.values()) for submission in self.work}
        self.must(exported == due, f"exported: {exported}, due: {due}")
        print(f"  exported: {exported}")
        page = text(reconnected(self.desk).run("%%bash\ncat ~/course/marks.html")[1])
        self.must("<table" in page, "there's no grades page")
        self.must(not any(name in page for name in due), "the grades page contains names")

    def reads(self, learner: Learner, submission: Submission) -> None:
        """Fetch the feedback and read its file. The first learner also clicks the button."""
        if learner is self.learners[0]:
            clicked = self.clicks(learner)
            clicked.fetches_feedback()
            clicked.page.close()
            self.said(learner.name, "(clicks Fetch Feedback)", "view feedback")
        listed = self.clicks_button(learner, "fetch_feedback")
        paths = [
            each["local_feedback_path"]
            for one in listed
            for each in one.get("submissions", [])
            if each.get("local_feedback_path")
        ]
        self.must(len(paths) >= 1, f"{learner.name} finds no feedback: {listed}")
        for path in paths[:1]:
            page = learner.web.get(f"{learner.base}/files/{path}/{ASSIGNMENT}.html")
            self.must("Score:" in page.text, f"{learner.name}: no score in {page.url}")
            for exercise, says in submission.missing_hints(page.text).items():
                self.faults.append(f"{learner.name} {exercise}: no {says!r}")

    def safe(self, what: str, holds: bool) -> None:
        print(f"  {'safe' if holds else 'OPEN'}: {what}", flush=True)
        self.must(holds, f"open: {what}")

    def must(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.faults.append(otherwise)


def reconnected(shell: Kernel) -> Kernel:
    """Reconnect to the same kernel, because a server closes idle connections."""
    return Kernel(shell.learner, shell.id)


def _with_name(lines: list[str]) -> list[str]:
    return [line.replace(FIRST, ASSIGNMENT) for line in lines if FIRST in line]
