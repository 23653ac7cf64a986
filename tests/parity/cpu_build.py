"""Make any build of PyTorch behave like its CPU build, which minigrad follows.

On Linux, `pip install torch` installs a build with CUDA. Without a GPU, that build raises an error
about a missing driver. With one, it moves the tensors.
"""

from typing import NoReturn

import torch


def answer_like_cpu_build() -> None:
    """Make every request for CUDA fail with the CPU build's error message."""
    torch.cuda._lazy_init = _refuse_cuda  # PyTorch's C++ code also looks it up by this name


def _refuse_cuda() -> NoReturn:
    raise AssertionError("Torch not compiled with CUDA enabled")
