"""The commands `python -m minigrad.teaching solutions|exam|moodle`: papers and quizzes."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from minigrad.course.chapters import chapter_id
from minigrad.course.stdout import escape_unprintable

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "python -m minigrad.teaching"


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    escape_unprintable()
    options = parser(root / "build").parse_args(arguments)
    try:
        return run(options, root / "notebooks")
    except OSError as failed:
        place = failed.filename or (options.folder if "folder" in options else options.file)
        print(f"{place} can't be read or written: {failed.strerror or failed}.")
        return 1


def run(options: argparse.Namespace, notebooks: Path) -> int:
    """Run the command; raise `OSError` if a file can't be read or written."""
    if not notebooks.is_dir():
        print(f"{notebooks} has no notebooks. Run this from a clone or an unpacked archive.")
        return 1
    try:
        from minigrad.teaching import exam
        from minigrad.teaching.editions import solutions
    except ModuleNotFoundError as missing:
        print(f'{missing.name} isn\'t installed. Run pip install -e ".[notebooks]" first.')
        return 1
    if options.command == "solutions":
        written = solutions.make(notebooks, options.folder)
        print(f"Wrote {len(written)} notebooks with all solutions to {options.folder}")
        return 0
    chosen = [chapter_id(f"{name}_") or name for name in options.chapters]
    available = exam.chapters()
    if unknown := [name for name in chosen if name not in available]:
        print(
            f"There are no questions about chapter {unknown[0]}. Choose from {' '.join(available)}."
        )
        return 1
    if options.command == "moodle":
        from minigrad.teaching import moodle

        for file in moodle.make(options.folder, options.seed, chosen):
            print(f"Import {file} into a question bank.")
    else:
        made = exam.make(options.file, options.seed, chosen, large=options.large)
        print(f"Open and print {made}. Paper B and the keys are next to it.")
    return 0


def parser(build: Path) -> argparse.ArgumentParser:
    """Return the command-line parser. `build` is the default output folder."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    solutions = commands.add_parser("solutions", help="make an edition with all solutions")
    solutions.add_argument("folder", nargs="?", type=Path, default=build / "solutions")
    exam = commands.add_parser("exam", help="make a 45-minute exam, papers A and B with keys")
    exam.add_argument("file", nargs="?", type=Path, default=build / "exam.html")
    exam.add_argument("--seed", type=int, default=1, help="a different seed gives a different exam")
    exam.add_argument("--large", action="store_true", help="use large print")
    moodle = commands.add_parser("moodle", help="make the exam and the votes for Moodle")
    moodle.add_argument("folder", nargs="?", type=Path, default=build / "moodle")
    moodle.add_argument("--seed", type=int, default=1, help="the seed of the exam")
    for paper in (exam, moodle):
        paper.add_argument(
            "--chapters",
            nargs="+",
            default=[],
            metavar="N",
            help="chapters, such as 0, 1, or 1b; by default, all of them",
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
