"""`python -m tests.teaching.in_browser`: try decks and pages, and the checks on planted faults.

The decks take both cores; then the pages take one, and the planted faults the other.
"""

import subprocess
import sys
from pathlib import Path

from tests.browser import command

ROOT = Path(__file__).resolve().parents[3]


def main() -> int:
    slides, site, *planted = (
        f"{__package__}.{name}" for name in ("slides", "site", "slides_planted", "site_planted")
    )
    failed = subprocess.run([sys.executable, "-m", slides], cwd=ROOT).returncode != 0
    failed |= command.side_by_side([[name] for name in planted], [site], ROOT)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
