"""Puts minigrad in PyTorch's place, so that you can try a program that imports PyTorch.

After `import minigrad.as_torch`, `import torch` and `from torch.nn import Linear` import minigrad,
even if PyTorch is installed.
"""

import importlib
import importlib.util
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Substitute:
    """A finder and loader that returns a module of minigrad for each module of PyTorch."""

    def find_spec(self, fullname: str, path: object = None, target: object = None):
        is_torch = fullname.partition(".")[0] == "torch"
        return importlib.util.spec_from_loader(fullname, self) if is_torch else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(f"minigrad{spec.name.removeprefix('torch')}")
        self._own_spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._own_spec  # Python has replaced it by the spec of PyTorch's module


if not getattr(sys.modules.get("torch"), "__name__", "minigrad").startswith("minigrad"):
    raise ImportError("PyTorch is imported already. Restart Python, and import this module first.")
sys.meta_path.insert(0, _Substitute())  # type: ignore[arg-type]
