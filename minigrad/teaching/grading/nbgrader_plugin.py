"""Replacements for some of nbgrader's steps. Only this module imports nbgrader."""

import os
import tempfile
import warnings
from datetime import datetime
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.plugins.zipcollect import FileNameCollectorPlugin
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ComputeChecksums,
    IncludeHeaderFooter,
    LockCells,
    NbGraderPreprocessor,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
    SaveCells,
)
from sqlalchemy.exc import SAWarning
from traitlets import Float, Integer

from minigrad.course.chapters import chapter_id
from minigrad.course.checking.verdict import RIGHT, Verdict
from minigrad.teaching.editions.reading import CHECK

from . import lms_filenames, sandbox, submissions
from .assignments import without_solutions
from .gradebook import as_comment
from .points import PART, share
from .sandbox_worker import Job

NO_NEWS = ("Directory not found. Creating", "Clearing existing files")  # once per learner
# The key in nbgrader's resources for the feedback, by the answer's grade_id.
SAID = "said_of_answers"


class InsertStubs(NbGraderPreprocessor):
    """Replace solutions with stubs, and figures with the figures in the learner's own copy."""

    def preprocess(self, notebook: Any, resources: Any) -> Any:
        return without_solutions(notebook), resources


class RestoreGradedCells(NbGraderPreprocessor):
    """Decide from the course which cells count, whatever a submission claims about its cells.

    If several cells have the same id, the last one counts. nbgrader's own version of this step
    leaves data behind, and that data breaks a later step.
    """

    def preprocess(self, notebook: Any, resources: Any) -> Any:
        marks = {
            cell.metadata.nbgrader.grade_id: cell.metadata.nbgrader for cell in _marked(resources)
        }
        for cell in reversed(notebook.cells):
            claimed = cell.metadata.pop("nbgrader", None)
            known = claimed.get("grade_id") if isinstance(claimed, dict) else None
            if isinstance(known, str) and known in marks:
                cell.metadata["nbgrader"] = marks.pop(known)
        return notebook, resources


class JudgeAnswers(NbGraderPreprocessor):
    """Run each check in a submission to determine the feedback and the points."""

    not_yet = Float(PART, help="the fraction of an exercise's points for a wrong answer").tag(
        config=True
    )
    seconds = Integer(60, help="the seconds of CPU time that an exercise may use").tag(config=True)
    memory = Float(2.0, help="the GiB of memory that an exercise may use").tag(config=True)
    said_how = False  # whether this run has reported the isolation

    def preprocess(self, notebook: Any, resources: Any) -> Any:
        names = resources["nbgrader"]
        released = {cell.source for cell in without_solutions(_source(resources)).cells}
        if not JudgeAnswers.said_how:
            print(f"Answers run {sandbox.best_isolation().says}.")
            JudgeAnswers.said_how = True
        resources[SAID] = {}
        sources: list[str] = []
        for cell in notebook.cells:
            if cell.cell_type != "code":
                # No HTML in a learner's text, because it would run in the reader's browser.
                if cell.source not in released:
                    cell.source = cell.source.replace("<", "&lt;")
                continue
            sources.append(cell.source)
            marked = cell.metadata.get("nbgrader", {})
            if marked.get("grade") and CHECK.search(cell.source):
                job = Job(
                    chapter_id(names["notebook"]),
                    sources,
                    [text in released for text in sources],
                    self.memory,
                    self.seconds,
                )
                verdict = sandbox.judge(job)
                points = share(verdict.status, self.not_yet) * marked["points"]
                cell.outputs = [shown(verdict, points)]
                said = "" if verdict.status == RIGHT else as_comment(comment(verdict))
                resources[SAID][marked["grade_id"].removesuffix("-check")] = said
        return notebook, resources


def _source(resources: Any) -> Any:
    """Return the source edition of the submitted notebook, from the folder of the course."""
    names = resources["nbgrader"]
    return nbformat.read(Path("source", names["assignment"], f"{names['notebook']}.ipynb"), 4)


def _marked(resources: Any) -> list[Any]:
    return [cell for cell in _source(resources).cells if "nbgrader" in cell.metadata]


def shown(verdict: Verdict, points: float) -> Any:
    """Return an output with the verdict, and a number that nbgrader reads as partial credit."""
    data = {"text/plain": f"{points:g}", "text/html": verdict._repr_html_()}
    return nbformat.v4.new_output("execute_result", data, execution_count=None)


def comment(verdict: Verdict) -> str:
    code = f"\n{verdict.code}" if verdict.code else ""
    return f"{verdict.status} {verdict.says}{code}"


class SaveMarks(SaveAutoGrades):
    """Save scores the way nbgrader does, and add each hint as a comment on the answer."""

    def preprocess(self, notebook: Any, resources: Any) -> Any:
        notebook, resources = super().preprocess(notebook, resources)
        with self.gradebook:
            for grade_id, said in resources[SAID].items():
                where = (grade_id, self.notebook_id, self.assignment_id, self.student_id)
                self.gradebook.find_comment(*where).auto_comment = said or None
            self.gradebook.db.commit()
            its = (self.notebook_id, self.assignment_id, self.student_id)
            marked = self.gradebook.find_submission_notebook(*its)
            print(f"  {self.student_id}: {marked.score:g} of {marked.max_score:g}", flush=True)
        return notebook, resources


class ReplaceUnreadable(NotebookExporter):
    """Replace a file that isn't a notebook with the original notebook, without running it.

    For each such file, nbgrader would show a traceback, end with an error, and make no page for the
    learner.
    """

    def from_filename(self, filename: str, resources: Any = None, **options: Any) -> Any:
        if submissions.readable(Path(filename)):
            return super().from_filename(filename, resources, **options)
        names = resources["nbgrader"]
        self.log.warning(
            "Can't be read, so it gets no points: %s from %s", names["notebook"], names["student"]
        )
        file = Path("release", names["assignment"], f"{names['notebook']}.ipynb")
        notebook = nbformat.read(file, 4)
        notebook.cells.insert(0, nbformat.v4.new_markdown_cell(submissions.UNREADABLE))
        return self.from_notebook_node(notebook, resources, **options)


class Collect(ExchangeCollect):
    """Collect each learner's own work, dated by its last change, whatever its filename claims.

    nbgrader's own step only warns if the owner doesn't match, trusts the time in the filename,
    follows links with the lecturer's permissions, and stops at the first malformed filename.
    """

    src_records: list[dict[str, Any]]

    def init_src(self) -> None:
        super().init_src()
        self.src_records = [record for record in self.src_records if record["username"]]

    def _path_to_record(self, path: str) -> dict[str, Any]:
        folder = Path(path)
        name = folder.name.partition(f"+{self.coursedir.assignment_id}+")[0]
        owner = submissions.owner(folder)
        foreign = self.check_owner and owner != name
        if owner is None or foreign or name.startswith(".") or not os.access(path, os.R_OK):
            self.log.warning(
                "Not collected: %s, which belongs to %s", folder.name, owner or "nobody"
            )
            return {"username": "", "filename": folder.name, "timestamp": datetime.min}
        when = submissions.changed(folder)
        return {"username": name, "filename": folder.name, "timestamp": when}

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        with tempfile.TemporaryDirectory() as folder:
            taken = Path(folder) / "taken"
            try:
                when = submissions.changed(Path(src))
                left_out = submissions.take(Path(src), taken, 1000 * self.coursedir.max_dir_size)
            except OSError as wrong:
                self.log.warning("Not collected: %s, %s", Path(src).name, wrong)
                return
            if old := lms_filenames.restore_name(taken, self.coursedir.assignment_id):
                self.log.warning("Collected from %s as the chapter: %s", Path(src).name, old)
            if not (taken / f"{self.coursedir.assignment_id}.ipynb").exists():
                # Without a notebook, nbgrader's grading ends in a traceback. An empty file only
                # gets no points.
                found = ", ".join(sorted(path.name for path in taken.iterdir()))
                self.log.warning("No notebook for this chapter from %s: %s", Path(src).name, found)
                (taken / f"{self.coursedir.assignment_id}.ipynb").touch()
            if left_out:
                self.log.warning("Left out of %s: %s", Path(src).name, ", ".join(left_out))
            (taken / "timestamp.txt").write_text(f"{when:%Y-%m-%d %H:%M:%S.%f} UTC")
            super().do_copy(str(taken), dest, log)


class CollectByName(FileNameCollectorPlugin):
    """Collect one notebook per learner from a learning platform's files, matched by filename.

    If one learner has submitted two notebooks, nbgrader fails for everyone.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.log.addFilter(lambda record: not record.getMessage().startswith(NO_NEWS))

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        app, file = self.parent, Path(submitted_file)
        below = Path(app._format_collect_path(app.extracted_directory))
        chapter = app.coursedir.assignment_id
        who = lms_filenames.chosen(below, chapter).get(file)
        return {"student_id": who, "file_id": chapter} if who else None


def configure(c: Any) -> None:
    """Configure nbgrader to use the steps in this module, which grade with the chapters' checks."""
    # nbgrader's gradebook logs this at each first submission. It looks like an error, but isn't
    # one.
    warnings.filterwarnings("ignore", "Object of type .* not in session", SAWarning)
    c.ExchangeFactory.collect = Collect
    c.ZipCollectApp.collector_plugin = CollectByName
    c.ExtractorPlugin.zip_ext = [".zip"]  # archives of this kind can't contain links
    c.Autograde.exporter_class = ReplaceUnreadable
    c.GenerateAssignment.preprocessors = [
        IncludeHeaderFooter,
        LockCells,
        InsertStubs,
        CheckCellMetadata,
        ComputeChecksums,
        SaveCells,
        ClearHiddenTests,
        ClearMarkScheme,
        ComputeChecksums,
        CheckCellMetadata,
    ]
    c.Autograde.sanitize_preprocessors = [
        ClearOutput,
        RestoreGradedCells,
        OverwriteKernelspec,
        OverwriteCells,
        CheckCellMetadata,
    ]
    c.Autograde.autograde_preprocessors = [
        JudgeAnswers,
        ClearMetadataPreprocessor,
        SaveMarks,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    c.OverwriteCells.add_missing_cells = True  # checks that were deleted are restored
