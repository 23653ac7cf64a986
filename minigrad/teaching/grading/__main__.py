"""The commands `python -m minigrad.teaching.grading assignment|page`, for use with nbgrader."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from . import assignments

ROOT = Path(__file__).resolve().parents[3]
COMMAND = "python -m minigrad.teaching.grading"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    assignment = commands.add_parser("assignment", help="turn chapters into assignments")
    assignment.add_argument("chapter", nargs="+", help="chapters, such as 01, 1b, or 02_vector")
    page = commands.add_parser("page", help="make the grades page")
    page.add_argument("--names", action="store_true", help="add a table of each learner's points")
    for command in (assignment, page):
        default = ROOT / "build" / "course"
        command.add_argument("--course", type=Path, default=default, help="the course's folder")
    options = parser.parse_args(arguments)
    # nbgrader calls programs of its environment by name, even if the environment isn't activated.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    if options.command == "assignment":
        return make_assignments(options.course, options.chapter)
    return make_page(options.course, names=options.names)


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
        command = ["nbgrader", "generate_assignment", name, "--force", "--log-level=WARN"]
        if code := subprocess.run([sys.executable, "-m", *command], cwd=course).returncode:
            return code
        print(f"  {name}: with solutions in source/, for learners in release/")
    print(
        f"The course is in {course}. For the next steps, see minigrad/teaching/grading/README.md."
    )
    return 0


def make_page(course: Path, *, names: bool) -> int:
    from .gradebook import read, unmarked
    from .page import make

    marks = read(course)
    if not marks:
        print(f"Nothing has been graded yet in {course}.")
        return 1
    file = course / "marks.html"
    file.write_text(make(marks, unmarked(course, marks), names=names), encoding="utf-8")
    print(f"Open {file}" + (", which contains names" if names else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
