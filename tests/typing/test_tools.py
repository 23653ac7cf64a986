"""Tests that editors and type checkers understand the package (`make types`)."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import minigrad as mg
from minigrad.api import entry

from . import methods
from .checkers import errors

ROOT = Path(__file__).parents[2]

HEAD = """import minigrad as mg
from minigrad import optim

x = mg.ones(2, 3)
model = mg.nn.Linear(3, 1)
"""
RIGHT = """
y = (x @ x.T).exp().sum(0, keepdim=True)
z = -x * 2 + 1 / x - x[0]
mg.sum(x, 0).view(3, 1).reshape((1, 3)).max(dim=1).values.tolist()
mg.zeros(2, 3, dtype=mg.float64), mg.zeros((2, 3)), mg.randn(3, requires_grad=True)
with mg.no_grad():
    x.add_(1).clamp_(0, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
mg.nn.functional.cross_entropy(x, mg.zeros(2, dtype=mg.int64)).backward()
@mg.no_grad()
def doubled(x: mg.Tensor) -> mg.Tensor:
    return x * 2
doubled(x).tolist()
"""
# mypy doesn't follow a `__new__` that returns something else, so it takes the function for a mode.
DECORATED = """
@mg.no_grad
def doubled(x: mg.Tensor) -> mg.Tensor:
    return x * 2
@mg.inference_mode
def halved(x: mg.Tensor) -> mg.Tensor:
    return x / 2
doubled(halved(x)).tolist()
"""
TYPOS = """
mg.exq(x)
mg.tensr([1.0])
mg.nn.Liner(3, 1)
mg.nn.functional.rellu(x)
mg.autograd.gradd(x, x)
mg.linalg.nrom(x)
optim.SDG(model.parameters())
x.sim()
x.exps()
x.backwards()
x.shap
x.require_grad
x.sum(dimm=0)
x.sum("rows")
x.view("a")
x.exp(1)
mg.exp(2.0)
mg.matmul(x, 2)
mg.zeros("two")
x + "one"
"""


def mypy(path: Path) -> list[str]:
    return errors(["mypy", "--no-error-summary", str(path)], ROOT)


def pyright(path: Path) -> list[str]:
    return errors(["basedpyright", "--level", "error", str(path)], ROOT)


checkers = pytest.mark.parametrize("checker", [mypy, pyright])


def wrong_lines(checker: Callable[[Path], list[str]], source: str, folder: Path) -> set[str]:
    """Return the lines of a program in which a type checker reports an error."""
    path = folder / "program.py"
    path.write_text(source, "utf-8")
    reported = [line.partition("program.py:")[2] for line in checker(path)]
    numbers = {int(line.partition(":")[0]) for line in reported}
    return {source.splitlines()[number - 1] for number in numbers}


@checkers
def test_a_correct_program_has_no_error(
    checker: Callable[[Path], list[str]], tmp_path: Path
) -> None:
    assert wrong_lines(checker, HEAD + RIGHT, tmp_path) == set()


def test_a_mode_without_parentheses_preserves_a_functions_type(tmp_path: Path) -> None:
    assert wrong_lines(pyright, HEAD + DECORATED, tmp_path) == set()


@checkers
def test_every_typo_is_reported(checker: Callable[[Path], list[str]], tmp_path: Path) -> None:
    assert wrong_lines(checker, HEAD + TYPOS, tmp_path) == {*TYPOS.strip().splitlines()}


def test_the_method_stub_is_up_to_date() -> None:
    written = methods.STUB.read_text("utf-8")
    assert written == methods.text(), "run: python -m tests.typing.methods"


def test_the_method_stub_agrees_with_the_package() -> None:
    command = ["mypy.stubtest", "minigrad.engine.methods", "--concise"]
    command += ["--allowlist", str(Path(__file__).with_name("stubtest_allowlist.txt"))]
    run = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert run.stdout.strip() == ""
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    "expression", [f"mg.{name}" for name in mg.__all__] + [f"x.{name}" for name in entry.METHODS]
)
def test_jedi_finds_the_definition(expression: str) -> None:
    jedi = pytest.importorskip("jedi")
    source = f"{HEAD}{expression}"
    script = jedi.Script(source, path="program.py")
    found = script.goto(source.count("\n") + 1, len(expression), follow_imports=True)
    assert found
    assert found[0].module_path is not None
