"""`python -m tests.teaching.in_browser`: test decks and pages in a real browser.

The decks use both cores, and then the pages use one.
"""

import subprocess
import sys
from pathlib import Path

from tests.browser import command

ROOT = Path(__file__).resolve().parents[3]


def main() -> int:
    parser = command.parser(__package__, __doc__, "decks and pages whose name starts so")
    options = parser.parse_args()
    failed = False
    for part in ("slides", "site"):
        words = [sys.executable, "-m", f"{__package__}.{part}", "--only", *options.only]
        failed |= subprocess.run(words, cwd=ROOT).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
