"""Words that turn a sentence into its opposite: each could stand where another one stands."""

import re

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
adds subtracts multiplies divides replaces add subtract multiply divide replace
sum mean product positive negative half twice once
training validation
best worst ahead behind
halves doubles halved doubled quarter third tenth hundredth
largest smallest highest lowest epoch epochs
"""
WORDS = frozenset(OPPOSITES.split())
TOKEN = re.compile(r"\w+(?:'\w+)*")


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
