"""The outcomes of the training loop when its five lines run in each of their 120 orders."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

LETTERS = "PCZBS"  # predict, compare, zero, backward, step
ROUNDS = 50
START, X, Y = 0.5, 1.0, 2.0
TRAINED = 0.01  # the largest loss that counts; it begins at 3.0625
SHOWN = 10


class Orders:
    """The outcome for each order: "trains", "learns nothing", or the name of the error raised."""

    def __init__(self, outcomes: dict[str, str]) -> None:
        self.outcomes = outcomes

    def count(self, outcome: str) -> int:
        return list(self.outcomes.values()).count(outcome)

    def __repr__(self) -> str:
        lines = []
        for kind in dict.fromkeys(self.outcomes.values()):
            orders = [order for order, outcome in self.outcomes.items() if outcome == kind]
            more = " ..." if len(orders) > SHOWN else ""
            lines.append(f"{kind:15}{len(orders):4}  {' '.join(orders[:SHOWN])}{more}")
        return "\n".join(lines)


def every_order(lines: Sequence[str], mg: Any) -> Orders:
    """Run the five lines in every order on v (w x), a model with two one-weight layers."""
    named = dict(zip(LETTERS, lines, strict=True))
    orders = map("".join, permutations(LETTERS))
    return Orders({order: _outcome([named[letter] for letter in order], mg) for order in orders})


def _outcome(lines: list[str], mg: Any) -> str:
    v, w = (mg.tensor(START, requires_grad=True) for _ in range(2))
    names: dict[str, Any] = {"v": v, "w": w, "x": X, "y": Y}
    names["optimizer"] = mg.optim.SGD([v, w], lr=0.1)
    program = compile("\n".join(lines), "<five lines>", "exec")
    try:
        for _ in range(ROUNDS):
            exec(program, names)
    except Exception as error:
        return type(error).__name__
    return "trains" if names["loss"] < TRAINED else "learns nothing"
