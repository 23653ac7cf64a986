"""A learner without a browser: it sends the requests that JupyterLab would send."""

import json
import time
import uuid
from typing import Any
from urllib.parse import quote

import httpx
import websocket

PATIENCE = 180.0  # seconds, on a machine with many learners


class Learner:
    """One login. Two logins with the same name are one learner on two machines."""

    def __init__(self, address: str, name: str, password: str) -> None:
        self.address, self.name, self.password = address, name, password
        self.web = httpx.Client(base_url=address, follow_redirects=True, timeout=PATIENCE)
        self.base = f"/user/{name}"
        self.folder = "chapters"

    def log_in(self) -> None:
        self.web.get("/hub/login")
        form = {"username": self.name, "password": self.password, "_xsrf": self.xsrf("/hub/")}
        answer = self.web.post("/hub/login", params={"next": "/hub/home"}, data=form)
        if answer.status_code != 200 or "/hub/login" in str(answer.url):
            raise AssertionError(f"{self.name} can't log in: {answer.status_code} {answer.url}")

    def start(self) -> None:
        """Request the server and wait until it responds as this learner's server."""
        asked = self.web.get(f"/hub/spawn/{self.name}")
        if asked.status_code >= 400:
            raise AssertionError(f"{self.name} is turned away: {asked.status_code}")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            answer = self.web.get(f"{self.base}/lab")
            if answer.status_code == 200 and self.base in answer.url.path:
                return
            time.sleep(0.5)
        raise AssertionError(f"the server of {self.name} doesn't start: {answer.url}")

    def pull(self, course: str, branch: str = "main") -> str:
        """Return nbgitpuller's messages during a pull, requested the way its own page does."""
        asked = {"repo": course, "branch": branch, "targetpath": self.folder}
        said = ""
        with self.web.stream("GET", f"{self.base}/git-pull/api", params=asked) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    event = json.loads(line[6:])
                    said += event.get("output", "")
                    if event["phase"] == "error":
                        raise AssertionError(f"{self.name} can't pull: {event}")
                    if event["phase"] == "finished":
                        return said
        raise AssertionError(f"{self.name}: the pull didn't finish: {answer.status_code} {said}")

    def notebook(self, name: str) -> Any:
        answer = self.web.get(f"{self.base}/api/contents/{self.folder}/{quote(name)}")
        answer.raise_for_status()
        return answer.json()["content"]

    def save(self, name: str, notebook: Any) -> None:
        body = {"type": "notebook", "format": "json", "content": notebook}
        path = f"{self.base}/api/contents/{self.folder}/{quote(name)}"
        self.web.put(path, json=body, headers=self.headers()).raise_for_status()

    def open(self, name: str, kernel: str = "") -> "Kernel":
        """Open a session for the notebook, with a new kernel or one that's already running."""
        if not kernel:
            body = {
                "path": f"{self.folder}/{name}",
                "name": name,
                "type": "notebook",
                "kernel": {"name": "python3"},
            }
            path = f"{self.base}/api/sessions"
            answer = self.web.post(path, json=body, headers=self.headers())
            answer.raise_for_status()
            kernel = answer.json()["kernel"]["id"]
        return Kernel(self, kernel)

    def xsrf(self, path: str) -> str:
        values = [c.value for c in self.web.cookies.jar if c.name == "_xsrf" and c.path == path]
        return values[0] or "" if values else ""

    def headers(self) -> dict[str, str]:
        return {"X-XSRFToken": self.xsrf(f"{self.base}/")}

    def cookies(self) -> str:
        mine = [c for c in self.web.cookies.jar if f"{self.base}/".startswith(c.path)]
        mine.sort(key=lambda cookie: -len(cookie.path))
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in mine)


class Kernel:
    """The WebSocket connection between JupyterLab and a kernel."""

    def __init__(self, learner: Learner, kernel: str) -> None:
        self.id, self.learner, self.session = kernel, learner, uuid.uuid4().hex
        self.models: dict[str, dict[str, Any]] = {}  # from the widgets that cells have created
        address = learner.address.replace("http", "ws", 1)
        path = f"{learner.base}/api/kernels/{kernel}/channels?session_id={self.session}"
        xsrf = learner.xsrf(f"{learner.base}/")
        self.socket = websocket.create_connection(
            f"{address}{path}",
            timeout=PATIENCE,
            header={"X-XSRFToken": xsrf},
            cookie=learner.cookies(),
            origin=learner.address,
        )

    def run(self, code: str) -> tuple[str, list[dict[str, Any]]]:
        """Run code; return "ok" or "error", and the outputs as a notebook stores them."""
        asked = self.send("execute_request", {"code": code, "silent": False, "store_history": True})
        outputs: list[dict[str, Any]] = []
        status, idle = "", False
        while not (status and idle):
            message = json.loads(self.socket.recv())
            if message["parent_header"].get("msg_id") != asked:
                continue
            kind, content = message["header"]["msg_type"], message["content"]
            if kind == "execute_reply":
                status = content["status"]
            elif kind == "status":
                idle = content["execution_state"] == "idle"
            elif kind == "comm_open":
                self.models[content["comm_id"]] = content["data"].get("state", {})
            elif kind in ("stream", "display_data", "execute_result", "error"):
                content.pop("transient", None)
                outputs.append({"output_type": kind, **content})
        return status, outputs

    def send(self, kind: str, content: dict[str, Any], channel: str = "shell") -> str:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "username": self.learner.name,
            "session": self.session,
            "version": "5.3",
            "date": "",
        }
        message = {
            "header": header,
            "parent_header": {},
            "metadata": {},
            "content": content,
            "channel": channel,
            "buffers": [],
        }
        self.socket.send(json.dumps(message))
        return str(header["msg_id"])

    def lose(self) -> None:
        """Drop the connection while the kernel keeps running."""
        self.socket.shutdown()

    def shut(self) -> None:
        self.socket.close()
        path = f"{self.learner.base}/api/kernels/{self.id}"
        self.learner.web.delete(path, headers=self.learner.headers()).raise_for_status()


def text(outputs: list[dict[str, Any]]) -> str:
    """Return the text of the outputs."""
    said = ""
    for output in outputs:
        if output["output_type"] == "stream":
            said += output["text"]
        elif output["output_type"] == "error":
            said += f"{output['ename']}: {output['evalue']}"
        else:
            said += str(output["data"].get("text/plain", "")) + str(
                output["data"].get("text/html", "")
            )
    return said
