"""Hooks that see the gradients on both sides of a module."""

from ..autograd.function import Function
from ..errors import warn
from ..record import tracked


class BackwardHookFunction(Function):
    """The identity; in a backward pass, `seen` gets the gradients, and may replace them."""

    @staticmethod
    def forward(ctx, seen, *tensors):
        ctx.seen = seen
        ctx.set_materialize_grads(False)
        return tuple(x.detach() for x in tensors)

    @staticmethod
    def backward(ctx, *gradients):
        return (None, *ctx.seen(gradients))


def observed(module, hooks: dict, args: tuple) -> tuple:
    """The arguments of a call, and a function for its result: through both pass the gradients
    that the hooks are called with."""
    watched = [i for i, arg in enumerate(args) if tracked(arg)]
    grad_output: list = []

    def call_hooks(grad_input: tuple) -> tuple:
        for hook in list(hooks.values()):
            replaced = hook(module, grad_input, grad_output[-1])
            if replaced is not None:
                grad_input = tuple(replaced) if isinstance(replaced, tuple | list) else (replaced,)
        return grad_input

    def at_outputs(gradients: tuple) -> tuple:
        grad_output.append(gradients)
        if not watched:
            warn("hook_without_inputs")
            call_hooks((None,) * len(args))
        return gradients

    def at_inputs(gradients: tuple) -> list:
        arrived = dict(zip(watched, gradients, strict=True))
        grad_input = call_hooks(tuple(arrived.get(i) for i in range(len(args))))
        return [grad_input[i] for i in watched]

    def finish(result):
        outputs = result if isinstance(result, tuple) else (result,)
        outputs = BackwardHookFunction.apply(at_outputs, *outputs)
        return outputs if isinstance(result, tuple) else outputs[0]

    new = list(args)
    if watched:
        through = BackwardHookFunction.apply(at_inputs, *(args[i] for i in watched))
        for i, arg in zip(watched, through, strict=True):
            new[i] = arg
    return tuple(new), finish
