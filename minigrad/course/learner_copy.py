"""The learner's copy of a chapter: the same cells, without outputs, so that no answer is in view.

`notebooks/` stores the output of every cell, because the tests check the outputs, and because
readers can look at the notebooks without running them.
"""

import json
import platform
import re
import sys
from typing import Any

GUESS = re.compile(r"^guess = \.\.\.", re.MULTILINE)


def learners_copy(notebook: bytes) -> bytes:
    """Return a notebook whose cells haven't been run."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    # JupyterLab would write this itself after starting the kernel, and then ask whether to save.
    content["metadata"]["language_info"] = language()
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def language() -> dict[str, Any]:
    """Return the language metadata that a Python kernel reports."""
    return {
        "codemirror_mode": {"name": "ipython", "version": sys.version_info.major},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": platform.python_version(),
    }
