"""What PyTorch has and minigrad has not, and what to do instead."""

_DEVICE = "minigrad computes on the CPU alone: leave the call out."
_INSTEAD = {
    "cuda": _DEVICE,
    "mps": _DEVICE,
    "half": "there is no half precision: use .float().",
    "bfloat16": "there is no half precision: use float32.",
    "float16": "there is no half precision: use float32.",
    "complex64": "there are no complex numbers: keep real and imaginary parts apart.",
    "to_sparse": "there are no sparse tensors: use the dense one.",
    "sparse": "there are no sparse tensors: use dense ones.",
    "compile": "nothing is compiled: call the function itself.",
    "jit": "nothing is compiled: call the function itself.",
}


def message(owner: str, name: str) -> str:
    """The text of the AttributeError: PyTorch's sentence, and a way on."""
    instead = _INSTEAD.get(name, "minigrad has a part of PyTorch: dir() lists what is there.")
    return f"{owner} has no attribute '{name}'\n{instead[0].upper()}{instead[1:]}"
