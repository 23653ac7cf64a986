"""`python -m tests.teaching.in_browser`: test decks and pages in a real browser.

The decks use both cores, and then the pages use one. With `--planted`, the checks themselves are
tested: each fault that's seeded in a copy of a deck or a page has to be reported.
"""

import subprocess
import sys
from pathlib import Path

from tests.browser import command

ROOT = Path(__file__).resolve().parents[3]


def main() -> int:
    parser = command.parser(__package__, __doc__, "decks and pages whose name starts so")
    parser.add_argument("--planted", action="store_true", help="test the checks: seed faults")
    options = parser.parse_args()
    if options.planted:
        slides, site = (f"{__package__}.{name}_planted" for name in ("slides", "site"))
        return int(command.side_by_side([[slides]], [site], ROOT))
    failed = False
    for part in ("slides", "site"):
        words = [sys.executable, "-m", f"{__package__}.{part}", "--only", *options.only]
        failed |= subprocess.run(words, cwd=ROOT).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
