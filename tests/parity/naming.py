"""Say how a new operation is called: into the tables of `minigrad/api`, by what its cases show.

`python -m tests.parity.naming exp2`; recording its answers (`make record ONLY=exp2`) does it too.
What it takes beside the tensor is asked of PyTorch, where that is installed.
"""

import importlib
import importlib.util
import inspect
import pkgutil
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import minigrad
from minigrad import ops

from .cases import EXPRESSIONS, IN_PLACE

FACE = Path(minigrad.__file__).parent / "api"
NAMES, SIGNATURES = FACE / "names.txt", FACE / "signatures.txt"
WIDTH = 100
# PyTorch's schemas and its messages have other words for the same kinds.
KINDS = {
    "Scalar": "Number",
    "int[]": "ints",
    "int[1]": "ints1",
    "SymInt": "int",
    "SymInt[]": "ints",
}
KINDS |= {
    "SymInt[1]": "ints1",
    "Tensor[]": "Tensors",
    "ScalarType": "dtype",
    "ScalarType?": "dtype",
}


class IncompleteError(Exception):
    """What is missing before an operation can be named, and who can say it."""


def named(name: str, text: str = "") -> bool:
    """Whether the table has this name, whatever its form."""
    lines = (text or NAMES.read_text("utf-8")).splitlines()
    entries = " ".join(line for line in lines if line[:1] not in ("#", "") and "absent" not in line)
    return bool(re.search(rf"(?<![\w.]){name}(?![\w.])", entries))


def place(name: str) -> str:
    """The module that defines an operation."""
    for module in pkgutil.iter_modules(ops.__path__):
        loaded = importlib.import_module(f"{ops.__name__}.{module.name}")
        value = vars(loaded).get(name)
        if getattr(value, "__module__", "") == loaded.__name__:
            return f"ops.{module.name}"
    raise IncompleteError(f"{name}: no file of minigrad/ops defines it. Write its entry first.")


def forms(name: str) -> list[str]:
    """The forms, as `names.txt` calls them, that the cases show."""
    shown = EXPRESSIONS.get(name, "")
    if not shown:
        raise IncompleteError(
            f"{name}: tests/parity/cases.py has no line of it.\n{suggestion(name)}"
        )
    is_method = re.search(rf"(?<!\bmg)\.{name}\(", shown)
    is_function = f"mg.{name}(" in shown
    kinds = ["both" if is_method and is_function else "method" if is_method else "function"]
    if f"{name}_" in IN_PLACE:
        kinds.append("in-both" if at_the_top(f"{name}_") else "in-place")
    return kinds


def suggestion(name: str) -> str:
    """What to write for an operation on one tensor, and what to do then."""
    return (
        f"Say there how it is called, for example\n"
        f'    "{name}": "{{x}}.{name}(); mg.{name}({{x}})",     in ELEMENTWISE\n'
        f'    "{name}_": "{{x}}.{name}_()",     in IN_PLACE, if there is such a form\n'
        f"{then(name)}"
    )


def then(name: str) -> str:
    """What to do when the cases are written; an in-place form comes with its operation."""
    name = name.removesuffix("_") if name.removesuffix("_") in EXPRESSIONS else name
    return (
        f"Then `make record ONLY={name}` names it and asks PyTorch for the answers; "
        f"`python -m tests.parity.naming {name}` names it alone, without PyTorch."
    )


def tried(name: str) -> str:
    return f"Now try it: python -m pytest -n 0 tests/ops -k {name}; in the end, make test"


def torch() -> Any:
    """PyTorch; None where it is not installed."""
    return importlib.import_module("torch") if importlib.util.find_spec("torch") else None


def at_the_top(name: str) -> bool:
    """Whether PyTorch has a function of that name; without it, as most that take nothing else."""
    return hasattr(torch(), name) if torch() else not parameters(name.removesuffix("_"))


def parameters(name: str) -> list[str]:
    """What the entry takes beside the tensor."""
    operation = getattr(importlib.import_module(f"minigrad.{place(name)}"), name)
    return list(inspect.signature(operation).parameters)[1:]


def ways(name: str) -> list[str]:
    """What the method takes, in the notation of `signatures.txt`."""
    if torch():
        schemas = torch()._C._jit_get_schemas_for_operator(f"aten::{name}")
        if notations := [way(str(schema)) for schema in schemas if "(a!)" not in str(schema)]:
            return notations
    if parameters(name):
        raise IncompleteError(
            f"{name} takes {', '.join(parameters(name))} beside the tensor. Of what kinds, PyTorch "
            f"says, where it is installed: `make record ONLY={name}`.\nWithout it, write so into "
            "minigrad/api/signatures.txt, whose head explains the notation, and ask again:\n"
            f"    {name}\n        (Tensor {parameters(name)[0]})"
        )
    return ["()"]


def way(schema: str) -> str:
    """`aten::f(Tensor self, Scalar n=1) -> Tensor` as `(Number n = 1)`."""
    inside = re.sub(r"\(\w+\)", "", schema[schema.index("(") + 1 : schema.rindex(") ->")])
    parts = []
    for part in inside.split(", ")[1:]:
        kind, _, rest = part.partition(" ")
        none = "?" * (kind.endswith("?") and not rest.endswith("=None"))
        kind = kind.removesuffix("?")
        parts.append(f"{KINDS.get(kind, kind)}{none} {rest.replace('=', ' = ')}".strip())
    return f"({', '.join(parts)})"


def with_name(text: str, form: str, module: str, name: str) -> str:
    """The table with one more name, in the order of its lines."""
    lines = text.splitlines()
    start = f"{form:<10}{module:<22}"
    start += " " * (not start.endswith(" "))
    same = [i for i, line in enumerate(lines) if line.split()[:2] == [form, module]]
    before = same or [i for i, line in enumerate(lines) if line.split()[:1] == [form]]
    names = sorted([*(entry for i in same for entry in lines[i].split()[2:]), name])
    made = textwrap.wrap(
        " ".join(names),
        WIDTH,
        initial_indent=start,
        subsequent_indent=start,
        break_on_hyphens=False,
    )
    others = [line for i, line in enumerate(lines) if i not in same]
    at = same[0] if same else before[-1] + 1
    return "\n".join([*others[:at], *made, *others[at:]]) + "\n"


def with_ways(text: str, name: str, listed: list[str]) -> str:
    """The table of signatures with one more; those that take nothing share their line."""
    head, *blocks = re.split(r"(?m)^(?=[a-z]\w*)(?<!\w\n)", text)
    if listed == ["()"]:
        at = next(i for i, block in enumerate(blocks) if block.endswith("\n    ()\n"))
        names = sorted([*blocks[at].split()[:-1], name])
        blocks[at] = textwrap.fill(" ".join(names), WIDTH - 15) + "\n    ()\n"
    else:
        at = next((i for i, b in enumerate(blocks) if b.split()[0] > name), len(blocks))
        blocks.insert(at, "\n    ".join([name, *listed]) + "\n")
    return "".join([head, *blocks])


def complete(name: str) -> bool:
    """Name an operation, if it is not; whether there was something to do."""
    names, signatures = NAMES.read_text("utf-8"), SIGNATURES.read_text("utf-8")
    if name.startswith("_") or named(name, names) or named(name.removesuffix("_"), names):
        return False
    module = place(name)
    for form in forms(name):
        names = with_name(names, form, module, name)
    if not re.search(rf"(?m)^(?! ).*\b{name}\b", signatures):
        signatures = with_ways(signatures, name, ways(name))
    NAMES.write_text(names, "utf-8")
    SIGNATURES.write_text(signatures, "utf-8")
    return True


def main() -> None:
    for name in sys.argv[1:]:
        try:
            done = complete(name)
        except IncompleteError as what:
            sys.exit(str(what))
        print(
            f"{name}: {'named' if done else 'was named'} in minigrad/api/names.txt. {tried(name)}"
        )


if __name__ == "__main__":
    main()
