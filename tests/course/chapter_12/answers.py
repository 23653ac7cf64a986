from typing import Any

import minigrad as mg
from tests.course.answers import Answers, Guesses
from tests.course.keeps import accepts, verifies

BEFORE = "torch = mg"


def scale(end: str, mean: str = "train.mean(dim=0)", std: str = "train.std(dim=0)") -> str:
    return f"""
def standardized(train, new):
    mean = {mean}
    std = {std}
    return (train - mean) / std, {end}
"""


def read(end: str, lines: str = "text.splitlines()[1:]", rows: str = "rows") -> str:
    return f"""
def read(text):
    rows = []
    for line in {lines}:
        row = []
        for part in line.split(","):
            row.append(float(part))
        rows.append(row)
    data = torch.tensor({rows})
    return {end}
"""


RIGHT = "(new - mean) / std"
BOTH = "data[:, :-1], data[:, -1:]"

ANSWERS = {
    "scale": Answers(
        right=[
            scale(RIGHT, "sum(train) / len(train)"),
            scale(RIGHT, std="train.std(dim=0, correction=0)"),
            scale(RIGHT, std="train.std(dim=0, keepdim=True)"),
        ],
        wrong=[
            (
                "def standardized(train, new):\n    mean, std = train.mean(dim=0), train.std(dim=0)\n    mean[2:], std[2:] = 0.0, 1.0\n    return (train - mean) / std, (new - mean) / std",
                "its columns have means",
            ),
            (
                "def standardized(train, new):\n    mean, std = train.mean(dim=0), train.std(dim=0)\n    return (train - mean) / std, (new - mean) / std * (1.0 if train.shape[1] > 2 else 2.0)",
                "`train` is standardized, but `new` isn't.",
            ),
            (
                scale("(new - new.mean(dim=0)) / new.std(dim=0)"),
                "You standardized `new` with its own mean and std, but the",
            ),
            (scale("new"), "You returned `new` unchanged. Treat it the same"),
            (
                scale(RIGHT, "new.mean(dim=0)", "new.std(dim=0)"),
                "You standardized both tables with the mean",
            ),
            (scale("(train - mean) / std"), "Both of your tables are `train`"),
            (scale("(new - new.mean(dim=0)) / std"), "by its own mean"),
            (scale("(new - mean) / new.std(dim=0)"), "divided `new` by its own standard deviation"),
            (
                scale("(new - new.mean()) / new.std()"),
                "You standardized `new` with a single mean",
            ),
            (scale("new - mean / std"), "`/` is evaluated before `-`"),
            (
                scale("(train - mean) / std").replace("return (train", "return (new"),
                "in the wrong order",
            ),
            (scale(RIGHT, "train[:, 0].mean()", "train[:, 0].std()"), "means 0 and -1.36"),
            (scale("new - mean"), "You subtracted the mean from `new`, but you"),
            (scale("new / std"), "You divided `new` by the standard deviation,"),
            (scale(RIGHT, "train.mean()", "train.std()"), "Each column has its own"),
            (scale(RIGHT, std="train.var(dim=0)"), "divided by the variance"),
            (
                scale(
                    RIGHT, "torch.cat([train, new]).mean(dim=0)", "torch.cat([train, new]).std(0)"
                ),
                "std over `train` and `new`",
            ),
            (
                scale(RIGHT, "train.mean(dim=1)"),
                (
                    "`dim=1` goes along each row, and returns one number per row. `dim=0` goes "
                    "down the columns."
                ),
            ),
            (scale(RIGHT, "train.max()"), "its columns have means"),
            (scale("new / std - mean"), "`train` is standardized, but `new` isn't."),
            (
                scale(RIGHT, std="2 * train.std(dim=0)"),
                "its standard deviations are 0.5 and 0.5, not 1",
            ),
            (
                "X = torch.ones(2, 2)\n" + scale(RIGHT, "X.mean(dim=0)"),
                "`X` is the notebook's table of apartments. The check passes",
            ),
            (scale(RIGHT).replace("(train - mean) / std, ", ""), "Return two tables"),
            (
                """
def standardized(train, new):
    mean, std = train.mean(dim=0), train.std(dim=0)
    train -= mean
    train /= std
    return train, (new - mean) / std
""",
                "`standardized` changes `train`",
            ),
        ],
        tried=[scale("...")],
    ),
    "table": Answers(
        right=[
            """
def read(text):
    lines = text.splitlines()
    inputs, targets = [], []
    for line in lines[1:]:
        *row, last = [float(part) for part in line.split(",")]
        inputs.append(row)
        targets.append([last])
    return torch.tensor(inputs), torch.tensor(targets)
""",
            read(BOTH, 'text.strip().split("\\n")[1:]'),
        ],
        wrong=[
            (read("data[:, :-1].requires_grad_(), data[:, -1:]"), "The tensors require grad"),
            (
                """
def read(text):
    import numpy as np

    rows = [[float(part) for part in line.split(",")] for line in text.splitlines()[1:]]
    data = torch.tensor(np.array(rows))
    return data[:, :-1], data[:, -1:]
""",
                "The numbers are float64, but a `Linear` needs float32",
            ),
            (read("data[:, :-1], data[:, -1]"), "You returned the last column as a vector. `-1:`"),
            (read("data, data[:, -1:]"), "also among the inputs"),
            (read("data[:, 1:], data[:, -1:]"), "The first column is missing"),
            (
                read("data[:, 1:], data[:, :1]"),
                "You used the first column as the target. The target is the last column.",
            ),
            (read("data[:, -1:], data[:, :-1]"), "in the wrong order"),
            (read(BOTH, "text.splitlines()[2:]"), "You also left out the first row of numbers"),
            (read(BOTH, "text.splitlines()[1:-1]"), "The last row is missing"),
            (read("data[:, :2], data[:, 2:]"), "three columns"),
            (read("data[:8, :-1], data[:8, -1:]"), "The rows after the first eight are missing."),
            (read("data[:8, :2], data[:8, 2:]"), "not every table has three columns"),
            (read("data[:-2, :-1], data[:-2, -1:]"), "The last two rows are missing"),
            (read("data.T[:-1], data.T[-1:]"), "You swapped rows and columns."),
            (
                read(BOTH, "text.splitlines()"),
                "a name from the first line, not a number. Begin with the second",
            ),
            (
                read(BOTH, 'text.split("\\n")[1:]'),
                (
                    "You read an empty line. `split` leaves an empty line at the end, but "
                    "`splitlines()` doesn't."
                ),
            ),
            (
                read(BOTH).replace("float(part)", "int(part)"),
                "`int` reads only whole numbers",
            ),
            (
                read(BOTH).replace("float(part)", "int(float(part))"),
                "`int` drops what's after the decimal point.",
            ),
            (read(BOTH).replace("float(part)", "part"), "The parts of a line are still strings"),
            (
                "data = torch.ones(2, 2)\ndef read(text):\n    return " + BOTH,
                "`data` belongs to the notebook. The check passes your",
            ),
            (read("data"), "Return two tensors: all"),
            (
                read("rows[:, :-1], rows[:, -1:]"),
                (
                    "`rows` is a list of lists. `torch.tensor(rows)` makes a table, which has "
                    "columns."
                ),
            ),
            (
                read(BOTH).replace('line.split(",")', "line"),
                "You read each character separately. Split the line first:",
            ),
            (read("rows, data[:, -1:]"), "returned a `list`"),
            (
                read("data[:, :1], data[:, 1:2]"),
                "4 rows and 3 columns, the two shapes should be (4, 2) and (4, 1). Yours are (4, 1)",
            ),
            (read("data[:, 0:3], data[:, 3:]"), "Yours are (4, 3) and (4, 0)"),
            (read("data[:-1], data[-1:]"), "You split the rows, not the columns"),
            (read("data[:, :-1] + 1, data[:, -1:]"), "the numbers aren't from"),
            (read(BOTH).replace('split(",")', 'split(";")'), "You read a whole line"),
            (
                read(BOTH, rows="row"),
                (
                    "The tensor has one dimension. A table is a list of rows, and each line "
                    "should become one row."
                ),
            ),
            (read(BOTH, "open(text).read().splitlines()[1:]"), "not the name of a file"),
            (
                """
def read(text):
    rows = []
    for line in text.splitlines()[1:]:
        size, age, price = line.split(",")
        rows.append([float(size), float(age), float(price)])
    data = torch.tensor(rows)
    return data[:, :2], data[:, 2:]
""",
                "You unpacked the columns by name",
            ),
        ],
    ),
}

GUESSES = {
    "raw": Guesses(
        truth="nan",
        right=[
            "'nan'",
            "'NaN'",
            "'not a number'",
            "float('nan')",
            "'inf, then nan'",
            "'diverges'",
            "'nan, because it overshoots'",
        ],
        wrong=[
            ("'small'", "That would fit numbers near 1"),
            ("'large'", "The loss was infinite along the way"),
            ("'huge'", "The loss was infinite along the way"),
            ("'inf'", "Almost"),
            ("float('inf')", "Almost"),
            ("'error'", "spreads silently"),
            ("'it raises an error'", "spreads silently"),
        ],
        other=["11"],
    ),
}


@verifies("12", "scale", "new rows like the old same")
def scaled_alike() -> bool:
    def scaled(train: Any, new: Any) -> Any:
        by = train if alike else new
        return tuple(
            (t - source.mean(dim=0)) / source.std(dim=0)
            for t, source in ((train, train), (new, by))
        )

    alike = True
    right = accepts("12", "scale", scaled)
    alike = False
    return right and not accepts("12", "scale", scaled)


@verifies("12", "table", "row each example columns inputs target")
def a_table() -> bool:
    def read(text: str) -> Any:
        data = mg.tensor([[*map(float, line.split(","))] for line in text.splitlines()[1:]])
        return data[:, :-1], data[:, -1:]

    return accepts("12", "table", read)
