"""Small programs that run on any engine with tensors, operators, and `backward`.

Each program receives `leaf`, which turns numbers into a tracked tensor, and `vector`, which makes
the argument of `backward`. It returns the leaves whose gradients are compared.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import minigrad as mg

Program = Callable[[Any, Any], list]
ROWS = [[1.0, -2.0, 0.5], [3.0, 0.25, -1.0]]


def formula(leaf, vector):
    x, y = leaf([1.5, -2.0]), leaf([4.0, 3.0])
    z = x * y - x / y
    (z * z + 3 * y).sum().backward()
    return [x, y]


def signs_and_quotients(leaf, vector):
    x, y = leaf([1.5, -2.0]), leaf([4.0, 3.0])
    ((1 - x) * -y + 1 / x - (2 - x) / y).sum().backward()
    return [x, y]


def sums_and_means(leaf, vector):
    x = leaf([[1.5, -2.0], [4.0, 3.0]])
    (x.sum() * (x * x).mean()).backward()
    return [x]


def graph_of_chapter_1(leaf, vector):
    x = leaf([1.0, 3.0])
    y = x + 2
    (y * y * 2).mean().backward()
    return [x]


def used_twice(leaf, vector):
    x = leaf(2.0)
    a = x * x
    b = a + 1
    (a * b).backward()
    return [x]


def used_twice_the_other_way(leaf, vector):
    x = leaf(2.0)
    a = x * x
    b = a + 1
    (b * a).backward()
    return [x]


def a_million_paths(leaf, vector):
    x = y = leaf(1.0)
    for _ in range(20):
        y = y + y
    y.backward()
    return [x]


def long_chain(leaf, vector):
    x = leaf(1.0)
    chain = [x]  # a list frees the newest first, but a chain is freed in one deep recursion
    for _ in range(100_000):
        chain.append(chain[-1] + 1)
    chain[-1].backward()
    return [x]


def rows_and_columns(leaf, vector):
    row, column, one = leaf([1.0, 2.0, 3.0]), leaf([[10.0], [20.0]]), leaf(5.0)
    table = row * column + one
    (table * table).mean().backward()
    return [row, column, one]


def network(leaf, vector):
    x, w, b, v = (
        leaf(ROWS),
        leaf([[0.1, 0.2], [0.3, -0.4], [-0.5, 0.6]]),
        leaf([0.0, 1.0]),
        leaf(2.0),
    )
    out = (x @ w + b).tanh() * v
    (out * out).mean().backward()
    return [x, w, b, v]


def with_a_vector(leaf, vector):
    x = leaf([1.0, 2.0, 3.0])
    (x * x).backward(vector([1.0, 10.0, 100.0]))
    return [x]


def two_graphs(leaf, vector):
    w = leaf([1.0, 2.0])
    (w * 3).sum().backward()
    (w * w).sum().backward()
    return [w]


def the_same_graph_twice(leaf, vector):
    x = leaf(1.0)
    y = x + x
    z = y + y
    z.backward()
    z.backward()
    return [x]


def gradients_of_their_own(leaf, vector):
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    (x + y).sum().backward()
    x.grad[0] = 7.0
    (x + y).sum().backward()
    return [x, y]


PROGRAMS: dict[str, Program] = {
    program.__name__.replace("_", " "): program
    for program in (
        formula,
        signs_and_quotients,
        sums_and_means,
        graph_of_chapter_1,
        used_twice,
        used_twice_the_other_way,
        a_million_paths,
        long_chain,
        rows_and_columns,
        network,
        with_a_vector,
        two_graphs,
        the_same_graph_twice,
        gradients_of_their_own,
    )
}


def gradients(program: Program, leaf: Any, vector: Any = np.array) -> list:
    """Return the gradients that a program stores on its leaves, as nested lists."""
    return [np.asarray(x.grad).tolist() for x in program(leaf, vector)]


def run_in_both(own: Any) -> None:
    """Run each program with this `Tensor` and with minigrad; print whether the results agree."""
    for name, program in PROGRAMS.items():
        ours = gradients(program, lambda data: own(data, requires_grad=True))
        theirs = gradients(program, minigrad_leaf, mg.tensor)
        same = all(np.allclose(a, b) for a, b in zip(ours, theirs, strict=True))
        print(f"{name:26}{'the same gradients' if same else f'{ours}, minigrad {theirs}'}")


def minigrad_leaf(data: Any) -> mg.Tensor:
    return mg.tensor(data, dtype=mg.float64, requires_grad=True)
