"""Mutants that no test can distinguish from the original because they compute the same results."""

ZEROS = "Zeros stay zeros."
OWN = "This is our own name and appears only in graphs of gradients. PyTorch has no such node."
TUPLE = (
    "The rule returns a tuple of one gradient. The doubled tuple also starts with that gradient."
)
MASK = "A mask times 2 is true in the same positions."
EXPLAINED: dict[str, str] = {
    "norms.py, _norm_rule: kink: p < 2 → p <= 2": "The case p = 2 has already returned.",
    "norms.py, _norm_rule: kink: p < 1 → p <= 1": "The case p = 1 has already returned.",
    "powers.py, exponential_slope: kink: base > 0 → base >= 0": (
        "A base of 0 is handled before this."
    ),
    "powers.py, exponential_slope: factor: "
    "chosen(ge.raw(n, 0), 0.0, out * -math.inf) → chosen(ge.raw(n, 0), 0.0, out * -math.inf) * 2": (
        "Twice 0 is 0, and twice infinity is infinity."
    ),
    "joining.py, UnbindBackward0: factor: _pieces_rule(STACK, g, saved) → "
    "_pieces_rule(STACK, g, saved) * 2": TUPLE,
    "joining.py, SplitBackward0: factor: _pieces_rule(CAT, g, saved) → "
    "_pieces_rule(CAT, g, saved) * 2": TUPLE,
    "piecewise.py, within: factor: "
    "above if high is None else below if low is None else logical_and.raw(above, below) → (above "
    "if high is None else below if low is None else logical_and.raw(above, below)) * 2": MASK,
    "powers.py, _zero_power: factor: logical_and.raw(eq.raw(x, 0), ge.raw(y, 0)) → "
    "logical_and.raw(eq.raw(x, 0), ge.raw(y, 0)) * 2": MASK,
    "unary.py, decorate: condition: saves_out → not saves_out": (
        "The only difference is in entries for masks, and no operation on two tensors has both."
    ),
    "extremes.py, _among_all: swapped arguments: _hits(x, out) → _hits(out, x)": (
        "Whether two values are equal, or both NaN, does not depend on their order."
    ),
    "extremes.py, _hits: factor: (x == out) | (x != x) & (out != out) → "
    "((x == out) | (x != x) & (out != out)) * 2": (
        "Hits are divided by their sum, so a factor of 2 cancels."
    ),
    "shape.py, zeros_of: factor: np.zeros_like(g)[()] → np.zeros_like(g)[()] * 2": ZEROS,
    "shape.py, zeros_of: factor: wrap(np.zeros_like(g._value)[()], g._dtype) → "
    "wrap(np.zeros_like(g._value)[()], g._dtype) * 2": ZEROS,
    "tensor.py, retain_grad: and/or: self.is_leaf or self.retains_grad → "
    "self.is_leaf and self.retains_grad": "Retaining a retained gradient changes nothing.",
    "reductions.py, _prod_rule: factor: np.zeros_like(x) → np.zeros_like(x) * 2": ZEROS,
    "binary.py, with_tensor: and/or: to_float and (not dtype.is_floating_point) → "
    "to_float or not dtype.is_floating_point": (
        "A tensor that already has the dtype keeps its values."
    ),
    "operands.py, promote: constant: False → True": "A copy has the same values.",
    "inplace.py, method: and/or: "
    "recording.mode is GRAD and any((_tracked(a) for a in (self, *args))) → "
    "recording.mode is GRAD or any((_tracked(a) for a in (self, *args)))": (
        "The old value is then also copied if no rule needs it."
    ),
    "joining.py, grad_fn: name: PlacedBackward0 → PlacedBackward00": OWN,
    "views.py, grad_fn: name: AsStridedScatterBackward0 → AsStridedScatterBackward00": OWN,
    "inplace.py, grad_fn: name: AsStridedScatterBackward0 → AsStridedScatterBackward00": OWN,
}
