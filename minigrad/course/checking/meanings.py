"""Explanations of errors in the learner's code, looked up by error text.

Each pattern is searched for in `TypeError: the error's text`. Python's own errors are explained
both in checks and below a cell's error. minigrad's errors already say how to fix them, so only
checks add an explanation.
"""

import re
from collections.abc import Sequence

Meanings = Sequence[tuple[str, str]]

NONE = "Usually it's a `.grad` that no backward pass has filled, or that was cleared afterward."

PYTHONS: Meanings = (
    (
        "invalid character '[\u2212\u2013\u2014]'",
        "That's a long minus sign, copied from printed text. Type the one on your keyboard: `-`.",
    ),
    (
        "invalid decimal literal",
        "A name can't begin with a digit. For a product, write the `*`: `3 * x`, not `3x`.",
    ),
    (
        r"ellipsis",
        (
            "There's still a blank (`...`) above. Fill it in, or run the check below the blank. "
            "In chapter 6, that check fills in the published version of the step."
        ),
    ),
    (
        r"'NoneType' object has no attribute",
        f"The value before the dot is `None`. {NONE}",
    ),
    (
        r"'NoneType' object is not subscriptable",
        f"The value before the brackets is `None`. {NONE}",
    ),
    (
        r"'NoneType' object is not (iterable|callable)|non-iterable NoneType",
        "There's a `None` here. Is a function missing its `return`?",
    ),
    (
        r"(unsupported operand|not supported between).*'NoneType'",
        f"One side is `None`. {NONE}",
    ),
    (
        (
            r"unsupported operand.*'(method|function|builtin_function_or_method)'"
            r"|'(method|function|builtin_function_or_method)' object (has no attr|is not subscr)"
        ),
        (
            "A call is missing its `()`. Without them, the name stands for the function, not "
            "for its result."
        ),
    ),
    (
        (
            r"unsupported operand type\(s\) for \^"
            r"|bitwise_xor(_cpu\" not implemented for '\w+'$|' not supported)"
        ),
        "In Python, `^` is bitwise XOR. For a power, write `**`.",
    ),
    (
        (
            r"unsupported operand type\(s\) for [-+*/]=?: "
            r"'(Tensor' and '(Tensor|int|float)'|(int|float)' and 'Tensor')"
            r"|float\(\) argument must be a string or a real number, not 'Tensor'"
        ),
        (
            "This `Tensor` comes from a class of your own that has no operators yet, or from an "
            "older version of that class. After you run the cell with `class Tensor`, also run "
            "the cells below it."
        ),
    ),
    (
        r"'(torch\.)?Size' object is not callable",
        "`shape` isn't a function, so leave out the `()` after it.",
    ),
    (
        r"'(Tensor|float|int|list)' object is not callable",
        "There's a value before the `()`, but only a function can be called. Is a `*` missing?",
    ),
    (
        r"context manager",
        "After `with` you need a call, including the `()`: `with mg.no_grad():`.",
    ),
    (
        r"can't multiply sequence|unsupported operand.*'list'|concatenate list",
        (
            "A list can't be added or multiplied element by element, but a tensor can: "
            "`mg.tensor(...)`."
        ),
    ),
    (
        r"list indices must be integers or slices, not str",
        "This is a list, so take one of its entries first. Only an entry could have a name.",
    ),
    (
        r"UnboundLocalError",
        "A name that a function assigns to is local, and this one was used before it had a value.",
    ),
    (
        r"NameError: name '\w+' is not defined",
        "That name isn't defined. Did you skip a cell above, or misspell the name?",
    ),
    (
        r"missing \d+ required positional arguments?: [\"']dim",
        "Say which dimension you mean, such as `dim=0`, which runs down the columns.",
    ),
    (
        r"missing \d+ required positional|takes \d+ positional argument",
        (
            "A function was called with the wrong number of arguments. Its `def` line lists the "
            "ones it expects."
        ),
    ),
    (
        r"SystemExit",
        "`exit()` ends the whole program. To end a function, write `return`.",
    ),
    (
        r"RecursionError",
        (
            "A function called itself about a thousand times, each call inside the "
            "last one, and Python doesn't allow more than that."
        ),
    ),
)

ENGINES: Meanings = (
    (
        r"through the graph a second time",
        (
            "A backward pass frees the values that its graph has saved. This graph's pass is "
            "over, so compute the result again before the next pass."
        ),
    ),
    (
        r"(a|a view of a) leaf Variable that requires grad is being used in an in-place",
        (
            "The change itself would be recorded. A step belongs inside `with mg.no_grad():`. In "
            "any other computation, make a new tensor instead: `a = a * b`."
        ),
    ),
    (
        r"modified by an inplace operation",
        "A value that the backward pass needs was overwritten after a node had saved it.",
    ),
    (
        r"does not require grad and does not have a grad_fn",
        (
            "No gradient can flow back from this result. Either it was computed "
            "from tensors that aren't tracked, or the record was cut along the way."
        ),
    ),
    (
        r"implicitly created only for scalar",
        "The result has several numbers. Reduce them to one, or say how much each of them counts.",
    ),
    (
        r"Mismatch in shape: grad_output",
        (
            "The vector for `backward` has one weight for each output, so it needs the result's "
            "shape."
        ),
    ),
    (
        r"input must have as many features",
        "This layer takes vectors of another length. Print the `.shape` of its input.",
    ),
    (
        r"size mismatch, got|shapes cannot be multiplied|matmul: Input operand|not aligned",
        "Print the `.shape` of the tensors on both sides of `@`. Is a `.T` missing?",
    ),
    (
        r"index -?\d+ is out of bounds",
        "We count from 0, so the last index is one less than the size.",
    ),
    (
        r"Dimension out of range",
        "This tensor has fewer dimensions. Print its `.shape`, and count the dimensions from 0.",
    ),
    (
        r"size of tensor a|broadcast|invalid for input of size",
        (
            "The shapes aren't compatible. Print the `.shape` of both tensors, and compare the "
            "two shapes from the right."
        ),
    ),
    (
        r"Can't call numpy\(\)",
        "A NumPy array can't keep a record. Call `detach()` first to drop the record.",
    ),
    (
        r"can't optimize a non-leaf",
        "This tensor is the result of an operation, but an optimizer changes only leaves.",
    ),
    (
        r"appears to not have been used",
        (
            "No path in the graph leads from the result to that tensor, because you didn't use "
            "that tensor, or used only an unrecorded copy of it."
        ),
    ),
    (
        r"floating point( and complex)? dtype can require gradients",
        "An integer can't change by a tiny amount. Write 1.0 instead of 1.",
    ),
    (
        r"only one element tensors|cannot be converted to Scalar|more than one value is ambiguous",
        "There are several numbers here, but only one is expected.",
    ),
    (
        r"change requires_grad flags of leaf",
        (
            "This tensor was computed, so it requires grad because of its history. `detach()` "
            "gives you a tensor without a history."
        ),
    ),
)


def meaning(error: str, own: Meanings = ()) -> str:
    """Return the first matching explanation of an error, trying the exercise's own list first."""
    return _first(error, (*own, *PYTHONS, *ENGINES))


def in_python(error: str) -> str:
    """Return an explanation of a Python error whose own message isn't enough."""
    return _first(error, PYTHONS)


def _first(error: str, meanings: Meanings) -> str:
    return next((sentence for pattern, sentence in meanings if re.search(pattern, error)), "")
