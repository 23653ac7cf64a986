"""The examples with one thing changed: what a learner tries next.

In a statement of an example an argument becomes another value, a keyword comes in, or an argument
goes. What PyTorch then raises is the subject of `calls.py`; what it computes is compared.
"""

import ast
import random
import re
from collections.abc import Iterator

from .docexamples import Example

VALUES = "0 1 -1 2 3 -2 0.5 2.0 True False None (0,) (0,1) [2] () torch.float64 torch.int64"
KEYWORDS = (
    "dim=0 dim=-1 dim=(0,1) keepdim=True dtype=torch.float64 requires_grad=True reduction='none' "
    "reduction='sum' bias=False inplace=True eps=0.1 maximize=True weight_decay=0.1 momentum=0.9 "
    "descending=True unbiased=False correction=0 create_graph=True label_smoothing=0.1 p=1 "
    "ignore_index=1 beta=0.5 padding_idx=0 drop_last=True largest=False alpha=2 indexing='xy'"
)
# What saves files, asks for other devices, or shows memory that nobody has filled.
LEFT_ALONE = re.compile(r"\b(open|save|load|device|np|numpy|set_\w+|LongTensor|seed)\b|:\n")
_ARGUMENT = ast.Constant | ast.Name | ast.UnaryOp | ast.Tuple | ast.List


def altered(examples: list[Example], count: int, seed: int) -> Iterator[tuple[Example, int, str]]:
    """For each of `count` draws an example, which of its statements is changed, and to what."""
    places = [(e, i) for e in examples for i, s in enumerate(e.statements) if _can_change(s)]
    chance = random.Random(seed)
    for _ in range(count):
        example, i = chance.choice(places)
        yield example, i, _changed(ast.unparse(example.statements[i]), chance)


def _can_change(statement: ast.stmt) -> bool:
    calls = any(isinstance(node, ast.Call) for node in ast.walk(statement))
    return calls and not LEFT_ALONE.search(ast.unparse(statement))


def _changed(source: str, chance: random.Random) -> str:
    tree = ast.parse(source)
    call = chance.choice([node for node in ast.walk(tree) if isinstance(node, ast.Call)])
    slots: list = [i for i, a in enumerate(call.args) if isinstance(a, _ARGUMENT)]
    slots += [k for k in call.keywords if isinstance(k.value, _ARGUMENT)]
    how = chance.random()
    if slots and how < 0.6:
        slot, value = (
            chance.choice(slots),
            ast.parse(chance.choice(VALUES.split()), mode="eval").body,
        )
        if isinstance(slot, int):
            call.args[slot] = value
        else:
            slot.value = value
    elif how < 0.85 or not (call.args or call.keywords):
        word, _, value_text = chance.choice(KEYWORDS.split()).partition("=")
        others = [k for k in call.keywords if k.arg != word]
        call.keywords = [*others, ast.keyword(word, ast.parse(value_text, mode="eval").body)]
    else:
        (call.keywords or call.args).pop()
    return ast.unparse(ast.fix_missing_locations(tree))
