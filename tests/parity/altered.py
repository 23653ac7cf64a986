"""PyTorch's docstring examples with one change, of the kind that a learner might try next.

In one statement of an example, an option from the docstring is added, or an argument is changed or
removed. Here, the results are compared; `calls.py` compares the errors that PyTorch raises.
"""

import ast
import random
import re
from collections.abc import Iterator

from .docexamples import Example

VALUES = (
    "0 1 -1 2 3 -2 0.1 0.5 2.0 True True False None (0,) (0,1) [2] () torch.float64 torch.int64 "
    "'sum' 'none' 'mean' 'floor' 'fro' torch.ones(3)"
)
# Code that saves files, uses other devices, or shows uninitialized memory.
LEFT_ALONE = re.compile(r"\b(open|save|load|device|np|numpy|set_\w+|seed)\b|:\n")
_ARGUMENT = ast.Constant | ast.Name | ast.UnaryOp | ast.Tuple | ast.List


def altered(examples: list[Example], count: int, seed: int) -> Iterator[tuple[Example, int, str]]:
    """Draw `count` changes; return the example, the statement, and the new text of each."""
    places = [(e, i) for e in examples for i, s in enumerate(e.statements) if _can_change(s)]
    chance = random.Random(seed)
    for _ in range(count):
        example, i = chance.choice(places)
        yield example, i, _changed(ast.unparse(example.statements[i]), example.options, chance)


def _can_change(statement: ast.stmt) -> bool:
    calls = any(isinstance(node, ast.Call) for node in ast.walk(statement))
    return calls and not LEFT_ALONE.search(ast.unparse(statement))


def _changed(source: str, options: tuple[str, ...], chance: random.Random) -> str:
    tree = ast.parse(source)
    call = chance.choice([node for node in ast.walk(tree) if isinstance(node, ast.Call)])
    slots: list = [i for i, a in enumerate(call.args) if isinstance(a, _ARGUMENT)]
    slots += [k for k in call.keywords if isinstance(k.value, _ARGUMENT)]
    value, how = ast.parse(chance.choice(VALUES.split()), mode="eval").body, chance.random()
    if options and how < 0.5:
        word = chance.choice(options)
        call.keywords = [*(k for k in call.keywords if k.arg != word), ast.keyword(word, value)]
    elif slots and how < 0.9:
        slot = chance.choice(slots)
        if isinstance(slot, int):
            call.args[slot] = value
        else:
            slot.value = value
    elif call.args or call.keywords:
        (call.keywords or call.args).pop()
    return ast.unparse(ast.fix_missing_locations(tree))
