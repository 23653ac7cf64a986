"""The edition with all solutions filled in, run: made from the learner's edition when wanted."""

from pathlib import Path

import nbformat

from .reading import fill_in


def make(notebooks: Path, folder: Path) -> list[Path]:
    """Write a solved copy of every notebook; raises `CellExecutionError` where one fails."""
    from nbclient import NotebookClient

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for path in sorted(notebooks.glob("*.ipynb")):
        notebook = fill_in(nbformat.read(path, as_version=4))
        notebook.metadata.pop("widgets", None)  # the run stores them anew
        resources = {"metadata": {"path": str(notebooks)}}
        quiet = ["--log-level=ERROR"]  # no remark that the kernel speaks unencrypted
        NotebookClient(
            notebook, kernel_name="python3", extra_arguments=quiet, resources=resources
        ).execute()
        written.append(folder / path.name)
        nbformat.write(notebook, written[-1])
    return written
