"""Powers of ten, formatted the way people write them."""

import re

_EXPONENT = re.compile(r"(?<![\w.])(\d[\d.]*)e([-+]\d+)")
RAISED = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_IN_FULL = 3


def power(k: int) -> str:
    """Format a power of ten.

    >>> power(0), power(1), power(-5)
    ('1', '10', '10⁻⁵')
    """
    return {0: "1", 1: "10"}.get(k, "10" + str(k).translate(RAISED))


def short_power(k: int) -> str:
    """Format a power of ten: written out from 0.001 to 1000, otherwise with an exponent.

    >>> short_power(-3), short_power(-4), short_power(2)
    ('0.001', '10⁻⁴', '100')
    """
    return f"{10.0**k:g}" if abs(k) <= _IN_FULL else power(k)


def tens(text: str) -> str:
    """Rewrite the powers of ten in `text` the way people write them.

    >>> tens("1e-05 and 2.1e+23"), tens("-1.0e-07")
    ('10⁻⁵ and 2.1·10²³', '-1.0·10⁻⁷')
    """
    return _EXPONENT.sub(lambda m: (m[1] != "1") * f"{m[1]}·" + power(int(m[2])), text)
