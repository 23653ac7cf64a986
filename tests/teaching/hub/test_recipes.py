"""Tests that the recipes weaken no protection and that their numbers come from measurements."""

import ast
import json
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from minigrad.teaching.hub import needs

RECIPES = Path("minigrad/teaching/hub").resolve()
ONE_MACHINE = RECIPES / "one_machine" / "jupyterhub_config.py"
KUBERNETES = RECIPES / "kubernetes" / "values.yaml"
SCHEMA = json.loads(Path(__file__).with_name("schema.json").read_text())
VALUES = yaml.safe_load(KUBERNETES.read_text())


class Config(SimpleNamespace):
    def __getattr__(self, name: str) -> Any:
        setattr(self, name, Config())
        return getattr(self, name)


def configured(folder: Path) -> Config:
    """Return the configuration that the recipe produces for a class of two learners."""
    (folder / "learners.txt").write_text("ada\nbob\n")
    source = ONE_MACHINE.read_text().replace("/srv/minigrad/learners.txt", f"{folder}/learners.txt")
    source = source.replace("/run/minigrad", f"{folder}/sockets")
    c = Config()
    exec(compile(ast.parse(source), str(ONE_MACHINE), "exec"), {"get_config": lambda: c})
    return c


def test_one_machine_admits_only_listed_learners(tmp_path: Path) -> None:
    pytest.importorskip("pwd")
    c = configured(tmp_path)
    assert c.Authenticator.allowed_users == {"ada", "bob", "lecturer"}
    assert vars(c.Authenticator).keys() == {"allowed_users"}
    assert c.JupyterHub.bind_url.startswith("https://")


def test_a_whole_class_may_start_at_once(tmp_path: Path) -> None:
    pytest.importorskip("pwd")
    c = configured(tmp_path)
    assert c.JupyterHub.concurrent_spawn_limit == VALUES["hub"]["concurrentSpawnLimit"] == 0
    assert "--KernelManager.transport=ipc" in c.Spawner.args


def test_homes_and_sockets_are_inaccessible_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pwd")
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o755)  # the default on many machines
    account = SimpleNamespace(pw_name="ada", pw_dir=home, pw_uid=1, pw_gid=1)
    monkeypatch.setattr("pwd.getpwnam", lambda name: account)
    monkeypatch.setattr("os.chown", lambda *arguments: None)
    c = configured(tmp_path)
    c.Spawner.pre_spawn_hook(SimpleNamespace(user=SimpleNamespace(name="ada")))
    modes = {p.name: p.stat().st_mode & 0o777 for p in (home, tmp_path / "sockets" / "ada")}
    assert modes == {"home": 0o700, "ada": 0o700}


def test_everything_a_recipe_starts_is_in_the_hub_extra(tmp_path: Path) -> None:
    pytest.importorskip("pwd")
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    extra = project["project"]["optional-dependencies"]["hub"]
    listed = {re.split(r"[^\w-]", requirement)[0].replace("-", "_") for requirement in extra}
    c = configured(tmp_path)
    commands = [service["command"] for service in c.JupyterHub.services]
    started = {command[command.index("-m") + 1].split(".")[0] for command in commands}
    assert started
    assert started <= listed
    assert "jupyterhub" in listed, c.Spawner.cmd


def test_servers_draw_different_unguessable_ports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pwd")
    account = SimpleNamespace(pw_name="ada", pw_dir=tmp_path, pw_uid=1, pw_gid=1)
    monkeypatch.setattr("pwd.getpwnam", lambda name: account)
    monkeypatch.setattr("os.chown", lambda *arguments: None)

    def ports() -> list[int]:
        c = configured(tmp_path)
        spawners = [SimpleNamespace(user=SimpleNamespace(name="ada")) for _ in range(200)]
        for spawner in spawners:
            c.Spawner.pre_spawn_hook(spawner)
        return [spawner.port for spawner in spawners]

    first = ports()
    assert len(set(first)) == 200
    assert {*first} <= {*range(20_000, 30_000)}
    assert first != ports()


WEAKER = ("allow_all", "any_allow_config", "debug", "disable_check_xsrf", "admin_access: true",
          "allow_root", "allow-root", "allow_origin", "token=", "sudo", "runAsUser: 0", "uid: 0",
          "blockWithIptables: false", "networkPolicy", "dummy")  # fmt: skip


@pytest.mark.parametrize("recipe", [ONE_MACHINE, KUBERNETES], ids=lambda path: path.parent.name)
def test_no_default_protection_of_the_hub_is_weakened(recipe: Path) -> None:
    assert [word for word in WEAKER if word in recipe.read_text()] == []


def unknown(values: Any, schema: Any, at: str = "") -> list[str]:
    if schema is None or not isinstance(values, dict):
        return []
    keys = [f"{at}{key}" for key in values if key not in schema]
    for key, value in values.items():
        keys += unknown(value, schema.get(key, {}), f"{at}{key}.")
    return keys


def test_every_key_in_the_values_file_exists_in_the_chart() -> None:
    assert unknown(VALUES, SCHEMA) == []


def megabytes(amount: str) -> float:
    return float(amount[:-1]) * {"M": 1, "G": 1000}[amount[-1]]


def test_a_learner_is_guaranteed_enough_memory_for_the_most_demanding_chapter() -> None:
    peak = needs.of_a_learner()
    memory = VALUES["singleuser"]["memory"]
    assert peak <= megabytes(memory["guarantee"]) <= 1.5 * peak
    assert 2 * peak <= megabytes(memory["limit"])


def test_learners_are_not_root_in_the_image() -> None:
    assert VALUES["singleuser"]["uid"] > 0
    assert VALUES["singleuser"]["allowPrivilegeEscalation"] is False


def test_the_arithmetic_holds_for_every_class() -> None:
    peak = needs.of_a_learner()
    for learners in needs.CLASSES:
        n = needs.needs(learners)
        assert n.memory * 1000 >= learners * peak + needs.SYSTEM
        assert n.nodes * (needs.NODE[0] - needs.SYSTEM) >= learners * peak
        assert n.nodes * needs.NODE[1] * needs.TOGETHER >= learners


def test_every_chapter_was_measured() -> None:
    chapters = {path.stem for path in Path("notebooks").glob("[0-9]*.ipynb")}
    assert set(needs.MEASURED["chapters"]) == chapters


def test_the_page_for_lecturers_has_both_tables() -> None:
    page = Path("minigrad/teaching/hub/README.md").read_text(encoding="utf-8")
    assert needs.table() in page
    assert needs.chapters() in page
