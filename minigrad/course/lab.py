"""JupyterLab on the learner's working copy, trusted, without network access."""

import os
from collections.abc import Sequence
from pathlib import Path

from minigrad.course.working_copy import WorkingCopy

START_PAGE = "00_start_here.ipynb"
SETTINGS = Path(__file__).with_name("lab_settings")
EXTENSION = Path(__file__).with_name("lab_extension")


def trust(notebooks: Sequence[Path]) -> None:
    """Sign the notebooks as `jupyter trust` does, so that JupyterLab shows their stored figures."""
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    for path in notebooks:
        try:
            notebook = nbformat.read(path, as_version=4)
        except FileNotFoundError:  # moved or deleted since it was laid out
            continue
        if not notary.check_signature(notebook):
            notary.sign(notebook)
    notary.store.close()


def refused(options: Sequence[str]) -> str | None:
    """Return what to do if JupyterLab would refuse to start, as it does for root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or "--allow-root" in options:
        return None
    return (
        "You are root, as in most containers. JupyterLab then starts only when it is told to:\n"
        '  make lab LAB_OPTIONS="--allow-root"\n'
        "In a container whose port 8888 is published:\n"
        '  make lab LAB_OPTIONS="--allow-root --no-browser --ip=0.0.0.0"\n'
        "(Without make: python -m minigrad.course lab, and the same options.)"
    )


def open_lab(copy: WorkingCopy, options: Sequence[str]) -> None:
    from jupyterlab.labapp import main

    main(
        [
            f"--ServerApp.root_dir={copy.folder}",
            f"--LabApp.default_url=/lab/tree/{START_PAGE}",
            f"--LabApp.app_settings_dir={SETTINGS}",
            f"--LabApp.extra_labextensions_path={EXTENSION}",
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
            *options,
        ]
    )
