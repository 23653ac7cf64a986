"""Every rule against finite differences: float64, a random v, broadcasting, first and second order.

The forms of use come from the table of operations (`tests/parity/cases.py`): an operation that is
in none of its lines fails here, and so does one whose forms were never differentiated.
"""
# mypy: disable-error-code="union-attr, attr-defined, index, operator, assignment, call-overload"

import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from tests.parity.cases import (
    COMPARISONS,
    CONVERSIONS,
    CREATION,
    EXPRESSIONS,
    IN_PLACE,
    forms,
)
from tests.parity.holes import Filler, Known
from tests.parity.naming import then

pytestmark = pytest.mark.filterwarnings("ignore")

STEP = 1e-6
SCOPE = {"mg": mg, "F": mg.nn.functional}
SHAPES = {"a": (3,), "b": (2, 3), "c": (), "d": (2, 1), "f": (3, 2), "m": (2, 2), "q": (1, 1)}
SHAPES |= {"o": (2, 2, 3), "g": (3,), "h": (2, 3)}
POSITIVE = ("b", "d", "q")

# No gradient passes these: their results are truth values, indices, counts, constants, or made by
# chance; or PyTorch has none for them.
WITHOUT_GRADIENT = {*COMPARISONS, *CONVERSIONS, *CREATION} | set(
    """
    __contains__ all any argmax argmin argsort count_nonzero detach nonzero F.one_hot
    __floordiv__ __rfloordiv__ floor_divide __rmod__ __ifloordiv__ floor_divide_
    __iand__ __ior__ __ixor__ logical_and_ logical_not_ logical_or_ logical_xor_
    eq_ ne_ lt_ le_ gt_ ge_ normal_ uniform_ scatter scatter_
    """.split()  # noqa: SIM905
)

# These have tests of their own.
BOOKKEEPING = """
    __getattr__ __firstlineno__ __static_attributes__ __slots__ __weakref__ __setstate__ __copy__
    __deepcopy__ __delitem__ __hash__ __array_priority__ __array_wrap__
    backward data device dtype grad grad_fn is_leaf ndim register_hook requires_grad
    register_post_accumulate_grad_hook requires_grad_ retain_grad retains_grad shape
    get_default_dtype initial_seed is_grad_enabled manual_seed seed set_default_dtype
    set_printoptions detach_ is_anomaly_enabled is_tensor save load itemsize name nbytes
    bernoulli_ cuda is_cuda is_inference_mode_enabled set_default_device
"""

Values = dict[str, np.ndarray]


class SmoothFiller(Filler):
    """Chooses what keeps away from kinks and poles."""

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
    """Values of both signs (or all positive), no two alike, none near a kink of the forms."""
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
    """The form's value if it has a gradient to check; of several, the first that has."""
    value = eval(source, {**SCOPE, **tensors})
    several = value if isinstance(value, tuple | list) else [value]
    for result in several:
        if isinstance(result, mg.Tensor) and result.requires_grad:
            return result
    return None


def change(source: str, tensors: dict[str, mg.Tensor]) -> mg.Tensor:
    """An in-place form, on a clone."""
    scope: dict[str, Any] = {**SCOPE, **{name: tensor.clone() for name, tensor in tensors.items()}}
    exec(source, scope)
    return scope[source[0]]


def change_view(source: str, tensors: dict[str, mg.Tensor]) -> mg.Tensor:
    """An in-place form, on a view: what it does to the view's base."""
    target = source[0]
    base = mg.stack([tensors[target], tensors[target] * 2])
    scope = {**SCOPE, **{n: t.clone() for n, t in tensors.items()}, target: base[1]}
    exec(source, scope)
    return base


Function = Callable[[dict[str, mg.Tensor]], mg.Tensor | None]


def slopes(function: Callable[[Values], float], values: Values, names: Sequence[str]) -> Values:
    """Central differences of a number with respect to each element of the named values."""
    by_name = {}
    for name in names:
        slope = np.zeros(values[name].shape)
        for index in np.ndindex(*values[name].shape):
            ends = []
            for step in (STEP, -STEP):
                moved = {**values, name: values[name].copy()}
                moved[name][index] += step
                ends.append(function(moved))
            slope[index] = (ends[0] - ends[1]) / (2 * STEP)
        by_name[name] = slope
    return by_name


def tracked(values: Values) -> dict[str, mg.Tensor]:
    return {n: mg.tensor(v, dtype=mg.float64, requires_grad=True) for n, v in values.items()}


def check(function: Function, source: str, seed: int) -> str | None:
    """Compare first and second order; None if the form has no gradient at these values."""
    values = leaves(seed)
    names = [n for n in values if re.search(rf"\b{n}\b", source)]
    random_numbers = np.random.RandomState(seed + 1)
    inputs = tracked(values)
    with np.errstate(all="ignore"):
        out = function(inputs)
    if out is None or not bool(np.isfinite(out.detach().numpy()).all()):
        return None
    v = mg.tensor(random_numbers.randn(*out.shape), dtype=mg.float64)

    def weighted(at: Values) -> float:
        result = function(tracked(at))
        assert result is not None
        return float((result.detach().numpy() * v.numpy()).sum())

    wanted = [inputs[n] for n in names]
    gradients = mg.autograd.grad(out, wanted, v, create_graph=True, allow_unused=True)
    expected = slopes(weighted, values, names)
    for name, gradient in zip(names, gradients, strict=True):
        computed = np.zeros(values[name].shape) if gradient is None else gradient.detach().numpy()
        np.testing.assert_allclose(computed, expected[name], rtol=2e-5, atol=2e-7, err_msg=source)

    ws = {n: random_numbers.randn(*values[n].shape) for n in names}

    def weighted_gradient(at: Values) -> float:
        tensors = tracked(at)
        result = function(tensors)
        assert result is not None
        gradients = mg.autograd.grad(result, [tensors[n] for n in names], v, allow_unused=True)
        pairs = zip(names, gradients, strict=True)
        return float(sum((ws[n] * g.numpy()).sum() for n, g in pairs if g is not None))

    curvature = slopes(weighted_gradient, values, names)
    pairs = [(g, mg.tensor(ws[n])) for n, g in zip(names, gradients, strict=True) if g is not None]
    pairs = [(g, w) for g, w in pairs if g.requires_grad]
    second: tuple = (None,) * len(names)
    if pairs:
        of, weights = zip(*pairs, strict=True)
        second = mg.autograd.grad(of, wanted, weights, allow_unused=True)
    for name, derivative in zip(names, second, strict=True):
        value = np.zeros(values[name].shape) if derivative is None else derivative.numpy()
        np.testing.assert_allclose(
            value, curvature[name], rtol=5e-5, atol=5e-7, err_msg=f"second order: {source}"
        )
    return source


def sources(form: str, name: str) -> list[str]:
    """Up to three fillings that can be evaluated, one of them broadcasting where it can be."""
    chance = random.Random(f"{name} {form}")
    fillings: list[str] = []
    for _ in range(40):
        source = draw(form, chance)
        if source not in fillings and _runs(source, name):
            fillings.append(source)
        if len(fillings) == 3:
            break
    return fillings


# Where one place is written twice PyTorch gives both values the gradient of the one that stays; a
# padding row has none by definition.
NOT_SLOPES = re.compile(r"\.scatter_?\(|padding_idx")
WRITTEN_TWICE = re.compile(r"\[0, 0\]|\[\[0\], \[0\]\]")


def _runs(source: str, name: str) -> bool:
    if NOT_SLOPES.search(source) or (name in IN_PLACE and WRITTEN_TWICE.search(source)):
        return False
    try:
        with np.errstate(all="ignore"):
            function = change if name in IN_PLACE else evaluate
            inputs = tracked(leaves(0))
            out = function(source, inputs)
        if out is not None:  # `a *= a` changes what it saved, in PyTorch too
            mg.autograd.grad(out.sum(), inputs.values(), allow_unused=True)
    except (RuntimeError, IndexError, TypeError, ValueError):
        return False
    return True


DIFFERENTIATED = [n for n in (*EXPRESSIONS, *IN_PLACE) if n not in WITHOUT_GRADIENT]


def every_form(name: str, check: Callable[[Function, str, int], object]) -> None:
    """Check an operation in each form that the table has of it; in place, also of a view."""
    ways = (change, change_view) if name in IN_PLACE else (evaluate,)
    checked = []
    if not ("." in name or hasattr(mg, name) or hasattr(mg.Tensor, name)):
        pytest.fail(f"There is no {name} yet. {then(name)}", pytrace=False)
    for form in forms({**EXPRESSIONS, **IN_PLACE}[name]):
        for seed, source in enumerate(sources(form, name)):
            checked += [check(partial(way, source), source, seed) for way in ways]
    assert any(checked), f"no form of {name} could be differentiated"


@pytest.mark.parametrize("name", DIFFERENTIATED)
def test_an_operations_gradients_are_its_slopes(name: str) -> None:
    every_form(name, check)
