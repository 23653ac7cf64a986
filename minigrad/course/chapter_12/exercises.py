"""The exercises in the last chapter. The programs use `torch`, either PyTorch or minigrad."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from minigrad.course.checking import call, exercise, library_of, numbers, of_the_notebook, same

Array: TypeAlias = np.ndarray
Pair: TypeAlias = tuple[Array, Array]

TABLES: list[tuple[list[list[float]], list[list[float]]]] = [
    ([[30, 40], [45, 10], [50, 60], [62, 5]], [[85, 20], [40, 30], [70, 70]]),
    ([[1, 200, -3], [2, 150, 5], [4, 400, 0], [7, 350, 1], [5, 100, 9]], [[3, 300, 2]]),
]


def _scaled(x: Array, by: Array) -> Array:
    return (x - by.mean(0)) / by.std(0, ddof=1)


# Typical results for (train, new), each with its hint.
SCALES: list[tuple[Callable[[Array, Array], Pair], str]] = [
    (
        lambda train, new: (_scaled(train, train), _scaled(new, new)),
        (
            "You standardized `new` with its own mean and std, but the model knows the mean and "
            "std of `train`."
        ),
    ),
    (
        lambda train, new: (_scaled(new, train), _scaled(train, train)),
        "You returned the two results in the wrong order. Return `train` first, then `new`.",
    ),
    (
        lambda train, new: (_scaled(train, new), _scaled(new, new)),
        (
            "You standardized both tables with the mean and std of `new`, but the model learns "
            "from `train`."
        ),
    ),
    (
        lambda train, new: (_scaled(train, train), _scaled(train, train)),
        "Both of your tables are `train`. The second table should be `new`.",
    ),
    (
        lambda train, new: (_scaled(train, train), (new - new.mean(0)) / train.std(0, ddof=1)),
        "You shifted `new` by its own mean, but the model knows the mean of `train`.",
    ),
    (
        lambda train, new: (_scaled(train, train), (new - train.mean(0)) / new.std(0, ddof=1)),
        (
            "You divided `new` by its own standard deviation, but the model knows the standard "
            "deviation of `train`."
        ),
    ),
    (
        lambda train, new: (_scaled(train, train), (new - new.mean()) / new.std(ddof=1)),
        (
            "You standardized `new` with a single mean and std of its own, but the model knows "
            "the mean and std of `train`."
        ),
    ),
    (
        lambda train, new: (_scaled(train, train), new - train.mean(0) / train.std(0, ddof=1)),
        (
            "`/` is evaluated before `-`, so put parentheses around `new - mean`, as around "
            "`train - mean`."
        ),
    ),
    (
        lambda train, new: (_scaled(train, train), new),
        "You returned `new` unchanged. Treat it the same way as `train`.",
    ),
    (
        lambda train, new: (_scaled(train, train), new - train.mean(0)),
        "You subtracted the mean from `new`, but you didn't divide by the standard deviation.",
    ),
    (
        lambda train, new: (_scaled(train, train), new / train.std(0, ddof=1)),
        "You divided `new` by the standard deviation, but you didn't subtract the mean.",
    ),
    (
        lambda train, new: (
            (train - train.mean()) / train.std(ddof=1),
            (new - train.mean()) / train.std(ddof=1),
        ),
        "You used one mean for the whole table. Each column has its own, so use `dim=0`.",
    ),
    (
        lambda train, new: (
            (train - train.mean(0)) / train.var(0, ddof=1),
            (new - train.mean(0)) / train.var(0, ddof=1),
        ),
        "You divided by the variance. The standard deviation is its square root, `std`.",
    ),
    (
        lambda train, new: tuple(_scaled(t, np.concatenate([train, new])) for t in (train, new)),
        (
            "You took the mean and std over `train` and `new` together, but new rows arrive "
            "later and must not change them."
        ),
    ),
]


@exercise(
    "scale",
    keep="Treat new rows like the old ones, using the same means and standard deviations.",
    hints=[
        "Whose mean and standard deviation do you need?",
        "The model was fitted to `train`.",
        (
            "Use `mean = train.mean(dim=0)`, compute `std` in the same way, and use `(new - "
            "mean) / std` at the end."
        ),
    ],
    meanings=[
        (
            r"size of tensor a",
            (
                "`dim=1` goes along each row, and returns one number per row. `dim=0` goes down "
                "the columns."
            ),
        ),
    ],
)
def scale(standardized: Callable[..., Any]) -> str | None:
    if name := of_the_notebook(standardized, "X", "data", "rows"):
        return (
            f"`{name}` is the notebook's table of apartments. The check passes your function "
            "another table, as `train`."
        )
    torch = library_of(standardized)
    results = []
    for table in TABLES:
        train, new = (torch.tensor(rows, dtype=torch.float32) for rows in table)
        pair = call(standardized, train, new)
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return "Return two tables, `train` and `new`, both standardized."
        results.append((numbers(pair[0]), numbers(pair[1])))
    arrays = [(np.array(train, float), np.array(new, float)) for train, new in TABLES]
    if _as(results[0], (_scaled(t, arrays[0][0]) for t in arrays[0])) and _as(
        results[1], (_scaled(t, arrays[1][0]) for t in arrays[1])
    ):
        return None
    with np.errstate(all="ignore"):
        if _matches(results, arrays, lambda train, new: [_plain(t, train) for t in (train, new)]):
            return None  # divided by n instead of n - 1, as NumPy does by default
        for standardize, hint in SCALES:
            if _matches(results[:1], arrays[:1], standardize):
                return hint
    for result, (train, _) in zip(results, arrays, strict=True):
        if not _as(result[:1], [_scaled(train, train)]):
            return _not_standardized(np.array(result[0], float))
    return (
        "`train` is standardized, but `new` isn't. Compare the two expressions character "
        "by character."
    )


def _plain(x: Array, by: Array) -> Array:
    return (x - by.mean(0)) / by.std(0)


def _as(pair: Sequence[Any], wanted: Any) -> bool:
    return same(list(pair), [numbers(array) for array in wanted])


def _matches(pairs: Sequence[Any], arrays: Sequence[Pair], scaled: Callable[..., Any]) -> bool:
    return all(
        _as(pair, scaled(train, new)) for pair, (train, new) in zip(pairs, arrays, strict=True)
    )


def _not_standardized(table: Array) -> str:
    means, spreads = (np.atleast_1d(f(table, axis=0))[:3] for f in (np.mean, _spread))
    if np.abs(means).max() > 1e-4:
        return f"`train` isn't standardized: its columns have means {_listed(means)}, not 0."
    return (
        f"The means of `train` are 0 now, as they should be, but its standard deviations are "
        f"{_listed(spreads)}, not 1."
    )


def _spread(table: Array, axis: int) -> Array:
    return np.asarray(np.std(table, axis=axis, ddof=1))


def _listed(values: Array) -> str:
    return " and ".join(f"{round(value, 4) + 0.0:.3g}" for value in values.tolist())


TEXTS = (
    "size,age,price\n30,40,84\n45,10,197\n50,60,124\n62,5,281",
    "hours,points\n1.5,20\n4,35\n7.25,81\n",
    "a,b,c,yes\n1,-2,3.5,0\n4,5,6,1\n7,8.5,-9,1\n0,1,0,0\n2,2,2,1",
    "a,b\n" + "\n".join(f"{n},{n * n}" for n in range(12)),
)
KEPT_BACK = (
    "The rows after the first eight are missing. In the chapter, `:8` set "
    "two rows aside for a test, but here you should return all of them."
)
READINGS: list[tuple[Callable[[Array], tuple[Any, ...]], str]] = [
    (
        lambda d: (d[:, :-1], d[:, -1]),
        "You returned the last column as a vector. `-1:` keeps it a column.",
    ),
    (
        lambda d: (d, d[:, -1:]),
        "The last column is also among the inputs, so the model would simply copy it.",
    ),
    (
        lambda d: (d[:, 1:], d[:, -1:]),
        "The first column is missing, and the last column is among the inputs.",
    ),
    (
        lambda d: (d[:, 1:], d[:, :1]),
        "You used the first column as the target. The target is the last column.",
    ),
    (
        lambda d: (np.trunc(d[:, :-1]), np.trunc(d[:, -1:])),
        "`int` drops what's after the decimal point. Keep the number that `float` reads.",
    ),
    (lambda d: (d[:, -1:], d[:, :-1]), "You returned the two results in the wrong order."),
    (lambda d: (d[1:, :-1], d[1:, -1:]), "You also left out the first row of numbers."),
    (lambda d: (d[:-1, :-1], d[:-1, -1:]), "The last row is missing."),
    (lambda d: (d[:8, :-1], d[:8, -1:]), KEPT_BACK),
    (lambda d: (d[:8, :2], d[:8, 2:]), f"{KEPT_BACK} Also, not every table has three columns."),
    (lambda d: (d[:-2, :-1], d[:-2, -1:]), "The last two rows are missing: return all of them."),
    (
        lambda d: (d[:, :2], d[:, 2:]),
        "That fits only tables with three columns. The check also tries others.",
    ),
    (
        lambda d: (d[:-1], d[-1:]),
        "You split the rows, not the columns. Put `:` before the comma to take all rows.",
    ),
    (lambda d: (d.T[:-1], d.T[-1:]), "You swapped rows and columns."),
]


@exercise(
    "table",
    keep=(
        "A table is a tensor with a row for each example. Its columns are the inputs and the "
        "target."
    ),
    hints=[
        "Which line of the chapter's loop depends on the number of columns?",
        (
            'Inside that loop, write another one, `for part in line.split(","):`, with a '
            "list `row` for that line."
        ),
        "Return `data[:, :-1]` and `data[:, -1:]` of `data = torch.tensor(rows)`.",
    ],
    meanings=[
        (
            r"could not convert string to float: '[,.-]'",
            'You read each character separately. Split the line first: `line.split(",")`.',
        ),
        (
            r"list indices must be integers",
            "`rows` is a list of lists. `torch.tensor(rows)` makes a table, which has columns.",
        ),
        (
            r"could not convert string to float: '[^'\d]",
            "That's a name from the first line, not a number. Begin with the second line.",
        ),
        (
            r"could not convert string to float: '[\d.]+,",
            "You read a whole line as one number. Split it at the commas, and read each part.",
        ),
        (
            r"too many indices",
            (
                "The tensor has one dimension. A table is a list of rows, and each line "
                "should become one row."
            ),
        ),
        (
            r"FileNotFoundError",
            "`text` is the table itself, not the name of a file.",
        ),
        (
            r"could not convert string to float: ''",
            (
                "You read an empty line. `split` leaves an empty line at the end, but "
                "`splitlines()` doesn't."
            ),
        ),
        (
            r"invalid literal for int",
            "`int` reads only whole numbers. `float` reads all of them.",
        ),
        (
            r"too many dimensions 'str'|new\(\): invalid data type 'str'",
            "The parts of a line are still strings. `float(part)` turns each into a number.",
        ),
        (
            r"unpack",
            "You unpacked the columns by name, but there can be any number of them. Use a loop.",
        ),
    ],
)
def table(read: Callable[..., Any]) -> str | None:
    if name := of_the_notebook(read, "lines", "rows", "data", "X", "y"):
        return (
            f"`{name}` belongs to the notebook. The check passes your function another table, "
            "as `text`."
        )
    pairs, wanted = [], []
    for text in TEXTS:
        rows = [line.split(",") for line in text.splitlines()[1:]]
        data = np.array(rows, float)
        pair = call(read, text)
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return "Return two tensors: all columns but the last, and the last one."
        if any(not hasattr(part, "shape") for part in pair):
            kind = next(type(part).__name__ for part in pair if not hasattr(part, "shape"))
            return f"Return tensors. Your function returned a `{kind}`."
        if any(str(part.dtype).endswith("float64") for part in pair):
            return (
                "The numbers are float64, but a `Linear` needs float32. Make the tensors "
                "from Python numbers, or pass `dtype=torch.float32`."
            )
        if any(part.requires_grad for part in pair):
            return (
                "The tensors require grad, but the data doesn't change. Only weights need "
                "gradients."
            )
        pairs.append([numbers(part) for part in pair])
        wanted.append(data)
    for split, hint in [(lambda d: (d[:, :-1], d[:, -1:]), ""), *READINGS]:
        if same(pairs, [[numbers(part) for part in split(data)] for data in wanted]):
            return hint or None
    for pair, (rows, columns) in zip(pairs, (data.shape for data in wanted), strict=True):
        shapes = [tuple(np.shape(part)) for part in pair]
        if shapes != [(rows, columns - 1), (rows, 1)]:
            return (
                f"For a table of {rows} rows and {columns} columns, the two shapes should be "
                f"{(rows, columns - 1)} and {(rows, 1)}. Yours are {shapes[0]} and {shapes[1]}."
            )
    return "The shapes are right, but the numbers aren't from the table."


EXERCISES = (scale, table)
