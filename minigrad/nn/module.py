"""Modules: functions with parameters, which can contain other modules."""

from collections import OrderedDict
from collections.abc import Iterator
from functools import partialmethod
from typing import Any

from ..api.types import any_arguments
from ..engine.dtypes import float32, float64
from ..engine.hooks import RemovableHandle
from ..engine.tensor import Tensor
from ..messages import unsupported
from ..messages.errors import error, typename
from ..values.conversion import cpu, cuda, requested_dtype
from ..values.parameter import Parameter, forget_gradients
from .backward_hooks import observed
from .state import load_state_dict, state_dict

# For each dict of attributes: their name in errors, the types accepted, and the error for others.
_REGISTRIES = {
    "_parameters": ("parameter", "minigrad.nn.Parameter", "not_a_parameter"),
    "_buffers": ("buffer", "minigrad.nn.Buffer, minigrad.Tensor", "not_a_buffer"),
    "_modules": ("child module", "minigrad.nn.Module", "not_a_module"),
}


class Module:
    """The base class of modules. Assign parameters in ``__init__``, and define ``forward``.

    >>> import minigrad as mg
    >>> class Line(mg.nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.slope = mg.nn.Parameter(mg.ones(1))
    ...
    ...     def forward(self, x):
    ...         return self.slope * x
    >>> Line()(mg.tensor([2.0]))
    tensor([2.], grad_fn=<MulBackward0>)
    """

    _modules: dict[str, Any]  # each value is a module or None

    def __init__(self) -> None:
        vars(self).update((name, {}) for name in _REGISTRIES)
        vars(self).update(_hooks=OrderedDict())
        vars(self).update(_transient=set(), training=True)  # transient: buffers that aren't saved

    # Computing

    @any_arguments
    def forward(self, *args):
        """Compute the result. Subclasses define this method.

        >>> import minigrad as mg
        >>> class Twice(mg.nn.Module):
        ...     def forward(self, x):
        ...         return 2 * x
        >>> Twice()(mg.tensor([1.0, 2.0]))
        tensor([2., 4.])
        """
        raise error("missing_forward", self)

    def __call__(self, *args, **kwargs) -> Any:
        if not self._hooks:
            return self.forward(*args, **kwargs)
        for hook in self._hooks_at("before"):
            replaced = hook(self, args)
            if replaced is not None:
                args = replaced if isinstance(replaced, tuple) else (replaced,)
        args, finish = observed(self, args, self._hooks_at("backward"))
        result = self.forward(*args, **kwargs)
        for hook in self._hooks_at("after"):
            replaced = hook(self, args, result)
            result = result if replaced is None else replaced
        return finish(result)

    def _hooks_at(self, time: str) -> list:
        return [hook for when, hook in self._hooks.values() if when == time]

    def register_forward_pre_hook(self, hook) -> RemovableHandle:
        """Call ``hook(module, args)`` before ``forward``. The hook may return new arguments."""
        return RemovableHandle(self._hooks, ("before", hook))

    def register_forward_hook(self, hook) -> RemovableHandle:
        """Call ``hook(module, args, output)`` after ``forward``.

        The hook may return a new output.
        """
        return RemovableHandle(self._hooks, ("after", hook))

    def register_full_backward_hook(self, hook) -> RemovableHandle:
        """Call ``hook(module, grad_input, grad_output)`` in a backward pass.

        Use it to inspect the gradients that enter and leave a layer. Call `remove()` on the result
        to remove the hook.

        The hook may return a new grad_input.

        >>> import minigrad as mg
        >>> layer = mg.nn.Linear(2, 1, bias=False)
        >>> handle = layer.register_full_backward_hook(lambda module, into, out: print(out[0]))
        >>> x = mg.tensor([[1.0, 2.0]], requires_grad=True)
        >>> layer(x).backward(mg.tensor([[7.0]]))
        tensor([[7.]])
        >>> handle.remove()
        """
        return RemovableHandle(self._hooks, ("backward", hook))

    # Registering

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        for registry in _REGISTRIES:
            if name in own.get(registry, ()):
                return own[registry][name]
        raise AttributeError(unsupported.no_attribute(f"{type(self).__name__!r} object", name, ""))

    def __setattr__(self, name: str, value) -> None:
        own = self.__dict__
        old = next((r for r in _REGISTRIES if name in own.get(r, ())), None)
        new = "_modules" if isinstance(value, Module) and old != "_parameters" else None
        new = "_parameters" if isinstance(value, Parameter) else new
        if new is not None:
            what = "parameters" if new == "_parameters" else "module"
            if new not in own:
                raise error("before_init", what)
            if new == "_parameters":
                self._check_name(name, "parameter", new, type(self))
            if new != old:
                self._forget(name)
            own[new][name] = value
        elif old is not None:
            what, kinds, _ = _REGISTRIES[old]
            fits = value is None or (old == "_buffers" and isinstance(value, Tensor))
            if not fits:
                raise error("assigned_type", typename(value), what, name, kinds)
            own[old][name] = value
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        if any(name in place for place in self._places()):
            self._forget(name)
        else:
            object.__delattr__(self, name)

    def _places(self) -> tuple[dict, ...]:
        return self.__dict__, self._parameters, self._buffers, self._modules

    def _forget(self, name: str) -> None:
        """Remove an attribute, wherever it's stored."""
        self._transient.discard(name)
        for place in self._places():
            place.pop(name, None)

    def __dir__(self):
        return [*super().__dir__(), *self._parameters, *self._buffers, *self._modules]

    def _check_name(self, name, what: str, registry: str, owner: Any = None) -> None:
        """Raise if the name is invalid or already taken.

        `owner`: the object whose attributes count as taken, by default the module itself.
        """
        if not isinstance(name, str):
            raise error("name_type", what, typename(name))
        if hasattr(owner or self, name) and name not in getattr(self, registry):
            raise error("name_taken", name)
        if "." in name:
            raise error("name_dot", what, f", got: {name}" if what == "module" else "")
        if name == "":
            raise error("name_empty", what)

    def _register(self, registry: str, name: str, value, kind: type, transient=False) -> None:
        what, _, misfit = _REGISTRIES[registry]
        fits, is_module = value is None or isinstance(value, kind), kind is Module
        if not is_module and registry not in self.__dict__:
            raise error("before_init", what)
        if is_module and not fits:  # check this before checking the name
            raise error(misfit, typename(value))
        self._check_name(name, what.removeprefix("child "), registry)
        if not fits:
            raise error(misfit, typename(value), name)
        (self._transient.add if transient else self._transient.discard)(name)
        getattr(self, registry)[name] = value

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Register a parameter (or None as a placeholder) as an attribute."""
        self._register("_parameters", name, param, Parameter)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Register a tensor that's part of the module's state but isn't a parameter."""
        self._register("_buffers", name, tensor, Tensor, transient=not persistent)

    def add_module(self, name: str, module: "Module | None") -> None:
        """Register a module as an attribute."""
        self._register("_modules", name, module, Module)

    register_module = add_module

    # Walking the tree

    def named_children(self) -> Iterator:
        """Iterate over the direct submodules and their names, visiting each submodule once."""
        seen = {None}
        for name, module in self._modules.items():
            if module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator:
        """Iterate over the direct submodules."""
        yield from (module for _, module in self.named_children())

    def named_modules(self, memo=None, prefix: str = "", remove_duplicate: bool = True) -> Iterator:
        """Iterate over this module and all the modules inside it, with their paths."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def modules(self) -> Iterator:
        """Iterate over this module and all the modules inside it."""
        yield from (module for _, module in self.named_modules())

    def _members(self, registry, prefix="", recurse=True, remove_duplicate=True) -> Iterator:
        seen = {None}
        inside = self.named_modules(None, prefix, remove_duplicate)
        for path, module in inside if recurse else [(prefix, self)]:
            for name, member in getattr(module, registry).items():
                if member is not None and not (remove_duplicate and member in seen):
                    seen.add(member)
                    yield (f"{path}.{name}" if path else name), member

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True) -> Iterator:
        """Iterate over the parameters with their paths, such as ``"0.weight"``."""
        yield from self._members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator:
        """Iterate over the parameters of this module and its submodules, often for an optimizer.

        >>> import minigrad as mg
        >>> model = mg.nn.Sequential(mg.nn.Linear(4, 3), mg.nn.ReLU(), mg.nn.Linear(3, 1))
        >>> [tuple(p.shape) for p in model.parameters()]
        [(3, 4), (3,), (1, 3), (1,)]
        >>> sum(p.numel() for p in model.parameters())
        19
        """
        yield from (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True) -> Iterator:
        """Iterate over the buffers with their paths."""
        yield from self._members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator:
        """Iterate over the buffers of this module and its submodules."""
        yield from (buffer for _, buffer in self.named_buffers(recurse=recurse))

    # Changing the module

    def apply(self, fn) -> "Module":
        """Call ``fn`` with every submodule, and then with the module itself."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> "Module":
        """Set ``training``, which layers such as Dropout use, in this module and its submodules."""
        if not isinstance(mode, bool):
            raise error("training_mode")
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> "Module":
        """Set ``training`` to False in this module and its submodules."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> "Module":
        """Set ``requires_grad`` for every parameter."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset every gradient: ``.grad`` becomes None, or zeros if ``set_to_none`` is False."""
        forget_gradients(self.parameters(), set_to_none)

    def to(self, *args, dtype=None, device=None) -> "Module":
        """Convert the module to another dtype. Parameters change in place; buffers are replaced."""
        dtype = requested_dtype(args, dtype, device)
        if dtype is not None and not dtype.is_floating_point:
            raise error("module_dtype", dtype)
        for parameter in self.parameters():
            for tensor in (parameter, parameter._grad):
                if tensor is not None and tensor._dtype.is_floating_point:
                    tensor.data = tensor.data.to(dtype=dtype)
        for module in self.modules():
            for name, buffer in module._buffers.items():
                if buffer is not None and buffer._dtype.is_floating_point:
                    module._buffers[name] = buffer.to(dtype=dtype)
        return self

    float, double = partialmethod(to, float32), partialmethod(to, float64)
    cpu, cuda, state_dict, load_state_dict = cpu, cuda, state_dict, load_state_dict

    # Printing

    def extra_repr(self) -> str:
        """Return the text between the parentheses when the module is printed."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        texts = ((n, repr(module).replace("\n", "\n  ")) for n, module in self._modules.items())
        children = [f"({name}): {text}" for name, text in texts]
        if not children and len(lines) <= 1:
            return f"{self._get_name()}({extra})"
        inside = "\n  ".join(lines + children)
        return f"{self._get_name()}(\n  {inside}\n)"
