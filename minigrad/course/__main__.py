"""The commands `python -m minigrad.course lab|status|reset|forget`, which work without make."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from minigrad.course import lab
from minigrad.course.chapters import chapter_id, meant
from minigrad.course.checking.progress import forget, read
from minigrad.course.overview import lines
from minigrad.course.stdout import escape_unprintable
from minigrad.course.working_copy import CURRENT, NEW, NEWER, RENEWED, CopyError, WorkingCopy

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "python -m minigrad.course"


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    escape_unprintable()
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("lab", help="open the working copy; other options are passed to JupyterLab")
    commands.add_parser(
        "status", help="show which chapters you have changed, and which are newer upstream"
    )
    reset = commands.add_parser("reset", help="make fresh copies, and keep yours in another folder")
    reset.add_argument(
        "chapter", nargs="*", help="such as 01, 1b, or 02_vector (default: all chapters)"
    )
    commands.add_parser(
        "forget", help="delete the record of solved exercises, but keep the notebooks"
    )
    options, for_lab = parser.parse_known_args(arguments)
    if for_lab and options.command != "lab":
        parser.error(f"unknown option: {for_lab[0]}")

    copy = WorkingCopy(root / "notebooks", root / "my_notebooks")
    if not copy.chapters():
        print(f"{copy.upstream} has no notebooks. Run this from a clone or an unpacked archive.")
        return 1
    try:
        return run(options, for_lab, copy)
    except CopyError as problem:
        print(problem)
        return 1


def run(options: argparse.Namespace, for_lab: Sequence[str], copy: WorkingCopy) -> int:
    """Run the command; raise `CopyError` if the working copy can't be read or written."""
    if options.command == "reset":
        return reset_chapters(copy, options.chapter)
    if options.command == "forget":
        forget(copy.folder)
        return 0
    if options.command == "status":
        at_the_next_start = {
            NEW: f"{NEW} at the next start",
            RENEWED: f"{RENEWED} at the next start",
        }
        report = {chapter: copy.status(chapter) for chapter in copy.chapters()}
        say({chapter: at_the_next_start.get(s, s) for chapter, s in report.items()}, copy)
        print("\n".join(f"  {line}" for line in lines(copy.folder)))
        return 0
    say(copy.update(), copy)
    if lab.is_root():
        print("You're root, as in most containers, so a notebook may change any file.")
    sys.stdout.flush()  # so that this appears before the server's output
    try:
        if moved := lab.use_writable_folders():
            print(moved, flush=True)
        lab.open_lab(copy, for_lab)
    except ModuleNotFoundError as missing:
        print(f'{missing.name} is not installed. To install it, run: pip install -e ".[notebooks]"')
        return 1
    return 0


def say(report: dict[str, str], copy: WorkingCopy) -> None:
    """Print one line for each chapter that isn't up to date."""
    for chapter, status in report.items():
        if status != CURRENT:
            print(f"  {chapter}: {status}")
    if NEWER in report.values():
        print(
            f"A newer edition never overwrites your work. `{COMMAND} reset CHAPTER` switches to "
            f"the new one and keeps yours in {copy.folder.name}/earlier."
        )


def reset_chapters(copy: WorkingCopy, wanted: Sequence[str]) -> int:
    named = {w: meant(w, copy.chapters()) for w in wanted}
    chosen = [c for c in copy.chapters() if not wanted or any(c in of for of in named.values())]
    unknown = [w for w, of in named.items() if not of]
    if unknown:
        print(f"No chapter starts with {unknown[0]!r}. Choose from {', '.join(copy.chapters())}.")
        return 1
    for chapter in chosen:  # check all of them before writing the first
        copy.require_place(chapter)
    for chapter in chosen:
        backup = copy.reset(chapter)
        solved = read(copy.folder).get(chapter_id(chapter))
        print(
            f"  {chapter}: fresh"
            + (f"; yours is now {copy.name(backup)}" if backup else "")
            + (
                f"; your solved exercises still count (`{COMMAND} forget` deletes them)"
                if solved
                else ""
            )
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
