"""Run the pages' JavaScript in Node.js."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from docs.bundle import bundle

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
MODULE = "--input-type=module"


def printed(program: str, *options: str, folder: Path | None = None) -> Any:
    """Return the JSON that a program prints. A module imports others from the folder."""
    # On Linux, an argument can have at most 128 KiB, and a chapter's replies are longer.
    done = subprocess.run(
        [str(NODE), *options, "-"], input=program, capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0, done.stderr[-1500:]
    return json.loads(done.stdout)


def javascript(modules: str, program: str, given: Any = None) -> Any:
    """Run `program` after the modules; it can use `given`, and returns values to compare."""
    text = (
        f"const given = {json.dumps(given)};\nconsole.log(JSON.stringify((() => {{{program}}})()))"
    )
    return printed(bundle(*modules.split(), then=text))
