"""What all optimizers share: parameters in groups, zeroing, the loop of a step, saving."""

import warnings
from collections import defaultdict
from copy import deepcopy

from ..modes import enable_grad
from ..tensor import Tensor


class Optimizer:
    """Parameters, in groups with options of their own, and the state kept for each."""

    def __init__(self, params, defaults: dict) -> None:
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or "
                f"dicts, but got {params.type()}\nPut it in a list: [w]."
            )
        if defaults.get("differentiable"):
            raise NotImplementedError(
                "differentiable steps are not part of minigrad: leave differentiable out"
            )
        self.defaults = defaults
        self.state: defaultdict = defaultdict(dict)
        self.param_groups: list = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list\nPass the tensors to train.")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict) -> None:
        """Add parameters, with options where they differ from the defaults."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the "
                "ordering of tensors in sets will change between runs. Please use a list instead."
            )
        group = dict(param_group)
        params = [params] if isinstance(params, Tensor) else list(params)
        if params and all(isinstance(p, tuple) for p in params):  # from named_parameters()
            group["param_names"] = [name for name, _ in params]
            params = [p for _, p in params]
        for p in params:
            if not isinstance(p, Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    f"{type(p).__name__}"
                )
            if not p.is_leaf and not p.retains_grad:
                raise ValueError(
                    "can't optimize a non-leaf Tensor\nThis one was computed: create it whole and "
                    "then call .requires_grad_(), or .detach() it first."
                )
        if len({id(p) for p in params}) < len(params):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this "
                "will cause an error; see github.com/pytorch/pytorch/issues/40967 for more "
                "information",
                UserWarning,
                stacklevel=3,
            )
        known = {id(p) for each in self.param_groups for p in each["params"]}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append({**group, "params": params})
        for name, default in self.defaults.items():
            self.param_groups[-1].setdefault(name, default)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget every gradient: ``.grad`` becomes None, or zeros if ``set_to_none`` is off."""
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p._grad = None
                elif p._grad is not None:
                    p._grad = p._grad.detach().zero_()

    def step(self, closure=None):
        """Move every parameter that has a gradient; returns the closure's loss, if one is given."""
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
        """Move one parameter, in place; the gradient is an array."""
        raise NotImplementedError

    def state_dict(self) -> dict:
        """The options and the state as plain dicts; parameters are counted through the groups."""
        numbers: dict = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            counted = [numbers[id(p)] for p in group["params"]]
            options = {name: value for name, value in group.items() if name != "params"}
            groups.append({**options, "params": counted})
        state = {numbers.get(id(p), p): entries for p, entries in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: dict) -> None:
        """Take over the options and the state of an optimizer with the same parameters."""
        saved = state_dict["param_groups"]
        if len(saved) != len(self.param_groups):
            raise ValueError(
                "loaded state dict has a different number of parameter groups\n"
                f"It has {len(saved)}, this optimizer {len(self.param_groups)}."
            )
        pairs = list(zip(saved, self.param_groups, strict=True))
        if any(len(theirs["params"]) != len(own["params"]) for theirs, own in pairs):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of "
                "optimizer's group"
            )
        parameters = {
            number: p
            for theirs, own in pairs
            for number, p in zip(theirs["params"], own["params"], strict=True)
        }
        state: defaultdict = defaultdict(dict)
        for number, entries in state_dict["state"].items():
            p = parameters.get(number)
            if p is None:
                continue
            state[p] = {name: _copied(name, value, p) for name, value in entries.items()}
        self.state = state
        self.param_groups = [
            {
                **deepcopy({k: v for k, v in theirs.items() if k != "params"}),
                "params": own["params"],
            }
            for theirs, own in pairs
        ]

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            lines = [f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params"]
            text += f"\nParameter Group {i}\n" + "".join(lines)
        return text + ")"


def _copied(name: str, value, p: Tensor):
    """An entry of a loaded state, in the parameter's dtype (but for the count of steps)."""
    if not isinstance(value, Tensor):
        return deepcopy(value)
    return value.detach().clone() if name == "step" else value.detach().to(p._dtype, copy=True)


def require(value, valid: bool, name: str) -> None:
    if not valid:
        raise ValueError(f"Invalid {name}: {value}")
