"""Tests that the formulas in docstrings compute what the code computes."""

import inspect
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.nn import functional as F
from tests.api.formulas import computed

GRADIENTS = (2.0, -0.5, 1.5, 0.25)
X, Y = np.array([-1.3, 0.4, 1.7]), np.array([0.6, -0.7, 2.2])
A, B = np.array([[1.0, -2.0, 0.5], [0.3, 0.7, -1.1]]), np.array([[0.2], [1.5], [-0.4]])
# The functions whose docstrings give the value in words
IN_WORDS = {"sign", "trunc", "round", "clamp", "erf", "ceil", "mm", "mv"}
IN_WORDS |= {"dot", "prod", "std"}
# Values for names in the formulas, except parameters that are in OPTIONS or have a default
NAMES = {"min": -0.5, "max": 0.9, "α": 0.7, "β": 0.4, "a": 0.3, "threshold": 0.5}
# The arguments that follow the tensors
OPTIONS: dict[str, tuple[Any, ...]] = {
    "clamp": (-0.5, 0.9),
    "leaky_relu": (0.3,),
    "elu": (0.7,),
    "softplus": (0.4, 0.5),
    "softmax": (0,),
    "log_softmax": (0,),
    "logsumexp": (0,),
}


def first_line(documented: Any) -> str:
    return str(documented.__doc__).partition("\n")[0]


def leaf(values: Any) -> mg.Tensor:
    return mg.tensor(np.array(values), requires_grad=True)


def constants(function: Any, *arguments: Any) -> dict[str, float]:
    """Return the numbers that a function receives in a call, including defaults, by name."""
    call = inspect.signature(function).bind(*arguments)
    call.apply_defaults()
    return {name: v for name, v in call.arguments.items() if isinstance(v, int | float)}


def documented(pattern: str) -> dict[str, Callable[..., Any]]:
    """Return the functions whose first line has a pattern, once for each such line."""
    found = [(name, getattr(space, name)) for space in (mg, F) for name in dir(space)]
    found = [(n, f) for n, f in found[::-1] if callable(f) and not n.endswith("_")]
    lines = {first_line(f): (n, f) for n, f in found}
    return {f"{n}: {line}": f for line, (n, f) in lines.items() if re.search(pattern, line)}


ELEMENTWISE = documented("d/dx = ")
OF_A_VECTOR = documented("∂.*/∂xᵢ? = |∂outᵢ/∂xⱼ = ")
OF_TWO = documented(",   ∂/∂|∂/∂input")


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_a_value_and_its_derivative_are_as_documented(name: str) -> None:
    function, x = ELEMENTWISE[name], leaf(X)
    name, value, derivative = re.split(r": |;   ", name, maxsplit=2)
    options = OPTIONS.get(name, ())
    result, names = function(x, *options), NAMES | constants(function, x, *options)
    with np.errstate(all="ignore"):
        if name not in IN_WORDS:
            expected = computed(value.rpartition(" = ")[2], x=X, **names)
            np.testing.assert_allclose(result.detach().numpy(), expected)
        slope = computed(derivative.removeprefix("d/dx = "), x=X, **names)
    result.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), slope + 0 * X)


@pytest.mark.parametrize("name", sorted(OF_A_VECTOR.keys() - OF_TWO.keys()))
def test_a_gradient_of_a_vector_is_as_documented(name: str) -> None:
    function, x = OF_A_VECTOR[name], leaf(X)
    name, value, derivative = re.split(r": |;   (?:for p = 2: )?", name, maxsplit=2)
    with np.errstate(all="ignore"):
        got = function(x, *OPTIONS.get(name, ())).detach().numpy()
    names = {"x": X, "out": got, "n": 3, "p": 2, "correction": 1, "mean": X.mean()}
    names |= {"std": X.std(ddof=1), "norm": got, "softmax": np.exp(X) / np.exp(X).sum()}
    jacobian = mg.autograd.functional.jacobian(lambda x: function(x, *OPTIONS.get(name, ())), x)
    for i, j in np.ndindex(3, 3):
        at = {"xᵢ": X[i], "outᵢ": got if got.ndim == 0 else got[i], "δᵢⱼ": float(i == j)}
        at |= {"outⱼ": at["outᵢ"] if got.ndim == 0 else got[j], "softmaxⱼ": names["softmax"][j]}
        if name not in IN_WORDS:
            np.testing.assert_allclose(at["outᵢ"], computed(value, **names, **at))
        if name != "prod":
            slope = computed(derivative.partition(" = ")[2], **names, **at)
            np.testing.assert_allclose(jacobian.numpy()[(i, j)[: jacobian.ndim]], slope)


@pytest.mark.parametrize("name", OF_TWO)
def test_the_gradients_of_two_tensors_are_as_documented(name: str) -> None:
    function = OF_TWO[name]
    name, value, *derivatives = re.split(r": |;   |,   |\.$", name.rstrip("."))
    values = [A, B] if name in ("mm", "mv") else [abs(X), Y]
    tensors = [leaf(each) for each in values]
    tensors[1:] = [tensors[1].squeeze(1)] if name == "mv" else tensors[1:]
    options = OPTIONS.get(name, ())
    result = function(*tensors, *options)
    g = np.ones(result.shape or (1,))
    g = g[:, None] if name == "mv" else g
    letters = "XY" if name == "mm" else "Xy" if name == "mv" else "xy"
    names: dict[str, Any] = NAMES | constants(function, *tensors, *options)
    names |= dict(zip(letters, values, strict=True))
    names |= {"input": abs(X), "target": Y, "g": g, "n": Y if name == "pow" else 3}
    if name not in IN_WORDS:
        expected = computed(value, **names)
        expected = expected.mean() if "averaged" in value else expected
        np.testing.assert_allclose(result.detach().numpy(), expected)
    gradients = mg.autograd.grad(result.sum(), tensors)
    for derivative, gradient in zip(derivatives, gradients, strict=False):
        expected = computed(derivative.partition(" = ")[2], **names)
        expected = np.reshape(expected, gradient.shape) if np.ndim(expected) else expected
        np.testing.assert_allclose(gradient.numpy(), expected)


D = X - Y
WEIGHT, BIAS = np.array([2.0, -1.0, 0.5]), np.array([0.1, 0.2, -0.3])
VALUES: list[tuple[Any, Callable[[], Any], dict[str, Any]]] = [
    (mg.nn.Sigmoid, lambda: mg.nn.Sigmoid()(leaf(X)), {}),
    (mg.nn.LogSigmoid, lambda: mg.nn.LogSigmoid()(leaf(X)), {}),
    (mg.nn.Tanh, lambda: mg.nn.Tanh()(leaf(X)), {}),
    (mg.nn.ReLU, lambda: mg.nn.ReLU()(leaf(X)), {}),
    (mg.nn.LeakyReLU, lambda: mg.nn.LeakyReLU(0.3)(leaf(X)), {"slope": 0.3}),
    (mg.nn.ELU, lambda: mg.nn.ELU(0.7)(leaf(X)), {"α": 0.7}),
    (mg.nn.Softplus, lambda: mg.nn.Softplus(0.4, 0.5)(leaf(X)), {"β": 0.4, "threshold": 0.5}),
    (mg.nn.Softmax, lambda: mg.nn.Softmax(0)(leaf(X)), {}),
    (mg.nn.LogSoftmax, lambda: mg.nn.LogSoftmax(0)(leaf(X)), {}),
    (F.sigmoid, lambda: F.sigmoid(leaf(X)), {}),
    (F.tanh, lambda: F.tanh(leaf(X)), {}),
    (F.leaky_relu, lambda: F.leaky_relu(leaf(X), 0.3), {"slope": 0.3, "a": 0.3}),
    (F.elu, lambda: F.elu(leaf(X), 0.7), {"α": 0.7}),
    (F.softmax, lambda: F.softmax(leaf(X), 0), {}),
    (F.log_softmax, lambda: F.log_softmax(leaf(X), 0), {}),
    (mg.nn.MSELoss, lambda: mg.nn.MSELoss(reduction="none")(leaf(X), leaf(Y)), {}),
    (mg.nn.L1Loss, lambda: mg.nn.L1Loss(reduction="none")(leaf(X), leaf(Y)), {}),
    (
        mg.nn.SmoothL1Loss,
        lambda: mg.nn.SmoothL1Loss(beta=0.9, reduction="none")(leaf(X), leaf(Y)),
        {"d": D, "β": 0.9},
    ),
    (
        F.smooth_l1_loss,
        lambda: F.smooth_l1_loss(leaf(X), leaf(Y), beta=0.9, reduction="none"),
        {"d": D, "β": 0.9},
    ),
    (mg.add, lambda: mg.add(leaf(X), leaf(Y), alpha=0.7), {"α": 0.7}),
    (mg.sub, lambda: mg.sub(leaf(X), leaf(Y), alpha=0.7), {"α": 0.7}),
    (mg.div, lambda: mg.div(leaf(X), leaf(Y)), {}),
    (mg.floor_divide, lambda: mg.floor_divide(leaf(X), leaf(Y)), {}),
    (mg.remainder, lambda: mg.remainder(leaf(X), leaf(Y)), {}),
    (mg.var, lambda: mg.var(leaf(X)), {"n": 3, "mean": X.mean(), "correction": 1}),
    (mg.norm, lambda: mg.norm(leaf(X), 3), {"p": 3}),
    (mg.linalg.norm, lambda: mg.linalg.norm(leaf(X), 3), {"p": 3}),
    (mg.linalg.vector_norm, lambda: mg.linalg.vector_norm(leaf(X), 3), {"p": 3}),
    (mg.outer, lambda: mg.outer(leaf(X), leaf(Y)), {"x": X[:, None], "y": Y[:, None]}),
    (F.linear, lambda: F.linear(leaf(A), leaf(B.T), leaf(0.3)), {"x": A, "W": B.T, "b": 0.3}),
    *(
        (documented, call, {"x": X, "var": X.var(), "mean": X.mean(), "ε": 0.2})
        for documented, call in (
            (F.layer_norm, lambda: F.layer_norm(leaf(X), (3,), leaf(WEIGHT), leaf(BIAS), 0.2)),
            (mg.nn.LayerNorm, lambda: with_weights(mg.nn.LayerNorm(3, 0.2).double())(leaf(X))),
        )
    ),
    *(
        (documented, call, {"x": A[None], "var": A.var(0), "mean": A.mean(0), "ε": 0.2})
        for documented, call in (
            (
                F.batch_norm,
                lambda: F.batch_norm(leaf(A), None, None, leaf(WEIGHT), leaf(BIAS), True, 0.1, 0.2),
            ),
            (mg.nn.BatchNorm1d, lambda: with_weights(mg.nn.BatchNorm1d(3, 0.2).double())(leaf(A))),
        )
    ),
]


def with_weights(layer: Any) -> Any:
    layer.load_state_dict(
        {**layer.state_dict(), "weight": mg.tensor(WEIGHT), "bias": mg.tensor(BIAS)}
    )
    return layer


@pytest.mark.parametrize(
    ("documented", "result", "names"),
    VALUES,
    ids=[f"{d.__module__}.{d.__name__}" for d, *_ in VALUES],
)
def test_a_value_is_as_documented(
    documented: Any, result: Callable[[], Any], names: dict[str, Any]
) -> None:
    value, *_ = re.split(r"; +", first_line(documented))
    given = {"x": X, "y": Y, "other": Y, "input": X, "target": Y, "weight": WEIGHT, "bias": BIAS}
    found = result().detach().numpy()
    np.testing.assert_allclose(found, np.reshape(computed(value, **given | names), found.shape))


@pytest.mark.parametrize(
    "fill", [f for n, f in sorted(vars(mg.nn.init).items()) if re.match("(xavier|kaiming)_.*_$", n)]
)
def test_initial_values_spread_as_documented(fill: Any) -> None:
    mg.manual_seed(1)
    w = fill(mg.empty(200, 300))
    text = re.split("±|std = ", first_line(fill))[1].rstrip(".")
    gain = 1 if "xavier" in fill.__name__ else math.sqrt(2)
    expected = computed(text, gain=gain, fan=300, fan_in=300, fan_out=200)
    spread = w.std() if "normal" in fill.__name__ else w.abs().max()
    assert spread.item() == pytest.approx(expected, rel=0.01)
