"""One learner on a real JupyterHub: log in, follow the link, and run a chapter's first cells."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import nbformat
import pytest

pytest.importorskip("jupyterhub", reason="make test-hub installs jupyterhub")
PROXY = Path(sys.prefix, "proxy", "node_modules", ".bin", "configurable-http-proxy")
if not (PROXY.exists() and shutil.which("node")):
    pytest.skip("make test-hub installs the proxy, which needs Node.js", allow_module_level=True)

import requests  # noqa: E402
import websocket  # noqa: E402

ROOT = Path.cwd()
CHAPTER = "01_computational_graphs.ipynb"
WAIT = 300  # seconds until a step counts as failed
# `make reset` without make, in a folder that isn't the clone.
RESET = (
    "from pathlib import Path; from minigrad.course.__main__ import main; "
    "main(['reset'], Path('.'))"
)
# What The Littlest JupyterHub provides, for one machine and one account.
CONFIG = """
c = get_config()
load_subconfig({ours!r})
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api_port}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = "secret"
c.Authenticator.allowed_users = {{"ada"}}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {home!r}
c.Spawner.args = ["--allow-root"]
"""


class Learner:
    """A browser session: a learner's cookies, and the address of the hub."""

    def __init__(self, address: str) -> None:
        self.address, self.session = address, requests.Session()

    def get(self, path: str) -> requests.Response:
        return self.session.get(self.address + path, timeout=WAIT)

    def log_in(self, password: str) -> requests.Response:
        form = {
            "username": "ada",
            "password": password,
            "_xsrf": self.token(self.get("/hub/login")),
        }
        return self.session.post(f"{self.address}/hub/login", data=form, timeout=WAIT)

    @staticmethod
    def token(page: requests.Response) -> str:
        (found,) = re.findall(r'name="_xsrf"\s+value="([^"]+)"', page.text)[:1]
        return str(found)

    def xsrf(self, path: str) -> str:
        return next(
            c.value or "" for c in self.session.cookies if (c.name, c.path) == ("_xsrf", path)
        )

    def post(self, path: str, content: dict[str, Any]) -> dict[str, Any]:
        headers = {"X-XSRFToken": self.xsrf("/user/ada/")}
        done = self.session.post(self.address + path, json=content, headers=headers, timeout=WAIT)
        done.raise_for_status()
        return dict(done.json())


@pytest.fixture(scope="module")
def chapters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the repository from which learners pull, made with the commands in README.md."""
    folder = tmp_path_factory.mktemp("server")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    (folder / "minigrad").symlink_to(ROOT / "minigrad")
    page = (ROOT / "minigrad" / "teaching" / "hub" / "README.md").read_text("utf-8")
    (block,) = re.findall(r"^```bash\n(cd .*?)^```", page, re.MULTILINE | re.DOTALL)
    reset = f"{sys.executable} -c {RESET!r}"
    block = block.replace("make reset", reset).replace(
        "/srv/chapters.git", str(folder / "chapters.git")
    )
    block = block.replace("/srv/minigrad", str(folder)).replace(
        "git config --system", "git config --global"
    )
    identity = {
        f"GIT_{who}_{what}": "t@localhost"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    environment = os.environ | identity | {"HOME": str(folder)}
    subprocess.run(["bash", "-e", "-c", block], env=environment, check=True)
    return folder / "chapters.git"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("hub")
    port, hub_port, api_port = free_ports(3)
    config = folder / "jupyterhub_config.py"
    config.write_text(
        CONFIG.format(
            ours=str(ROOT / "minigrad" / "teaching" / "hub" / "jupyterhub_config.py"),
            proxy=str(PROXY),
            home=str(folder / "home" / "{username}"),
            port=port,
            hub_port=hub_port,
            api_port=api_port,
        )
    )
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    log = folder / "log"
    with log.open("w") as out:
        hub = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", f"--config={config}"],
            cwd=folder,
            env=os.environ | {"PATH": path},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        until(lambda: hub.poll() is None and answers(f"{address}/hub/login"), log)
        yield address
    finally:
        hub.terminate()
        hub.wait(WAIT)


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=10).ok
    except requests.ConnectionError:
        return False


def until(condition: Any, log: Path) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, log.read_text()[-3000:]
        time.sleep(0.5)


def test_a_learner_logs_in_pulls_the_chapters_and_runs_the_first_cells(
    address: str, chapters: Path
) -> None:
    ada = Learner(address)
    assert "Invalid username or password" in ada.log_in("guessed").text
    assert ada.log_in("secret").ok

    # The link's page starts the server and then pulls, as nbgitpuller's own script does.
    where = {"repo": str(chapters), "branch": "main", "targetpath": "chapters"}
    opens = {"urlpath": f"lab/tree/chapters/{CHAPTER}"}
    end = time.monotonic() + WAIT
    while (
        "/user/ada/git-pull"
        not in (page := ada.get(f"/hub/user-redirect/git-pull?{urlencode(where | opens)}")).url
    ):
        assert time.monotonic() < end, page.url
        time.sleep(1)
    pulled = ada.get(
        f"/user/ada/git-pull/api?{urlencode(where | {'_xsrf': ada.xsrf('/user/ada/')})}"
    )
    assert '"phase": "finished"' in pulled.text, pulled.text

    content = ada.get(f"/user/ada/api/contents/chapters/{CHAPTER}").json()["content"]
    cells = nbformat.from_dict(content).cells
    first = [cell for cell in cells if cell.cell_type == "code"][:3]
    said = run(ada, [cell.source for cell in first])
    assert [kind for kind, _ in said if kind == "error"] == []
    assert ("stream", "1\n") in said  # the number of threads that the configuration allows
    assert ada.get("/user/ada/lab").ok


def run(learner: Learner, sources: list[str]) -> list[tuple[str, str]]:
    """Run cells in a new kernel of the first chapter; return the kinds and texts of outputs."""
    session = learner.post(
        "/user/ada/api/sessions",
        {
            "path": f"chapters/{CHAPTER}",
            "name": CHAPTER,
            "type": "notebook",
            "kernel": {"name": "python3"},
        },
    )
    cookies = "; ".join(f"{c.name}={c.value}" for c in learner.session.cookies)
    channel = websocket.create_connection(
        f"{learner.address}/user/ada/api/kernels/{session['kernel']['id']}/channels".replace(
            "http", "ws"
        ),
        cookie=cookies,
        timeout=WAIT,
    )
    said = []
    threads = "import os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    for number, source in enumerate([*sources, threads]):
        header = {
            "msg_id": str(number),
            "msg_type": "execute_request",
            "username": "",
            "session": "s",
            "version": "5.3",
        }
        request = {"code": source, "silent": False, "store_history": True, "allow_stdin": False}
        channel.send(
            json.dumps(
                {
                    "header": header,
                    "parent_header": {},
                    "metadata": {},
                    "content": request,
                    "channel": "shell",
                }
            )
        )
        while True:
            message = json.loads(channel.recv())
            if message["parent_header"].get("msg_id") != str(number):
                continue
            kind, inner = message["msg_type"], message["content"]
            if kind in ("stream", "error"):
                said.append((kind, inner.get("text", inner.get("evalue", ""))))
            if kind == "status" and inner["execution_state"] == "idle":
                break
    channel.close()
    return said
