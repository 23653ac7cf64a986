"""The namespace `minigrad.autograd`: `backward`, `grad`, and the tools built on them.

`gradients.py` calls the engine. Functional derivatives, custom operations, anomaly mode, and finite
differences are built on `gradients.py`.
"""

from ..engine.memory.inference import inference_mode
from ..engine.modes import enable_grad, no_grad, set_grad_enabled
from ..values.legacy import Variable
from . import functional
from .anomaly_mode import detect_anomaly, is_anomaly_enabled, set_detect_anomaly
from .function import Function
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .gradients import backward, grad

__all__ = [
    "Function",
    "GradcheckError",
    "Variable",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "inference_mode",
    "is_anomaly_enabled",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]
