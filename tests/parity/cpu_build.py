"""Let any build of PyTorch answer as its CPU build does, which minigrad follows.

On Linux, `pip install torch` brings a build with CUDA. Without a graphics card, that build says
that a driver is missing; with one, it moves the tensors.
"""

from typing import NoReturn

import torch


def answer_like_cpu_build() -> None:
    """Let everything that asks for CUDA fail with the sentence of the CPU build."""
    torch.cuda._lazy_init = _refuse_cuda  # PyTorch's C++ code looks it up by this name, too


def _refuse_cuda() -> NoReturn:
    raise AssertionError("Torch not compiled with CUDA enabled")
