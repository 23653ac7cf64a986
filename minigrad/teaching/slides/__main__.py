"""The command `python -m minigrad.teaching.slides`, which does the same as `make slides`."""

import argparse
import sys
import time

from minigrad.teaching.assets import ROOT

from .build import BUILD, RefusedError, refuse, slides
from .lecture import lectures
from .minutes import clock


def main() -> int:
    asks = argparse.ArgumentParser(prog="minigrad.teaching.slides", description=__doc__)
    asks.add_argument("--author", default="", help="the author's name on the title slides")
    asks.add_argument("--date", default="", help="the date on the title slides; by default, today")
    asks.add_argument(
        "--pages",
        action="store_true",
        help="also print each deck with one slide per page",
    )
    asks.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="NN",
        help="build only the decks whose names begin with one of these, and keep the others",
    )
    asks.add_argument(
        "--check", nargs="?", const="", metavar="NN", help="build nothing, and only report mistakes"
    )
    options = asks.parse_args()
    start = time.monotonic()
    names = options.only or [options.check or ""]
    chosen = [lecture for name in names for lecture in lectures(name)]
    try:
        if options.check is not None:
            refuse(chosen)
        else:
            fresh = not options.only
            archive = slides(chosen, options.author, options.date, fresh, options.pages)
    except RefusedError as wrong:
        print(wrong)
        return 1
    finally:
        for each in chosen:
            minutes = clock(each.slides[-1].ends)
            print(f"{each.name}: {len(each.slides)} slides, {minutes} minutes")
    if options.check is None:
        size = archive.stat().st_size / 1e6
        print(f"{(BUILD / 'index.html').relative_to(ROOT)} lists the decks. An archive with all")
        print(f"of them is in {archive.relative_to(ROOT)} ({size:.1f} MB).")
        print(f"This took {time.monotonic() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
