"""What an error of the learner's code means: a sentence after Python's own, by what it says.

Each pattern is looked for in `TypeError: the error's text`. What Python itself says is explained
in checks and beside live errors; minigrad's errors tell how to mend them, and get a word in checks.
"""

import re
from collections.abc import Sequence

Meanings = Sequence[tuple[str, str]]

NONE = "most often a `.grad` that no backward pass has filled, or that was emptied since."

PYTHONS: Meanings = (
    (
        r"ellipsis",
        (
            "A blank, `...`, is still open above. Fill it in, or run the check below it: in "
            "chapter 6 that puts the published step in its place."
        ),
    ),
    (
        r"'NoneType' object has no attribute",
        f"What stands before the dot is `None`: {NONE}",
    ),
    (
        r"'NoneType' object is not subscriptable",
        f"What stands before the brackets is `None`: {NONE}",
    ),
    (
        r"'NoneType' object is not (iterable|callable)|non-iterable NoneType",
        "`None` stands there: did a function end without `return`?",
    ),
    (
        r"(unsupported operand|not supported between).*'NoneType'",
        f"One side is `None`: {NONE}",
    ),
    (
        (
            r"unsupported operand.*'(method|function|builtin_function_or_method)'"
            r"|'(method|function|builtin_function_or_method)' object (has no attr|is not subscr)"
        ),
        "A call lacks its `()`: without them a name is the function, not what it gives.",
    ),
    (
        r"unsupported operand type\(s\) for \^|bitwise_xor",
        "`^` compares bits. A power is written `**`.",
    ),
    (
        (
            r"unsupported operand type\(s\) for [-+*/]=?: "
            r"'(Tensor' and '(Tensor|int|float)'|(int|float)' and 'Tensor')"
            r"|float\(\) argument must be a string or a real number, not 'Tensor'"
        ),
        (
            "This `Tensor` is of a class of your own that has no operators yet, or of one from "
            "before you ran it again: after `class Tensor` run the cells below it, too."
        ),
    ),
    (
        r"'(Tensor|float|int|list)' object is not callable",
        "A value stands before the `()`, and only a function can be called: is a `*` missing?",
    ),
    (
        r"context manager",
        "After `with` stands a call: `with mg.no_grad():`, with the `()`.",
    ),
    (
        r"can't multiply sequence|unsupported operand.*'list'|concatenate list",
        "A list of Python does not compute number by number. A tensor does: `mg.tensor(...)`.",
    ),
    (
        r"UnboundLocalError",
        "A name that a function assigns to is its own, and here it was used before it had a value.",
    ),
    (
        r"NameError: name '\w+' is not defined",
        "Nothing of that name is there: was a cell above not run, or is it spelled otherwise?",
    ),
    (
        r"missing \d+ required positional|takes \d+ positional argument",
        "A function was called with more arguments than its first line names, or with fewer.",
    ),
    (
        r"SystemExit",
        "`exit()` ends a whole program. To end a function, write `return`.",
    ),
    (
        r"RecursionError",
        (
            "A function calls itself about a thousand times, each within the last: "
            "Python goes no deeper."
        ),
    ),
)

ENGINES: Meanings = (
    (
        r"through the graph a second time",
        (
            "A backward pass frees what its graph has saved. This graph has had its pass: "
            "compute the result anew before the next one."
        ),
    ),
    (
        r"(a|a view of a) leaf Variable that requires grad is being used in an in-place",
        (
            "The change itself would be recorded. A step is no part of the computation: "
            "it belongs into `with mg.no_grad():`."
        ),
    ),
    (
        r"modified by an inplace operation",
        "A value that the backward pass needs was overwritten after a node had saved it.",
    ),
    (
        r"does not require grad and does not have a grad_fn",
        (
            "There is no way back from this result: nothing that it was computed from was tracked, "
            "or the record was cut on the way."
        ),
    ),
    (
        r"implicitly created only for scalar",
        "The result is several numbers. Reduce them to one, or say how much each of them counts.",
    ),
    (
        r"Mismatch in shape: grad_output",
        "The vector for `backward` has one weight for each output, so it has the result's shape.",
    ),
    (
        (
            r"size of tensor a|size mismatch|shapes cannot be multiplied|broadcast"
            r"|matmul: Input operand|invalid for input of size|not aligned"
        ),
        "The shapes do not fit. Print the `.shape` of both, and compare them from the right.",
    ),
    (
        r"Can't call numpy\(\)",
        "An array keeps no record. Leave the record behind first: `detach()`.",
    ),
    (
        r"can't optimize a non-leaf",
        "This tensor was computed, and an optimizer changes leaves.",
    ),
    (
        r"appears to not have been used",
        (
            "No path of the graph leads from the result to that tensor: it was not used, "
            "or only through a copy without record."
        ),
    ),
    (
        r"floating point( and complex)? dtype can require gradients",
        "A whole number cannot change by a little. Write 1.0 in place of 1.",
    ),
    (
        r"only one element tensors|cannot be converted to Scalar|more than one value is ambiguous",
        "Several numbers stand where one is wanted.",
    ),
    (
        r"change requires_grad flags of leaf",
        (
            "This tensor was computed: its history is what requires grad. "
            "`detach()` gives one without."
        ),
    ),
)


def meaning(error: str, own: Meanings = ()) -> str:
    """The first sentence that fits: an exercise's own come before those for all."""
    return _first(error, (*own, *PYTHONS, *ENGINES))


def in_python(error: str) -> str:
    """What Python's own error means, where its text does not say."""
    return _first(error, PYTHONS)


def _first(error: str, meanings: Meanings) -> str:
    return next((sentence for pattern, sentence in meanings if re.search(pattern, error)), "")
