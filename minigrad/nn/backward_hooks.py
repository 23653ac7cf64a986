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


class Observer:
    """Watches one call of a module: its inputs and outputs pass through here."""

    def __init__(self, module, hooks: dict) -> None:
        self.module = module
        self.hooks = hooks
        self.grad_output: tuple = ()

    def inputs(self, args: tuple) -> tuple:
        """The arguments, whose gradients the hooks will be called with."""
        self.count = len(args)
        self.watched = [i for i, arg in enumerate(args) if tracked(arg)]
        if not self.watched:
            return args
        through = BackwardHookFunction.apply(self.at_inputs, *(args[i] for i in self.watched))
        new = dict(zip(self.watched, through, strict=True))
        return tuple(new.get(i, arg) for i, arg in enumerate(args))

    def outputs(self, result):
        """The result, a tensor or a tuple of tensors."""
        outputs = result if isinstance(result, tuple) else (result,)
        outputs = BackwardHookFunction.apply(self.at_outputs, *outputs)
        return outputs if isinstance(result, tuple) else outputs[0]

    def at_outputs(self, gradients: tuple) -> tuple:
        self.grad_output = gradients
        if not self.watched:
            warn("hook_without_inputs")
            self.call_hooks((None,) * self.count)
        return gradients

    def at_inputs(self, gradients: tuple) -> list:
        arrived = dict(zip(self.watched, gradients, strict=True))
        grad_input = self.call_hooks(tuple(arrived.get(i) for i in range(self.count)))
        return [grad_input[i] for i in self.watched]

    def call_hooks(self, grad_input: tuple) -> tuple:
        for hook in list(self.hooks.values()):
            replaced = hook(self.module, grad_input, self.grad_output)
            if replaced is not None:
                grad_input = tuple(replaced) if isinstance(replaced, tuple | list) else (replaced,)
        return grad_input
