"""Tests for the chapters that learners pull, the link to them, and a server like `make lab`'s."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest

from minigrad.course.checking.progress import is_working_copy
from minigrad.course.learner_copy import learners_copy
from minigrad.course.working_copy import CURRENT, NEW, RENEWED
from minigrad.teaching.hub.__main__ import main
from minigrad.teaching.hub.configure import MODULE, configure
from minigrad.teaching.hub.handout import hand_out, link

pytestmark = pytest.mark.skipif(
    os.name == "nt" or not shutil.which("git"), reason="a hub needs git and doesn't run on Windows"
)

CHAPTER = "01_graphs.ipynb"


@pytest.fixture
def notebooks(tmp_path: Path) -> Path:
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write(folder, "check('names', 1)")
    return folder


def write(folder: Path, source: str) -> None:
    shown = nbformat.v4.new_output("stream", text="right")
    cell = nbformat.v4.new_code_cell(source, id="cell", outputs=[shown], execution_count=1)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / CHAPTER)


def cloned(repository: Path, folder: Path) -> Path:
    subprocess.run(["git", "clone", "--quiet", str(repository), str(folder)], check=True)
    return folder


def test_learners_get_the_learners_copy_and_a_folder_for_their_progress(
    tmp_path: Path, notebooks: Path
) -> None:
    assert hand_out(notebooks, str(tmp_path / "c.git")) == {CHAPTER: NEW}
    clone = cloned(tmp_path / "c.git", tmp_path / "clone")
    assert (clone / CHAPTER).read_bytes() == learners_copy((notebooks / CHAPTER).read_bytes())
    assert '"right"' not in (clone / CHAPTER).read_text()
    assert is_working_copy(clone)


def test_a_folder_may_have_any_name(tmp_path: Path, notebooks: Path) -> None:
    repository = tmp_path / "a lecturer's folder, für alle" / "c.git"
    repository.parent.mkdir()
    assert hand_out(notebooks, str(repository)) == {CHAPTER: NEW}


def test_a_second_handout_pushes_only_changes(tmp_path: Path, notebooks: Path) -> None:
    repository = str(tmp_path / "c.git")
    hand_out(notebooks, repository)
    assert hand_out(notebooks, repository) == {CHAPTER: CURRENT}
    write(notebooks, "y = 2")
    assert hand_out(notebooks, repository) == {CHAPTER: RENEWED}
    log = ["git", "-C", repository, "log", "--format=%s", "main"]
    said = subprocess.run(log, capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == [f"Chapters: {CHAPTER}"] * 2


def test_the_link_pulls_and_opens_the_chapter(
    notebooks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["link", "https://hub.edu/", "https://git.edu/a/c.git", "01"], notebooks) == 0
    address = urlsplit(capsys.readouterr().out.strip())
    assert address.path == "/hub/user-redirect/git-pull"
    assert parse_qs(address.query) == {
        "repo": ["https://git.edu/a/c.git"],
        "branch": ["main"],
        "targetpath": ["c"],
        "urlpath": [f"lab/tree/c/{CHAPTER}"],
    }
    assert main(["link", "https://hub.edu/", "https://git.edu/a/c.git", "99"], notebooks) == 1


def test_a_link_contains_no_token() -> None:
    assert "token" not in link("https://hub.edu", "/srv/c.git")


def test_the_settings_of_make_lab_are_in_the_environment(tmp_path: Path) -> None:
    written = configure(tmp_path)
    assert all(path.exists() and path.is_relative_to(tmp_path) for path in written)
    settings = {path.name: path for path in (tmp_path / "etc" / "jupyter").glob("*/minigrad.json")}
    server, lab = (
        json.loads((tmp_path / "etc" / "jupyter" / f"{name}.d" / "minigrad.json").read_text())
        for name in ("jupyter_server_config", "jupyter_lab_config")
    )
    assert server == {"ServerApp": {"jpserver_extensions": {MODULE: True}}}
    assert settings
    # The same settings as the options that `make lab` passes.
    from minigrad.course import lab as make_lab

    started = Path(make_lab.__file__).read_text(encoding="utf-8")
    for key, value in lab["LabApp"].items():
        assert f'"--LabApp.{key}={value}"' in started


def test_the_servers_module_does_not_import_numpy(tmp_path: Path) -> None:
    (module,) = (path for path in configure(tmp_path) if path.name == f"{MODULE}.py")
    assert "import minigrad" not in module.read_text().partition('"""\n')[2]
    assert "from minigrad" not in module.read_text()


def test_images_are_set_up_with_the_same_command() -> None:
    build = Path("postBuild")
    assert build.read_text().splitlines()[-1] == "python -m minigrad.teaching.hub configure"
    assert build.stat().st_mode & 0o111
