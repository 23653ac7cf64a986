"""Hooks that receive the gradients of a module's inputs and outputs."""

from ..autograd.function import Function
from ..engine.modes import is_grad_enabled
from ..engine.tensor import Tensor
from ..messages.errors import error, warn


class BackwardHookFunction(Function):
    """Return the inputs unchanged.

    In a backward pass, call `seen` with the gradients, which `seen` may replace.
    """

    @staticmethod
    def forward(ctx, seen, zeros: bool, *tensors):
        ctx.seen, ctx.materialize_grads = seen, zeros
        ctx.mark_non_differentiable(*(x for x in tensors if not x.requires_grad))
        return tensors

    @staticmethod
    def backward(ctx, *gradients):
        return (None, None, *ctx.seen(gradients))


def observed(module, args: tuple, hooks: list) -> tuple:
    """Return a call's arguments with hooks attached, and a function to apply to the call's result.

    In a backward pass, the hooks are called with the gradients of the arguments and of the result.
    """
    if not hooks:
        return args, lambda result: result
    arrived: list = []  # the gradients of the outputs, until the pass reaches the inputs

    def called(grads: tuple, grad_output: tuple) -> tuple:
        for hook in hooks:
            if (result := hook(module, grads, grad_output)) is not None:
                if len(result) != len(grads):
                    raise error("grad_input_count", len(result), len(grads))
                grads = result
        return grads

    def at_inputs(grads: tuple) -> tuple:
        return called(grads, arrived.pop()) if arrived else grads

    def at_outputs(grad_output: tuple) -> tuple:
        arrived[:] = [grad_output]
        if new is args:
            warn("hook_without_inputs")
            called((None,) * len(args), grad_output)
        return grad_output

    def finish(result):
        if isinstance(result, tuple):
            return _through(at_outputs, result, zeros=False)
        if not isinstance(result, Tensor):
            warn("module_result", type(result))
        return _through(at_outputs, (result,), zeros=False)[0]

    new = _through(at_inputs, args, zeros=True)
    return new, finish


def _through(seen, values: tuple, zeros: bool) -> tuple:
    """Return the values unchanged. In a backward pass, `seen` receives their gradients.

    `seen` receives None for a value that isn't a tensor and, unless `zeros` is true, for a value
    that has no gradient. If nothing is being recorded, return the tuple itself.
    """
    n, places = len(values), [i for i, value in enumerate(values) if isinstance(value, Tensor)]
    if not (is_grad_enabled() and any(values[i].requires_grad for i in places)):
        return values

    def back(gradients: tuple) -> tuple:
        arrived = dict(zip(places, gradients, strict=True))
        results = seen(tuple(arrived.get(i) for i in range(n)))
        return tuple(results[i] for i in places)

    passed = BackwardHookFunction.apply(back, zeros, *(values[i] for i in places))
    through = dict(zip(places, passed, strict=True))
    new = [through.get(i, value) for i, value in enumerate(values)]
    return tuple(new) if type(values) is tuple else type(values)(*new)
