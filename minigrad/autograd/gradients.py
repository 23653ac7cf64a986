"""Two ways to compute gradients: `backward` adds them to `.grad`, and `grad` returns them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..api.entry import unchecked
from ..engine import checks
from ..engine.backward import propagate
from ..engine.casting import cast
from ..engine.extras import Extras, free
from ..engine.memory.views import tensor_of
from ..engine.modes import GRAD, NO_GRAD, recording
from ..engine.tensor import Tensor, edge, memory, wrap
from ..messages.errors import error, warn_once
from ..ops.shape import zeros_of
from .accumulate import accumulate


@unchecked("backward")
def tensor_backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Iterable[Tensor] | None = None,
) -> None:
    """Add the vector-Jacobian product with respect to each leaf to the leaf's ``.grad``.

    Formula: x.grad += vᵀJ, with J[i, j] = ∂selfᵢ/∂xⱼ, where self and x are flattened row by row.
    Shapes: v, the ``gradient``, has this tensor's shape. You can leave it out if the tensor has
    one element; then v is 1. x.grad has the shape of x.
    Dtypes: v is cast to this tensor's dtype, and x.grad has the dtype of x.
    ``retain_graph`` keeps the saved values for another pass, ``create_graph`` records the pass
    itself, and ``inputs`` lists the tensors that receive gradients (by default, all the leaves).
    Errors: RuntimeError if nothing here requires grad, if v is missing or has the wrong shape, if
    the graph was freed, or if a saved value was changed in place. After an error, no ``.grad`` has
    changed.
    Source: reverse accumulation, as in Griewank and Walther, Evaluating Derivatives (2008), ch. 3.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    >>> y = x[:2] * x[1:]
    >>> y.backward(mg.tensor([1.0, 10.0]))
    >>> x.grad
    tensor([ 2., 31., 20.])
    """
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


# This makes `loss.backward` without parentheses print as it does in PyTorch.
tensor_backward.__qualname__ = "Tensor.backward"


def backward(
    tensors: Tensor | Iterable[Tensor],
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    *,
    inputs: Tensor | Iterable[Tensor] | None = None,
) -> None:
    """Add the gradient of ``tensors`` with respect to each leaf to the leaf's ``.grad``.

    Formula: x.grad += Σ vᵀJ over the tensors, in one pass that visits shared nodes only once.
    Shapes, dtypes, and errors: as in ``Tensor.backward``. ``grad_tensors`` has one v for each
    tensor.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0], requires_grad=True)
    >>> a, b = x.sum(), x * x
    >>> mg.autograd.backward([a, b], [None, mg.tensor([1.0, 10.0])])
    >>> x.grad
    tensor([ 3., 41.])
    """
    targets: Any = None if inputs is None else _tuple(inputs)
    if targets == ():
        raise error("no_inputs", "backward")
    extras = Extras(create_graph)
    roots = _roots(_tuple(tensors), grad_tensors, extras)
    if targets is not None:
        extras.request(_retain_grads(targets), roots, runs_requested=True)
    if create_graph:
        warn_once("reference_cycle")
    run_pass(roots, extras, retain_graph, into_grad=True)


def _retain_grads(targets: tuple) -> set:
    """Let the tensors that aren't leaves retain their gradients, and return the edges of all.

    As in PyTorch, they retain their gradients from now on, even if the pass fails.
    """
    for tensor in targets:
        if not tensor.is_leaf or not tensor.requires_grad:
            tensor.retain_grad()
    return {edge(t) for t in targets}


def grad(
    outputs: Tensor | Iterable[Tensor],
    inputs: Tensor | Iterable[Tensor],
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | Any, ...]:
    """Return the vector-Jacobian products of ``outputs`` with respect to ``inputs``, as a tuple.

    Formula: for each input x, Σ vᵀJ over the outputs, with J[i, j] = ∂outputᵢ/∂xⱼ. No ``.grad``
    changes.
    Shapes and dtypes: each v in ``grad_outputs`` matches its output, and each result matches its
    input. ``create_graph`` records the pass, so that you can differentiate the result again. Like
    ``retain_graph``, it keeps the graph.
    Errors: as in ``backward``, and RuntimeError if no output depends on an input. With
    ``allow_unused``, that input's result is None instead; with ``materialize_grads``, it's zeros.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> (dx,) = mg.autograd.grad(x**2, x, create_graph=True)
    >>> mg.autograd.grad(dx, x)
    (tensor(2.),)
    """
    inputs = _tuple(inputs)
    if not inputs:
        raise error("no_inputs", "grad")
    if materialize_grads and allow_unused is False:
        raise error("materialize_unused")
    if is_grads_batched:
        raise error("batched_grads")
    extras = Extras(create_graph)
    roots = _roots(_tuple(outputs), grad_outputs, extras)
    if not all(t.requires_grad for t in inputs):
        raise error("not_differentiated")
    edges = [edge(t) for t in inputs]
    extras.request(set(edges), roots, runs_requested=False)
    arrived = run_pass(roots, extras, retain_graph, into_grad=False)
    results: list = []
    for i, (e, x) in enumerate(zip(edges, inputs, strict=True)):
        if e not in arrived and not (allow_unused or materialize_grads):
            raise error("unused_input", i)
        missing = zeros_of(x).requires_grad_(create_graph) if materialize_grads else None
        results.append(tensor_of(arrived[e], extras.tensors) if e in arrived else missing)
    return tuple(results)


def run_pass(roots, extras: Extras, retain_graph: bool | None, into_grad: bool) -> dict:
    """Run a pass, add retained gradients to `.grad`, and free the graph unless it's retained.

    Return a dict from edges to the gradients that reached them. `into_grad`: whether to also add
    those gradients to `.grad`.
    """
    # As a decorator, this would be 0.6 µs faster but add lines from NumPy to every traceback.
    with np.errstate(all="ignore"):
        previous = recording.mode
        try:
            # This applies to hooks and to higher-order rules.
            recording.mode = GRAD if extras.create_graph else NO_GRAD
            arrived = propagate(roots, extras)
        except Exception:
            for watcher in extras.watchers:
                watcher.on_error()
            raise
        finally:
            recording.mode = previous
        if into_grad:
            arrived.update(extras.retained)
        accumulate(arrived if into_grad else extras.retained)
    if not (extras.create_graph if retain_graph is None else retain_graph):
        free(extras.ran)
    return arrived


def _roots(outputs: tuple, gradients, extras: Extras) -> list[tuple]:
    """Return the edge of each output along with the output's gradient, where the pass starts."""
    given = (None,) * len(outputs) if gradients is None else _tuple(gradients)
    roots: list = []
    # Like PyTorch, ignore surplus gradients. If there are too few, check those that were given
    # before reporting it.
    for output, gradient in zip(outputs, given, strict=False):
        seed = _seed(output, gradient, len(roots), extras)
        roots.append((edge(output), seed))
    if len(given) < len(outputs):
        raise error("gradient_count", len(outputs), len(given))
    for i, (start, _) in enumerate(roots):
        if start is None:
            raise error("no_grad_fn", i)
    return roots


def _seed(output: Tensor, gradient, i: int, extras: Extras) -> Any:
    """Return the gradient of output i with which the pass starts: the given one, or 1."""
    if gradient is None:
        value = output._value
        if value.size != 1 and output.requires_grad:
            raise error("no_scalar", output)
        ones = np.ones_like(value) if value.ndim else output._dtype.one
        return wrap(ones, output._dtype) if extras.create_graph else ones
    checks.gradient(gradient, output, i)
    tensor = cast(gradient, output._dtype)
    array = memory(tensor)
    extras.tensors[id(array)] = tensor
    return tensor if extras.create_graph else array


def _tuple(tensors) -> tuple:
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)
