"""What the definition of an operation declares: read once, and refused at import if it is wrong.

See `define.py` for how a definition is written.
"""

import inspect
import itertools
from inspect import CO_VARARGS


def needs(name: str, saves, rules: int, forward, inputs: int, more: tuple) -> tuple[list, dict]:
    """For each rule, which inputs it needs; and all words of `saves`, with their places in `saved`.

    Each has to mean something. `more`: what can be saved beside the inputs. A constant, which is
    always saved, may be named, too: then the node shows it.
    """
    code = getattr(inspect.unwrap(forward), "__code__", None)
    parameters = code.co_varnames[: code.co_argcount] if code else ("x", "y")
    names, constants = parameters[:inputs], parameters[inputs:]
    texts = (saves,) * rules if isinstance(saves, str) else saves
    if len(texts) != rules:
        raise TypeError(f"{name}: saves={saves!r} is for {len(texts)} rules, and there are {rules}")
    by_rule = [text.split() for text in texts]
    words = [*itertools.chain(*by_rule)]
    for word in words:
        if word not in (*names, *more, *constants):
            known = ", ".join((*names, *more, *constants))
            raise TypeError(f"{name}: saves={saves!r} has {word!r}, which is none of {known}")
    saved = (*(names or (None,)), *filter(words.__contains__, more), *constants)
    places = {word: i for i, word in enumerate(saved) if word in words}
    return [[n in said for n in names] for said in by_rule], places


def require_arity(name: str, rules, forward, inputs: int, beside: list) -> None:
    """Each rule has to take what it will be called with, as far as this can be read.

    `beside`: what is saved beside the inputs.
    """
    operation = getattr(inspect.unwrap(forward), "__code__", None)
    if operation is None or operation.co_flags & CO_VARARGS:
        return
    parameters = operation.co_varnames[: operation.co_argcount]
    called = ("g", *parameters[:inputs], *beside, *parameters[inputs:])
    for code in (rule.__code__ for rule in rules if hasattr(rule, "__code__")):
        taken = code.co_varnames[: code.co_argcount]
        more = len(called) - len(taken)
        if more < 0 or (more > 0 and not code.co_flags & CO_VARARGS):
            called_with, takes = ", ".join(called), ", ".join(taken)
            raise TypeError(f"{name}: a rule is called with ({called_with}), and takes ({takes})")
