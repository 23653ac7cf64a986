"""The pages in `build/site`, built by `make site`, along with the decks if those exist."""

import re
import shutil
import subprocess
from pathlib import Path

import nbformat

from minigrad.course.learner_copy import learners_copy
from minigrad.draw.palette import STYLE
from minigrad.teaching.assets import ROOT, copy_files
from minigrad.teaching.live import all_live

FOLDER = Path(__file__).parent
NOTEBOOKS = ROOT / "notebooks"
SITE = ROOT / "build" / "site"
DECKS = ROOT / "build" / "slides"
SOURCE = ROOT / "build" / "site-source"
ASSETS = ROOT / "build" / "site-assets"
DOCTREES = ROOT / "build" / "site-doctrees"
# MyST-NB's 500 rules for a terminal's colors, 30 KB. No stored output has such colors.
OF_TERMINALS = re.compile(r"[^{}]*\.-Color\[[^{}]*\{[^{}]*\}")
# Pages for lecturers that are kept next to the code, in `minigrad/teaching/NAME/README.md`.
FOR_LECTURERS = ("grading", "hub")


def colors() -> str:
    """Return the figures' colors, which the theme switch controls instead of JupyterLab."""
    switched = STYLE
    for flag, theme in {"true": "light", "false": "dark"}.items():
        assert f'[data-jp-theme-light="{flag}"]' in switched
        switched = switched.replace(
            f'[data-jp-theme-light="{flag}"]', f'body[data-theme="{theme}"]'
        )
    light = switched.partition('body[data-theme="light"]')[2].partition("}")[0]
    return f"{switched}@media print{{html body[data-theme]{light}}}}}"  # paper is white


def archived(path: Path) -> Path | None:
    """Return an archive of the repository for readers without git. Outside a clone, return None."""
    command = ["git", "archive", "--format=zip", "--prefix=minigrad/", f"--output={path}", "HEAD"]
    done = shutil.which("git") and subprocess.run(command, cwd=ROOT, capture_output=True)
    return path if done and done.returncode == 0 else None


def compact(style: str) -> str:
    """Return a style sheet without comments, spaces around braces, or terminal colors."""
    without = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL).strip()
    return OF_TERMINALS.sub("", re.sub(r"\s*([{};])\s*", r"\1", without))


def write_sources(source: Path, decks: Path, *, archived: bool = True) -> None:
    from .gallery import gallery
    from .lecture_pages import write_pages
    from .lecturers import for_lecturers
    from .pages import page
    from .reference import write_reference
    from .start import start_page
    from .terms import put_terms

    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    for path, notebook in zip(paths, all_live(paths), strict=True):
        made = page(notebook, path.name, ASSETS)
        if path.stem == "glossary":
            put_terms(made)
        nbformat.write(made, source / path.name)
    for path in NOTEBOOKS.glob("*.md"):
        (source / path.name).write_text(_linked(path), encoding="utf-8")
    for name in FOR_LECTURERS:
        text = _linked(ROOT / "minigrad" / "teaching" / name / "README.md")
        (source / f"{name}.md").write_text(text, encoding="utf-8")
    with_lecture = [path.stem for path in write_pages(source / "teaching")]
    start = start_page(NOTEBOOKS, ASSETS, archived=archived)
    nbformat.write(start, source / "index.ipynb")
    shutil.copyfile(FOLDER / "playground.md", source / "playground.md")
    for name, text in {
        "explorers": gallery(NOTEBOOKS),
        "lecturers": for_lecturers(NOTEBOOKS, decks, with_lecture),
    }.items():
        (source / f"{name}.md").write_text(text, encoding="utf-8")
    write_reference(source)


def _linked(page: Path) -> str:
    """Return a page's text, with links to other pages rewritten for the site."""
    text = page.read_text(encoding="utf-8")
    for name in FOR_LECTURERS:
        text = re.sub(rf"\]\([\w./]*\b{name}/README\.md\)", f"]({name}.md)", text)
    return re.sub(r"\]\([./]+notebooks/TEACHING\.md\)", "](TEACHING.md)", text)


def write_learners_copies(folder: Path) -> None:
    """Write the notebooks that readers can download."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in NOTEBOOKS.glob("*.ipynb"):
        (folder / path.name).write_bytes(learners_copy(path.read_bytes()))


def build(site: Path = SITE, decks: Path = DECKS) -> Path:
    """Write the whole site from scratch. Raise an error if a link's page or heading is missing."""
    from sphinx.cmd.build import main as sphinx

    from .bundle import write_bundles
    from .content_policy import write_policies
    from .course import write_course
    from .explorers import write_style
    from .fonts import write_fonts
    from .landmarks import name_landmarks
    from .predictions import vocabulary
    from .running.cell_lists import write_cell_lists
    from .start import ARCHIVE

    shutil.rmtree(ASSETS, ignore_errors=True)
    copy_files(ASSETS, [])
    archive = archived(ASSETS.with_name("site-archive.zip"))
    write_sources(SOURCE, decks, archived=archive is not None)
    write_style(ASSETS)
    write_fonts(ASSETS)
    write_bundles(ASSETS)
    write_cell_lists(ASSETS, sorted(NOTEBOOKS.glob("*.ipynb")))
    write_course(ASSETS, NOTEBOOKS)
    (ASSETS / "colors.css").write_text(colors(), encoding="utf-8")
    (ASSETS / "vocabulary.js").write_text(vocabulary(), encoding="utf-8")
    shutil.rmtree(site, ignore_errors=True)
    options = ["--quiet", "--fresh-env", "--fail-on-warning", "--keep-going"]
    folders = ["--conf-dir", str(FOLDER), "--doctree-dir", str(DOCTREES)]
    if status := sphinx([*options, *folders, str(SOURCE), str(site)]):
        raise SystemExit(status)
    (site / ".buildinfo").unlink()
    for path in (site / "_static").glob("*.css"):
        path.write_text(compact(path.read_text(encoding="utf-8")), encoding="utf-8")
    name_landmarks(site)
    write_policies(site)
    write_learners_copies(site / "notebooks")
    if archive:
        shutil.copyfile(archive, site / ARCHIVE)
    if decks.is_dir():
        shutil.copytree(decks, site / "slides")
    (site / ".nojekyll").touch()  # otherwise GitHub Pages would leave out _static
    return site
