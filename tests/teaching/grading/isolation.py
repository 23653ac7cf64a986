"""Test the isolation by itself, without the guard, by trying what it should block."""

import json
import os
import socket
import subprocess
from pathlib import Path

from minigrad.teaching.grading.sandbox import ENVIRONMENT, PYTHON, Isolation

PROGRAM = """
import json, os, signal, socket, sys
from minigrad.teaching.grading.sandbox_worker import become
user, file, port, process = json.loads(sys.argv[1])
become(user)
done = []
for name, attempt in {
    "reads a file": lambda: open(file).read(),
    "writes a file": lambda: open(file, "a").write("mine"),
    "deletes a file": lambda: os.remove(file),
    "calls a server": lambda: socket.create_connection(("127.0.0.1", port), 2),
    "reaches a process": lambda: os.kill(process, 0),
}.items():
    try:
        attempt()
        done.append(name)
    except OSError:
        pass
print(json.dumps(done))
"""


def not_blocked(isolation: Isolation, folder: Path) -> list[str]:
    """Return what the isolation lets through but should block."""
    file = folder / "private.txt"
    file.write_text("as it was")
    file.chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as server:
        what = json.dumps([isolation.user, str(file), server.getsockname()[1], os.getpid()])
        ran = subprocess.run(
            [*isolation.command, *PYTHON, "-c", PROGRAM, what],
            cwd="/",
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=True,
        )
    done: list[str] = json.loads(ran.stdout)
    if not isolation.command and isolation.user is not None:
        done = [name for name in done if name != "calls a server"]  # another user may do this
    return done
