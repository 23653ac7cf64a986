"""What the bookkeeping refuses, and in which words.

PyTorch's class and first sentence, then how to mend it. Nothing is changed before it is checked.
"""

import re

from .dtypes import from_numpy_dtype

FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you "
    "call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward "
    "through the graph a second time or if you need to access saved tensors after calling "
    "backward."
)
NOT_A_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad "
    "attribute won't be populated during autograd.backward(). If you indeed want the .grad field "
    "to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor."
)
NO_GRAD_FN = (
    "element {} of tensors does not require grad and does not have a grad_fn\n"
    "Nothing it was computed from requires grad, or it was computed under no_grad() or detached."
)


def flag(tensor, requires_grad: bool, leaf: bool = False) -> None:
    """May ``requires_grad`` be set to this? (`leaf`: only that of a leaf, whatever the value)"""
    if (leaf or not requires_grad) and not tensor.is_leaf:
        raise RuntimeError(
            "you can only change requires_grad flags of leaf variables. If you want to use a "
            "computed variable in a subgraph that doesn't require differentiation use "
            "var_no_grad = var.detach()."
        )
    if requires_grad and not tensor._dtype.is_floating_point:
        raise RuntimeError(
            f"only Tensors of floating point {'and complex ' if leaf else ''}dtype can require "
            f"gradients\nThis one is {tensor._dtype}: convert it with .float() first."
        )


def detached(tensor) -> None:
    """May the tensor be detached in place?"""
    if tensor._view is not None:
        raise RuntimeError("Can't detach views in-place. Use detach() instead.")


def assigned(tensor, grad) -> None:
    """May this become the tensor's ``.grad``?"""
    if not hasattr(grad, "_dtype"):
        raise TypeError(
            "assigned grad expected to be a Tensor or None but got grad of type "
            f"{type(grad).__name__}\nWrap the values: minigrad.tensor(...)."
        )
    if grad is tensor:
        raise RuntimeError("can't assign Variable as its own grad\nAssign a .clone() of it.")
    if grad._dtype is not tensor._dtype:
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{grad._dtype.c_name}' to a tensor with "
            f"grad_dtype '{tensor._dtype.legacy_name}'. Convert it: grad.to({tensor._dtype})."
        )
    if grad._value.shape != tensor._value.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(grad._value.shape)}' to a tensor of "
            f"size '{list(tensor._value.shape)}'. Please ensure that the gradient and the tensor "
            "are the same size"
        )


def retained(tensor) -> None:
    """May the tensor's gradient be retained?"""
    if not tensor.requires_grad:
        raise RuntimeError(
            "can't retain_grad on Tensor that has requires_grad=False\n"
            "Call it on a tensor that was computed from one that requires grad."
        )


def hooked(tensor) -> None:
    """May a hook be registered?"""
    if not tensor.requires_grad:
        raise RuntimeError(
            "cannot register a hook on a tensor that doesn't require gradient\n"
            "Create it with requires_grad=True."
        )


def replaced(hook, tensor, result) -> None:
    """May the result of a hook replace the gradient?"""
    if not hasattr(result, "_dtype"):
        raise TypeError(
            f"expected Variable, but hook returned '{type(result).__name__}'\n"
            "A hook returns a tensor, or None to leave the gradient as it is."
        )
    if result._value.shape != tensor._value.shape:
        raise RuntimeError(
            f"hook '{getattr(hook, '__name__', hook)}' has changed the size of value\n"
            f"from {list(tensor._value.shape)} to {list(result._value.shape)}."
        )


def data(value) -> None:
    """May this become a tensor's ``.data``?"""
    if not hasattr(value, "_dtype"):
        raise TypeError(
            f"Variable data has to be a tensor, but got {type(value).__name__}\n"
            "Wrap the values: minigrad.tensor(...)."
        )


def scalar(output) -> None:
    """May the gradient be left out?"""
    if output._value.size != 1:
        raise RuntimeError(
            "grad can be implicitly created only for scalar outputs\n"
            f"This output has shape {list(output._value.shape)}: pass a gradient of that shape, "
            "or reduce it to one number with .sum() or .mean()."
        )


def gradient(value, output, i: int) -> None:
    """May this be the gradient of output i?"""
    if not hasattr(value, "_dtype"):
        raise TypeError(
            "gradients can be either Tensors or None, but got "
            f"{type(value).__name__}\nWrap the values: minigrad.tensor(...)."
        )
    got, expected = value._value.shape, output._value.shape
    if got != expected:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{i}] has a shape of minigrad.Size({list(got)}) and "
            f"output[{i}] has a shape of minigrad.Size({list(expected)}).\n"
            "The gradient of backward() has the shape of the output."
        )


def unchanged(node) -> None:
    """Are the saved values of a node what they were when they were saved?"""
    for i, version in enumerate(node.versions[::2]):
        expected = node.versions[2 * i + 1]
        if version is not None and version[0] != expected:
            value = node.saved[i]
            kind = f"minigrad.{from_numpy_dtype(value.dtype).legacy_name}Tensor"
            maker = node.edges[i] if i < len(node.edges) else node
            made = "" if maker is None or maker._order is None else _made_by(maker)
            raise RuntimeError(
                "one of the variables needed for gradient computation has been modified by an "
                f"inplace operation: [{kind} {list(value.shape)}]{made} is at version "
                f"{version[0]}; expected version {expected} instead.\n"
                "Use an operation that makes a new tensor (y = y + 1 in place of y += 1), or "
                "change a .clone()."
            )


def _made_by(node) -> str:
    name = re.sub(r"Backward[0-9]*$", "", node.name())
    return f", which is output {getattr(node, 'index', 0)} of {name},"
