"""The learner's copy of a chapter: the same cells, without outputs, so that no answer is in view.

`notebooks/` stores the output of every cell, because the tests check the outputs, and because
readers can look at the notebooks without running them.
"""

import json
import platform
import re
from typing import Any

# What a Python kernel reports, except for its version. `nbconvert --to script` needs it.
LANGUAGE: dict[str, Any] = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
GUESS = re.compile(r"^guess = \.\.\.", re.MULTILINE)


def learners_copy(notebook: bytes) -> bytes:
    """Return a notebook whose cells haven't been run."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    # JupyterLab would write this itself after starting the kernel, and then ask whether to save.
    content["metadata"]["language_info"] = LANGUAGE | {"version": platform.python_version()}
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
