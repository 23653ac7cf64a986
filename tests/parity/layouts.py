"""Compare random programs about memory layouts with PyTorch, and the model that tests use with it.

In `make test`, the same kind of programs is compared with the model alone.
"""

import warnings
from typing import Any

import torch

from tests.layouts.programs import Program, Writer, differences

from .known import known_kind
from .programs import Difference, compare, minimal
from .writing import rewritten


def compare_all(count: int, seed: int) -> int:
    """Compare programs in PyTorch, minigrad, and the model; print and count those that differ."""
    torch.set_warn_always(True)
    kinds: dict[str, Difference] = {}
    differing = refuted = 0
    for number in range(count):
        written = Writer(f"{seed} {number}").write(10)
        in_torch = rewritten(written.statements)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wrong = differences(written, torch)
        if wrong and not _known(written, in_torch.namespace):
            refuted += 1
            print(f"--- the model isn't PyTorch's:\n{written.source}\n" + "\n".join(wrong))
        difference = compare(in_torch)
        if difference is None:
            continue
        difference = minimal(difference)
        if not known_kind(difference.report(), difference.facts):
            differing += 1
            kinds.setdefault(difference.kind, difference)
    for difference in kinds.values():
        print(f"--- differs:\n{difference.report()}\n")
    print(f"{count:,} programs about layouts, {differing} differ, {refuted} refute the model")
    return differing + refuted


def _known(program: Program, in_torch: dict[str, Any]) -> bool:
    """Return whether PyTorch's gradients aren't those that a program asks for.

    A pass that failed has changed some of them, or two leaves were given the same memory, so that
    each sum was added to both.
    """
    if any(
        e and ".backward(" in s for s, e in zip(program.statements, program.errors, strict=True)
    ):
        return True
    tensors = [value for value in in_torch.values() if isinstance(value, torch.Tensor)]
    leaves = [t for t in tensors if t.is_leaf and t.grad is not None]
    places = [leaf.grad.untyped_storage().data_ptr() for leaf in leaves]
    return len(set(places)) < len(places)
