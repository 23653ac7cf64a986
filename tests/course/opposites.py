"""Words that turn a sentence into its opposite: each could stand where another one stands."""

import re
from collections import Counter

COMPARATIVES = """
larger smaller longer shorter higher lower faster slower better worse
farther closer steeper flatter wider stronger weaker
"""
ARITHMETIC = """
adds subtracts multiplies divides replaces add subtract multiply divide replace
"""
# In each line, a word could be swapped for another. "not" could be added or left out.
OPPOSITES = f"""
{COMPARATIVES}
not no can't isn't aren't doesn't don't won't never always
every none nothing both neither either
before after earlier later first second third last
more less fewer most least
large small long short high low up down above below left right
newer older newest oldest
row rows column columns input inputs output outputs leaf leaves result results
forward backward
grows shrinks rises falls rise fall climbs climb
{ARITHMETIC}
sum mean product positive negative half twice once
training validation
best worst ahead behind
halves doubles halved doubled quarter third tenth hundredth
largest smallest highest lowest epoch epochs
"""
WORDS = frozenset(OPPOSITES.split())
COMPARING = {*COMPARATIVES.split(), "more", "less", "fewer"}
WORD = re.compile(r"\b[a-z]+(?:'t)?\b")
TOKEN = re.compile(r"\w+(?:'\w+)*")
CODE = re.compile(r"`[^`]*`|\$[^$]*\$")


def opposites(text: str) -> Counter[str]:
    """Count the words in a text that have an opposite. Code and formulas are left out.

    >>> opposites("The *first* `row` isn't larger. It's smaller.")
    Counter({'first': 1, "isn't": 1, 'larger': 1, 'smaller': 1})
    """
    return Counter(w for w in WORD.findall(CODE.sub(" ", text).casefold()) if w in WORDS)


def compares(text: str) -> list[str]:
    """Return the words in a text that compare two things.

    >>> compares("It's larger and no `longer`, so it's no longer twice as steep, but steeper.")
    ['larger', 'steeper']
    """
    words = WORD.findall(CODE.sub(" ", text).casefold().replace("no longer", " "))
    return [word for word in words if word in COMPARING]


def states(text: str, fact: str) -> bool:
    """Return whether a text has the words of a fact in their order.

    Other words may be between them, but none that has an opposite.

    >>> states("The `row` *isn't* larger.", "row larger"), states("A larger row.", "row larger")
    (False, False)
    >>> states("The `row` really is larger.", "The row is larger")
    True
    """
    words, wanted = TOKEN.findall(text.casefold()), TOKEN.findall(fact.casefold())
    starts = (i for i, word in enumerate(words) if word == wanted[0])
    return any(_follow(words[start:], wanted) for start in starts)


def _follow(words: list[str], wanted: list[str]) -> bool:
    left = wanted[:]
    for word in words:
        if word == left[0]:
            left.pop(0)
            if not left:
                return True
        elif word in WORDS:
            return False
    return False
