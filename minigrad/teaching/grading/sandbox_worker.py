"""The process that runs one answer: first the learner's cells, and then the check.

`python -m minigrad.teaching.grading.sandbox_worker` reads a job and writes the check's verdict.
Everything else that the answer prints is discarded. This code doesn't protect anything: `sandbox`
starts it inside Bubblewrap.
"""

import ast
import json
import linecache
import os
import re
import sys
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from minigrad.course.chapters import folder
from minigrad.course.checking.limit import TimeUp, within_limit
from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, Verdict
from minigrad.teaching.editions.reading import CHECK

from .cell_dependencies import made_and_used, needed
from .points import STOPPED

NOTHING = "There is nothing to check."
LONGEST = 2_000  # the maximum number of characters in a sentence
RESULT = 2**16  # the largest file that an answer may write (its own result), in bytes
TASKS = 4  # processes and threads: Bubblewrap's, this one, and the thread that watches the time
MAGIC = re.compile(r"^[%!].*$", re.MULTILINE)
BEGIN = "import minigrad as mg\nfrom minigrad.course.{} import check, compare, hint\n"


@dataclass(frozen=True)
class Job:
    """An answer to run, that is, an exercise in a submission."""

    chapter: str
    cells: Sequence[str]  # the code cells, from the top to the check, which is the last one
    fails: Sequence[int] = ()  # the cells that are meant to end with an error
    memory: float = 2.0  # in GiB, for each process
    seconds: int = 60  # seconds of CPU time
    user: int | None = None  # the user to become if this is root


def main() -> None:
    job = Job(**json.load(sys.stdin))
    out, nothing = os.dup(1), os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    become(job.user)
    limit(job.memory, job.seconds)
    try:
        verdict = judged(job)
    except BaseException as error:  # `exit()`, or out of memory while the check itself computes
        kind = type(error).__name__
        verdict = Verdict(STOPPED, f"The answer ended the program that was checking it: {kind}.")
    said = {name: _short(value) for name, value in asdict(verdict).items() if name != "beside"}
    os.write(out, json.dumps(said).encode())
    os._exit(0)


def become(user: int | None) -> None:
    if user is not None:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)


def limit(memory: float, seconds: int) -> None:
    """Permanently limit the memory, time, files, and processes of this process and its children."""
    import resource  # missing on Windows, where nothing is graded

    for kind, bound in {
        resource.RLIMIT_AS: int(memory * 2**30),
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: RESULT,
        resource.RLIMIT_NPROC: TASKS,
        resource.RLIMIT_CORE: 0,
    }.items():
        resource.setrlimit(kind, (bound, bound))


def judged(job: Job) -> Verdict:
    """Run the cells that the last one, which is a check, depends on; return its verdict."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(BEGIN.format(folder(job.chapter)), names)
    check = names["check"]
    cells = [MAGIC.sub("", cell) for cell in job.cells]
    warnings.simplefilter("ignore")
    verdict, broken = Verdict("", NOTHING), ""
    for i in built_on(cells, published(job.chapter)):
        if CHECK.search(cells[i]):
            names["check"] = check  # whatever the name refers to by now
            verdict = _checked(cells[i], names)
        elif (error := run(cells[i], names)) and i not in job.fails:
            broken = error
    if broken and verdict.says.startswith(NOTHING):
        return Verdict(NOT_YET, "The cell ends with an error:", broken, verdict.then)
    return verdict


def built_on(cells: Sequence[str], standing_in: Sequence[str] = ()) -> list[int]:
    """Return the cells that must run for the last cell, which is a check, including that cell.

    If the check fills in published code, also return the earlier checks and the cells that the
    published code depends on.
    """
    last = len(cells) - 1
    checks = [i for i in range(last) if CHECK.search(cells[i])] if standing_in else []
    checks = [*checks, last]
    using = [*(cells[i] for i in checks), *standing_in]
    names = {name for source in using for name in made_and_used(source)[1]} - {"check"}
    above = [i for i in range(last) if not CHECK.search(cells[i])]
    return sorted({*(above[i] for i in needed([cells[i] for i in above], names)), *checks})


def published(chapter: str) -> list[str]:
    """Return the code with which chapter 6's check replaces steps that aren't right yet."""
    if chapter != "6":
        return []
    from minigrad.course.chapter_6.reference_steps import PUBLISHED, published_source

    return [published_source(step) for step in PUBLISHED]


def _checked(cell: str, names: dict[str, Any]) -> Verdict:
    check = cell[cell.index("check(") :]  # nbgrader may have put a line above it
    try:
        return eval(check, names)
    except NameError as missing:
        return Verdict(NOT_TRIED, f"{NOTHING} NameError: {missing}")


def run(cell: str, names: dict[str, Any]) -> str:
    """Run a cell without its last line if that line only displays a value; return any error."""
    file = f"<cell {abs(hash(cell))}>"
    linecache.cache[file] = (len(cell), None, cell.splitlines(keepends=True), file)
    try:
        tree = ast.parse(cell)
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            tree.body.pop()  # a drawing, or a prediction's comparison
        within_limit(exec, compile(tree, file, "exec"), names)
    except TimeUp:
        return "The cell was still running after several seconds."
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


if __name__ == "__main__":
    main()
