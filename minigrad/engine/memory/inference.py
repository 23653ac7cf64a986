"""`inference_mode`: no_grad, and what is made inside stays out of every graph."""

from typing import Self, overload

from ..modes import F, GradMode, recording
from .versions import InferenceVersion, inferring


class inference_mode(GradMode):
    """Inside, nothing is recorded, and the tensors made there cannot be saved for a backward pass.

    A context manager and a decorator; ``inference_mode(False)`` ends the mode for a block.

    >>> import minigrad as mg
    >>> with mg.inference_mode():
    ...     x = mg.ones(2)
    >>> x.is_inference()
    True
    """

    @overload
    def __new__(cls, mode: bool = True) -> Self: ...
    @overload
    def __new__(cls, mode: F) -> F: ...  # type: ignore[misc]
    def __new__(cls, mode=True):
        return cls()(mode) if callable(mode) else super().__new__(cls)

    def __init__(self, mode=True) -> None:
        super().__init__(None if mode else True)
        inferring[:] = ["once"]

    def __enter__(self) -> None:
        self._previous.append(recording.enabled)
        recording.enabled = self._enabled


def is_inference_mode_enabled() -> bool:
    """Whether inference mode is on now."""
    return recording.enabled is None


def is_inference(self) -> bool:
    """Whether the tensor was made in inference mode."""
    return isinstance(self._changes, InferenceVersion)
