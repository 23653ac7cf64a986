"""`python -m tests.published`: decks and pages in a real browser, and the checks on planted faults.

The decks take both cores; then the pages take one, and the planted faults the other.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*names: str) -> list[list[str]]:
    return [[sys.executable, "-m", f"tests.published.{name}"] for name in names]


def main() -> int:
    (slides,) = run("slides")
    (site,) = run("site")
    failed = bool(subprocess.run(slides, cwd=ROOT).returncode)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        pages = subprocess.Popen(site, cwd=ROOT, stdout=told, stderr=subprocess.STDOUT)
        try:
            for planted in run("slides_planted", "site_planted"):
                failed |= bool(subprocess.run(planted, cwd=ROOT).returncode)
            failed |= bool(pages.wait())
        finally:
            pages.kill()
        told.seek(0)
        print(told.read(), end="")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
