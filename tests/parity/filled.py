"""The cases to record: the forms in `cases.py`, filled at random but always in the same way."""

import random
import types

from .cases import forms
from .corners import FURTHER
from .holes import Filler, Known
from .observing import LEAVES

FILLINGS = 4  # fillings of each form


def pool(library: types.ModuleType) -> dict[str, Known]:
    """Return what's known about each leaf, which is the same in both libraries."""
    leaves = {}
    for name, source in LEAVES.items():
        leaf = eval(source, {"mg": library})
        leaves[name] = Known(tuple(leaf.shape), str(leaf.dtype).partition(".")[2])
    return leaves


def filled(table: dict[str, str], library: types.ModuleType) -> dict[str, list[str]]:
    """Return cases for each operation in a table. Changing one form doesn't affect the others."""
    tensors = pool(library)
    cases = {}
    for name, templates in table.items():
        cases[name] = forms(FURTHER.get(name, ""))
        for form in forms(templates):
            chance = random.Random(f"{name} {form}")
            fillings = [Filler(tensors, chance.choice).fill(form) for _ in range(FILLINGS)]
            cases[name] += fillings if "{" in form else [form]
    return {name: sorted(set(listed)) for name, listed in cases.items()}
