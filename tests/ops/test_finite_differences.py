"""Tests of every rule, up to third order, by comparison with finite differences in float64.

They include broadcasting, in-place forms, and several memory layouts. The scalar for each order is
a weighted sum of the previous scalar's gradient, and the weights are differentiated as well. A rule
is a function of the incoming gradient and of the values, so this also runs the rules' own rules,
and the rules of those.
Each scalar's slope in one random direction is compared with finite differences in that direction.

The forms come from the table of operations (`tests/parity/cases.py`). An operation that isn't on
any line fails here, and so does one whose forms were never differentiated.
"""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import random
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import minigrad as mg
from minigrad.messages import errors
from tests.parity.cases import (
    COMPARISONS,
    CONVERSIONS,
    CREATION,
    EXPRESSIONS,
    IN_PLACE,
    forms,
)
from tests.parity.holes import Filler, Known
from tests.parity.naming import next_steps

pytestmark = pytest.mark.filterwarnings("ignore")

STEPS = (1e-6, -1e-6)
ORDERS = 3
SCOPE = {"mg": mg, "F": mg.nn.functional}
SHAPES = {"a": (3,), "b": (2, 3), "c": (), "d": (2, 1), "f": (3, 2), "m": (2, 2), "q": (1, 1)}
SHAPES |= {"o": (2, 2, 3), "g": (3,), "h": (2, 3)}
POSITIVE = ("b", "d", "q")

# No gradient passes through these. Their results are booleans, indices, counts, constants, or
# random numbers, or PyTorch defines no gradient for them.
WITHOUT_GRADIENT = {*COMPARISONS, *CONVERSIONS, *CREATION} | set(
    """
    __contains__ all any argmax argmin argsort count_nonzero detach nonzero F.one_hot
    __floordiv__ __rfloordiv__ floor_divide __rmod__ __ifloordiv__
    __iand__ __ior__ __ixor__ normal_ random_ uniform_ scatter scatter_
    """.split()  # noqa: SIM905
)

# These have tests of their own.
BOOKKEEPING = """
    __getattr__ __firstlineno__ __static_attributes__ __slots__ __weakref__ __setstate__ __copy__
    __deepcopy__ __delitem__ __hash__ __array_priority__ __array_wrap__
    backward data device dtype grad grad_fn is_leaf ndim register_hook requires_grad
    requires_grad_ retain_grad retains_grad shape
    get_default_dtype initial_seed is_grad_enabled manual_seed seed set_default_dtype
    set_printoptions detach_ is_anomaly_enabled is_tensor save load itemsize name nbytes
    bernoulli_ cuda is_cuda is_inference_mode_enabled set_default_device
"""

Values = dict[str, np.ndarray]


class SmoothFiller(Filler):
    """A filler that avoids kinks and poles."""

    def _p(self) -> str:
        name = self.choose(POSITIVE)
        self.first = self.first or name
        return name

    def _i(self) -> str:
        return "mg.tensor([0, 1, 0])"

    def _n(self) -> str:
        return self.choose(["2", "3", "0.7"])

    def _int(self) -> str:
        return self.choose(["2", "3"])

    def _dtype(self) -> str:
        return "mg.float64"


def draw(form: str, chance: random.Random) -> str:
    pool = {name: Known(shape, "float64") for name, shape in SHAPES.items()}
    return SmoothFiller(pool, chance.choice).fill(form)


def leaves(seed: int) -> Values:
    """Return distinct values of both signs (or all positive), away from the kinks of functions."""
    numbers = np.random.RandomState(seed)
    arrays = {}
    for name, shape in SHAPES.items():
        size = int(np.prod(shape))
        values = numbers.permutation(size) * 0.31 + 0.23 + 0.04 * numbers.rand(size)
        if name not in POSITIVE:
            values *= np.where(np.arange(size) % 2, -1.0, 1.0)
        arrays[name] = values.reshape(shape)
    return arrays


def evaluate(source: str, tensors: dict[str, mg.Tensor]) -> mg.Tensor | None:
    """Return the form's value, or the first one, if it has a gradient to check."""
    value = eval(source, {**SCOPE, **tensors})
    several = value if isinstance(value, tuple | list) else [value]
    for result in several:
        if isinstance(result, mg.Tensor) and result.requires_grad:
            return result
    return None


def change(source: str, tensors: dict[str, mg.Tensor]) -> mg.Tensor:
    """Apply an in-place form to a clone."""
    scope: dict[str, Any] = {**SCOPE, **{name: tensor.clone() for name, tensor in tensors.items()}}
    exec(source, scope)
    return scope[source[0]]


def change_view(source: str, tensors: dict[str, mg.Tensor]) -> mg.Tensor:
    """Apply an in-place form to a view; return the changed base, whose first dim is its last."""
    target = source[0]
    base = mg.stack([tensors[target], tensors[target] * 2], -1).movedim(-1, 0).clone()
    scope = {**SCOPE, **{n: t.clone() for n, t in tensors.items()}, target: base[1]}
    exec(source, scope)
    return base


Function = Callable[[dict[str, mg.Tensor]], mg.Tensor | None]


def number(
    function: Function, names: Sequence[str], tensors: list, orders: int, create_graph: bool
) -> mg.Tensor:
    """Return ⟨w, ∇⟨w', ∇⟨g, f⟩⟩⟩ for two orders, and its analog for any other number of orders.

    The tensors are the named values, g, and one weight per gradient for each order.
    """
    rest = iter(tensors[len(names) :])
    made_of = [*tensors[: len(names)], next(rest)]
    out = function(dict(zip(names, made_of, strict=False)))
    value = (out * made_of[-1]).sum()
    for order in range(orders):
        recorded = create_graph or order + 1 < orders
        slopes = mg.autograd.grad(value, made_of, create_graph=recorded, allow_unused=True)
        weights = [next(rest) for _ in made_of]
        pairs = zip(slopes, weights, strict=True)
        value = sum((slope * w).sum() for slope, w in pairs if slope is not None)
        made_of += weights
    return value


def with_gaps(array: np.ndarray) -> np.ndarray:
    pairs = np.zeros((*array.shape, 2), order="F")
    pairs[..., 0] = array
    return pairs[..., 0]


LAYOUTS = (partial(np.array, order="F"), with_gaps, np.array)


def tracked(arrays: Iterable[np.ndarray]) -> list[mg.Tensor]:
    """Return leaves that are stored column by column, with gaps, or row by row, by their size."""
    rows = [np.array(array, np.float64) for array in arrays]
    return [mg.from_numpy(LAYOUTS[x.size % 3](x)).requires_grad_() for x in rows]


def check(function: Function, source: str, seed: int) -> bool:
    """Compare the slope of each order's scalar in one direction with finite differences.

    Return whether the form has a gradient at these values.
    """
    values = leaves(seed)
    names = [name for name in values if re.search(rf"\b{name}\b", source)]
    chance = np.random.RandomState(seed)
    arrays = [values[name] for name in names]
    with np.errstate(all="ignore"):
        out = function(dict(zip(names, tracked(arrays), strict=True)))
    if out is None or not out.isfinite().all():
        return False
    arrays.append(chance.randn(*out.shape))
    for orders in range(ORDERS):
        if orders:
            arrays += [chance.randn(*np.shape(array)) for array in arrays]
        way = [chance.randn(*np.shape(array)) for array in arrays]
        tensors = tracked(arrays)
        value = number(function, names, tensors, orders, create_graph=True)
        slopes = mg.autograd.grad(value, tensors, allow_unused=True)
        expected = slope_along(way, function, names, arrays, orders)
        if not np.isfinite(expected):
            return False
        derivative, size = along(way, slopes)
        if not abs(derivative - expected) <= 1e-6 * size:
            wrong = []
            for i, name in enumerate(names):
                alone = [d * (j == i) for j, d in enumerate(way)]
                derivative, size = along(alone, slopes)
                expected = slope_along(alone, function, names, arrays, orders)
                if not abs(derivative - expected) <= 1e-6 * size:
                    wrong.append(f"with respect to {name} it's {derivative}, not {expected}")
            said = "; ".join(wrong) or "its slope with respect to the upstream gradient is wrong"
            pytest.fail(f"{source}, derivative of order {orders + 1}: {said}")
    return True


def along(way: list, slopes: Sequence) -> tuple[float, float]:
    """Return the derivative in a direction, and the size of its terms."""
    pairs = zip(slopes, way, strict=True)
    terms = [slope.numpy() * d for slope, d in pairs if slope is not None]
    return sum(np.sum(term) for term in terms), sum(np.sum(np.abs(term)) for term in terms)


def slope_along(way: list, function: Function, names: list, arrays: list, orders: int) -> float:
    """Return the finite difference in a direction."""
    moved = (tracked(x + step * d for x, d in zip(arrays, way, strict=True)) for step in STEPS)
    ends = [number(function, names, at, orders, create_graph=False).item() for at in moved]
    return (ends[0] - ends[1]) / (STEPS[0] - STEPS[1])


def sources(form: str, name: str) -> list[str]:
    """Return up to three fillings that can be evaluated, one of them broadcasting if possible."""
    chance = random.Random(f"{name} {form}")
    fillings: list[str] = []
    for _ in range(40):
        source = draw(form, chance)
        if source not in fillings and _runs(source, name):
            fillings.append(source)
        if len(fillings) == 3:
            break
    return fillings


# If an element is written twice, PyTorch gives both values the gradient of the one that remains. A
# padding row has no gradient by definition. The spread of a single number has no second derivative,
# because it's 0 / 0.
NOT_SLOPES = re.compile(r"\.scatter_?\(|padding_idx|\bc\.std\(|\bstd\(c\b")
WRITTEN_TWICE = re.compile(r"\[0, 0\]|\[\[0\], \[0\]\]")


def _runs(source: str, name: str) -> bool:
    if NOT_SLOPES.search(source) or (name in IN_PLACE and WRITTEN_TWICE.search(source)):
        return False
    # Only a message of the catalog, which is PyTorch's, may refuse a filling, for example because
    # shapes don't fit. Any other error is a bug.
    with patch.object(errors, "text", wraps=errors.text) as refuses:
        try:
            with np.errstate(all="ignore"):
                function = change if name in IN_PLACE else evaluate
                values = leaves(0)
                inputs = tracked(values.values())
                out = function(source, dict(zip(values, inputs, strict=True)))
        except (RuntimeError, IndexError, TypeError, ValueError) as error:
            lacks_dim = isinstance(error, IndexError) and re.search(r"\bc\b", source)  # c is 0-d
            if not (refuses.called or lacks_dim):
                raise
            return False
    if out is None:
        return True
    try:
        mg.autograd.grad(out.sum(), inputs, allow_unused=True)
    except RuntimeError as error:
        if "modified by an inplace operation" not in str(error):
            raise
        return False  # `a *= a` changes its own saved value, as in PyTorch
    return True


DIFFERENTIATED = [n for n in (*EXPRESSIONS, *IN_PLACE) if n not in WITHOUT_GRADIENT]


@pytest.mark.parametrize("name", DIFFERENTIATED)
def test_derivatives_up_to_third_order_match_finite_differences(name: str) -> None:
    """Each form in the table is checked, and in-place forms are also applied to a view."""
    ways = (change, change_view) if name in IN_PLACE else (evaluate,)
    checked = []
    if not ("." in name or hasattr(mg, name) or hasattr(mg.Tensor, name)):
        pytest.fail(f"There is no {name} yet. {next_steps(name)}", pytrace=False)
    for form in forms({**EXPRESSIONS, **IN_PLACE}[name]):
        for seed, source in enumerate(sources(form, name)):
            checked += [check(partial(way, source), source, seed) for way in ways]
    assert any(checked), (
        f"no form of {name} could be differentiated. Call one to see the error. If it has no "
        "gradient, add it to WITHOUT_GRADIENT."
    )


# Ways to use operations that no form in the table covers.
MORE = """
    b.norm(0.5); h.norm(1.5, dim=1); b.norm(3, dim=0); h.norm(3.5); h.norm(mg.inf);
    h.norm(-mg.inf); h.norm(mg.inf, dim=1, keepdim=True); h.norm(1, dim=0);
    c.prod(); c.cumsum(0); h.clamp(-b, b); h.clamp(b, -b); h.clamp(min=c);
    h.clamp(max=a); o.std((0, 2)); o.var((0, 1), correction=0, keepdim=True);
    h.masked_fill(b > 0.5, c); mg.stack([h, b], 2).transpose(0, 1);
    F.layer_norm(h, (3,), a, g); F.layer_norm(o, (2, 3), h, b, eps=0.1);
"""


@pytest.mark.parametrize("source", forms(MORE))
def test_derivatives_of_other_forms_match_finite_differences(source: str) -> None:
    assert check(partial(evaluate, source), source, 0)


MORE_IN_PLACE = """
    h[mg.tensor([1]),] = a;
    h[mg.tensor([1, 0])] = b; h[:, mg.tensor([0, 2])] = c; h[h > 0] = c; m.fill_(c);
    m.masked_fill_(m > 0, c)
"""


@pytest.mark.parametrize("way", [change, change_view])
@pytest.mark.parametrize("source", forms(MORE_IN_PLACE))
def test_derivatives_of_other_in_place_forms_match_finite_differences(source: str, way) -> None:
    assert check(partial(way, source), source, 0)
