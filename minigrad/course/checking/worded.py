"""Guesses in words: the listed answer that a sentence means, and any numbers that it contains."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

Reply = TypeVar("Reply")

# The first word in each group replaces the others. A web page gets only the groups that its answers
# need.
ALIKE = {
    "error": r"\w*error error errors \w*exception exceptions raise raises crash crashes fail fails "
    "failure refuse refuses refused",
    "same": "same equal unchanged constant identical stay stays no_change no_changes no_difference "
    "not_change never_changes nothing_changes not_move",
    "falls": "falls fall lower smaller shrinks shrink decreases decrease sinks sink drops drop "
    "goes_down go_down",
    "grows": "grows grow rises rise higher larger greater bigger increases increase goes_up go_up",
    "nan": "nan not_a_number",
    "inf": "inf infinity infinite",
    "yes": "yes yeah yep true",
    "no": "no nope false",
}
PLAIN = (
    "a an the it its is are be will would does do get gets to at about around "
    "i think guess say probably maybe they that there ends end ending"
)
NEGATIONS = {"no", "not", "never", "without"}
CONTRACTED = ((r"can't\b|cannot\b", "can not"), (r"won't\b", "will not"), (r"n't\b", " not"))
REASON = re.compile(r"\b(?:because|since|as|than)\b")
PAUSE = re.compile(r"[,;:(!]|\bbut\b|\.(?!\d)|\s[-\u2013\u2014]\s")
UNKNOWN = re.compile(
    r"(?:i have )?no idea|(?:i )?(?:don't|do not) know|(?:i'm )?not sure|unknown|\?+"
)
COUNTS = "zero one two three four five six seven eight nine ten eleven twelve"
TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
SCALES = (
    "half halves quarter quarters hundredth hundredths thousandth thousandths hundred thousand "
    f"million {TENS}"
)
ONE, NTH, SCALE = (words.replace(" ", "|") for words in (COUNTS, ORDINALS, SCALES))
WORTH = {word: n for n, word in enumerate(f"{COUNTS} {TEENS}".split())} | {
    word: 10 * n for n, word in enumerate(TENS.split(), 2)
}
PART = NTH.removeprefix("first|second|")
JOINT = r"(?:[ -]|\b(?:and|a|of|the) )"
# "one half", "4 and a half", "1.5 million", "two thirds", "half of the 8"
COMPOUND = re.compile(
    rf"(?:\b(?:{ONE})|\d){JOINT}*(?:{SCALE}|(?:{PART})s?)\b"
    rf"|\b(?:{SCALE})(?:-| of | and | (?=[a-z])){JOINT}*(?:{ONE}|\d)"
)
A_PART = re.compile(rf"\ban? (?:{PART})\b")
SPELLED = re.compile(rf"\b(?:{SCALE})\b|{A_PART.pattern}|{COMPOUND.pattern}")
PLACE = re.compile(
    rf"(?:it's |in |at |on |the )*(?:({NTH})|(\d+)(?:st|nd|rd|th))"
    r"(?: (?:one|round|pass|time|step|place))?"
)
MINUS = {"minus", "negative"}
PARTS = dict(zip(ORDINALS.split()[2:], range(3, 13), strict=True)) | {
    "half": 2,
    "quarter": 4,
    "hundredth": 100,
    "thousandth": 1000,
}
# "half", "a quarter", "two thirds"; "third" alone is a place
FRACTION = re.compile(
    rf"(?:(?:about|around|maybe|it's) )*(?:(an?|{ONE}) ({'|'.join(PARTS)})s?|(half|quarter))"
)
TIMES = {"once": 1, "twice": 2, "thrice": 3}
OR = re.compile(r"\bor\b")
DIGITS = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
NUMBER = re.compile(DIGITS)
# "v1 = -1", "24 (8b)", "-10ish"
RESULT = re.compile(rf"[^,;=]*[^<>!,;=]=\s*({DIGITS})|~?({DIGITS})(?:-?ish|\s*\([^()]*\))")
THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")


def is_no_guess(text: str) -> bool:
    """Return whether a guess is empty or amounts to "I don't know"."""
    text = text.strip()
    return not text or bool(UNKNOWN.fullmatch(text.casefold().rstrip(".!")))


def words_of(text: str, alike: Mapping[str, str] = ALIKE) -> str:
    """Return a guess's important words, separated by spaces, with synonyms normalized.

    >>> words_of("It doesn't change."), words_of("raises a ValueError!"), words_of("0.5, or so")
    ('same', 'error', '0.5 or so')
    """
    text = text.casefold().replace("\u2019", "'")
    for short, long in CONTRACTED:
        text = re.sub(short, long, text)
    text = " ".join(part for word in text.split() if (part := word.strip(".,;:!?()[]'\"~\u2248")))
    for word, others in alike.items():
        one = "|".join(other.replace("_", " ") for other in others.split())
        text = re.sub(rf"(?<!\S)(?:{one})(?!\S)", word, text)
    words = [word for word in text.split() if word not in PLAIN.split()]
    return " ".join(w for w, before in zip(words, ["", *words], strict=False) if w != before)


def alike_in(answers: Sequence[str]) -> dict[str, str]:
    """Return the groups of synonyms that contain a word from any of the given answers."""
    words = {word for answer in answers for word in words_of(answer).split()}
    return {word: others for word, others in ALIKE.items() if word in words}


def clear(answers: Sequence[tuple[str, Reply]]) -> list[tuple[str, Reply]]:
    """Return (words, feedback) pairs, longest first, without those whose words are ambiguous."""
    alike = alike_in([answer for answer, _ in answers])
    known: dict[str, set[Reply]] = {}
    for answer, reply in answers:
        known.setdefault(words_of(answer, alike), set()).add(reply)
    only = [
        (words, replies.pop()) for words, replies in known.items() if words and len(replies) == 1
    ]
    return sorted(only, key=lambda pair: -len(pair[0]))


def meant(text: str, answers: Sequence[tuple[str, Reply]]) -> Reply | None:
    """Return the feedback for the one answer that a sentence means, or None if that's unclear.

    The part before a comma or "because" is considered first.

    >>> answers = [("it stays the same", 1), ("it falls", 2)]
    >>> meant("constant, because nothing falls", answers), meant("it decreases", answers)
    (1, 2)
    >>> meant("it doesn't fall", answers), meant("the same or smaller", answers)
    (None, None)
    """
    alike = alike_in([answer for answer, _ in answers])
    phrases = clear(answers)
    for words, reply in phrases:
        if words == words_of(text, alike):
            return reply
    first, *others = PAUSE.split(REASON.split(text.casefold())[0])
    added = [words_of(part, alike) for part in others]
    for part in (first, text):
        left, found = f" {words_of(part, alike)} ", set()
        for words, reply in phrases:
            while words and f" {words} " in left:
                before, _, after = left.partition(f" {words} ")
                if not NEGATIONS & set(before.split()[-2:]):
                    found.add(reply)
                left = f"{before} | {after}"
        contrary = any(word in alike for word in left.split())
        found |= {reply for words, reply in phrases if found and words in added}  # "no, an error"
        if found:
            return found.pop() if len(found) == 1 and not contrary else None
    return None


def result_in(text: str) -> float | None:
    """Return the number that a guess ends with, or that it explains in parentheses.

    >>> result_in("5 x 5 = 25"), result_in("25 (5 by 5)"), result_in("5 x 5")
    (25.0, 25.0, None)
    """
    result = RESULT.fullmatch(text.casefold().strip(" ,;:.!?~").replace("\u2212", "-"))
    return float(result[1] or result[2]) if result else None


def numbers_in(text: str) -> list[float]:
    """Return the numbers in a sentence, or none if one of them can't be read.

    >>> numbers_in("about 300"), numbers_in("zeros and twos"), numbers_in("~20%"), numbers_in("4x")
    ([300.0], [0.0, 2.0], [0.2], [])
    >>> numbers_in("minus one"), numbers_in("the second one"), numbers_in("5 and a half")
    ([-1.0], [2.0], [])
    >>> numbers_in("half"), numbers_in("a tenth"), numbers_in("three quarters"), numbers_in("fifty")
    ([0.5], [0.1], [0.75], [50.0])
    >>> numbers_in("twice"), numbers_in("v1 = -1"), numbers_in("24 (8b)"), numbers_in("-10ish")
    ([2.0], [-1.0], [24.0], [-10.0])
    """
    numbers: list[float] = []
    sign = 1.0
    text = REASON.split(text.casefold())[0]
    bare = text.strip(" ,;:.!?~")
    if part := FRACTION.fullmatch(bare.replace("halves", "half")):
        count, name, alone = part.groups()
        return [WORTH.get(count, 1) / PARTS[name or alone]]
    if bare in TIMES:
        return [float(TIMES[bare])]
    if (result := result_in(text)) is not None:
        return [result]
    if COMPOUND.search(text):
        return []
    if place := PLACE.fullmatch(text.strip(" ,;:.!?")):
        name, digits = place.groups()
        return [float(digits or ORDINALS.split().index(name) + 1)]
    for word in A_PART.sub("", text).split():
        word = word.strip(",;:!?()[]{}'\"~\u2248").rstrip(".").replace("\u2212", "-")
        plural = word.removesuffix("es").removesuffix("s")
        if THOUSANDS.fullmatch(word):
            word = word.replace(",", "")
        share = 0.01 if word.endswith("%") else 1.0
        if NUMBER.fullmatch(word.removesuffix("%")):
            numbers.append(sign * float(word.removesuffix("%")) * share)
        elif (worth := WORTH.get(word, WORTH.get(plural))) is not None:
            numbers.append(sign * worth)
        elif re.search(r"\d", word):
            return []
        sign = -1.0 if word in MINUS else 1.0
    return numbers


def is_spelled_out(text: str) -> bool:
    """Return whether a guess contains a number in words that `numbers_in` doesn't read."""
    return bool(SPELLED.search(REASON.split(text.casefold())[0]))
