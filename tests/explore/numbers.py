"""A parser for the numbers in a sentence."""

import re

NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)")


POWER = re.compile(r"(?:([\d.]+)·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def with_exponents(text: str) -> str:
    """Write 2.1·10⁻⁵ as 2.1e-5."""
    return POWER.sub(lambda m: f"{m[1] or 1}e{m[2].translate(LOWERED)}", text)


def numbers(sentence: str) -> list[float]:
    """Return the numbers in a sentence, in order. The digit in a name such as w1 doesn't count."""
    return [
        float(numeral.replace("−", "-").rstrip("."))
        for numeral in NUMBER.findall(with_exponents(sentence))
    ]
