"""Every rule to the third order, against finite differences of the second.

Each order is a number made of the one before: its gradient is weighted, and the weights are
differentiated, too. A rule is a function of the gradient that it gets and of the values: so its
own rules, and theirs, are called.
"""

import re
from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest

import minigrad as mg
from tests.ops.test_finite_differences import (
    DIFFERENTIATED,
    STEP,
    Function,
    change,
    change_view,
    evaluate,
    every_form,
    leaves,
)
from tests.parity.cases import forms

pytestmark = pytest.mark.filterwarnings("ignore")

ORDERS = 2  # of gradients in the number, whose own gradient is the third


def number(function: Function, names: Sequence[str], tensors: list, create_graph: bool):
    """⟨w, ∇⟨w', ∇⟨g, f⟩⟩⟩. The tensors: named values, g, and a weight for each gradient."""
    rest = iter(tensors[len(names) :])
    made_of = [*tensors[: len(names)], next(rest)]
    out = function(dict(zip(names, made_of, strict=False)))
    value = (out * made_of[-1]).sum()
    for order in range(ORDERS):
        recorded = create_graph or order + 1 < ORDERS
        slopes = mg.autograd.grad(value, made_of, create_graph=recorded, allow_unused=True)
        weights = [next(rest) for _ in made_of]
        pairs = zip(slopes, weights, strict=True)
        value = sum((slope * w).sum() for slope, w in pairs if slope is not None)
        made_of += weights
    return value


def check(function: Function, source: str, seed: int) -> bool:
    """Compare the slope of the number in one direction with differences along it."""
    values = leaves(seed)
    names = [name for name in values if re.search(rf"\b{name}\b", source)]
    chance = np.random.RandomState(seed)

    def tracked(arrays) -> list[mg.Tensor]:
        return [mg.tensor(array, dtype=mg.float64, requires_grad=True) for array in arrays]

    arrays = [values[name] for name in names]
    with np.errstate(all="ignore"):
        out = function(dict(zip(names, tracked(arrays), strict=True)))
    if out is None or not out.isfinite().all():
        return False
    arrays.append(chance.randn(*out.shape))
    for _ in range(ORDERS):
        arrays += [chance.randn(*np.shape(array)) for array in arrays]
    way = [chance.randn(*np.shape(array)) for array in arrays]

    tensors = tracked(arrays)
    value = number(function, names, tensors, create_graph=True)
    slopes = mg.autograd.grad(value, tensors, allow_unused=True)
    pairs = zip(slopes, way, strict=True)
    terms = [slope.numpy() * d for slope, d in pairs if slope is not None]
    derivative, size = (sum(np.sum(f(term)) for term in terms) for f in (np.positive, np.abs))

    def after(step: float) -> float:
        moved = tracked([x + step * d for x, d in zip(arrays, way, strict=True)])
        return number(function, names, moved, create_graph=False).item()

    expected = (after(STEP) - after(-STEP)) / (2 * STEP)
    if not np.isfinite(expected):
        return False
    np.testing.assert_allclose(derivative, expected, rtol=0, atol=1e-6 * size, err_msg=source)
    return True


@pytest.mark.parametrize("name", DIFFERENTIATED)
def test_an_operations_third_derivatives_are_slopes(name: str) -> None:
    every_form(name, check)


# What no form of the table asks of an operation.
MORE = """
    b.norm(0.5); h.norm(1.5, dim=1); b.norm(3, dim=0); h.norm(3.5); h.norm(mg.inf);
    h.norm(-mg.inf); h.norm(mg.inf, dim=1, keepdim=True); h.norm(1, dim=0);
    c.prod(); c.cumprod(0); c.cumsum(0); h.clamp(-b, b); h.clamp(b, -b); h.clamp(min=c);
    h.clamp(max=a); o.std((0, 2)); o.var((0, 1), correction=0, keepdim=True);
    h.div(d, rounding_mode='trunc'); h.div(d, rounding_mode='floor'); h.masked_fill(b > 0.5, c);
    h.scatter_add(0, mg.tensor([[1, 0, 0], [0, 1, 1]]), b); mg.stack([h, b], 2).transpose(0, 1);
    F.layer_norm(h, (3,), a, g); F.layer_norm(o, (2, 3), h, b, eps=0.1);
    F.binary_cross_entropy_with_logits(h, b, pos_weight=mg.tensor(3.0));
"""


@pytest.mark.parametrize("source", forms(MORE))
def test_another_forms_third_derivatives_are_slopes(source: str) -> None:
    assert check(partial(evaluate, source), source, 0)


MORE_IN_PLACE = """
    h[mg.tensor([1]),] = a;
    h[mg.tensor([1, 0])] = b; h[:, mg.tensor([0, 2])] = c; h[h > 0] = c; m.fill_(c);
    m.masked_fill_(m > 0, c)
"""


@pytest.mark.parametrize("way", [change, change_view])
@pytest.mark.parametrize("source", forms(MORE_IN_PLACE))
def test_another_in_place_forms_third_derivatives_are_slopes(source: str, way) -> None:
    assert check(partial(way, source), source, 0)
