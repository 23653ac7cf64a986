"""The learner's copy of a chapter, which shows no answer before the learner has guessed.

`notebooks/` stores the output of every cell, because the tests check the outputs. In the copy,
cells that reveal an answer have no output and no execution number. All other cells keep their
outputs.
"""

import json
import platform
import re
import sys
from typing import Any

ANSWERS = re.compile(r"^(compare|check|hint|progress)\(", re.MULTILINE)
GUESS = re.compile(r"^guess = \.\.\.", re.MULTILINE)
EXPLORER = "application/vnd.jupyter.widget-view+json"


def learners_copy(notebook: bytes) -> bytes:
    """Return a notebook without outputs that give away the answer to a question in the text."""
    content = json.loads(notebook)
    guessing = False
    for cell in content["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        answers = bool(ANSWERS.search(source))
        if answers or (guessing and not is_explorer(cell)):
            cell["outputs"], cell["execution_count"] = [], None
        guessing = bool(GUESS.search(source)) or (guessing and not answers)
    # JupyterLab would write this itself after starting the kernel, and then ask whether to save.
    content["metadata"]["language_info"] = language()
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def is_explorer(cell: dict[str, Any]) -> bool:
    """Return whether a cell is an explorer, which opens on the question instead of the answer."""
    return any(EXPLORER in output.get("data", {}) for output in cell["outputs"])


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
