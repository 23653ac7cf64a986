"""The context manager `inference_mode`: like `no_grad`, but results can never join a graph."""

from typing import Self, overload

from ..modes import GRAD, INFERENCE, F, GradMode, recording
from .versions import InferenceVersion, clock


class inference_mode(GradMode):
    """Turn off recording in a block. Tensors created there can't be saved for a backward pass.

    Use it as a context manager or a decorator. ``inference_mode(False)`` suspends the mode for a
    block.

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
        super().__init__(INFERENCE if mode else GRAD)
        clock.inference_was_on = True

    def __enter__(self) -> None:
        self._previous.append(recording.mode)
        recording.mode = self._mode


def is_inference_mode_enabled() -> bool:
    """Return whether inference mode is on."""
    return recording.mode is INFERENCE


def is_inference(self) -> bool:
    """Return whether the tensor was created in inference mode."""
    return isinstance(self._changes, InferenceVersion)
