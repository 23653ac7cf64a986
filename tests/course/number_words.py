"""Number words in a text, read as digits."""

import math
import re
from decimal import Decimal

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
COUNTS = {word: n for n, word in enumerate(ONES.split())}
COUNTS |= {word: 10 * n for n, word in enumerate(TENS.split(), 2)}
SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
PARTS = {"half": 2, "halve": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8}
PARTS |= {f"{word}th": n for word, n in (COUNTS | SCALES).items() if word[-1] in "nxrd"}
PARTS |= {"ninth": 9}
PARTS |= {f"{many}-thousandth": n * 1000 for many, n in (("ten", 10), ("hundred", 100))}
WORD = rf"(?:{'|'.join(COUNTS)})(?:-(?:{'|'.join(COUNTS)}))?"
SCALE = rf"(?:{'|'.join(SCALES)})"
PART = "|".join(sorted(PARTS, key=len, reverse=True))  # "ten-thousandth" before "tenth"
DIGITS = r"\d+(?:,\d{3})*(?:\.\d+)?"
# "a third" is a place in "a third pass", and a fraction in "a third of the names"
AFTER = (
    r"(?=[.,:;?!)]|-|$| (?:of|as|the|its|their|what|lower|higher|less|more|for|to|from|and|if)\b)"
)
SPELLED = {
    "fraction": rf"(?P<of>an?|{WORD}|{DIGITS}) (?P<part>{PART})s?\b{AFTER}",
    "half": rf"half\b{AFTER}",
    "scaled": rf"(?:(?P<many>an?|{WORD}|{DIGITS}) )?(?P<scale>{SCALE}(?: {SCALE})*)\b"
    rf"(?: and (?P<more>{WORD})\b)?",
    "mixed": rf"(?P<whole>{WORD}|{DIGITS}) and a half\b",
    # "two" to "four" usually count what's in view
    "count": rf"(?!one\b|(?:two|three|four)\b(?! times| percent)){WORD}\b",
    "twice": r"(?:twice|doubl(?:es?|ed|ing))\b",
}
PHRASE = re.compile(
    rf"\b(?:{'|'.join(f'(?P<{k}>{v})' for k, v in SPELLED.items())})", re.IGNORECASE
)

# but not "w minus 6"
MINUS = re.compile(
    r"(?i)(?<!\d )(?<!\b[a-z] )(?<!\dw )(?<!\bone )(?<!squared )(?<!weight )(?<!predictions )"
    r"minus (?=\d)"
)
SPOKEN_SIGNS = {"times": "·", "plus": "+", "minus": "−", "divided by": "/", "over": "/"}
SPOKEN = re.compile(rf"(?<=\d),? ({'|'.join(SPOKEN_SIGNS)}) (?=−?\d)")


def in_digits(text: str) -> str:
    """Return a text with its number words as digits.

    >>> in_digits("Minus twenty-one, a hundred thousand, and 4.7 million")
    '−21, 100000, and 4700000'
    >>> in_digits("Half of one third, 12 ninths, or twice the third one in ten")
    '0.5 of 0.33, 1.33, or 2 times the third one in 10'
    >>> in_digits("a millionth, not a ten-thousandth")
    '1e-06, not 0.0001'
    >>> in_digits("two of them, a third pass, w minus 6, and seven times eight")
    'two of them, a third pass, w minus 6, and 7 · 8'
    """
    text = MINUS.sub("−", PHRASE.sub(_in_digits, text))
    return SPOKEN.sub(lambda sign: f" {SPOKEN_SIGNS[sign[1]]} ", text)


def counts_in_digits(text: str) -> str:
    """Return a text with its counts from five up as digits.

    A million and more is an example, as no cell runs for that long.

    >>> counts_in_digits("Two of eight, half of a thousand, and a million")
    'Two of 8, half of 1000, and a million'
    """

    def read(found: re.Match[str]) -> str:
        count = _in_digits(found)
        is_count = found.lastgroup in ("count", "scaled")
        return count if is_count and 5 <= float(count) < 10**6 else found[0]

    return PHRASE.sub(read, text)


def _in_digits(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "fraction":
            share = _counted(found["of"]) / PARTS[found["part"].lower()]
            return f"{round(share, 2) if share > 0.1 else share:g}"
        case "half":
            return "0.5"
        case "twice":
            return "2 times"
        case "mixed":
            return f"{_counted(found['whole']) + 0.5}"
        case "scaled":
            scales = [SCALES[word] for word in found["scale"].lower().split()]
            more = _counted(found["more"]) if found["more"] else 0
            return f"{_counted(found['many'] or 'a') * math.prod(scales) + more:.0f}"
    return f"{_counted(found[0]):.0f}"


def value_of(token: str) -> Decimal | None:
    """Return the value of a number or of a single number word, or None if it's another word.

    >>> value_of("1,200"), value_of("−5"), value_of("five"), value_of("twice"), value_of("waves")
    (Decimal('1200'), Decimal('-5'), Decimal('5'), Decimal('2'), None)
    """
    word = token.casefold()
    if word in COUNTS | SCALES:
        return Decimal((COUNTS | SCALES)[word])
    first = in_digits(word).replace(",", "").replace("−", "-").split()
    return Decimal(first[0]) if first and re.fullmatch(r"-?\d+(\.\d+)?", first[0]) else None


def _counted(words: str) -> float:
    """Return the value of a count, such as "twenty-one", "an", or "4.7"."""
    one = {"a": 1, "an": 1}
    return sum(
        float((COUNTS | one).get(word, word.replace(",", ""))) for word in words.lower().split("-")
    )
