"""Record PyTorch's printed text and random numbers, for tests that run without PyTorch.

`python -m tests.parity.record_text_and_random` reads the cases in tests/recorded/printing.json
(a value, its dtype, options, suffix, and the default dtype) and tests/recorded/random.json (a seed
and calls of `minigrad.values.random`, and calls that PyTorch rejects), and writes PyTorch's results
next to them. They're the same, byte for byte, each time. It needs a processor with AVX2. Without
it, PyTorch rounds `uniform_` twice, so the last bits differ.
"""

import json
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


def printed(value: str, dtype: str, options: dict[str, Any], suffix: str, default: str) -> str:
    array = np.array(eval(value, {"np": np, "nan": np.nan, "inf": np.inf}), dtype=dtype)
    x = SUFFIXES[suffix](torch.from_numpy(array))
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    torch.set_default_dtype(getattr(torch, default))
    text = repr(x)
    torch.set_default_dtype(torch.float32)
    return text


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


def drawn(seed: int, calls: list[Any]) -> list[Any]:
    generator = torch.Generator().manual_seed(seed)
    results = []
    for name, options, _ in calls:
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
    cases = json.loads((RECORDED / "printing.json").read_text("utf-8"))
    printing = [[*case, printed(*case)] for *case, _ in cases]
    (RECORDED / "printing.json").write_text(lines(printing) + "\n", newline="\n")
    known = json.loads((RECORDED / "random.json").read_text("utf-8"))
    programs = lines([[seed, drawn(seed, calls)] for seed, calls in known["programs"]])
    refused = lines(
        [[name, options, *refusal(name, options)] for name, options, *_ in known["refused"]]
    )
    (RECORDED / "random.json").write_text(
        f'{{"programs":{programs},\n"refused":{refused}}}\n', newline="\n"
    )


if __name__ == "__main__":
    main()
