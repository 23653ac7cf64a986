"""Mutants that no test can distinguish from the original because they compute the same results."""

ZEROS = "Zeros stay zeros."
OWN = "A name of ours, in graphs of gradients alone: PyTorch has no such node, so none is promised."
TUPLE = "The rule returns a tuple of one gradient. Twice the tuple has it first, too."
MASK = "A mask times 2 is true at the same places."
EXPLAINED: dict[str, str] = {
    "norms.py, _norm_rule: kink: p < 2 → p <= 2": "A norm with p = 2 has been answered above.",
    "norms.py, _norm_rule: kink: p < 1 → p <= 1": "A norm with p = 1 has been answered above.",
    "powers.py, exponential_slope: kink: base > 0 → base >= 0": (
        "A base that is 0 has been answered above."
    ),
    "powers.py, exponential_slope: factor: "
    "chosen(ge.raw(n, 0), 0.0, out * -math.inf) → chosen(ge.raw(n, 0), 0.0, out * -math.inf) * 2": (
        "Twice 0 is 0, and twice infinity infinity."
    ),
    "joining.py, UnbindBackward0: factor: _pieces_rule(STACK, g, *saved) → "
    "_pieces_rule(STACK, g, *saved) * 2": TUPLE,
    "joining.py, SplitBackward0: factor: _pieces_rule(CAT, g, *saved) → "
    "_pieces_rule(CAT, g, *saved) * 2": TUPLE,
    "piecewise.py, within: factor: "
    "above if high is None else below if low is None else logical_and.raw(above, below) → (above "
    "if high is None else below if low is None else logical_and.raw(above, below)) * 2": MASK,
    "powers.py, _zero_power: factor: logical_and.raw(eq.raw(x, 0), ge.raw(y, 0)) → "
    "logical_and.raw(eq.raw(x, 0), ge.raw(y, 0)) * 2": MASK,
    "define.py, decorate: condition: saves_out → not saves_out": (
        "Only the entries of masks come later, and no operation on two tensors has both."
    ),
    "extremes.py, _among_all: swapped arguments: _hits(x, out) → _hits(out, x)": (
        "Whether two values are equal, or both NaN, does not depend on their order."
    ),
    "extremes.py, _hits: factor: (x == out) | (x != x) & (out != out) → "
    "((x == out) | (x != x) & (out != out)) * 2": (
        "A share is a hit divided by their sum: twice as much is divided by twice as much."
    ),
    "shape.py, zeros_of: factor: np.zeros_like(g)[()] → np.zeros_like(g)[()] * 2": ZEROS,
    "shape.py, zeros_of: factor: wrap(np.zeros_like(g._value)[()], g._dtype) → "
    "wrap(np.zeros_like(g._value)[()], g._dtype) * 2": ZEROS,
    "tensor.py, retain_grad: and/or: self.is_leaf or self.retains_grad → "
    "self.is_leaf and self.retains_grad": "Keeping again what is kept changes nothing.",
    "reductions.py, _prod_rule: factor: np.zeros_like(x) → np.zeros_like(x) * 2": ZEROS,
    "define.py, with_tensor: and/or: to_float and (not dtype.is_floating_point) → "
    "to_float or not dtype.is_floating_point": (
        "What has its dtype already is promoted to it: the same values."
    ),
    "operands.py, promote: constant: False → True": "A copy has the same values.",
    "inplace.py, method: and/or: "
    "recording.mode is GRAD and any((_tracked(a) for a in (self, *args))) → "
    "recording.mode is GRAD or any((_tracked(a) for a in (self, *args)))": (
        "The value from before the change is then copied where no rule wants it."
    ),
    "joining.py, grad_fn: name: PlacedBackward0 → PlacedBackward00": OWN,
    "views.py, grad_fn: name: AsStridedScatterBackward0 → AsStridedScatterBackward00": OWN,
    "inplace.py, grad_fn: name: AsStridedScatterBackward0 → AsStridedScatterBackward00": OWN,
}
