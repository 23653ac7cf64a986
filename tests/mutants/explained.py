"""Mutants that no test can tell from the original, and why: they compute the same."""

ZEROS = "Zeros stay zeros."
NUMBER = "A number is then treated as a tensor without a history: more is remembered, not used."
FITTED = "What has its shape and dtype already is fitted to them, and stays as it is."
OWN = "A name of ours, in graphs of gradients alone: PyTorch has no such node, so none is promised."
EXPLAINED: dict[str, str] = {
    "norms.py, _norm_rule: kink: p < 2 → p <= 2": "A norm with p = 2 has been answered above.",
    "powers.py, exponential_slope: kink: base > 0 → base >= 0": (
        "A base that is 0 has been answered above."
    ),
    "powers.py, exponential_slope: factor: "
    "where(ge(n, 0), 0.0, out * -math.inf) → where(ge(n, 0), 0.0, out * -math.inf) * 2": (
        "Twice 0 is 0, and twice infinity infinity."
    ),
    "extremes.py, _among_all: swapped arguments: _hits(x, out) → _hits(out, x)": (
        "Whether two values are equal, or both NaN, does not depend on their order."
    ),
    "extremes.py, _hits: factor: (x == out) | (x != x) & (out != out) → "
    "((x == out) | (x != x) & (out != out)) * 2": (
        "A share is a hit divided by their sum: twice as much is divided by twice as much."
    ),
    "shape.py, nothing: factor: np.zeros_like(g)[()] → np.zeros_like(g)[()] * 2": ZEROS,
    "shape.py, nothing: factor: wrap(np.zeros_like(g._value)[()], g._dtype) → "
    "wrap(np.zeros_like(g._value)[()], g._dtype) * 2": ZEROS,
    "tensor.py, retain_grad: and/or: self.is_leaf or self.retains_grad → "
    "self.is_leaf and self.retains_grad": "Keeping again what is kept changes nothing.",
    "define.py, decorate: left out: apply.__wrapped__ = arguments → nothing": (
        "Runs when the package is imported, before any test: test_define has one that fails."
    ),
    "reductions.py, _prod_rule: sign: np.zeros_like(x) → -np.zeros_like(x)": ZEROS,
    "reductions.py, _prod_rule: factor: np.zeros_like(x) → np.zeros_like(x) * 2": ZEROS,
    "define.py, apply: constant: True → False": NUMBER,
    "define.py, apply: and/or: to_float and (not dtype.is_floating_point) → "
    "to_float or not dtype.is_floating_point": (
        "What has its dtype already is promoted to it: the same values."
    ),
    "define.py, apply: and/or: is_number or (x_tracked and y_tracked) → "
    "is_number and (x_tracked and y_tracked)": (
        "Versions are then made at once, not when somebody asks for them: the counts are the same."
    ),
    "define.py, apply: and/or: "
    "fits and (promoted or (not is_number and x_value.shape != y_value.shape)) → "
    "fits or (promoted or (not is_number and x_value.shape != y_value.shape))": FITTED,
    "define.py, apply: and/or: not is_number and x_value.shape != y_value.shape → "
    "not is_number or x_value.shape != y_value.shape": (
        "A shape that fits already is fitted to itself, and that of a number is not asked for."
    ),
    "backward.py, fitted: and/or: g.dtype is dtype.numpy or g.dtype is dtype → "
    "g.dtype is dtype.numpy and g.dtype is dtype": FITTED,
    "operands.py, promote: constant: False → True": "A copy has the same values.",
    "operands.py, _constant: condition: as_array → not as_array": (
        "A NumPy number computes what an array of no dims does."
    ),
    "operands.py, _constant: left out: known[number] = tensor → nothing": (
        "A constant that is not remembered is made again."
    ),
    "inplace.py, method: and/or: "
    "recording.enabled and any((_tracked(a) for a in (self, *args))) → "
    "recording.enabled or any((_tracked(a) for a in (self, *args)))": (
        "The value from before the change is then copied where no rule wants it."
    ),
    "joining.py, grad_fn: name: PlacedBackward0 → PlacedBackward00": OWN,
    "norms.py, grad_fn: name: LinalgSvdBackwardBackward0 → LinalgSvdBackwardBackward00": OWN,
    "views.py, grad_fn: name: AsStridedScatterBackward0 → AsStridedScatterBackward00": OWN,
    "inplace.py, grad_fn: name: AsStridedScatterBackward0 → AsStridedScatterBackward00": OWN,
}
