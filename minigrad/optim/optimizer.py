"""What all optimizers share: parameters in groups, zeroing, and the loop of a step."""

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
        self.defaults = defaults
        self.state: dict = {}
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
        params = param_group["params"]
        params = [params] if isinstance(params, Tensor) else list(params)
        for p in params:
            if not isinstance(p, Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    f"{type(p).__name__}"
                )
            if not p.is_leaf:
                raise ValueError(
                    "can't optimize a non-leaf Tensor\nThis one was computed: create it whole and "
                    "then call .requires_grad_(), or .detach() it first."
                )
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append({**self.defaults, **param_group, "params": params})

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget every gradient: ``.grad`` becomes None, or zeros if ``set_to_none`` is off."""
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p._grad = None
                elif p._grad is not None:
                    p._grad.detach().zero_()

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
        raise NotImplementedError

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {i}")
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return "\n".join([*lines, ")"])
