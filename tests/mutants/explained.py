"""Mutants that no test can tell from the original, and why: they compute the same."""

ZEROS = "Zeros stay zeros."
EXPLAINED: dict[str, str] = {
    "norms.py, _norm_rule: kink: p < 2 → p <= 2": "A norm with p = 2 has been answered above.",
    "powers.py, exponential_slope: kink: base > 0 → base >= 0": (
        "A base that is 0 has been answered above."
    ),
    "powers.py, exponential_slope: factor: "
    "where(ge(n, 0), 0.0, out * -math.inf) → where(ge(n, 0), 0.0, out * -math.inf) * 2": (
        "Twice 0 is 0, and twice infinity infinity."
    ),
    "shape.py, nothing: factor: np.zeros_like(g)[()] → np.zeros_like(g)[()] * 2": ZEROS,
    "shape.py, nothing: factor: wrap(np.zeros_like(g._value)[()], g._dtype) → "
    "wrap(np.zeros_like(g._value)[()], g._dtype) * 2": ZEROS,
    "shape.py, nothing: sign: wrap(np.zeros_like(g._value)[()], g._dtype) → "
    "-wrap(np.zeros_like(g._value)[()], g._dtype)": "A gradient of -0 adds as much as one of 0.",
}
