"""Run the examples in minigrad's docstrings with PyTorch, which has to print the same."""

import contextlib
import doctest
import inspect
import io
import warnings
from collections.abc import Iterator

import torch

from docs.contents import reference_names

from .helpers import reset
from .rules import same_text

OURS = ("minigrad.draw.", "minigrad.explore.")  # names that PyTorch doesn't have


def differences() -> Iterator[str]:
    for name, value in reference_names().items():
        doc = inspect.getdoc(value) or ""
        if ">>>" not in doc or name.startswith(OURS):
            continue
        names = {"mg": torch, "__name__": "__main__"}
        for example in doctest.DocTestParser().get_examples(doc):
            if example.source == "import minigrad as mg\n":
                continue
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    exec(compile(example.source, name, "single"), names)
                except Exception as error:
                    printed.write(f"{type(error).__name__}: {error}\n")
            if not same_text(printed.getvalue(), example.want):
                yield f"{name}: {example.source.strip()} prints {printed.getvalue()}"


def compare_all() -> int:
    """Compare every example and print the differences; return how many there are."""
    try:
        faults = list(differences())
    finally:
        reset(torch)
    print("\n".join(faults))
    print(f"reference: {len(faults)} examples in minigrad's docstrings differ in PyTorch")
    return len(faults)
