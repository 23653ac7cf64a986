"""Plans: how to pass on a call's arguments, for all calls with arguments of the same types.

Matching a call with its signatures takes longer than most operations on small tensors. Usually, the
arguments' types and names decide the outcome, so it's worked out once.
"""

from collections.abc import Callable
from itertools import takewhile

from .kinds import LISTS, fits_by_type
from .signatures import Signature


def plan_for(way: Signature, operation: Callable, args: tuple, kwargs: dict, is_method: bool):
    """Return a plan for calls like this one, which matches `way`; None if values matter, too.

    A plan is a pair: the function that takes the arguments, in the order in which they were passed,
    and the types that the items of lists among them may have, as (index, types) pairs.
    """
    others = args[is_method:]
    is_spread = way.gathered(others) is not others  # as in f(2, 3)
    if is_spread and kwargs:
        return None
    parameters = way.parameters[: way.most][: len(others)]
    parameters += parameters[-1:] * (len(others) - len(parameters))
    parameters += [next(p for p in way.parameters if p.is_named(key)) for key in kwargs]
    lists = []
    values = (*others, *kwargs.values())
    for i, (value, parameter) in enumerate(zip(values, parameters, strict=True), is_method):
        if type(value) in (tuple, list) and parameter.kind in LISTS:
            lists.append((i, LISTS[parameter.kind]))
        elif not fits_by_type(value, parameter.kind):
            return None
    if is_spread:
        return lambda *args: operation(*args[:is_method], args[is_method:]), lists
    return _reordered(way, operation, [p.name for p in parameters], is_method), lists


def _reordered(way: Signature, operation: Callable, names: list, first: int) -> Callable:
    """Return a function that passes values, given in the order of `names`, as `in_order` does."""
    at = {name: i for i, name in enumerate(names, first)}
    by_position = takewhile(at.__contains__, [p.name for p in way.parameters[: way.most]])
    order = [*range(first), *map(at.pop, [*by_position])]
    if not at and order == [*range(len(order))]:
        return operation
    return lambda *values: operation(
        *[values[i] for i in order], **{name: values[i] for name, i in at.items()}
    )
