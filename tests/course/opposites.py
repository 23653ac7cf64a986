"""Words that turn a sentence into its opposite: each could stand where another one stands."""

import re
from collections import Counter

COMPARATIVES = """
larger smaller longer shorter higher lower faster slower better worse
farther closer steeper flatter wider stronger weaker
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
adds subtracts multiplies divides divide multiply add subtract
sum mean product positive negative half twice once
training validation
best worst ahead behind
halves doubles halved doubled quarter third tenth hundredth
"""
WORDS = frozenset(OPPOSITES.split())
WORD = re.compile(r"\b[a-z]+(?:'t)?\b")
CODE = re.compile(r"`[^`]*`|\$[^$]*\$")


def opposites(text: str) -> Counter[str]:
    """Count the words in a text that have an opposite. Code and formulas are left out.

    >>> opposites("The *first* `row` isn't larger. It's smaller.")
    Counter({'first': 1, "isn't": 1, 'larger': 1, 'smaller': 1})
    """
    return Counter(w for w in WORD.findall(CODE.sub(" ", text).casefold()) if w in WORDS)
