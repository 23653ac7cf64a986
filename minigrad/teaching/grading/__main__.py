"""The commands `python -m minigrad.teaching.grading assignment|marks`, for use with nbgrader."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from . import assignments, sandbox

ROOT = Path(__file__).resolve().parents[3]
COMMAND = "python -m minigrad.teaching.grading"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    assignment = commands.add_parser("assignment", help="turn chapters into assignments")
    assignment.add_argument("chapter", nargs="+", help="chapters, such as 01, 1b, or 02_vector")
    marks = commands.add_parser("marks", help="grade what was collected")
    marks.add_argument("--force", action="store_true", help="grade again what is already graded")
    for command in (assignment, marks):
        default = ROOT / "build" / "course"
        command.add_argument("--course", type=Path, default=default, help="the course's folder")
    options = parser.parse_args(arguments)
    # nbgrader calls programs of its environment by name, even if the environment isn't activated.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    if options.command == "assignment":
        return make_assignments(options.course, options.chapter)
    return grade(options.course, force=options.force)


def make_assignments(course: Path, chapters: list[str]) -> int:
    try:
        names = assignments.write(ROOT / "notebooks", course, chapters)
    except FileExistsError as refused:
        print(refused)
        return 1
    if not names:
        print(f"No chapter starts with {' or '.join(chapters)}.")
        return 1
    for name in names:
        if code := nbgrader(course, "generate_assignment", name, "--force"):
            return code
        print(f"  {name}: with solutions in source/, for learners in release/")
    print(
        f"The course is in {course}. For the next steps, see minigrad/teaching/grading/README.md."
    )
    return 0


def grade(course: Path, *, force: bool) -> int:
    """Grade all collected submissions; return 1 if nbgrader reported a problem with any of them."""
    if why := sandbox.refusal():
        print(why)
        return 1
    names = sorted({path.name for path in course.glob("submitted/*/*")})
    if not names:
        print(f"Nothing has been collected yet in {course}.")
        return 1
    again = ["--force"] if force else []
    codes = [
        nbgrader(course, step, name, *again)
        for name in names
        for step in ("autograde", "generate_feedback")
    ]
    codes.append(nbgrader(course, "export"))
    print(f"Points are in {course / 'grades.csv'}, and feedback is in {course / 'feedback'}.")
    return int(any(codes))


def nbgrader(course: Path, *words: str) -> int:
    command = [sys.executable, "-m", "nbgrader", *words, "--log-level=WARN"]
    return subprocess.run(command, cwd=course, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
