"""Words typed by the reader. Each word has a number, so that a control can be set to the word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Words(Sequence[str]):
    """All words of 1 to `longest` letters from a to z: a is word 0, z is word 25, aa is word 26.

    `wordOf` and `numberOf` in `front/programs/drawing.js` use the same numbering.
    """

    longest: int
    # A control that can't be larger than the length of the word: typing a word lowers it.
    bounds: str = ""

    @property
    def size(self) -> int:
        return sum(len(LETTERS) ** k for k in range(1, self.longest + 1))

    def __len__(self) -> int:
        return self.size  # on a page, where Python has 32 bits, this is too large for `len`

    def __getitem__(self, number: Any) -> Any:
        if not 0 <= number < self.size:
            raise IndexError(number)
        word, left = "", number + 1
        while left:
            left, letter = divmod(left - 1, len(LETTERS))
            word = LETTERS[letter] + word
        return word

    def __contains__(self, word: object) -> bool:
        of_letters = isinstance(word, str) and set(word) <= set(LETTERS)
        return of_letters and 1 <= len(str(word)) <= self.longest

    def __iter__(self) -> Iterator[str]:
        for length in range(1, self.longest + 1):
            yield from map("".join, product(LETTERS, repeat=length))

    def index(self, word: str, *_: int) -> int:
        if word not in self:
            raise ValueError(f"{word!r} isn't a word of 1 to {self.longest} letters from a to z")
        number = 0
        for letter in word:
            number = number * len(LETTERS) + LETTERS.index(letter) + 1
        return number - 1
