"""Tests of every notebook, both as stored in the repository and as run in a fresh kernel."""

from pathlib import Path

import nbformat
import pytest

from tests.notebooks.comparison import exact_differences, tolerant_differences
from tests.notebooks.recording import NOTEBOOKS, deviations
from tests.notebooks.running import one_run
from tests.notebooks.stored import problems

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@each_notebook
def test_a_notebook_is_stored_complete_clean_and_accessible(path: Path) -> None:
    if faults := problems(path.read_text(encoding="utf-8")):
        pytest.fail("\n".join([path.name, *faults]), pytrace=False)


@each_notebook
def test_running_a_notebook_reproduces_its_stored_outputs(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(stored, as_version=4)
    run = one_run(path)
    if run.error:
        raise run.error
    fresh = run.notebook
    if deviations():
        differences = tolerant_differences(notebook, fresh)
    else:
        differences = exact_differences(stored, fresh)
    if differences:
        shown = "\n".join(differences.splitlines()[:100])
        pytest.fail(f"{path.name} doesn't reproduce its stored outputs:\n{shown}", pytrace=False)
