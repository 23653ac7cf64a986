"""`make site`: the pages in `build/site`, with the decks if they were built."""

import shutil
from pathlib import Path

import nbformat

from minigrad.course.publish.assets import ROOT, lay_out
from minigrad.draw.palette import STYLE

FOLDER = Path(__file__).parent
NOTEBOOKS = ROOT / "notebooks"
SITE = ROOT / "build" / "site"
DECKS = ROOT / "build" / "slides"
SOURCE = ROOT / "build" / "site-source"
ASSETS = ROOT / "build" / "site-assets"
PACKAGES = ("@jupyter-widgets/html-manager", "mathjax", "requirejs")


def colors() -> str:
    """The figures' colors, by the theme's switch in place of JupyterLab's."""
    switched = STYLE
    for flag, theme in {"true": "light", "false": "dark"}.items():
        assert f'[data-jp-theme-light="{flag}"]' in switched
        switched = switched.replace(
            f'[data-jp-theme-light="{flag}"]', f'body[data-theme="{theme}"]'
        )
    return switched


def write_sources(source: Path, decks: Path) -> None:
    from .pages import page, start_page
    from .reference import write_reference

    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        nbformat.write(page(notebook, path.name, decks), source / path.name)
    for path in NOTEBOOKS.glob("*.md"):
        shutil.copyfile(path, source / path.name)
    nbformat.write(start_page(NOTEBOOKS, decks), source / "index.ipynb")
    write_reference(source)


def build(site: Path = SITE, decks: Path = DECKS) -> Path:
    """Write the whole site anew; a link to a page or heading that is not there stops it."""
    from sphinx.cmd.build import main as sphinx

    from .colab import write_editions

    write_sources(SOURCE, decks)
    lay_out(ASSETS, PACKAGES)
    (ASSETS / "colors.css").write_text(colors(), encoding="utf-8")
    shutil.rmtree(site, ignore_errors=True)
    options = ["--quiet", "--fresh-env", "--fail-on-warning", "--keep-going"]
    folders = ["--conf-dir", str(FOLDER), "--doctree-dir", str(ROOT / "build" / "site-doctrees")]
    if status := sphinx([*options, *folders, str(SOURCE), str(site)]):
        raise SystemExit(status)
    (site / ".buildinfo").unlink()
    write_editions(sorted(NOTEBOOKS.glob("*.ipynb")), site / "notebooks")
    if decks.is_dir():
        shutil.copytree(decks, site / "slides")
    (site / ".nojekyll").touch()  # GitHub Pages would leave out _static
    return site
