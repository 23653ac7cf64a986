"""What PyTorch has and minigrad leaves out, and what to do instead.

Such a name is absent: `hasattr` is False, and access raises an AttributeError that helps on.
"""

_CPU = "minigrad computes on the CPU alone: leave this out."
_DENSE = "There are no sparse tensors here: use dense ones."
_EAGER = "Nothing is compiled here: call the function itself."
_ONE = "One process computes here: leave this out."
_REAL = "There are no complex numbers here: keep real and imaginary parts apart."
_SINGLE = "There is no half precision here: use float32."
_ELSEWHERE = "minigrad has the part of PyTorch that a first course uses; dir() lists it."

_NAMES = {
    _CPU: "cuda mps xpu is_cuda pin_memory get_device to_mkldnn",
    _DENSE: "to_sparse to_dense is_sparse sparse sparse_coo_tensor",
    _EAGER: "compile jit fx export vmap func script",
    _ONE: "share_memory_ is_shared",
    _REAL: "complex64 complex128 complex real imag conj angle H mH",
    _SINGLE: "half bfloat16 float16 autocast amp",
}
_INSTEAD = {name: instead for instead, names in _NAMES.items() for name in names.split()}


def message(owner: str, name: str) -> str:
    """The text of the AttributeError: Python's sentence, and a way on."""
    return f"{owner} has no attribute '{name}'\n{_INSTEAD.get(name, _ELSEWHERE)}"


class Absent:
    """Stands where PyTorch's tensors have an attribute and these have none."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance, owner=None):
        subject = "type object 'Tensor'" if instance is None else "'Tensor' object"
        raise AttributeError(message(subject, self.name), name=self.name, obj=instance)


def mark(cls: type) -> None:
    """Let a class explain the names that it lacks."""
    for name in _INSTEAD:
        if name not in cls.__dict__:
            setattr(cls, name, Absent(name))
