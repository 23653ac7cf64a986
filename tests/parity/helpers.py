"""Helpers for programs about tensors, with the same names in both libraries."""
# mypy: disable-error-code="name-defined"

import collections
import copy
import functools
import io
import math
import numbers
import operator
import pickle
from collections import OrderedDict, defaultdict, namedtuple

import numpy as np

point = namedtuple("point", "x y")


def make(mg, bias):
    """Return a custom module with a parameter, a buffer, and a layer."""

    class Net(mg.nn.Module):
        def __init__(self):
            super().__init__()
            self.a = mg.nn.Linear(3, 3, bias=bias)
            self.weight = mg.nn.Parameter(mg.tensor([0.5, 2.0, -1.0]))
            self.register_buffer("b", mg.ones(3))

        def forward(self, x):
            return self.a(x) * self.weight + self.b

    return Net()


def rows(U):
    """Return a custom dataset."""

    class Rows(U.Dataset):
        def __getitem__(self, index):
            if index >= 5:
                raise IndexError(index)
            return index * 2.0, str(index)

        def __len__(self):
            return 5

    return Rows()


def own_function(mg, **methods):
    """Return a custom function with the given forward and backward."""
    methods = {name: staticmethod(m) for name, m in methods.items()}
    return type("Own", (mg.autograd.Function,), methods)


def two_steps(mg, forward, setup_context, backward):
    return own_function(mg, forward=forward, setup_context=setup_context, backward=backward)


_THINGS: tuple = (collections, copy, functools, io, math, numbers, operator, pickle, point)
_THINGS += (OrderedDict, defaultdict, make, own_function, rows, two_steps)
NAMES = {"np": np, **{thing.__name__: thing for thing in _THINGS}}


def namespace_of(library):
    """Return the names that are defined when a program begins."""
    of_library = {"mg": library, "F": library.nn.functional, "seen": []}
    return {**NAMES, **of_library, "__name__": "__main__"}


def reset(library):
    """Undo every setting that a program may have changed."""
    library.set_grad_enabled(True)
    library.set_default_dtype(library.float32)
    library.set_printoptions(profile="default")
    library.autograd.set_detect_anomaly(False)
