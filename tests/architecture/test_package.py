"""Tests of rules for the whole package: imports, messages, and unsupported names."""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import ast
import inspect
import re
import string
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import minigrad as mg
from minigrad.messages.unsupported_names import ADVICE

PACKAGE = Path(mg.__file__).parent


def sentences() -> list[tuple[str, str, str]]:
    rows = []
    for path in sorted(PACKAGE.glob("messages/catalog/*.toml")):
        for name, entry in tomllib.loads(path.read_text("utf-8")).items():
            rows.append((name, entry["kind"], entry["text"]))
    return rows


def placeholder_count(sentence: str) -> int:
    """Return the number of values that are filled into a message."""
    fields = [field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None]
    return max((int(re.split(r"\W", field)[0]) + 1 for field in fields), default=0)


def test_messages_in_the_catalog_and_raised_messages_are_the_same() -> None:
    written = {name: placeholder_count(sentence) for name, _, sentence in sentences()}
    raised, mentioned = set(), set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                mentioned.add(node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                is_said = node.func.id in ("error", "warn", "text") and node.args
                if is_said and isinstance(node.args[0], ast.Constant):
                    name, *values = node.args
                    raised.add(name.value)
                    if not any(isinstance(value, ast.Starred) for value in values):
                        assert written[name.value] == len(values), (path, node.lineno)
    assert raised <= set(written)
    assert set(written) <= mentioned


def run(source: str) -> str:
    command = [sys.executable, "-c", source]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_importing_the_package_leaves_numpy_unchanged() -> None:
    source = """
import numpy as np
before = np.geterr(), np.get_printoptions()
import minigrad
print((np.geterr(), np.get_printoptions()) == before)
"""
    assert run(source).strip() == "True"


@pytest.mark.parametrize(
    ("place", "name", "advice"),
    [
        (mg.nn, "Conv3d", "Conv2d"),
        (mg.nn.functional, "adaptive_avg_pool2d", "AvgPool2d"),
        (mg.nn.utils, "clip_grad_value_", "clamp_"),
        (mg.nn, "LazyConv2d", "Conv2d(in_channels"),
        (mg.nn.Linear(1, 1), "half", "float32"),
        (mg.optim, "Adadelta", "Adagrad"),
        (mg.optim.lr_scheduler, "OneCycleLR", "LambdaLR"),
        (mg.linalg, "svd", "numpy()"),
        (mg.autograd, "forward_ad", "jvp"),
        (mg.utils.data, "RandomSampler", "shuffle"),
        (mg.utils, "tensorboard", "matplotlib"),
        (mg, "column_stack", "stack"),
        (mg.ones(1), "ravel", "reshape(-1)"),
        (mg.cuda, "empty_cache", "only on the CPU"),
        (mg.ones(1), "storage", "numpy()"),
        (mg, "HalfTensor", "float32"),
        (mg, "float16", "float32"),
    ],
)
def test_accessing_an_unsupported_name_suggests_an_alternative(
    place, name: str, advice: str
) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(place, name)
    sentence, what_to_do = str(caught.value).split("\n")
    assert sentence.endswith(f"has no attribute '{name}'")
    assert advice in what_to_do


@pytest.mark.parametrize(
    ("line", "place", "advice"),
    [
        ("from minigrad import vmap", mg, "loop"),
        ("import minigrad.jit", mg, "Call the function directly"),
        ("from minigrad.nn import Transformer", mg.nn, "no attention layers"),
        ("import minigrad.nn.parallel.DataParallel", mg.nn, "dir() lists them"),
        ("from minigrad.nn.functional import conv3d", mg.nn.functional, "dir() lists them"),
        ("from minigrad.optim.lr_scheduler import OneCycleLR", mg.optim.lr_scheduler, "LambdaLR"),
        ("from minigrad.utils.tensorboard import SummaryWriter", mg.utils, "matplotlib"),
        ("from minigrad.cuda.amp import autocast", mg.cuda, "no half precision"),
    ],
)
def test_importing_an_unsupported_name_suggests_the_same_as_accessing_it(
    line: str, place: Any, advice: str
) -> None:
    with pytest.raises(ImportError) as imported:
        exec(line)
    sentence, what_to_do = str(imported.value).split("\n")
    assert advice in what_to_do
    name = sentence.split("'")[1]
    assert sentence.startswith(f"cannot import name '{name}' from 'minigrad")
    with pytest.raises(AttributeError, match=re.escape(what_to_do)):
        getattr(place, name)


@pytest.mark.parametrize(
    "line",
    [
        "from minigrad.autograd import Variable",
        "from minigrad.functional import einsum",
        "import minigrad.backends.cudnn as cudnn; cudnn.benchmark = True",
        "from minigrad.cuda import is_available",
        "from minigrad.nn.modules.module import Module",
        "from minigrad.nn.parameter import Parameter",
        "from minigrad.utils.data.dataset import random_split; mg.utils.data.dataset.Dataset",
        "import minigrad.utils.data.dataloader as loaders; loaders.DataLoader",
    ],
)
def test_programs_import_names_from_where_pytorch_defines_them(line: str) -> None:
    exec(line)


def test_a_program_that_imports_torch_runs_with_minigrad_in_its_place() -> None:
    source = """
import minigrad.as_torch
import torch, torch.nn as nn, torch.nn.functional as F, torch.backends.cudnn as cudnn
from torch.autograd import Variable
from torch.utils.data.dataset import random_split
import minigrad
print(torch is minigrad, nn is minigrad.nn, F is minigrad.nn.functional, minigrad.__spec__.name)
for line in ("import torch.jit", "from torch.nn import Transformer"):
    try:
        exec(line)
    except ImportError as error:
        print(error)
"""
    assert run(source).splitlines() == [
        "True True True minigrad",
        "cannot import name 'jit' from 'minigrad'",
        "minigrad doesn't compile functions. Call the function directly.",
        "cannot import name 'Transformer' from 'minigrad.nn'",
        next(advice for advice, names in ADVICE.items() if "Transformer" in names.split()),
    ]


def test_names_that_are_listed_as_unsupported_do_not_exist() -> None:
    names = [name.strip(".") for listed in ADVICE.values() for name in listed.split()]
    assert len(names) == len(set(names))
    places = (mg.nn, mg.nn.functional, mg.nn.Module, mg.optim, mg.optim.lr_scheduler, mg.linalg)
    for place in (*places, mg.utils.data, mg.autograd, mg.cuda):
        assert [name for name in names if hasattr(place, name)] == [], place
    assert [name for name in names if hasattr(mg.Tensor, name)] == []
    assert [name for name in names if hasattr(mg, name)] == []


def test_completion_offers_no_attribute_that_raises() -> None:
    x = mg.ones(2, 2)
    x.label = "weights"
    offered = dir(x)
    assert {"sum", "exp_", "grad", "label", "__add__"} <= {*offered}
    assert [name for name in offered if not hasattr(x, name)] == []


@pytest.mark.parametrize(
    ("module", "submodules"),
    [
        (mg, {"autograd", "func", "functional", "linalg", "nn", "optim", "random", "utils"}),
        (mg.autograd, {"functional"}),
        (mg.nn, {"functional", "init", "utils"}),
        (mg.nn.functional, set()),
        (mg.optim, {"lr_scheduler"}),
        (mg.utils, {"data"}),
        (mg.utils.data, set()),
    ],
)
def test_completion_offers_the_public_names_of_a_module(module, submodules: set[str]) -> None:
    offered = {name for name in dir(module) if name[0] != "_"}
    assert offered == {*module.__all__}
    found = {name for name in offered if inspect.ismodule(getattr(module, name))}
    assert found == submodules


def test_an_unknown_attribute_gets_no_suggestion() -> None:
    with pytest.raises(AttributeError, match=r"^'Linear' object has no attribute 'slope'$"):
        mg.nn.Linear(1, 1).slope


def test_a_custom_attribute_can_be_set_on_a_tensor() -> None:
    x = mg.ones(2)
    x.label = "weights"
    assert x.label == "weights"


def test_other_devices_are_rejected() -> None:
    with pytest.raises((AssertionError, RuntimeError)) as caught:
        mg.ones(2, device="cuda")
    assert "only on the CPU" in str(caught.value)
    assert mg.ones(2, device="cpu").tolist() == [1.0, 1.0]


def test_every_public_name_is_documented() -> None:
    bare = []
    for owner in (mg, mg.Tensor, mg.autograd, mg.nn.functional, mg.optim):
        for name in dir(owner):
            thing = getattr(owner, name, None)
            if name.startswith("_") or not callable(thing) or type(thing) is mg.dtype:
                continue
            if not (getattr(thing, "__doc__", "") or "").strip():
                bare.append(f"{getattr(owner, '__name__', owner)}.{name}")
    assert bare == []
