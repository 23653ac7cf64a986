"""Generate random programs about modules, optimizers, datasets, and custom functions.

`grammar.txt` defines what can be written. A program is generated first and run afterward, without
knowing any values, so it also tries code that doesn't make sense.
"""

import ast
import random
import re
from pathlib import Path

HOLE = re.compile(r"<([*?]?)([a-z]\w*)>")
_WRONG = 0.07  # how often to choose a rare alternative, which is written after !
_RESULTS = "BCDEGHIJKLMNOPQRST"


def _rules() -> dict[str, tuple[list[str], list[str]]]:
    """Return each name's alternatives and which of them are rare."""
    rules: dict[str, tuple[list[str], list[str]]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line[:1] not in (" ", "#", ""):
            usual, wrong = rules.setdefault(line, ([], []))
        elif line[:1] == " ":
            forms = line.strip().removeprefix("! ").split(" ; ")
            (wrong if line.strip()[0] == "!" else usual).extend(forms)
    return rules


RULES = _rules()
SUBJECTS = [name.removesuffix("_do") for name in RULES if name.endswith("_do")]


class Grammar:
    """A generator of random programs that use one part of the package, such as indexing."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.results = 0

    def program(self, subject: str) -> list[str]:
        """Return the statements that begin every program on the subject, and some random ones."""
        forms = [*RULES[subject][0], *[f"<{subject}_do>"] * self.chance.randint(2, 9)]
        return [self._statement(form) for form in forms]

    def _statement(self, form: str) -> str:
        """Return a statement that Python can parse. An expression's value is assigned to a name."""
        text = self._filled(form).replace("(, ", "(").replace("\\n", "\n")
        try:
            compile(text, "<program>", "exec")
        except SyntaxError:  # for example, a repeated keyword
            return self._statement(form)
        if not isinstance(ast.parse(text).body[0], ast.Expr):
            return text
        self.results += 1
        return f"{_RESULTS[self.results % len(_RESULTS)]} = {text}"

    def _filled(self, form: str) -> str:
        while HOLE.search(form):
            form = HOLE.sub(lambda match: self._choice(match[1], *RULES[match[2]]), form)
        return form

    def _choice(self, many: str, usual: list[str], wrong: list[str]) -> str:
        odd = bool(wrong) and self.chance.random() < _WRONG
        if many != "*":
            one = self.chance.choice(wrong if odd else usual)
            return self.chance.choice(["", one]) if many == "?" else one
        count = min(self.chance.choice([0, 0, 1, 1, 1, 2, 3]), len(usual))
        options = self.chance.sample(usual, count) + ([self.chance.choice(wrong)] if odd else [])
        return "".join(f", {option}" for option in options)
