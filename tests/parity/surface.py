"""The keywords of functions, which are PyTorch's wherever its function is written in Python.

The recorded calls compare the others, whose signatures can't be read.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import torch

import minigrad

PLACES = (
    *("linalg", "autograd", "autograd.functional", "autograd.function.FunctionCtx", "func"),
    *("nn", "nn.functional", "nn.Module", "nn.init", "nn.utils"),
    *("optim", "optim.lr_scheduler", "utils.data", "cuda"),
)

# What minigrad leaves out: forward mode, batched, masked, and sparse gradients, embeddings that
# shorten their rows, what PyTorch has deprecated, additions to hooks and state, and options of
# losses and of layers for images.
LEFT_OUT = set(
    """
    check_forward_ad check_backward_ad check_batched_forward_grad check_batched_grad masked
    sparse max_norm norm_type scale_grad_by_freq
    size_average reduce min_value max_value grad_variables
    always_call prepend with_kwargs assign destination remove_duplicate
    mse_loss.weight l1_loss.weight out enable_grad.orig_func RNNBase.mode
    binary_cross_entropy.weight BCELoss.weight BCEWithLogitsLoss.weight pos_weight label_smoothing
    binary_cross_entropy_with_logits.weight dilation groups padding_mode proj_size
    ceil_mode return_indices count_include_pad divisor_override has_aux strict strategy approximate
    outer_jacobian_strategy threshold_mode cooldown ReduceLROnPlateau.eps
    """.split()  # noqa: SIM905
)


def missing() -> list[str]:
    """Return the keywords that only PyTorch's function has, where both have the function."""
    return sorted(_missing())


def _missing() -> Iterator[str]:
    for place in PLACES:
        theirs, ours = resolved(torch, place), resolved(minigrad, place)
        for name in {*dir(theirs)} & {*dir(ours)}:
            torchs, known = _keywords(theirs, name), _keywords(ours, name)
            for keyword in torchs - known if torchs and known else ():
                if not {keyword, f"{name}.{keyword}"} & LEFT_OUT:
                    yield f"{place}.{name}({keyword}=)"


def _keywords(place: Any, name: str) -> set[str]:
    """Return the names that can be keywords; none if any name can be, or if they're unknown."""
    try:
        parameters = inspect.signature(getattr(place, name, None)).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return set()
    if name.startswith("_") or any(p.kind is p.VAR_KEYWORD for p in parameters):
        return set()
    named = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    return {{"x": "input", "y": "other"}.get(n, n) for n in named if not n.startswith("_")}


def resolved(library: Any, place: str) -> Any:
    """Return the value of a dotted name."""
    for name in filter(None, place.split(".")):
        library = getattr(library, name)
    return library
