"""Einstein summation, which sums over every index that doesn't appear in the result.

Each operand is rearranged to have one dim per index, with the result's indices first. Then, as in
PyTorch, the operands are multiplied pair by pair, each pair as a batched matrix product.
"""

import math
from typing import Any

from ..api.kinds import is_tensors
from ..engine.tensor import Tensor
from ..messages.errors import error
from .arithmetic import _mul
from .axes import _permute, _unsqueeze, diagonal, movedim
from .linalg import bmm
from .shape import reshaped, view_as_shape
from .sums import _sum as sum_over


def einsum(equation: Any, *operands: Any) -> Tensor:
    """Σ over the indices that appear only to the left of "->", as in "ij,jk->ik" """
    if not operands:
        raise error("einsum_empty")
    if not isinstance(equation, str):
        raise error("einsum_equation", equation)
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = tuple(operands[0])
    is_tensors(operands, argument=1)  # raises if an operand isn't a tensor
    inputs, output = _parsed(equation, [x._value.ndim for x in operands])
    summed = {i for labels in inputs for i in labels} - set(output)
    order = output + sorted(summed, key=lambda label: (len(label) == 1, label))
    _check_sizes(operands, inputs)
    aligned = [_aligned(x, labels, order) for x, labels in zip(operands, inputs, strict=True)]
    n = len(output)
    if len(aligned) == 1:
        return sum_over(aligned[0], tuple(range(n, len(order)))) if len(order) > n else aligned[0]
    left = aligned[0]
    for k, right in enumerate(aligned[1:], 2):
        later = aligned[k:]
        done = [d for d in range(n, len(order)) if not any(x._value.shape[d] != 1 for x in later)]
        left = _product(left, right, done)
    return view_as_shape(left, left._value.shape[:n]) if len(order) > n else left


def _parsed(equation: str, ndims: list) -> tuple:
    """Return the indices of each operand and of the result.

    The dims that "..." stands for are called "-1", "-2", and so on.
    """
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    n, k = len(ndims), len(terms)
    if n != k:
        raise error("einsum_operands", "fewer" if n < k else "more", equation, k, n)
    inputs = []
    for k, (term, ndim) in enumerate(zip(terms, ndims, strict=True)):
        head, dots, tail = term.partition("...")
        hidden = ndim - len(head) - len(tail)
        if hidden < 0 or (hidden and not dots):
            how = "is more than" if dots else "does not match"
            more = "" if dots else " and no ellipsis was given"
            raise error("einsum_subscripts", len(head) + len(tail), how, ndim, k, more)
        inputs.append([*head, *(str(i - hidden) for i in range(hidden)), *tail])
    labels = [i for term in inputs for i in term]
    for i in labels:
        if len(i) == 1 and not i.isalpha():
            raise error("einsum_letter", equation.find(i))
    hidden = sorted({i for i in labels if len(i) > 1}, key=int)
    if not arrow:
        return inputs, hidden + sorted({i for i in labels if len(i) == 1 and labels.count(i) == 1})
    head, dots, tail = right.partition("...")
    output = [*head, *(hidden if dots else []), *tail]
    for i in output:
        if i not in labels:
            raise error("einsum_output", i)
        if output.count(i) > 1:
            raise error("einsum_repeated_output", i)
    return inputs, output


def _check_sizes(operands, inputs) -> None:
    sizes: dict = {}
    for k, (x, labels) in enumerate(zip(operands, inputs, strict=True)):
        own: dict = {}
        for label, n in zip(labels, x._value.shape, strict=True):
            if own.setdefault(label, n) != n:
                raise error("einsum_diagonal", label, k, n, own[label])
        for label, n in zip(labels, x._value.shape, strict=True):
            known = sizes.setdefault(label, n)
            if n not in (1, known) and known != 1:
                raise error("einsum_size", label, n, k, known)
            sizes[label] = max(known, n)


def _aligned(x: Tensor, labels: list, order: list) -> Tensor:
    """Return x with one dim per index, in order, with size 1 for indices that x doesn't have."""
    labels, dim = list(labels), 0
    while dim < len(labels):
        first = labels.index(labels[dim])
        if first < dim:  # an index that appears twice means the diagonal
            x = movedim(diagonal(x, 0, first, dim), -1, first)
            del labels[dim]
        else:
            dim += 1
    for label in order:
        if label not in labels:
            x = _unsqueeze(x, x._value.ndim)
            labels.append(label)
    return _permute(x, tuple(labels.index(label) for label in order))


def _product(left: Tensor, right: Tensor, done: list) -> Tensor:
    """Return left · right, summed over the shared dims in `done`, which are kept with size 1."""
    a, b = left._value.shape, right._value.shape
    one_sided = [tuple(d for d in done if s[d] != 1 and o[d] == 1) for s, o in ((a, b), (b, a))]
    left = sum_over(left, one_sided[0], keepdim=True) if one_sided[0] else left
    right = sum_over(right, one_sided[1], keepdim=True) if one_sided[1] else right
    a, b = left._value.shape, right._value.shape
    summed = [d for d in done if a[d] != 1]
    if not summed:
        return _mul(left, right)
    free = [d for d in range(len(a)) if d not in summed]
    batch = [d for d in free if a[d] != 1 and b[d] != 1]
    rows = [d for d in free if a[d] != 1 and b[d] == 1]
    columns = [d for d in free if a[d] == 1]

    def size(shape, dims):
        return math.prod(shape[d] for d in dims)

    x = _permute(left, (*batch, *rows, *summed, *columns))
    y = _permute(right, (*batch, *summed, *columns, *rows))
    x = reshaped(x, (size(a, batch), size(a, rows), size(a, summed)))
    y = reshaped(y, (size(a, batch), size(a, summed), size(b, columns)))
    order = (*batch, *rows, *summed, *columns)
    shape = [1 if d in summed else b[d] if d in columns else a[d] for d in order]
    return _permute(view_as_shape(bmm(x, y), shape), tuple(order.index(d) for d in range(len(a))))
