"""The Colab edition: the learner's copies, plus a first cell that installs minigrad if needed.

The edition is generated when the site is built, so that the notebooks in the repository don't begin
with setup code.
"""

import copy
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from packaging.requirements import Requirement

from minigrad.course.learner_copy import learners_copy

from .addresses import EDITION, PROJECT, PUBLISHED, REPOSITORY, colab

CELL = "colab-setup"
BESIDE = re.compile(r"\]\((\w+\.ipynb)")
NEEDED_THERE = {"anywidget", "ipywidgets", "matplotlib"}  # Colab replaces JupyterLab


def requirements() -> list[str]:
    """Return pip's arguments: this package in its repository, and the packages for explorers."""
    wanted = [Requirement(line) for line in PROJECT["optional-dependencies"]["notebooks"]]
    needed = [str(requirement) for requirement in wanted if requirement.name in NEEDED_THERE]
    return [f"{PROJECT['name']} @ git+{REPOSITORY}@{EDITION}", *needed]


def setup_cell() -> NotebookNode:
    asked = " ".join(f'"{requirement}"' for requirement in requirements())
    source = f"""#@title Run this first: it installs minigrad, unless it's already installed
import importlib.util

if importlib.util.find_spec("minigrad") is None:
    %pip install --quiet {asked}"""
    # Colab hides the code of a form and shows its title.
    return nbformat.v4.new_code_cell(source, id=CELL, metadata={"cellView": "form"})


def colab_edition(notebook: NotebookNode) -> NotebookNode:
    """Return a notebook whose first cell installs minigrad and whose links open in Colab."""
    edition = nbformat.from_dict(copy.deepcopy(notebook))
    for cell in edition.cells:
        if cell.cell_type == "markdown":
            cell.source = BESIDE.sub(lambda link: f"]({colab(link[1])}", cell.source)
    edition.cells.insert(0, setup_cell())
    return edition


def write_editions(notebooks: list[Path], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in notebooks:
        notebook = nbformat.reads(learners_copy(path.read_bytes()).decode(), as_version=4)
        # Otherwise there is nothing to install from.
        edition = colab_edition(notebook) if PUBLISHED else notebook
        nbformat.write(edition, folder / path.name)
