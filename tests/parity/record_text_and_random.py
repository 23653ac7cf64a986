"""Record PyTorch's printed text and random numbers, for tests that run without PyTorch.

`python -m tests.parity.record_text_and_random` writes tests/recorded/printing.json and
tests/recorded/random.json, which are the same, byte for byte, each time. It needs a processor with
AVX2. Without it, PyTorch rounds `uniform_` twice, so the last bits differ.
"""

import json
import math
import random
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

RECORDED = Path(__file__).parents[1] / "recorded"
LARGEST_LISTED = 40  # only a checksum is kept for longer results


class WithALongNameForAFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        return x.clone()

    @staticmethod
    def backward(ctx: Any, v: torch.Tensor) -> torch.Tensor:
        return v


SUFFIXES: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "": lambda x: x,
    "requires_grad=True": lambda x: x.requires_grad_(),
    "grad_fn=<MulBackward0>": lambda x: x.requires_grad_() * 1,
    "grad_fn=<CloneBackward0>": lambda x: x.requires_grad_().clone(),
    "grad_fn=<WithALongNameForAFunctionBackward>": lambda x: WithALongNameForAFunction.apply(
        x.requires_grad_()
    ),
}

# Values as Python writes them. They come from exact operations, so they're equal on all machines.
VALUES = {
    "float32": """
        1.0; 0.0; -0.0; 2.5; nan; inf; -inf; 1e-5; 1e10; 123456.789; 1e-4; 1.0001e-4; -3.0; 1e8; 2e8
        []; np.zeros((0, 3)); np.zeros((2, 0, 3)); [1]; [1, 2, 3]; [0.1]; [[]]; [-0.0, 1]
        [-0.0, 0.5]
        [2.15847, 2.17838, 0.67704]; [1, 1000]; [1, 1001]; [0.5, 500]; [0.5, 501]; [1e8, 1e6]
        [1.1e8, 1e6]; [1e-4, 1e-3]; [1.1e-4, 1e-3]; [0.99995, 0.5]; [9.99995, 0.5]; [99999.5, 0.5]
        [nan, 1]; [nan, 1.5]; [inf, -1]; [inf, -inf, nan]; [nan]; [nan, 0]; [inf, 1e10]
        [-inf, 1e-9, 0]
        [1e38, 1e-38]; [1e-45]; [3.4e38, -3.4e38]; [0, 1e-6]; [0, 0.001, -0.25]; [1e5, 0.5]
        [16777216, 1]
        [[1, 2], [3, 4]]; [[1.5, -2], [3, 4]]; [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]; [[0.001, 1000]]
        np.arange(24).reshape(2, 3, 4); np.arange(16).reshape(2, 2, 2, 2) / 4
        np.ones((1, 1, 1, 1, 1))
        np.arange(40); np.arange(40) / 8; np.zeros(50); np.arange(60).reshape(3, 20) / 8
        np.arange(1001); np.arange(1001) / 8; np.arange(2500).reshape(50, 50)
        np.arange(2500).reshape(50, 50) / 7; np.arange(4800).reshape(3, 4, 400) - 2400
        np.arange(1200).reshape(1200, 1); np.arange(1200).reshape(1, 1200) / 3
        np.arange(1400).reshape(2, 1, 700) / 9; np.arange(1320).reshape(10, 11, 12) * 1e3
        np.arange(1200).reshape(6, 200); np.arange(1400).reshape(7, 200)
        np.arange(1100).reshape(1100, 1, 1)
        np.where(np.arange(1500) == 700, 1e9, np.arange(1500)); np.arange(1201) * 1e-5
        np.arange(6).reshape(2, 3).T; np.arange(10)[::-2] / 2
    """,
    "float64": """
        1.0; 0.1; 1e300; 1e-300; []; np.zeros((3, 0)); [1, 2]; [0.1, 1e-5]; [1e308, 1e-308]
        [nan, 2.5]
        [1e-4, 1]; np.arange(12) / 8; np.arange(14) / 8; np.arange(1001) / 3
        np.arange(900).reshape(30, 30)
    """,
    "int64": """
        0; -7; 9223372036854775807; []; np.zeros((0, 2)); [1, 2, 3]; [-1, 10, 100]
        [-9223372036854775808, 1]
        np.arange(100); np.arange(1001); np.arange(2500).reshape(50, 50) - 9
        np.arange(8).reshape(2, 2, 2)
        np.arange(27); np.arange(1100).reshape(10, 110)
    """,
    "int32": """
        0; []; [1, -2]; np.zeros((0, 2)); np.arange(30); np.arange(1001); np.arange(6).reshape(3, 2)
    """,
    "bool": """
        True; False; []; [True]; [True, False]; [True, True]; [[True, False], [False, False]]
        np.arange(30) > 9; np.arange(1001) > 9; np.zeros((0, 2))
    """,
}

OPTIONS: list[dict[str, Any]] = [
    {"precision": 2},
    {"precision": 0},
    {"precision": 8},
    {"sci_mode": True},
    {"sci_mode": False},
    {"sci_mode": True, "precision": 2},
    {"linewidth": 40},
    {"linewidth": 1},
    {"linewidth": 120},
    {"threshold": 5},
    {"threshold": 5, "edgeitems": 1},
    {"threshold": 5, "edgeitems": 2, "linewidth": 30},
    {"threshold": 0},
    {"threshold": 20},
    {"edgeitems": 0},
    {"edgeitems": 0, "threshold": 0},
    {"threshold": math.inf, "linewidth": 200},
    {"profile": "short"},
    {"profile": "short", "precision": 3},
    {"profile": "full", "linewidth": 60},
]
OPTION_VALUES = """
    2.5; 1e-5; [1.23456789, 100.5]; [nan, 0, 12345.678]; [1, 2, 300000]; [0, 1e9]
    [-0.0, 0.1234567, inf]
    np.arange(20) / 8; np.arange(20); np.arange(42).reshape(6, 7) / 8
    np.arange(16).reshape(2, 2, 4) * 1e4
    np.zeros((0, 3)); np.arange(20) * 1e-6
"""


def split(values: str) -> list[str]:
    return [value.strip() for value in re.split(r"[;\n]", values) if value.strip()]


def random_values(rng: random.Random) -> str:
    """Return a small random array of various magnitudes, with zeros, infinities, and NaN."""
    rows, columns = rng.choice([(1, 1), (1, 2), (1, 5), (2, 3), (3, 2)])
    scale, digits = rng.randint(-7, 10), rng.randint(0, 6)
    spread = rng.choice([0, 1, 3, 6])
    special = rng.choice([[], ["nan"], ["inf", "-inf"], ["0.0", "-0.0"], ["nan", "-inf", "0.0"]])

    def number() -> str:
        if special and rng.random() < 0.3:
            return rng.choice(special)
        return repr(float(f"{rng.uniform(-10, 10):.{digits}f}e{scale + rng.randint(0, spread)}"))

    lines = [f"[{', '.join(number() for _ in range(columns))}]" for _ in range(rows)]
    return f"[{', '.join(lines)}]" if rows > 1 else lines[0]


def printing_cases() -> list[tuple[str, str, dict[str, Any], str, str]]:
    """Return the value, dtype, options, suffix, and default dtype of each tensor to print."""
    rng = random.Random(0)
    floats = ("float32", "float64")
    cases: list[tuple[str, str, dict[str, Any], str, str]] = []
    for dtype, values in VALUES.items():
        cases += [(value, dtype, {}, "", "float32") for value in split(values)]
    for value in split(OPTION_VALUES):
        cases += [(value, rng.choice(floats), options, "", "float32") for options in OPTIONS]
    for suffix in SUFFIXES:
        lines = [f"np.arange({n}) / 8" for n in (1, 5, 6, 7, 8, 9, 10, 20)]
        for value in [*lines, "2.5", "[]", "np.zeros((0, 3))", "np.arange(12).reshape(3, 4) / 8"]:
            cases += [(value, dtype, {}, suffix, rng.choice(floats)) for dtype in floats]
    cases += [
        ("[1, 2, 3]", "float64", {"linewidth": width}, suffix, "float32")
        for suffix in SUFFIXES
        for width in (26, 28, 40, 46, 47, 48)
    ]
    cases += [("np.arange(1001)", "int64", {"profile": "short"}, "", "float32")]
    for dtype in ("int64", "int32", "bool"):
        cases += [(value, dtype, {}, "", "float64") for value in ("1", "[]", "[1, 0]")]
    cases += [(random_values(rng), rng.choice(floats), {}, "", "float32") for _ in range(200)]
    return cases


def printed(value: str, dtype: str, options: dict[str, Any], suffix: str, default: str) -> str:
    array = np.array(eval(value, {"np": np, "nan": np.nan, "inf": np.inf}), dtype=dtype)
    x = SUFFIXES[suffix](torch.from_numpy(array))
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    torch.set_default_dtype(getattr(torch, default))
    text = repr(x)
    torch.set_default_dtype(torch.float32)
    return text


# Programs that set a seed and then call functions in minigrad.random, all in one stream.
PROGRAMS: list[tuple[int, list[tuple[str, dict[str, Any]]]]] = [
    *((seed, [("uniform", {"shape": [4], "dtype": "float32"})]) for seed in (0, 1, 42, 2**32 - 1)),
    *((s, [("normal", {"shape": [3], "dtype": "float32"})]) for s in (0, 1, 2**32, 2**40 + 3)),
    *((s, [("randperm", {"n": 10})]) for s in (-1, -(2**63), 2**63, 2**64 - 1, 67280421310721)),
    (0, [("bernoulli", {"p": [0.49625658988952637, 0.76822185], "dtype": "float32"})]),  # ties
    (0, [("normal", {"shape": [n], "dtype": "float32"}) for n in (1, 2, 15, 0, 3, 16, 1, 17, 5)]),
    (1, [("normal", {"shape": [n], "dtype": "float64"}) for n in (3, 3, 18, 3, 31, 32, 33)]),
    (
        2,  # the second number of a pair stays pending, whatever is drawn meanwhile in any dtype
        [
            ("normal", {"shape": [1], "dtype": "float32"}),
            ("uniform", {"shape": [2, 2], "dtype": "float64"}),
            ("normal", {"shape": [], "dtype": "float64"}),
            ("normal", {"shape": [3], "dtype": "float64"}),
            ("normal", {"shape": [4, 5], "dtype": "float32"}),
            ("randperm", {"n": 7}),
            ("normal", {"shape": [1], "dtype": "float32"}),
            ("bernoulli", {"p": [0.0, 0.5, 1.0, 0.25, 0.75], "dtype": "float32"}),
            ("uniform", {"shape": [], "dtype": "float32"}),
            ("bernoulli", {"p": [[0.0, 0.5], [1.0, 0.25]], "dtype": "float64"}),
            ("normal", {"shape": [2, 3], "dtype": "float32"}),
            ("randint", {"low": 0, "high": 10, "shape": [2, 3], "dtype": "int64"}),
            ("uniform", {"shape": [1], "dtype": "float32"}),
        ],
    ),
    (
        3,
        [
            ("uniform", {"shape": [5, 7], "dtype": "float32", "low": -b, "high": b})
            for b in (0.5, 1 / math.sqrt(7), 0.1, 3.3)
        ],
    ),
    (
        4,
        [
            ("uniform", {"shape": [3], "dtype": "float64", "low": -0.25, "high": 0.75}),
            ("uniform", {"shape": [2], "dtype": "float32", "low": 2.0, "high": 2.0}),
            ("normal", {"shape": [3], "dtype": "float32", "mean": 1.5, "std": 0.1}),
            ("normal", {"shape": [2, 10], "dtype": "float32", "mean": -3.0, "std": 2.0}),
            ("normal", {"shape": [2, 10], "dtype": "float64", "mean": -3.0, "std": 2.0}),
            ("normal", {"shape": [5, 4], "dtype": "float64", "contiguous": False}),
            ("normal", {"shape": [3], "dtype": "float64", "mean": 1.0, "std": 0.0}),
        ],
    ),
    (
        5,
        [
            ("randint", {"low": low, "high": high, "shape": [5], "dtype": dtype})
            for low, high, dtype in (
                (0, 2, "bool"),
                (0, 2, "int64"),
                (-5, 5, "int32"),
                (0, 2**28 - 1, "int64"),
                (0, 2**28, "int64"),
                (-(2**28), 1, "int32"),
                (-(2**31), 2**31, "int32"),
                (0, 2**40, "int64"),
                (-(2**63), 2**63 - 1, "int64"),
                (7, 8, "float32"),
                (-9, 100, "float64"),
            )
        ],
    ),
    (6, [("randperm", {"n": n}) for n in (0, 1, 2, 3, 30, 2000)]),
    (
        7,  # more than the 624 words of one state
        [
            ("uniform", {"shape": [1000], "dtype": "float32"}),
            ("uniform", {"shape": [10, 70], "dtype": "float64"}),
            ("randint", {"low": -3, "high": 77, "shape": [1000], "dtype": "int64"}),
            ("normal", {"shape": [2], "dtype": "float64"}),
        ],
    ),
]

# Calls that PyTorch rejects.
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("manual_seed", {"seed": -(2**63) - 1}),
    ("manual_seed", {"seed": 2**64}),
    ("manual_seed", {"seed": 1.5}),
    ("manual_seed", {"seed": True}),
    ("manual_seed", {"seed": "1"}),
    ("manual_seed", {"seed": None}),
    ("uniform", {"shape": [3], "dtype": "float32", "low": 1, "high": 0}),
    ("uniform", {"shape": [3], "dtype": "float32", "low": -1.5, "high": -2.25}),
    ("uniform", {"shape": [3], "dtype": "float32", "low": 0, "high": math.inf}),
    ("uniform", {"shape": [3], "dtype": "float32", "low": 1e39, "high": 0}),
    ("uniform", {"shape": [3], "dtype": "float64", "low": math.nan, "high": 0}),
    ("uniform", {"shape": [3], "dtype": "float32", "low": -3e38, "high": 3e38}),
    ("normal", {"shape": [3], "dtype": "float32", "std": -1.0}),
    ("normal", {"shape": [30], "dtype": "float64", "std": math.nan}),
    ("randint", {"low": 3, "high": 3, "shape": [2], "dtype": "int64"}),
    ("randint", {"low": 3, "high": -1, "shape": [0], "dtype": "int64"}),
    ("randint", {"low": 0, "high": 3, "shape": [2], "dtype": "bool"}),
    ("randint", {"low": 0, "high": 2**31 + 1, "shape": [2], "dtype": "int32"}),
    ("randint", {"low": -(2**31) - 1, "high": 0, "shape": [2], "dtype": "int32"}),
    ("randperm", {"n": -1}),
    ("bernoulli", {"p": [0.5, 1.5], "dtype": "float32"}),
    ("bernoulli", {"p": [-0.5], "dtype": "float64"}),
    ("bernoulli", {"p": [math.nan], "dtype": "float32"}),
]


def draw(generator: torch.Generator, name: str, options: dict[str, Any]) -> Any:
    options = dict(options)
    if name == "manual_seed":
        return generator.manual_seed(options["seed"])
    if name == "randperm":
        return torch.randperm(**options, generator=generator)
    dtype = getattr(torch, options.pop("dtype"))
    if name == "bernoulli":
        return torch.bernoulli(torch.tensor(options["p"], dtype=dtype), generator=generator)
    shape = options.pop("shape")
    if name == "randint":
        return torch.randint(
            options["low"], options["high"], shape, dtype=dtype, generator=generator
        )
    if not options:
        factory = torch.rand if name == "uniform" else torch.randn
        return factory(shape, dtype=dtype, generator=generator)
    x = torch.empty(shape, dtype=dtype)
    if name == "uniform":
        return x.uniform_(options["low"], options["high"], generator=generator)
    if options.pop("contiguous", True):
        return x.normal_(**options, generator=generator)
    x.t().normal_(**options, generator=generator)
    return x


def drawn(seed: int, calls: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    generator = torch.Generator().manual_seed(seed)
    results = []
    for name, options in calls:
        x = draw(generator, name, options)
        if x.numel() > LARGEST_LISTED:
            results.append([name, options, {"crc32": zlib.crc32(x.numpy().tobytes())}])
        else:
            results.append([name, options, x.flatten().tolist()])
    return results


def refusal(name: str, options: dict[str, Any]) -> list[str]:
    try:
        draw(torch.Generator(), name, options)
    except Exception as error:
        return [type(error).__name__, re.split(r"[.:\n]", str(error))[0]]
    raise AssertionError(f"PyTorch accepts {name}({options})")


def lines(records: list[Any]) -> str:
    body = ",\n".join(json.dumps(record, separators=(",", ":")) for record in records)
    return f"[\n{body}\n]"


def main() -> None:
    printing = [[*case, printed(*case)] for case in printing_cases()]
    (RECORDED / "printing.json").write_text(lines(printing) + "\n", newline="\n")
    programs = lines([[seed, drawn(seed, calls)] for seed, calls in PROGRAMS])
    refused = lines([[name, options, *refusal(name, options)] for name, options in REFUSED])
    (RECORDED / "random.json").write_text(
        f'{{"programs":{programs},\n"refused":{refused}}}\n', newline="\n"
    )


if __name__ == "__main__":
    main()
