"""The numbers in a sentence, as they are read."""

import re

NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)")


def numbers(sentence: str) -> list[float]:
    """In the order of the sentence; the digit of a name such as w1 is none."""
    return [float(numeral.replace("−", "-").rstrip(".")) for numeral in NUMBER.findall(sentence)]
