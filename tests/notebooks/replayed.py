"""A replay of a notebook's single run for nbval, so that nbval doesn't start another kernel.

nbval gets the fresh kernel's messages in order and compares them in its own way. Without this
suite, `pytest --nbval notebooks` starts its own kernels.
"""

from collections import deque
from pathlib import Path
from queue import Empty
from typing import Any

from nbval.plugin import IPyNbFile

from .running import one_run


class Replayed:
    """A replacement for nbval's `RunningKernel`."""

    def __init__(self, path: Path) -> None:
        run = one_run(path)
        self.cells = deque(run.said.values())
        self.messages: deque[dict[str, Any]] = deque()

    def execute_cell_input(self, cell_input: str, allow_stdin: bool | None = None) -> str:
        if not self.cells:
            raise RuntimeError("The run stopped in a cell above.")
        self.messages = deque(self.cells.popleft())
        code = [m["content"]["code"] for m in self.messages if m["msg_type"] == "execute_input"]
        assert code == [cell_input]
        return self.messages[0]["parent_header"]["msg_id"]

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        if not self.messages:
            raise Empty
        return self.messages.popleft()

    def await_reply(self, msg_id: str, timeout: float | None = None) -> None:
        """Return immediately, because the run is over."""

    def await_idle(self, msg_id: str, timeout: float) -> None:
        """Return immediately, because the run is over."""

    def is_alive(self) -> bool:
        return True

    def stop(self) -> None:
        """Do nothing, because there is nothing to stop."""


def setup(file: IPyNbFile) -> None:
    file.kernel = Replayed(Path(file.path))
    file.setup_sanitize_files()
