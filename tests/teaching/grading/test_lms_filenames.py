"""Tests that filenames are enough to identify the owner and chapter of a downloaded file."""

from pathlib import Path

import pytest

from minigrad.teaching.grading.lms_filenames import chosen, learner, restore_name, skipped

BELOW = Path("extracted")
CHAPTER = "01_computational_graphs"


@pytest.mark.parametrize(
    ("place", "who"),
    [
        ("all/Ada L_4711_assignsubmission_file_/01_computational_graphs.ipynb", "Ada L_4711"),
        ("Ada_12_assignsubmission_file_01_computational_graphs.ipynb", "Ada_12"),
        ("ada/01_computational_graphs (1).ipynb", "ada"),
        ("ada_01_computational_graphs-final.ipynb", "ada"),
        ("01_computational_graphs.ipynb", None),
        ("ada/graphs.ipynb", None),
        ("ada/01_computational_graphs.txt", None),
        ("ada/01b_shapes.ipynb", None),
        ("ada/.._01_computational_graphs.ipynb", None),
        ("ada/01_computational_graphs/01_computational_graphs.ipynb", "ada"),
        ("all/Ada_1_assignsubmission_file/work/ada_01_computational_graphs.ipynb", "Ada_1"),
        (".hidden/01_computational_graphs.ipynb", None),
    ],
)  # fmt: skip
def test_the_learners_name_is_the_text_before_the_chapters_name(
    place: str, who: str | None
) -> None:
    assert learner(BELOW / place, BELOW, CHAPTER) == who


def test_a_notebook_renamed_by_a_browser_gets_its_original_name_back(tmp_path: Path) -> None:
    folder = tmp_path / "taken"
    folder.mkdir()
    (folder / f"{CHAPTER} (1).ipynb").write_text("work")
    (folder / "notes.ipynb").write_text("notes")
    assert restore_name(folder, CHAPTER) == f"{CHAPTER} (1).ipynb"
    assert (folder / f"{CHAPTER}.ipynb").read_text() == "work"
    assert restore_name(folder, CHAPTER) is None


def test_if_there_are_several_notebooks_none_is_renamed(tmp_path: Path) -> None:
    folder = tmp_path / "taken"
    folder.mkdir()
    for name in (f"{CHAPTER}.ipynb", f"{CHAPTER} (1).ipynb"):
        (folder / name).write_text(name)
    assert restore_name(folder, CHAPTER) is None
    assert (folder / f"{CHAPTER}.ipynb").read_text() == f"{CHAPTER}.ipynb"


def put(below: Path, *names: str) -> None:
    for name in names:
        (below / name).parent.mkdir(parents=True, exist_ok=True)
        (below / name).write_text(name)


def test_the_notebook_with_the_original_name_is_used(tmp_path: Path) -> None:
    put(tmp_path, f"ada/{CHAPTER}.ipynb", f"ada/{CHAPTER} (1).ipynb")
    assert chosen(tmp_path, CHAPTER) == {tmp_path / f"ada/{CHAPTER}.ipynb": "ada"}
    assert skipped(tmp_path, CHAPTER) == {}


def test_learners_with_identical_folder_names_get_their_own_grades(
    tmp_path: Path,
) -> None:
    put(tmp_path, f"zip 1/work/{CHAPTER}.ipynb", f"zip 2/work/{CHAPTER}.ipynb")
    assert chosen(tmp_path, CHAPTER) == {}
    assert skipped(tmp_path, CHAPTER) == {"work": [f"{CHAPTER}.ipynb"] * 2}


def test_an_unrecognized_file_waits_until_a_lecturer_renames_it(tmp_path: Path) -> None:
    ada = "Ada L_1_assignsubmission_file"
    put(tmp_path, f"{ada}/{CHAPTER} (1).ipynb", f"{ada}/{CHAPTER} (2).ipynb", "cy/graphs.ipynb")
    assert skipped(tmp_path, CHAPTER) == {
        "Ada L_1": [f"{CHAPTER} (1).ipynb", f"{CHAPTER} (2).ipynb"],
        "cy": ["graphs.ipynb"],
    }
    put(tmp_path, f"Ada L_1_{CHAPTER}.ipynb", f"cy_{CHAPTER}.ipynb")
    assert set(chosen(tmp_path, CHAPTER).values()) == {"Ada L_1", "cy"}
    assert skipped(tmp_path, CHAPTER) == {}
