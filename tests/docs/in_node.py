"""Run the pages' JavaScript modules in Node.js."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from docs.bundle import bundle

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def javascript(modules: str, program: str, given: Any = None) -> Any:
    """Run `program` after the modules; it can use `given`, and returns values to compare."""
    text = (
        f"const given = {json.dumps(given)};\nconsole.log(JSON.stringify((() => {{{program}}})()))"
    )
    script = bundle(*modules.split(), then=text)
    done = subprocess.run([str(NODE), "-"], input=script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-800:]
    return json.loads(done.stdout)
