"""What the text of chapter 8 says about runs that none of its cells makes."""

EDGES = "(images[train][:, 0] == 0).all() and (weights[-1][:, 0] == weights[0][:, 0]).all()"
TWICE = "round(F.cross_entropy(mg.tensor([[1.0] + [0.0] * 9]), mg.tensor([0])).item(), 2) == 1.46"
HEAPS = (
    "(lambda c: (min(c), max(c)) == (2, 10))([labels[few].tolist().count(d) for d in range(10)])"
)

IN_FILE_ORDER = (
    "abs(right(losses(gently, DataLoader(TensorDataset(images[:1200], labels[:1200]), "
    "batch_size=32, shuffle=True), 25)[0], mg.arange(1500, 1797)) - 264) < 5"
)

CLAIMS = [
    ("Here are 1,797 digits that thirteen people wrote by hand", "len(points) == 1797"),
    ("shuffles the numbers from 0 to 1796", "sorted(order.tolist()) == list(range(1797))"),
    (
        "Of each 100 digits that it has never seen it gets 97 right",
        "right(linear, validation) / 3 == 97",
    ),
    ("The network gets 288 of the 297 right", "len(test) == 297"),
    ("a weight whose input is 0 has slope 0", EDGES),
    ("two to ten of each", HEAPS),
    (
        "the number of right answers is the same as without",
        "right(plain, validation) == right(tame, validation)",
    ),
    ("97.6 percent right", "max(pair[1] for pair in scores.values()) == 0.976"),
    ("even a row that is quite sure, and right, costs 1.46", TWICE),
    ("All 1,200 again", "len(train) == 1200"),
    (
        (
            "Trained on the first 1,200 of the file, and asked about the last 297, "
            "the same network gets about 264"
        ),
        IN_FILE_ORDER,
    ),
]
