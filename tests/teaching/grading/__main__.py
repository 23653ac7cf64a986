"""`python -m tests.teaching.grading`: grade a simulated class and check every score.

The class makes thirty submissions with answers from the tables, one for each attack in `hostile`,
and some odd ones. They go through all of nbgrader's steps, from creating and releasing the
assignments to collecting, grading, and exporting.
"""

import argparse
import hashlib
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from minigrad.teaching.grading import sandbox
from minigrad.teaching.grading.gradebook import Mark, read

from . import platform, submissions, tables
from .isolation import not_blocked
from .lesson import BLOCK, Lesson
from .submissions import FIRST, Submission


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.teaching.grading", description=__doc__)
    parser.add_argument("--only", default="", help="chapters whose notebook begins with this")
    parser.add_argument(
        "--count", type=int, default=30, help="number of submissions made from the tables"
    )
    parser.add_argument("--attacks", type=int, default=None, help="how many; all")
    parser.add_argument("--tables", action="store_true", help="check every answer in the tables")
    parser.add_argument(
        "--keep",
        type=Path,
        help="a new folder in which to keep the files, if you want to look at them",
    )
    options = parser.parse_args()
    if options.tables:
        disagreements = tables.disagreements(options.only)
        print("\n".join(disagreements))
        return bool(disagreements)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        faults = the_class(Path(folder), options)
        if options.keep:
            shutil.copytree(folder, options.keep)
    print(f"{time.monotonic() - began:.0f} seconds, {len(faults)} faults")
    print("\n".join(faults))
    return bool(faults)


def the_class(folder: Path, options: argparse.Namespace) -> list[str]:
    chapters = [c for c in tables.chapters() if c.startswith(options.only)]
    lecturers = folder / "lecturers.txt"
    lecturers.write_text("as it was")
    handed_in = submissions.from_tables(chapters, options.count)
    if FIRST in chapters:
        handed_in += submissions.hostile(str(lecturers))[: options.attacks] + submissions.odd()

    lesson = Lesson(folder)
    for name, text in ((".progress.json", '{"1": ["names"]}'), (".laid_out.json", "{}")):
        (lesson.course / name).write_text(text)  # the lecturer's own working copy is here
    isolation = sandbox.best_isolation()
    print(f"Answers run {isolation.says}.")
    faults = []
    if isolation.command or isolation.user is not None:
        faults = [
            f"despite the isolation, a program {does}" for does in not_blocked(isolation, folder)
        ]
    lesson.make(chapters)
    before = fingerprints(sandbox.PACKAGE / "course" / "checking") | fingerprints(
        lesson.course / "source"
    )
    before |= fingerprints(lesson.course / "release") | fingerprints(lecturers)
    before |= fingerprints(lesson.course / ".progress.json")
    for submission in handed_in:
        lesson.submit_answers(submission)
    for chapter in sorted({submission.assignment for submission in handed_in}):
        lesson.grade(chapter)
    exported = lesson.exported_grades()
    marks = read(lesson.course)
    faults += [fault for submission in handed_in for fault in wrong(submission, marks, exported)]
    faults += [fault for submission in handed_in for fault in feedback_faults(submission, lesson)]
    if "Score:" not in lesson.feedback(handed_in[0]):
        faults.append("the feedback that a learner fetches has no score")
    faults += commands_that_do_not_exist()
    faults += bad_page(lesson.course / "marks.html", handed_in)
    faults += [f"changed: {path}" for path, sha in before.items() if fingerprint(path) != sha]
    if FIRST in chapters:
        faults += platform.faults(folder / "platform")
    table(handed_in, marks, exported)
    return faults


def commands_that_do_not_exist() -> list[str]:
    """Return the `nbgrader` commands in the README that nbgrader doesn't have."""
    from nbgrader.apps.nbgraderapp import NbGraderApp

    page = (sandbox.PACKAGE / "teaching" / "grading" / "README.md").read_text("utf-8")
    code = "\n".join(BLOCK.findall(page) + re.findall(r"`([^`\n]+)`", page))
    named = set(re.findall(r"^nbgrader (\w+)", code, re.MULTILINE))
    return [f"no command: nbgrader {name}" for name in sorted(named - {*NbGraderApp.subcommands})]


def wrong(
    submission: Submission, marks: list[Mark], exported: dict[tuple[str, str], float]
) -> list[str]:
    who = (submission.student, submission.assignment)
    marked = points(submission, marks)
    due = {name.replace(" ", "-"): each for name, each in submission.points.items()}
    faults = [
        f"{who} {name}: {marked.get(name)}, not {p}"
        for name, p in due.items()
        if marked.get(name) != p
    ]
    if exported.get(who) != sum(due.values()):
        faults.append(f"{who}: {exported.get(who)} exported, not {sum(due.values())}")
    return faults


def feedback_faults(submission: Submission, lesson: Lesson) -> list[str]:
    """Return parts of hints that learners don't find in their feedback."""
    where = lesson.course / "feedback" / submission.student / submission.assignment
    page = (where / f"{submission.assignment}.html").read_text("utf-8")
    faults = [
        f"{submission.student} {name}: the feedback does not say {says!r}"
        for name, says in submission.missing_hints(page).items()
    ]
    body = page.partition("<body")[2]
    for harm in ("<script>alert", "onerror=alert"):
        if re.search(f"<[^>]*{harm.lstrip('<')}", body):
            faults.append(
                f"{submission.student}: {harm} from the learner's code is in the feedback"
            )
    return faults


def bad_page(page: Path, handed_in: list[Submission]) -> list[str]:
    text = page.read_text("utf-8")
    faults = [f"the page names {s.student}" for s in handed_in if s.student in text]
    faults += [
        f"the page has {piece}"
        for piece in ("<script", "http://", "src=", "@import")
        if piece in text.replace("http://www.w3.org/2000/svg", "")
    ]
    return faults


def points(submission: Submission, marks: list[Mark]) -> dict[str, float]:
    who = (submission.student, submission.assignment)
    return {m.exercise: m.points for m in marks if (m.student, m.assignment) == who}


def table(
    handed_in: list[Submission], marks: list[Mark], exported: dict[tuple[str, str], float]
) -> None:
    print(f"\n{'learner':12}{'assignment':32}{'due':>23}{'given':>23}{'exported':>10}  what")
    for one in handed_in:
        due = " ".join(f"{p:g}" for p in one.points.values())
        its = points(one, marks)
        marked = " ".join(f"{its.get(n.replace(' ', '-'), -1):g}" for n in one.points)
        total = exported.get((one.student, one.assignment), -1)
        print(f"{one.student:12}{one.assignment:32}{due:>23}{marked:>23}{total:>10g}  {one.of}")


def fingerprints(path: Path) -> dict[Path, str]:
    paths = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
    return {p: fingerprint(p) for p in paths if "__pycache__" not in p.parts}


def fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "gone"


if __name__ == "__main__":
    sys.exit(main())
