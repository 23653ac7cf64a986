"""The command `python -m tests.teaching.in_browser`: decks and pages in a real browser.

The decks use both cores, and then the pages use one. `--planted` tests the checks instead: it
plants faults in copies of decks and pages, and each one has to be found.
"""

import subprocess
import sys
from pathlib import Path

from tests.browser import command

ROOT = Path(__file__).resolve().parents[3]


def main() -> int:
    parser = command.parser(__package__, __doc__, "decks and pages whose name starts so")
    parser.add_argument("--planted", action="store_true", help="check the checks: plant faults")
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
