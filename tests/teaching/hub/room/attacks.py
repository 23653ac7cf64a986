"""Attacks by a learner on other people's work. Each one must fail without affecting anyone."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx

from .learner import Learner, text
from .running import Hub

EAT = "block = b'x' * 4_000_000_000"


def attacks(hub: Hub, bad: Learner, other: Learner, secret: str) -> Iterator[tuple[str, bool]]:
    """Yield each attack and whether it failed as it should.

    The victim's notebook contains `secret`.
    """
    home = hub.folder / "homes" / other.name
    kernel = bad.open("01_computational_graphs.ipynb")

    def sees(code: str, what: str = secret) -> bool:
        _, outputs = kernel.run(code)
        return what in text(outputs)

    apart = os.geteuid() == 0
    yield (
        "(its owner can read the file that others must not)",
        secret in str(other.notebook("01_computational_graphs.ipynb")),
    )
    if apart:
        file = home / "chapters" / "01_computational_graphs.ipynb"
        yield "reads another learner's file", not sees(f"print(open({str(file)!r}).read())")
        yield "lists another learner's home folder", not sees(f"!ls {home}", "chapters")
        yield (
            "writes into another learner's home folder",
            not sees(f"!touch {home}/mine && echo done", "done"),
        )
        sockets = hub.folder / "sockets"
        yield (
            "sees the sockets of another learner's kernels",
            not sees(f"!ls {sockets}/{other.name}", "kernel-"),
        )
        yield (
            "(its own kernel is reached through a socket)",
            sees(f"!ls {sockets}/{bad.name}", "-ipc-"),
        )
        yield "reads the hub's database", not sees(f"!cat {hub.folder}/hub/*", "c.Spawner")
        yield (
            "reads another learner's token from a process",
            not sees(f"!cat /proc/$(pgrep -u {other.name} -n)/environ", "JUPYTERHUB"),
        )
        yield (
            "kills another learner's process",
            not sees(f"!kill $(pgrep -u {other.name} -n) && echo ended", "ended"),
        )
        yield "is root", not sees("!id -u && sudo -n id -u", "\n0\n") and sees("!id -un", bad.name)
        yield (
            "changes the package that everyone runs",
            not sees(f"import minigrad\nopen(minigrad.__file__, 'a').close(); print({secret!r})"),
        )
        yield "uses all of the memory", sees(EAT, "MemoryError")

    kernel.run("import os; token = os.environ['JUPYTERHUB_API_TOKEN']")
    _, said = kernel.run("print(token)")
    token = text(said).strip()
    alone = httpx.Client(base_url=hub.address, headers={"Authorization": f"token {token}"})

    def refused(method: str, path: str, client: httpx.Client = alone) -> bool:
        return client.request(method, path).status_code in (302, 401, 403, 404, 405)

    yield (
        "(its own token works for its own name)",
        (alone.get("/hub/api/user").json().get("name") == bad.name),
    )
    for path in ("", "lab", "api/contents", "api/kernels", "api/terminals", "git-pull/api"):
        yield (
            f"opens /{path} of another learner's server with its own token",
            refused("GET", f"{other.base}/{path}"),
        )
    yield (
        "opens another learner's server with its own login",
        (bad.web.get(f"{other.base}/api/contents").status_code in (401, 403, 404)),
    )
    yield (
        "lists the users",
        alone.get("/hub/api/users").status_code == 403
        or ([user["name"] for user in alone.get("/hub/api/users").json()] == [bad.name]),
    )
    yield "makes itself a lecturer", refused("PATCH", f"/hub/api/users/{bad.name}")
    yield "requests another learner's token", refused("POST", f"/hub/api/users/{other.name}/tokens")
    yield "stops another learner's server", refused("DELETE", f"/hub/api/users/{other.name}/server")
    yield "stops the hub", refused("POST", "/hub/api/shutdown")
    yield "reads the proxy's table", refused("GET", "/hub/api/proxy")
    nobody = httpx.Client(base_url=hub.address)
    yield "logs in without a name", refused("GET", f"{other.base}/api/contents", nobody)
    yield (
        "posts without the page's XSRF token",
        (bad.web.post(f"{bad.base}/api/sessions", json={}).status_code == 403),
    )
    stranger = Learner(hub.address, "nobody", "x")
    yield "logs in with a name that isn't on the list", fails(stranger.log_in)
    wrong = Learner(hub.address, other.name, bad.password + "x")
    yield "logs in with a wrong password", fails(wrong.log_in)
    yield "finds its token in the hub's log", token not in hub.log()
    yield "finds its token in a list of processes", token not in commands()
    notebooks = (hub.folder / "homes" / bad.name).rglob("*.ipynb")
    kernel.shut()
    yield "leaves its token in a notebook", all(token not in n.read_text() for n in notebooks)


def fails(call: Callable[[], None]) -> bool:
    try:
        call()
    except AssertionError:
        return True
    return False


def commands() -> str:
    """Return the command lines of all processes, which any account can read."""
    lines = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(process.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return "\n".join(lines)
