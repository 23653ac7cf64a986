"""The base class of all optimizers, which handles parameter groups, steps, and saved states."""

from collections import defaultdict
from copy import deepcopy

import numpy as np

from ..engine.dtypes import float32
from ..engine.modes import enable_grad
from ..engine.tensor import Tensor, memory, wrap
from ..messages.errors import error, typename, warn
from ..values.parameter import forget_gradients


class Optimizer:
    """The base class of optimizers, which hold groups of parameters with options and state."""

    def __init__(self, params, defaults: dict) -> None:
        if isinstance(params, Tensor):
            raise error("bare_parameter", params)
        # `_fixed` holds the options that loading a state doesn't change.
        self.defaults, self._fixed = defaults, {}
        self.state: defaultdict = defaultdict(dict)
        self.param_groups: list = []
        if not (groups := list(params)):
            raise error("empty_parameters")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict) -> None:
        """Add a group of parameters, with any options that differ from the defaults."""
        if not isinstance(param_group, dict):
            raise error("group_type", type(param_group))
        params, group = param_group["params"], dict(param_group)
        if isinstance(params, set):
            raise error("parameter_set")
        params = [params] if isinstance(params, Tensor) else list(params)
        if params and all(isinstance(p, tuple) for p in params):  # from named_parameters()
            group["param_names"], params = map(list, zip(*params, strict=True))
        for p in params:
            if not isinstance(p, Tensor):
                raise error("parameter_type", typename(p))
            if not p.is_leaf and not p.retains_grad:
                raise error("non_leaf_parameter")
        if len({id(p) for p in params}) < len(params):
            warn("duplicate_parameters")
        known = {id(p) for each in self.param_groups for p in each["params"]}
        if any(id(p) in known for p in params):
            raise error("shared_parameters")
        missing = {name: value for name, value in self.defaults.items() if name not in group}
        self.param_groups.append({**group, "params": params, **missing})

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset every gradient: ``.grad`` becomes None, or zeros if ``set_to_none`` is False.

        Call it once per step, before the next backward pass. Otherwise, gradients add up.

        >>> import minigrad as mg
        >>> w = mg.tensor([4.0], requires_grad=True)
        >>> optimizer = mg.optim.SGD([w], lr=0.5)
        >>> (3 * w).backward()
        >>> optimizer.zero_grad()
        >>> w.grad is None
        True
        """
        for group in self.param_groups:
            forget_gradients(group["params"], set_to_none)

    def step(self, closure=None):
        """Update every parameter that has a gradient.

        Reads each parameter's `.grad`, and changes the parameter in place, without recording the
        change. It doesn't zero the gradients.

        If you pass a closure, call it first and return its loss.

        >>> import minigrad as mg
        >>> w = mg.tensor([4.0], requires_grad=True)
        >>> optimizer = mg.optim.SGD([w], lr=0.5)
        >>> (3 * w).backward()
        >>> optimizer.step()
        >>> w
        tensor([2.5000], requires_grad=True)
        >>> w.grad
        tensor([3.])
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p._grad is not None:
                    self.update(p, p._grad._value, group)
        return loss

    def update(self, parameter: Tensor, gradient, group: dict) -> None:
        """Update one parameter in place. `gradient` is an array, not a tensor."""
        raise NotImplementedError

    def next_state(self, parameter: Tensor, names: list) -> dict:
        """Return a parameter's state for its next step. Entries called `names` start as zeros."""
        state = self.state[parameter]
        if not state:
            new = {"step": wrap(np.zeros((), np.float32), float32)}
            for name in names:
                new[name] = wrap(np.zeros_like(parameter._value), parameter._dtype)
            state.update(new)  # all at once, because Ctrl-C may come between two writes
        step = memory(state["step"])
        step += 1
        return state

    def state_dict(self) -> dict:
        """Return the options and state as plain dicts, with parameters numbered across groups."""
        numbers: dict = {}
        groups = []
        for group in self.param_groups:
            counted = [numbers.setdefault(id(p), len(numbers)) for p in group["params"]]
            groups.append({n: v for n, v in group.items() if n != "params"} | {"params": counted})
        state = {numbers.get(id(p), p): entries for p, entries in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: dict) -> None:
        """Load the options and state of an optimizer that has the same parameters.

        The tensors in the state aren't copied; the optimizer shares them with ``state_dict``.
        """
        saved, groups = state_dict["param_groups"], self.param_groups
        if len(saved) != len(groups):
            raise error("group_count", len(saved), len(groups))
        pairs = list(zip(saved, groups, strict=True))
        if any(len(a["params"]) != len(b["params"]) for a, b in pairs):
            raise error("group_size")
        parameters = {n: p for a, b in pairs for n, p in zip(a["params"], b["params"], strict=True)}
        state: defaultdict = defaultdict(dict)
        for number, entries in state_dict["state"].items():
            if (p := parameters.get(number)) is not None:
                state[p] = {n: _fitted(n, value, p) for n, value in entries.items()}
        groups = [deepcopy(a) | self._fixed | {"params": b["params"]} for a, b in pairs]
        # Nothing is changed until everything has been checked.
        self.state, self.param_groups = state, groups

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            lines = [f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params"]
            text += f"\nParameter Group {i}\n" + "".join(lines)
        return text + ")"


class GradientDescent(Optimizer):
    """The base class of SGD and Adam, with the options they share.

    ``foreach`` and ``fused`` change how PyTorch computes a step, but not the result. In minigrad,
    they have no effect.
    """

    def __init__(
        self, params, options, *more, maximize=False, foreach=None, differentiable=False, fused=None
    ) -> None:
        if differentiable:
            raise error("differentiable_step")
        inner, last = more or ({}, {})  # in the order of PyTorch's dict of defaults
        options |= {"maximize": maximize, "foreach": foreach, **inner}
        options |= {"differentiable": differentiable, "fused": fused, **last}
        super().__init__(params, options)


def _fitted(name: str, value, p: Tensor):
    """Convert an entry of a loaded state to the parameter's dtype, unless it's the step count."""
    return value.to(p._dtype) if isinstance(value, Tensor) and name != "step" else value
