"""The commands `python -m minigrad.teaching.hub handout|link|configure|needs`, for class hubs."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from minigrad.course.chapters import meant
from minigrad.course.lab import START_PAGE

from .configure import configure
from .handout import hand_out, link
from .needs import chapters as chapters_needs
from .needs import table

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"


def main(arguments: Sequence[str] | None = None, notebooks: Path = NOTEBOOKS) -> int:
    parser = argparse.ArgumentParser(prog="python -m minigrad.teaching.hub", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    give = commands.add_parser("handout", help="push the learners' edition of the chapters")
    leads = commands.add_parser("link", help="print the link for learners")
    leads.add_argument("address", help="the hub's URL, https://...")
    for command in (give, leads):
        command.add_argument(
            "repository", help="the repository that learners pull from, as a folder or a URL"
        )
    leads.add_argument(
        "chapter",
        nargs="?",
        default=START_PAGE,
        help="a chapter, such as 01 or 1b; by default, the first page",
    )
    commands.add_parser("configure", help="set up this environment's JupyterLab as `make lab` does")
    commands.add_parser("needs", help="estimate the memory and cores that a class needs")
    options = parser.parse_args(arguments)
    if options.command == "needs":
        print(f"{chapters_needs()}\n\n{table()}")
        return 0
    if options.command == "configure":
        print("\n".join(f"  {path}" for path in configure()))
        return 0
    chapters = sorted(path.name for path in notebooks.glob("*.ipynb"))
    if options.command == "handout":
        for chapter, status in hand_out(notebooks, options.repository).items():
            print(f"  {chapter}: {status}")
        return 0
    matching = meant(options.chapter, chapters)
    if not matching:
        print(f"No chapter starts with {options.chapter!r}; there are {', '.join(chapters)}.")
        return 1
    print(link(options.address, options.repository, matching[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
