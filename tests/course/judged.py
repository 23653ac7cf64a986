"""The sentences in a chapter's judges, each with the numbers in what leads to it."""

import ast
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from importlib import import_module
from pathlib import Path

from minigrad.course.chapters import folder
from tests.course.number_words import in_digits
from tests.course.prose_numbers import code_numbers

COURSE = Path("minigrad/course").resolve()
WORDS = re.compile(r"[a-z]{2} [a-z]{2}")


def sentences_and_numbers(chapter: str) -> Iterator[tuple[str, set[Decimal]]]:
    """Yield each sentence, and the numbers in the sentence's code and in what leads to it.

    That's the condition around it, or what's next to it in its table.
    """
    for path in (COURSE / folder(chapter)).glob("*.py"):
        if path.stem != "predictions":
            yield from _Judges(path).sentences()


class _Judges:
    def __init__(self, path: Path) -> None:
        name = f"minigrad.course.{path.parent.name}.{path.stem}".removesuffix(".__init__")
        self._values = vars(import_module(name))
        self._nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        self._above = {c: node for node in self._nodes for c in ast.iter_child_nodes(node)}

    def sentences(self) -> Iterator[tuple[str, set[Decimal]]]:
        for node in self._nodes:
            text = _text(node)
            if WORDS.search(text) and not self._is_checked_elsewhere(node):
                own = code_numbers(" ".join(text.split("`")[1::2]))
                yield in_digits(text), own | {*self._leading_to(node)}

    def _is_checked_elsewhere(self, node: ast.AST) -> bool:
        """Return whether it's a docstring, a hint, a takeaway, or a pattern for an error."""
        above = self._above[node]
        if isinstance(above, ast.Expr | ast.JoinedStr):
            return True
        is_pattern = isinstance(above, ast.Tuple) and node is above.elts[0]
        while not isinstance(above, ast.stmt | ast.keyword):
            above = self._above[above]
        kind = above.arg if isinstance(above, ast.keyword) else ""
        return kind in ("hints", "keep") or (kind == "meanings" and is_pattern)

    def _leading_to(self, node: ast.AST) -> Iterator[Decimal]:
        above = self._above[node]
        match above:
            case ast.Tuple():
                yield from self._numbers(each for each in above.elts if each is not node)
            case ast.If():
                yield from self._numbers([above.test])
            case ast.Dict() if node in above.values:
                yield from self._numbers(filter(None, [above.keys[above.values.index(node)]]))
            case ast.Assign(targets=[ast.Name(id=name)]):
                for used in self._nodes:
                    if (
                        isinstance(used, ast.Name)
                        and used.id == name
                        and isinstance(used.ctx, ast.Load)
                    ):
                        yield from self._leading_to(used)
            case ast.expr() | ast.Return():
                yield from self._leading_to(above)

    def _numbers(self, expressions: Iterable[ast.expr]) -> Iterator[Decimal]:
        """Yield the numbers in expressions, and for `x / 2` also a half."""
        for node in (each for expression in expressions for each in ast.walk(expression)):
            match node:
                case ast.Constant(value=value) if len(str(value).split()) <= 2:
                    yield from code_numbers(in_digits(str(value)))
                case ast.Name(id=name) if isinstance(value := self._values.get(name), int | float):
                    yield from code_numbers(str(value))
                case ast.BinOp(op=ast.Div(), right=ast.Constant(value=value)):
                    yield 1 / Decimal(str(value))


def _text(node: ast.AST) -> str:
    """Return a sentence without the values that its code fills in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=pieces):
            return "".join(_text(each) or "…" for each in pieces)
    return ""
