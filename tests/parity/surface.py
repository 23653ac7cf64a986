"""The names that minigrad promises to support the way PyTorch does.

Each one has to exist as a function, a method, and an in-place form, wherever PyTorch has it, with
the same keyword names if PyTorch's version is written in Python. A missing name is a failure.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import torch

import minigrad

NAMES = (
    "tensor as_tensor from_numpy zeros ones full empty eye arange linspace meshgrid zeros_like "
    "ones_like full_like empty_like rand_like randn_like randint_like Size set_printoptions "
    "set_default_dtype to type float double long int short char byte bool numel dim contiguous "
    "copy_ fill_ zero_ device cpu rand randn randint randperm random_ normal_ uniform_ bernoulli "
    "Generator manual_seed "
    "neg abs sign exp expm1 log log1p log2 log10 sqrt rsqrt square reciprocal sin cos tan tanh "
    "sinh cosh atan sigmoid relu clamp maximum minimum where floor "
    "ceil round trunc add sub mul div remainder floor_divide pow eq ne lt le gt ge "
    "logical_and logical_or logical_not logical_xor isclose allclose equal isnan isfinite isinf "
    "sum mean var std prod max min amax amin argmax argmin all any logsumexp cumsum cumprod norm "
    "sort argsort topk median count_nonzero nonzero softmax log_softmax clone erf movedim stride "
    "matmul mm bmm mv dot outer addmm einsum trace "
    "view reshape flatten T mT t transpose permute squeeze unsqueeze expand expand_as "
    "broadcast_to repeat tile cat stack hstack vstack select narrow split chunk unbind "
    "flip roll tril triu diag gather scatter scatter_add index_select "
    "masked_fill masked_select save load no_grad enable_grad "
    "set_grad_enabled is_grad_enabled inference_mode is_inference "
    "is_inference_mode_enabled backward grad grad_fn is_leaf requires_grad requires_grad_ "
    "retain_grad retains_grad register_hook "
    "detach detach_ data item tolist numpy shape dtype "
    "Tensor nelement ndimension "
    "set_default_device __version__"
)
WITHIN = {
    "linalg": "norm vector_norm",
    "autograd": (
        "grad backward Function gradcheck gradgradcheck set_detect_anomaly detect_anomaly "
        "inference_mode no_grad enable_grad set_grad_enabled"
    ),
    "autograd.functional": "vjp jvp jacobian hessian hvp",
    "autograd.function": "FunctionCtx",
    "autograd.function.FunctionCtx": (
        "save_for_backward mark_non_differentiable set_materialize_grads"
    ),
    "func": "grad grad_and_value vjp jvp jacrev jacfwd hessian",
    "nn.functional": (
        "linear mse_loss l1_loss smooth_l1_loss binary_cross_entropy "
        "binary_cross_entropy_with_logits cross_entropy nll_loss dropout normalize one_hot "
        "embedding batch_norm layer_norm relu leaky_relu elu softplus gelu silu logsigmoid softmax "
        "log_softmax hardtanh sigmoid tanh conv1d conv2d max_pool2d avg_pool2d"
    ),
    "nn": (
        "Module Parameter Linear Embedding BatchNorm1d BatchNorm2d LayerNorm Sequential ModuleList "
        "Flatten ReLU LeakyReLU ELU Softplus GELU SiLU Sigmoid Tanh LogSigmoid Softmax LogSoftmax "
        "Dropout Identity MSELoss L1Loss SmoothL1Loss BCELoss BCEWithLogitsLoss CrossEntropyLoss "
        "Hardtanh NLLLoss init utils Conv1d Conv2d MaxPool2d AvgPool2d "
        "RNN GRU LSTM RNNCell GRUCell LSTMCell LazyLinear"
    ),
    "nn.Module": (
        "train eval apply to zero_grad parameters named_parameters children named_children "
        "modules named_modules state_dict load_state_dict register_buffer register_parameter "
        "register_forward_hook register_forward_pre_hook register_full_backward_hook "
        "add_module requires_grad_ buffers extra_repr float double"
    ),
    "nn.init": (
        "uniform_ normal_ constant_ ones_ zeros_ xavier_uniform_ xavier_normal_ kaiming_uniform_ "
        "kaiming_normal_ calculate_gain"
    ),
    "nn.utils": "clip_grad_norm_",
    "optim": "SGD Adagrad Adam AdamW LBFGS RMSprop Optimizer lr_scheduler",
    "optim.lr_scheduler": (
        "StepLR MultiStepLR ExponentialLR LambdaLR CosineAnnealingLR ReduceLROnPlateau"
    ),
    "utils.data": "TensorDataset DataLoader",
    "cuda": "is_available device_count manual_seed manual_seed_all",
    "accelerator": "is_available current_accelerator",
    "backends.cudnn": "is_available",
    "backends.mps": "is_available",
}


def missing() -> list[str]:
    """Return everything under these names that PyTorch has but minigrad doesn't."""
    return sorted({*_absent(), *_other_keywords()})


def _absent() -> Iterator[str]:
    places: list[tuple[str, Any, Any]] = [
        ("", torch, minigrad),
        ("Tensor.", torch.Tensor, minigrad.Tensor),
    ]
    for name in NAMES.split():
        for place, torchs, ours in places:
            for form in (name, f"{name}_"):
                if place == "" and (form.endswith("_") or form == "cpu"):
                    continue  # in-place forms are methods here; torch.cpu is about devices
                if hasattr(torchs, form) and not hasattr(ours, form):
                    yield place + form
    for place, names in WITHIN.items():
        for name in names.split():
            assert hasattr(resolved(torch, place), name), name
            if not hasattr(resolved(minigrad, place), name):
                yield f"{place}.{name}"


def _other_keywords() -> Iterator[str]:
    for place, names in WITHIN.items():
        for name in names.split():
            torchs, ours = (_parameters(resolved(m, place), name) for m in (torch, minigrad))
            for keyword in torchs - ours if torchs and ours else ():
                if (name, keyword) not in ELSEWHERE:
                    yield f"{place}.{name}({keyword}=)"


# Options that depend on whole systems of their own (other devices, compilation, multiprocessing,
# forward mode, batched gradients), and newer additions to hooks and state.
_DEVICES = "device dtype foreach fused capturable differentiable pin_memory pin_memory_device"
_MODES = "backward_ad batched_forward_grad batched_grad forward_ad"
_HOOKS = "register_forward_hook register_forward_pre_hook register_full_backward_hook"
_LOSSES = (
    "mse_loss l1_loss smooth_l1_loss binary_cross_entropy binary_cross_entropy_with_logits "
    "cross_entropy nll_loss MSELoss L1Loss SmoothL1Loss BCELoss BCEWithLogitsLoss "
    "CrossEntropyLoss NLLLoss"
)
ELSEWHERE = {
    *((n, k) for n in ("SGD", "Adagrad", "Adam", "AdamW", "RMSprop") for k in _DEVICES.split()),
    *(
        (n, k)
        for n in ("Linear", "Embedding", "BatchNorm1d", "LayerNorm")
        for k in _DEVICES.split()
    ),
    *(("gradcheck", f"check_{k}") for k in _MODES.split()),
    *((n, k) for n in _HOOKS.split() for k in ("prepend", "with_kwargs", "always_call")),
    ("gradcheck", "masked"),
    ("grad", "only_inputs"),
    ("backward", "grad_variables"),
    *(
        (n, k)
        for n in ("embedding", "Embedding")
        for k in ("sparse", "max_norm", "norm_type", "scale_grad_by_freq")
    ),
    ("enable_grad", "orig_func"),
    ("load_state_dict", "assign"),
    ("state_dict", "destination"),
    ("modules", "remove_duplicate"),
    ("normalize", "out"),
    *((n, k) for n in _LOSSES.split() for k in ("size_average", "reduce")),  # now `reduction`
    *(("Hardtanh", k) for k in ("min_value", "max_value")),  # now `min_val` and `max_val`
    ("clip_grad_norm_", "foreach"),
}


def _parameters(place: Any, name: str) -> set[str]:
    """Return the names that can be keywords; none if any name can be, or if they're unknown."""
    try:
        parameters = inspect.signature(getattr(place, name, None)).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return set()
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return set()
    named = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    return {{"x": "input", "y": "other"}.get(n, n) for n in named if not n.startswith("_")}


def resolved(library: Any, place: str) -> Any:
    """Return the value of a dotted name."""
    for name in filter(None, place.split(".")):
        library = getattr(library, name)
    return library
