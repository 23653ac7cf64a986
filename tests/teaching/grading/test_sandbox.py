"""Tests that an answer in a separate process gets the learner's verdict and can't do any harm."""

import json
import sys
from pathlib import Path

import pytest

from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT
from minigrad.teaching.grading.points import POINTS, STOPPED, share
from minigrad.teaching.grading.sandbox import Isolation, _read, judge
from minigrad.teaching.grading.sandbox_worker import Job
from tests.teaching.grading import hostile
from tests.teaching.grading.hostile import ATTACKS, Attack

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="grading needs Linux or macOS")
NO_ISOLATION = Isolation((), None, "the hook and the limits alone")
CHECK = 'check("shares", arrives)'
SLOW = [
    attack
    for attack in ATTACKS
    if attack.name.startswith(("one operation", "an answer that sleeps"))
]


def chapter_1(*cells: str, seconds: int = 5) -> Job:
    return Job("1", [*cells, CHECK], [False] * len(cells) + [True], seconds=seconds)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
@pytest.mark.slow
def test_an_attack_costs_only_its_own_points(attack: Attack, tmp_path: Path) -> None:
    if sys.platform == "darwin" and "memory" in attack.name:
        pytest.skip("macOS doesn't limit memory")
    file = tmp_path / "lecturers.db"
    file.write_text("as it was")
    seconds = 1 if attack in SLOW else 120  # a busy machine takes long to compute for 12 s
    verdict = judge(
        chapter_1(attack.source.replace("FILE", repr(str(file))), seconds=seconds), NO_ISOLATION
    )
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]
    assert share(verdict.status) * POINTS == attack.points, verdict
    assert attack.says in f"{verdict.says}{verdict.code}", verdict


@pytest.mark.parametrize(
    ("cells", "status"),
    [
        ([hostile.RIGHT], RIGHT),
        ([hostile.WRONG], NOT_YET),
        (["def arrives(x):\n    return ..."], NOT_TRIED),
        ([], NOT_TRIED),
        (["def arrives(x):\n    return (x"], NOT_YET),
        (["arrives = 1 / 0"], NOT_YET),
        ([hostile.WRONG, hostile.RIGHT], RIGHT),
        (
            [
                "def both(ds, x):\n    return ds, 2 * x * ds",
                hostile.RIGHT.replace("ds, 2 * x * ds", "both(ds, x)"),
            ],
            RIGHT,
        ),
        ([f"%%time\n{hostile.RIGHT}"], RIGHT),
        ([hostile.RIGHT, "while True: pass"], RIGHT),
        ([hostile.RIGHT, "import os", "arrives(1 / 0)"], RIGHT),
    ],
)
def test_only_the_cells_that_an_answer_depends_on_are_run(cells: list[str], status: str) -> None:
    assert judge(chapter_1(*cells), NO_ISOLATION).status == status


def test_a_forbidden_answer_is_distinguished_from_an_incorrect_one() -> None:
    assert judge(chapter_1(f"import os\n{hostile.RIGHT}"), NO_ISOLATION).status == STOPPED


def test_neither_submitted_progress_nor_the_lecturers_is_read_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".laid_out.json").write_text("{}")
    mark = tmp_path / ".progress" / "1" / "names"
    mark.parent.mkdir(parents=True)
    mark.touch()
    monkeypatch.chdir(tmp_path)
    verdict = judge(chapter_1(hostile.RIGHT), NO_ISOLATION)
    assert (verdict.status, verdict.then) == (RIGHT, "")
    assert [path for path in (tmp_path / ".progress").rglob("*") if path.is_file()] == [mark]


@pytest.mark.parametrize("token", [{}, {"token": ""}, {"token": None}, {"token": "guessed"}])
def test_a_verdict_without_the_programs_token_is_ignored(token: dict) -> None:
    said = dict.fromkeys(("says", "code", "then"), "") | {"status": RIGHT}
    assert _read(json.dumps(said | {"token": "secret"}).encode(), "secret").status == RIGHT
    assert _read(json.dumps(said | token).encode(), "secret").status == STOPPED


@pytest.mark.parametrize("name", ["minigrad", "numpy", "sitecustomize"])
def test_a_submitted_module_is_not_imported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{name}.py").write_text("raise SystemExit('mine')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert judge(chapter_1(hostile.RIGHT), NO_ISOLATION).status == RIGHT
