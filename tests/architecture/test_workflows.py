"""Tests that workflows pin actions, request few permissions, and run only commands that exist.

`make audit` also runs zizmor on them.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

PATHS = sorted(Path(".github/workflows").glob("*.yml"))
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in PATHS}
PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def steps() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each step with its workflow and job."""
    for workflow, content in WORKFLOWS.items():
        for job, description in content["jobs"].items():
            for step in description["steps"]:
                yield workflow, job, step


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_an_action_is_pinned_to_a_commit_and_names_its_version(path: Path) -> None:
    used = re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))
    assert [action for action in used if not PINNED.fullmatch(action)] == []
    assert used


def test_one_version_of_an_action_is_used_everywhere() -> None:
    used = {step["uses"] for _, _, step in steps() if "uses" in step}
    names = [action.partition("@")[0] for action in used]
    assert sorted(names) == sorted(set(names))


def test_a_checkout_keeps_no_credentials() -> None:
    for workflow, job, step in steps():
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False, (workflow, job)


def test_a_job_with_write_permission_runs_no_project_or_package_code() -> None:
    writers = []
    for workflow, content in WORKFLOWS.items():
        assert set(content["permissions"].items()) <= {("contents", "read")}, workflow
        for job, description in content["jobs"].items():
            permissions = description.get("permissions", {})
            if "write" in permissions.values():
                writers.append(job)
                text = str(description["steps"])
                assert not re.search(r"checkout@|\b(make|pip|npm|python3?)\b", text), job
    assert writers == ["pages", "colab"]


def test_no_script_contains_a_token_or_text_from_an_event() -> None:
    for workflow, job, step in steps():
        found = re.findall(r"\$\{\{ *(.*?) *\}\}", step.get("run", ""))
        assert [name for name in found if not name.startswith("matrix.")] == [], (workflow, job)


def test_every_make_target_exists() -> None:
    makefile = Path("Makefile").read_text(encoding="utf-8")
    scripts = [step.get("run", "") for _, _, step in steps()]
    scripts += [Path(".ci/run").read_text(encoding="utf-8")]
    script = re.sub(r"^\s*#.*", "", "\n".join(scripts), flags=re.M)
    lines = re.findall(r"(?:^|[ =])make ((?:[a-z-]+ ?)+)(?= |$|[A-Z])", script, re.M)
    targets = {target for line in lines for target in line.split()}
    assert {"test-hub", "slides", "site", "audit", "parity"} <= targets
    assert [t for t in sorted(targets) if not re.search(rf"^{t}:", makefile, re.M)] == []
