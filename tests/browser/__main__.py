"""`python -m tests.browser`: test the chapters in JupyterLab and as exported pages."""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from . import chromium, command, exported, in_lab
from .report import Report

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "browser"
PARTS = ("lab", "pages")


def main() -> int:
    parser = command.parser("tests.browser", __doc__, "chapters whose names start with this")
    parser.add_argument("--part", choices=PARTS, help="test only JupyterLab, or only the pages")
    options = parser.parse_args()
    chapters = command.chosen((ROOT / "notebooks").glob("*.ipynb"), options.only)
    if not chapters:
        parser.error(f"no chapter starts with {' or '.join(options.only)}")
    chrome = chromium.find(options.chrome)
    if options.part is None:
        shutil.rmtree(BUILD / "pictures", ignore_errors=True)
        return both(["--chrome", chrome, "--only", *options.only])
    return part(options.part, chrome, chapters)


def part(name: str, chrome: str, chapters: list[Path]) -> int:
    start = time.monotonic()
    (BUILD / "pictures").mkdir(parents=True, exist_ok=True)
    report = Report(name)
    with chromium.started(chrome) as browser, tempfile.TemporaryDirectory() as folder:
        if name == "lab":
            in_lab.check(report, browser, chapters, Path(folder), BUILD / "pictures")
        else:
            exported.check(report, browser, chapters, BUILD, BUILD / "pictures")
    return report.outcome(
        f"{len(chapters)} chapters" if len(chapters) > 1 else chapters[0].stem,
        time.monotonic() - start,
    )


def both(options: list[str]) -> int:
    """Run both parts in parallel and print the second one's output when the first is done."""
    start = time.monotonic()
    first, second = ([__package__, "--part", name, *options] for name in PARTS)
    failed = command.side_by_side([first], second, ROOT)
    print(f"Screenshots to look at: {(BUILD / 'pictures').relative_to(ROOT)}")
    outcome = "FAILED" if failed else "passed"
    print(f"browser: {outcome} in {time.monotonic() - start:.0f} s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
