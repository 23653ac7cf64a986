"""Run other people's notebooks and scripts in PyTorch and with minigrad in its place.

    python -m tests.parity.other_programs COURSE=FOLDER ... [--page notebooks/YOUR_OWN_NOTEBOOK.md]

needs an environment with PyTorch (`make parity` makes one). Each cell, or each statement of a
script, runs in both libraries, and its output and error are compared. If a folder has notebooks,
its scripts are taken as their helpers. With `--page`, the rows of these courses are written into
the page's table. The programs themselves aren't part of the project. `--only TEXT` runs the files
whose path contains the text, and `--listed well_known further` those that `courses.toml` lists in
these parts. `--stand-ins FOLDER` names a folder of packages that replace ones that need PyTorch
itself, such as torchvision. The table marks the programs that import one of them.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .rules import _NUMBER, as_one, first_sentence

ROOT = Path(__file__).parents[2]
_MAGIC = re.compile(r"^\s*[%!].*$", re.MULTILINE)
_RUN = re.compile(r"^%run (?:-i )?(\S+\.py)", re.MULTILINE)
# A cell that shows the library's version, names, or device, or memory that isn't initialized
_OWN = re.compile(r"__version__|cuda|\bdir\(|\bempty\(|\bTensor\([\d, ]+\)")
_TIMED = re.compile(r"\b(?:time|took|elapsed|seconds|sec|it/s|ms)\b", re.IGNORECASE)
LIBRARIES = ("torch", "minigrad")
START, END = "<!-- made by tests/parity/other_programs.py -->\n", "<!-- end -->"


def cells(path: Path) -> list[str]:
    """Return a notebook's code cells, or a script's statements."""
    text = path.read_text("utf-8", errors="replace")
    if path.suffix == ".ipynb":
        found = json.loads(text).get("cells", [])
        code = ["".join(c["source"]) for c in found if c["cell_type"] == "code"]
        return [_MAGIC.sub("", _RUN.sub(r"exec(open('\1').read())", cell)) for cell in code]
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return [text]
    return [ast.get_source_segment(text, node) or "" for node in _with_decorators(body)]


def _with_decorators(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        for decorator in getattr(node, "decorator_list", ())[:1]:
            node.lineno, node.col_offset = decorator.lineno, decorator.col_offset - 1
        yield node


def run_here(paths: list[Path], library: str, seconds: int) -> None:
    """Run programs with the library, each in a process of its own, and print what each cell does.

    The processes are forks of this one, because importing PyTorch takes seconds.
    """
    if library == "minigrad":
        import minigrad.as_torch  # noqa: F401
    import torch

    with contextlib.suppress(ImportError):
        import matplotlib.pyplot as plt

        plt.switch_backend("Agg")
    for index, path in enumerate(paths):
        pid = os.fork()
        if pid:
            os.waitpid(pid, 0)
            continue
        torch.manual_seed(0)
        np.random.seed(0)
        random.seed(0)
        sys.path.insert(0, str(path.parent))
        os.chdir(path.parent)
        with contextlib.suppress(BaseException):
            _run_cells(path, index, seconds)
        os._exit(0)


def _run_cells(path: Path, index: int, seconds: int) -> None:
    """Run a program whose cells may each take some seconds, and all of them three times as long."""
    out, left = sys.stdout, 3.0 * seconds
    names: dict[str, Any] = {"__name__": "__main__", "__file__": str(path), "display": print}
    signal.signal(signal.SIGPROF, _too_slow)
    signal.signal(signal.SIGALRM, _too_slow)
    for number, cell in enumerate(cells(path)):
        seen, error, before = io.StringIO(), None, time.process_time()
        # Processor time doesn't depend on what else the machine is doing.
        signal.setitimer(signal.ITIMER_PROF, max(min(seconds, left), 1))
        signal.alarm(5 * seconds)  # for a cell that waits, for example for a download
        try:
            with contextlib.redirect_stdout(seen), contextlib.redirect_stderr(io.StringIO()):
                _execute(cell, names)
        except BaseException as raised:
            error = [type(raised).__name__, str(raised)]
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        left -= time.process_time() - before
        print(json.dumps([index, number, seen.getvalue()[-20000:], error]), file=out, flush=True)
        if error and path.suffix == ".py":
            break


def _too_slow(*_: object) -> None:
    raise TimeoutError("the cell takes too long")


def _execute(cell: str, names: dict[str, Any]) -> None:
    """Execute a cell, and print the value of its last expression, as Jupyter does."""
    body = ast.parse(cell).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        if value is not None:
            print(repr(value))


def run_apart(
    paths: list[Path], folder: Path, seconds: int, libraries: tuple[str, ...] = LIBRARIES
) -> list[dict]:
    """Run programs in copies of their folder; return each cell's output and error, by library."""
    with tempfile.TemporaryDirectory() as place:
        started = []
        for library in libraries:
            copy = Path(place) / library
            shutil.copytree(folder, copy, symlinks=True)
            command = [
                sys.executable,
                "-m",
                MODULE,
                "--library",
                library,
                "--seconds",
                str(seconds),
                "--run",
            ]
            command += [str(copy / path.relative_to(folder)) for path in paths]
            options: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            started.append(subprocess.Popen(command, env=_environment(), **options))
        texts = [process.communicate()[0] for process in started]
    return [_read(text) for text in texts]


def _read(text: bytes) -> dict[int, dict[int, tuple[str, Any]]]:
    seen: dict[int, dict[int, tuple[str, Any]]] = {}
    for line in text.decode("utf-8", "replace").splitlines():
        with contextlib.suppress(ValueError, TypeError):
            index, number, output, error = json.loads(line)
            seen.setdefault(index, {})[number] = (output, error)
    return seen


MODULE = "tests.parity.other_programs"


def _environment() -> dict[str, str]:
    same = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}
    return {**os.environ, **same, "PYTHONPATH": _path(str(ROOT))}


def _path(folder: str) -> str:
    return os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])


def compare(path: Path, torchs: dict, ours: dict) -> tuple[str, str]:
    """Return what happens in the two libraries, in a word, and the first difference."""
    sources, closest = cells(path), "same"
    for number, (output, error) in torchs.items():
        if _OWN.search(sources[number]):
            continue
        if number not in ours:
            return "stops", f"cell {number + 1}: too slow"
        our_output, our_error = ours[number]
        if "TimeoutError" in [raised[0] for raised in (error, our_error) if raised]:
            return "data", f"cell {number + 1}: too slow"
        if our_error and not error:
            what = f"{our_error[0]}: {first_sentence(our_error[1])}"
            return "stops", f"cell {number + 1}: {what}"
        if error and our_error:
            kinds = [kind.replace("ModuleNotFound", "Import") for kind, _ in (error, our_error)]
            if kinds[0] != kinds[1]:
                return "differs", f"cell {number + 1}: {our_error[0]}, but PyTorch: {error[0]}"
            if path.suffix == ".py" and number < len(sources) / 2:
                return "data", f"cell {number + 1}: both stop: {error[0]}: {error[1][:60]}"
            continue
        if error:
            return "differs", f"cell {number + 1}: only PyTorch raises {error[0]}"
        how = likeness(output, our_output, sources[number])
        if how == "differs":
            return how, f"cell {number + 1}: other output"
        closest = "close" if how == "close" else closest
    failed = [error for _, error in torchs.values() if error]
    if not torchs or len(failed) > len(torchs) / 2:
        return "data", f"PyTorch stops: {failed[0][1][:60]}" if failed else "PyTorch is too slow"
    return closest, ""


def steady(once: dict, again: dict) -> dict:
    """Return the cells that do the same in two runs. Uninitialized memory, for one, differs."""
    return {number: seen for number, seen in once.items() if seen == again.get(number)}


def likeness(torchs: str, ours: str, source: str) -> str:
    """Return whether two outputs are the same, close (numbers to 1 %), or differ."""
    a, b = as_one(torchs), as_one(ours)
    given = a.splitlines()
    if given == [line for line in b.splitlines() if line in given]:  # the rest is advice
        return "same"
    if len({"".join(_NUMBER.sub("#", text).split()) for text in (a, b)}) == 2:
        return "differs"
    if _TIMED.search(source + a):
        return "same"
    numbers = zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True)
    pairs = [(float(x), float(y)) for x, y in numbers]
    size = max((abs(x) for x, _ in pairs), default=0.0)
    near = all(abs(x - y) <= 0.01 * max(abs(x), abs(y)) + 1e-4 * size + 1e-6 for x, y in pairs)
    return "close" if near else "differs"


def listed(course: str, parts: list[str]) -> list[str]:
    """Return the paths that `courses.toml` lists for a course in these parts."""
    lists = tomllib.loads(Path(__file__).with_name("courses.toml").read_text("utf-8"))
    return [path for part in parts for path in lists[part].get(course, ())]


def programs(folder: Path, only: str) -> list[Path]:
    """Return the notebooks in a folder that use PyTorch, or its scripts if it has no notebooks."""
    found = list(folder.rglob("*.ipynb")) or list(folder.rglob("*.py"))
    uses = (
        p for p in found if re.search(r"\b(import|from) torch\b", p.read_text("utf-8", "replace"))
    )
    return sorted(p for p in uses if only in str(p) and ".ipynb_checkpoints" not in str(p))


def imports_any(path: Path, packages: list[str]) -> bool:
    """Return whether a program imports one of the packages."""
    names = "|".join(packages)
    found = re.search(rf"^\s*(?:import|from) (?:{names})\b", "\n".join(cells(path)), re.MULTILINE)
    return bool(packages and found)


def table(rows: dict[str, list[tuple[str, str, str]]], before: str) -> str:
    """Return the page's table: for each course, what runs, and what stops the rest.

    Courses that are only in the table from before keep their rows.
    """
    lines = {"course": "| course | the same or close | stops or differs | can't be compared |"}
    lines["---"] = "|---|---|---|---|"
    lines |= {line.split("|")[1].strip(): line for line in before.splitlines()[2:]}
    for course, seen in rows.items():
        kinds = {"yes": [n for n, how, _ in seen if how in ("same", "close")]}
        kinds["no"] = [f"{n} ({why})" for n, how, why in seen if how in ("stops", "differs")]
        kinds["data"] = [n for n, how, _ in seen if how == "data"]
        lines[course] = (
            f"| {course} | " + " | ".join(", ".join(k) or "-" for k in kinds.values()) + " |"
        )
    return "\n".join(lines.values()) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    parser.add_argument("courses", nargs="*", metavar="COURSE=FOLDER")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--listed", nargs="+", metavar="PART", default=[])
    parser.add_argument("--stand-ins", type=Path, metavar="FOLDER")
    parser.add_argument("--seconds", type=int, default=60, help="of processor time for one cell")
    parser.add_argument("--run", type=Path, nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--library", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        run_here(options.run, options.library, options.seconds)
        return
    packages: list[str] = []
    if options.stand_ins:
        packages = [package.stem for package in options.stand_ins.iterdir()]
        os.environ["PYTHONPATH"] = _path(str(options.stand_ins.resolve()))
    rows: dict[str, list[tuple[str, str, str]]] = {}
    for course in options.courses:
        name, _, folder = course.partition("=")
        if options.listed:
            paths = [Path(folder) / path for path in listed(name, options.listed)]
        else:
            paths = programs(Path(folder), options.only)
        torchs, ours = run_apart(paths, Path(folder), options.seconds)
        for i, path in enumerate(paths):
            how, why = compare(path, torchs.get(i, {}), ours.get(i, {}))
            if how == "differs":
                os.environ["MALLOC_PERTURB_"] = "85"  # what the C library fills new memory with
                again = run_apart([path], Path(folder), options.seconds, LIBRARIES[:1])[0]
                del os.environ["MALLOC_PERTURB_"]
                how, why = compare(path, steady(torchs[i], again.get(0, {})), ours.get(i, {}))
            star = "\\*" if imports_any(path, packages) else ""
            stem = path.parent.name if path.stem == "main" else path.stem
            rows.setdefault(name, []).append((stem + star, how, why))
            print(f"{how:8} {name}: {path.relative_to(folder)}  {why}", flush=True)
    total = [how for seen in rows.values() for _, how, _ in seen]
    print({how: total.count(how) for how in ("same", "close", "differs", "stops", "data")})
    if options.page:
        before, _, rest = options.page.read_text("utf-8").partition(START)
        old, _, after = rest.partition(END)
        options.page.write_text(f"{before}{START}{table(rows, old)}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
