"""Modules that contain an ordered collection of modules."""

from collections import OrderedDict
from collections.abc import Iterable
from itertools import groupby
from operator import index as whole

from ..messages.errors import error
from .module import Module


class _Ordered(Module):
    """An ordered collection of modules, named "0", "1", and so on."""

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict([*self._modules.items()][index]))  # type: ignore[call-arg]
        return list(self._modules.values())[self._at(index)]

    def __setitem__(self, index, module: Module) -> None:
        setattr(self, list(self._modules)[self._at(index)], module)

    def __delitem__(self, index) -> None:
        remaining = list(self._modules.values())
        del remaining[index if isinstance(index, slice) else self._at(index)]
        self._modules = {str(i): module for i, module in enumerate(remaining)}

    def _at(self, index) -> int:
        if not -len(self) <= (i := whole(index)) < len(self):
            raise error("module_index", i, len(self))
        return i % len(self)

    def append(self, module: Module):
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        """Add several modules at the end."""
        if not isinstance(modules, Iterable):
            raise error("extend_type", self, type(modules).__name__)
        for module in list(modules):
            self.append(module)
        return self


class Sequential(_Ordered):
    """Call modules one after another, passing the result of each to the next.

    >>> import minigrad as mg
    >>> mg.nn.Sequential(mg.nn.Linear(2, 3), mg.nn.ReLU())
    Sequential(
      (0): Linear(in_features=2, out_features=3, bias=True)
      (1): ReLU()
    )
    """

    def __init__(self, *args) -> None:
        super().__init__()
        named = len(args) == 1 and isinstance(args[0], OrderedDict)
        for name, module in args[0].items() if named else enumerate(args):
            self.add_module(str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input


class ModuleList(_Ordered):
    """Hold modules in a list, so that their parameters are registered. You call them yourself."""

    def __init__(self, modules=None) -> None:
        super().__init__()
        self.extend(() if modules is None else modules)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([*self][index])
        return self._modules[str(self._at(index))]

    def __repr__(self) -> str:
        if not len(self):
            return f"{self._get_name()}()"
        lines, start = [], 0
        for text, same in groupby(map(repr, self)):
            end = start + len(list(same)) - 1
            name = f"({start}): " if start == end else f"({start}-{end}): {end - start + 1} x "
            lines.append(name + text.replace("\n", "\n  "))
            start = end + 1
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"
