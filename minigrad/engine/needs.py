"""What the rules of an operation need, found out once, when the operation is defined.

A rule's parameters after g name the values that it reads. For example, the rules of x · y are

    x=lambda g, y: g * y,   y=lambda g, x: g * x

so the rule for x reads y, and the rule for y reads x. From these names follows what a node saves. A
name that doesn't exist is an error in the definition.
"""

import dis
import inspect
import itertools
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from .graph import Op

LOAD_GLOBAL = dis.opmap["LOAD_GLOBAL"]


class Needs(NamedTuple):
    """An operation, and the values that its nodes save for the rules.

    `inputs_read`: for each rule, whether it reads each of the inputs; for x · y, this is
    [[False, True], [True, False]]. `shapes_read`: the positions of the inputs whose shapes are
    read. Constants are always saved. `ours`: whether minigrad defines all the rules.
    """

    op: Op
    inputs_read: list[list[bool]]
    shapes_read: list[int]
    ours: bool

    def inputs_to_save(self, *are_tracked: bool) -> tuple[bool, ...]:
        """Return whether to save each input: only if it's read by the rule of a tracked input."""
        running = [*itertools.compress(self.inputs_read, are_tracked)]
        return tuple(any(reads[i] for reads in running) for i in range(len(are_tracked)))


def needs(name: str, forward: Any, rules: dict, joint: Any = None, input_count: int = 0) -> Needs:
    """Read the parameters of an operation's rules; raise if a rule reads something unknown.

    `forward`: the operation on arrays, or None if its inputs are those of the rules. `rules`: each
    input's rule, by the input's name, or None for a large constant. `joint`: one rule that computes
    all the gradients, instead of those. `input_count`: the number of inputs, if it's fixed.
    """
    arguments = parameters(forward) or tuple(rules)
    if joint:
        inputs = arguments[:input_count]
        functions = [joint]
    else:
        inputs = tuple(argument for argument, rule in rules.items() if rule is not None)
        functions = [rules[argument] for argument in inputs]
    constants = arguments[len(inputs) :]
    if inputs + constants != arguments or not {*rules} <= {*arguments}:
        ruled = [i for i, argument in enumerate(arguments) if argument in inputs]
        lacking = [a for a in arguments[: max(ruled, default=0)] if a not in rules]
        raise TypeError(
            f"{name}: there are rules for ({', '.join(rules)}), "
            f"but the operation takes ({', '.join(arguments)})"
            + "".join(f". Write a rule for {argument}" for argument in lacking)
        )
    if len(inputs) != (input_count or len(inputs) or 1):
        raise TypeError(
            f"{name}: each input needs a rule, {input_count or 1} in all, "
            f"but there are rules for ({', '.join(rules)})"
        )
    shapes = tuple(f"{argument}_shape" for argument in inputs)
    words = (*inputs, "out", *shapes, *constants)
    for word in words:
        if words.count(word) > 1:
            raise TypeError(f"{name}: an argument can't be called {word!r}, a word of the rules")
    reads = [words_read(name, function, words) for function in functions]
    read_by_rules = {*itertools.chain(*reads)}

    # What a node saves, in this order. An input that no rule reads is saved as None.
    saved_words = (*inputs, *(w for w in ("out", *shapes) if w in read_by_rules), *constants)
    slots = {word: slot for slot, word in enumerate(saved_words)}
    functions_of_saved = [
        taking_saved(function, [slots[word] for word in read])
        for function, read in zip(functions, reads, strict=True)
    ]
    # After a backward pass, constants and shapes stay, because they're small, unless a constant has
    # the rule None. The 2 in x * 2 takes the place of an input, so it's freed like one.
    has_large_constant = None in rules.values()
    freed = {*inputs, "out"}
    reads_freed = tuple(has_large_constant or not freed.isdisjoint(read) for read in reads)
    op = Op(
        name,
        rules=() if joint else tuple(functions_of_saved),
        joint=functions_of_saved[0] if joint else None,
        saves_out="out" in read_by_rules,
        slots={word: slot for word, slot in slots.items() if word in read_by_rules},
        reads_freed=reads_freed if any(reads_freed) else (),
    )
    inputs_read = [[argument in read for argument in inputs] for read in reads]
    if joint:
        inputs_read *= input_count  # the joint rule runs whichever input requires grad
    shapes_read = [i for i, shape in enumerate(shapes) if shape in read_by_rules]
    ours = all(str(function.__module__).startswith("minigrad.") for function in functions)
    return Needs(op, inputs_read, shapes_read, ours)


def words_read(name: str, rule: Callable, words: tuple) -> tuple[str, ...]:
    """Return the names of the values that a rule reads, which are its parameters after g."""
    function = _innermost(rule)
    code = function.__code__
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or code.co_kwonlyargcount:
        raise TypeError(f"{name}: a rule takes g and then the names of what it needs, no * or **")
    names = parameters(rule)
    if not names or (names[0] in words and names[0] != "g"):
        raise TypeError(f"{name}: a rule takes g, the upstream gradient, as its first parameter")
    for other in sorted({*names[1:]}.difference(words)):
        raise TypeError(f"{name}: a rule needs {other!r}, which isn't one of {', '.join(words)}")
    if not {*words}.isdisjoint(code.co_names):  # these are globals and attributes
        unknown = globals_read(code).difference(function.__globals__, function.__builtins__)
        forgotten = [word for word in words if word in unknown]
        if forgotten:
            raise TypeError(
                f"{name}: a rule uses {', '.join(map(repr, forgotten))}, but its parameters are "
                f"{', '.join(names)}. Make them {', '.join((*names, *forgotten))}."
            )
    return names[1:]


def globals_read(code: Any) -> set[str]:
    """Return the names that a function's code looks up as globals."""
    # With `dis.get_instructions`, this would add 1 ms to the import.
    steps = zip(code.co_code[::2], code.co_code[1::2], strict=True)  # an instruction, its argument
    return {code.co_names[argument >> 1] for step, argument in steps if step == LOAD_GLOBAL}


def taking_saved(rule: Callable, slots: list[int]) -> Callable:
    """Return the rule as a function of g and a node's saved values, of which it reads `slots`."""
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


def parameters(function: Any) -> tuple[str, ...]:
    """Return the names of a function's parameters; () if it isn't written in Python.

    `inspect.signature` would return the same names, but it takes a hundred times as long. For the
    500 functions in `ops/`, that would add 10 ms to the import.
    """
    code = getattr(_innermost(function), "__code__", None)
    return () if code is None else code.co_varnames[: code.co_argcount]


def _innermost(function: Any) -> Any:
    """Return the function inside all decorators, as `inspect.unwrap` does in ten times as long."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function
