"""What an operation's rules need, worked out once, when the operation is defined.

A rule's parameters after g name the values that it needs: `lambda g, y: g * y` needs y. So these
names decide what a node saves, and a name that doesn't exist is an error in the definition.
"""

import inspect
import itertools
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from .graph import Op


class Needs(NamedTuple):
    """An operation, and which values its nodes save: inputs, result, shapes, constants.

    `reads`: for each rule, whether it needs each of the inputs. `out`: whether a rule needs the
    result. `shapes`: the indices of the inputs whose shapes are needed. Constants are always saved.

    For `x=lambda g, y: g * y, y=lambda g, x: g * x`, `reads` is [[False, True], [True, False]]:
    the first rule needs the second input, and the second rule the first.
    """

    op: Op
    reads: list[list[bool]]
    out: bool
    shapes: list[int]


def needs(name: str, forward: Any, rules: dict, joint: Any = None, inputs: int = 0) -> Needs:
    """Read the rules of an operation; raise if a rule needs something that doesn't exist.

    `forward`: the operation on arrays, or None if its inputs are those of the rules. `rules`: each
    input's rule, by the input's name, or None for a large constant. If a `joint` rule computes all
    the gradients, pass the number of inputs instead.
    """
    takes = parameters(forward) or tuple(rules)
    names = takes[:inputs] if joint else tuple(n for n, rule in rules.items() if rule is not None)
    if takes[: len(names)] != names or not {*rules} <= {*takes}:
        took, said = ", ".join(takes), ", ".join(rules)
        raise TypeError(f"{name}: there are rules for ({said}), but the operation takes ({took})")
    constants = takes[len(names) :]
    shapes = {f"{n}_shape": i for i, n in enumerate(names)}

    functions = [joint] if joint else [rules[n] for n in names]
    taken = [_taken(name, function) for function in functions]
    rule_words = [own[1:] for own in taken]
    words = {*itertools.chain(*rule_words)}
    known = (*names, "out", *shapes, *constants)
    for word in known:
        if known.count(word) > 1:
            raise TypeError(f"{name}: an argument can't be called {word!r}, a word of the rules")
    for first, *_ in filter(None, taken):
        if first in known and first != "g":
            raise TypeError(f"{name}: a rule takes g, the upstream gradient, before {first!r}")
    for word in sorted(words.difference(known)):
        raise TypeError(f"{name}: a rule needs {word!r}, which isn't one of {', '.join(known)}")

    # What a node saves, in this order. An input that no rule needs is saved as None.
    saved = (*names, *(word for word in ("out", *shapes) if word in words), *constants)
    slots = {word: i for i, word in enumerate(saved)}
    made = [
        taking(function, [slots[word] for word in own])
        for function, own in zip(functions, rule_words, strict=True)
    ]
    has_large_constant = None in rules.values()
    values = {*names, "out"}
    frees = [has_large_constant or any(word in values for word in own) for own in rule_words]
    op = Op(
        name,
        rules=() if joint else tuple(made),
        joint=made[0] if joint else None,
        slots={word: i for word, i in slots.items() if word in words},
        frees=any(frees) if any(frees) == all(frees) else tuple(frees),
    )
    reads = [[input_name in own for input_name in names] for own in rule_words]
    if joint:
        reads *= inputs  # the joint rule runs whichever input requires grad
    return Needs(op, reads, "out" in words, [i for word, i in shapes.items() if word in words])


def _taken(name: str, rule: Callable) -> tuple[str, ...]:
    """Return the names of a rule's parameters: g, and then what the rule needs."""
    code = _innermost(rule).__code__
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or code.co_kwonlyargcount:
        raise TypeError(f"{name}: a rule takes g and then the names of what it needs, no * or **")
    return code.co_varnames[: code.co_argcount]


def _innermost(function: Any) -> Any:
    """Return the function inside all decorators, as `inspect.unwrap` does in ten times as long."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function


def parameters(function: Any) -> tuple[str, ...]:
    """Return the names of a function's parameters; () if it isn't written in Python.

    `inspect.signature` would return the same names, but it takes a hundred times as long. For the
    500 functions in `ops/`, that would add 10 ms to the import.
    """
    code = getattr(_innermost(function), "__code__", None)
    return () if code is None else code.co_varnames[: code.co_argcount]


def taking(rule: Callable, slots: list[int]) -> Callable:
    """Return the rule as a function of g and all the saved values, from which it takes its own."""
    call: Any
    if not slots:
        call = lambda g, saved: rule(g)  # noqa: E731
    elif len(slots) == 1:
        (i,) = slots
        call = lambda g, saved: rule(g, saved[i])  # noqa: E731
    elif len(slots) == 2:
        i, j = slots
        call = lambda g, saved: rule(g, saved[i], saved[j])  # noqa: E731
    else:
        several = operator.itemgetter(*slots)
        call = lambda g, saved: rule(g, *several(saved))  # noqa: E731
    call.__wrapped__ = rule  # for explorers, which show the rule
    return call
