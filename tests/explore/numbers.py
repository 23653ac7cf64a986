"""The numbers in a sentence."""

import re

NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)")


def numbers(sentence: str) -> list[float]:
    """Return the numbers in the order of the sentence; the digit in a name such as w1 isn't one."""
    return [float(numeral.replace("−", "-").rstrip(".")) for numeral in NUMBER.findall(sentence)]
