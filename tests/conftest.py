"""Configuration of the test run. Only the recorded environment compares notebooks exactly."""

import functools
import re
from pathlib import Path
from typing import Any

import pytest
from nbval.plugin import IPyNbFile
from xdist.scheduler import LoadScopeScheduling

from minigrad.course.threads import use_one_thread
from minigrad.messages import errors
from tests.notebooks import replayed
from tests.notebooks.recording import deviations
from tests.parity.known import KNOWN
from tests.parity.running import warn_by

# Groups of tests that share a run of a chapter, identified by words in their names.
SHARING = {
    "run": ("notebooks/", "test_running_a_notebook_reproduces_its_stored_outputs"),
    "solved": (
        "test_every_claim_of_a_chapter_is_true",
        "test_a_chapter_with_all_solutions_passes_every_check",
        "test_an_explorer_does_not_open_with_the_answer",
        "test_an_explorer_can_answer_the_question_before_it",
        "test_the_correct_choice_is_true",
        "test_a_number_in_a_lecture_is_on_its_slide_or_computed",
        "test_retraining_gives_roughly_the_recorded_mean",
    ),
    "solved 06_build_your_own_autograd": ("test_comparison_cells_do_not_depend",),
}
CHAPTER = re.compile(r"\b\d\d[a-z]?_\w+|glossary")
# Long tests start first, so that no worker sits idle while another finishes a long one.
FIRST = ["solved", "run", "tests/course"]


def pytest_configure(config: pytest.Config) -> None:
    use_one_thread()  # in the workers and kernels that start later
    IPyNbFile.setup = replayed.setup
    if not hasattr(config, "workerinput"):
        # On a fresh machine, matplotlib first builds its font cache, and would print a message
        # about that in a notebook.
        import matplotlib.font_manager  # noqa: F401


@pytest.fixture(autouse=True)
def _reset_warnings() -> None:
    """Reset warnings that appear only once per process, so that every test can see them."""
    warn_by(functools.cache(errors.warn))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    how = "compared exactly, as recorded"
    if differing := deviations():
        how = f"text compared to a tolerance, pictures and nbval left out: {', '.join(differing)}"
    terminalreporter.write_line(f"notebooks: {how}")
    terminalreporter.write_line(f"PyTorch: {len(KNOWN)} known differences are listed")


@functools.cache
def group(nodeid: str) -> str:
    """Return a test's group. The tests in a group run one after another in the same process."""
    for name, tests in SHARING.items():
        if any(test in nodeid for test in tests):
            chapter = CHAPTER.search(nodeid.partition("[")[2] or nodeid)
            return f"{name} {chapter[0]}" if chapter else name
    return nodeid.partition("::")[0]


class Scheduling(LoadScopeScheduling):
    """A scheduler that gives each worker one group after another."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    return Scheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip nbval's exact comparison, except in the recorded environment."""
    if deviations():
        strict = [item for item in items if Path(item.path).suffix == ".ipynb"]
        if strict:
            config.hook.pytest_deselected(items=strict)
            items[:] = [item for item in items if item not in strict]
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: sort_key(group(item.nodeid)))


def sort_key(group: str) -> int:
    """Return a sort key that puts the long tests first, in a fixed order."""
    return next((i for i, long in enumerate(FIRST) if group.startswith(long)), len(FIRST))
