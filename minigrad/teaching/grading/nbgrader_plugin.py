"""The step of nbgrader that runs submitted code, replaced. Only this module imports nbgrader."""

import os
import pwd
import subprocess
import tempfile
import warnings
from pathlib import Path
from textwrap import indent
from typing import Any

import nbformat
from nbformat.warnings import MissingIDFieldWarning
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    NbGraderPreprocessor,
    SaveAutoGrades,
)
from nbgrader.utils import is_grade
from sqlalchemy.exc import SAWarning
from traitlets import Float, Integer

from minigrad.course.chapters import chapter_id
from minigrad.course.checking.verdict import Verdict

from . import sandbox
from .points import PART, share
from .sandbox_worker import Job


class JudgeAnswers(NbGraderPreprocessor):
    """Run each check in a submission, in place of nbgrader's step that runs the whole notebook."""

    not_yet = Float(PART, help="the fraction of an exercise's points for a wrong answer").tag(
        config=True
    )
    seconds = Integer(60, help="the seconds of CPU time that an exercise may use").tag(config=True)
    memory = Float(2.0, help="the GiB of memory that an exercise may use").tag(config=True)

    def preprocess(self, notebook: Any, resources: Any) -> Any:
        names = resources["nbgrader"]
        chapter = chapter_id(names["notebook"])
        file = Path("source", names["assignment"], f"{names['notebook']}.ipynb")
        given = {cell.source for cell in nbformat.read(file, 4).cells}
        sources: list[str] = []
        fails: list[int] = []
        for cell in notebook.cells:
            if cell.cell_type != "code":
                if cell.source not in given:
                    as_typed(cell)
                continue
            if "raises-exception" in cell.metadata.get("tags", []):
                fails.append(len(sources))
            sources.append(cell.source)
            if is_grade(cell):
                verdict = sandbox.judge(Job(chapter, sources, fails, self.memory, self.seconds))
                points = share(verdict.status, self.not_yet) * cell.metadata["nbgrader"]["points"]
                cell.outputs = [shown(verdict, points)]
        return notebook, resources


def as_typed(cell: Any) -> None:
    """Turn a learner's text into a block of code, so that no script or link runs when it's read."""
    cell.cell_type = "markdown"  # HTML in a raw cell would be part of the page
    cell.source = indent(cell.source, "    ", lambda line: True)


def shown(verdict: Verdict, points: float) -> Any:
    """Return an output with the verdict, and a number that nbgrader reads as partial credit."""
    data = {"text/plain": f"{points:g}", "text/html": verdict._repr_html_()}
    return nbformat.v4.new_output("execute_result", data, execution_count=None)


class CollectOwnFiles(ExchangeCollect):
    """Collect only the learner's own files from the shared folder.

    nbgrader would follow a learner's link to any file that the lecturer can read, and would only
    warn if the folder belongs to somebody else.
    """

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        learner = Path(src).name.partition("+")[0]
        if self.check_owner and _owner(src) != learner:
            self.log.warning("Not collected: %s isn't from %s", Path(src).name, learner)
            return
        with tempfile.TemporaryDirectory() as folder:
            taken = Path(folder, "taken")
            # `cp` refuses a link even if it replaces a file while `cp` is running.
            subprocess.run(["cp", "-RP", "--", src, str(taken)], check=False)
            for path in sorted(taken.rglob("*")):
                if path.is_symlink() or not (path.is_file() or path.is_dir()):
                    self.log.warning("Left out of %s: %s", Path(src).name, path.name)
                    path.unlink()
            if taken.is_dir() and not taken.is_symlink():
                super().do_copy(str(taken), dest, log)


def _owner(folder: str) -> str:
    try:
        return pwd.getpwuid(os.lstat(folder).st_uid).pw_name
    except KeyError:
        return ""


def configure(c: Any) -> None:
    """Configure nbgrader to grade with the chapters' checks, inside Bubblewrap."""
    for noise in (SAWarning, MissingIDFieldWarning):  # two libraries' own, once per learner
        warnings.filterwarnings("ignore", category=noise)
    c.ClearSolutions.code_stub = {"python": ""}  # the stub is above the solution
    c.Autograde.pre_convert_hook = sandbox.require
    c.Autograde.autograde_preprocessors = [
        JudgeAnswers,
        SaveAutoGrades,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    c.OverwriteCells.add_missing_cells = True  # checks that were deleted are restored
    c.ExchangeFactory.collect = CollectOwnFiles
    c.ExtractorPlugin.zip_ext = [".zip"]  # archives of this kind can't contain links
