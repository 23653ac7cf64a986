"""Tests that tensors of any memory layout have the right values, gradients, and errors."""
# mypy: disable-error-code="union-attr, arg-type"

import numpy as np
import pytest

import minigrad as mg
from tests.layouts import model
from tests.layouts.programs import Program, Writer, differences, in_model, names_for

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("seed", range(150))
def test_a_program_does_what_the_model_does(seed: int) -> None:
    program = Writer(seed).write(10)
    wrong = differences(program, mg)
    assert not wrong, "\n".join([program.source, "", *wrong])


# What has no second derivative, or one that differences of a program's numbers don't show.
NOT_SMOOTH = (
    r"no_grad|\.detach\(\)\.mul_|register_hook|clamp|[<>]|float32|= \w\.grad|\.expand\(.*_grad_"
)


def differentiable(seed: int) -> tuple[Program, str]:
    """Return a program and the name of the last tensor that can be differentiated."""
    for attempt in range(20):
        program = Writer(f"{seed} {attempt}", without=NOT_SMOOTH).write(10)
        for name, t in reversed(program.namespace.items()):
            if isinstance(t, model.Tensor) and t.requires_grad and t.places.size:
                fresh = all(memory.changes == count for memory, count in t.history.needs)
                if fresh and not t.history.is_leaf:
                    return program, name
    raise AssertionError("nothing to differentiate")


@pytest.mark.parametrize("seed", range(50))
def test_gradients_of_gradients_match_finite_differences(seed: int) -> None:
    """The slope of a weighted sum of gradients, in a random direction."""
    program, name = differentiable(seed)
    chance = np.random.RandomState(seed)
    weights, way = chance.randn(2, model.WIDTH)

    def weighted(step: float) -> float:
        t = in_model(program.statements, step * way).namespace[name]
        return float(np.tensordot(2 * t.values, t.slopes, t.ndim) @ weights)

    expected = (weighted(1e-6) - weighted(-1e-6)) / 2e-6
    namespace = names_for(mg)
    for statement, error in zip(program.statements, program.errors, strict=True):
        if error is None:
            exec(statement, namespace)
        for value in list(namespace.values()):
            # A view learns of a change to its base when its node is asked for. Until then, PyTorch
            # and minigrad take it for a leaf, and refuse to change it in place.
            getattr(value, "grad_fn", None)
    leaves = sorted(program.namespace[name].history.leaves, key=lambda leaf: leaf.columns.start)
    names = [next(n for n, t in program.namespace.items() if t is leaf) for leaf in leaves]
    inputs = [namespace[n] for n in names]
    total = (namespace[name] ** 2).sum()
    slopes = mg.autograd.grad(total, inputs, create_graph=True)
    parts = [mg.tensor(weights[leaf.columns]).reshape(leaf.shape) for leaf in leaves]
    value = sum((g * w).sum() for g, w in zip(slopes, parts, strict=True))
    if not value.requires_grad:  # the program overwrote what it computed
        assert expected == 0, program.source
        return
    again = mg.autograd.grad(value, inputs, materialize_grads=True)
    pairs = zip(again, leaves, strict=True)
    seen = sum(float(np.sum(g.numpy() * way[x.columns].reshape(x.shape))) for g, x in pairs)
    assert seen == pytest.approx(expected, rel=1e-5, abs=1e-5), program.source
