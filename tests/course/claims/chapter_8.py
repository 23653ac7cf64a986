"""What the text of chapter 8 says about runs that none of its cells makes."""

EDGES = "(images[train][:, 0] == 0).all() and (weights[-1][:, 0] == weights[0][:, 0]).all()"
TWICE = "round(F.cross_entropy(mg.tensor([[1.0] + [0.0] * 9]), mg.tensor([0])).item(), 2) == 1.46"
SGD_AS_FAR = (
    "abs(losses(lambda ps: mg.optim.SGD(ps, lr=0.1, momentum=0.9), loader, 10)[1][-1]"
    " - losses(lambda ps: mg.optim.Adam(ps, lr=0.01), loader, 10)[1][-1]) < 0.06"
)

CLAIMS = [
    ("Here are 1,797 digits that thirteen people wrote by hand", "len(points) == 1797"),
    ("shuffles the numbers from 0 to 1796", "sorted(order.tolist()) == list(range(1797))"),
    (
        "Of each 100 digits that it has never seen it gets about 96 right",
        "95 <= right(linear, validation) / 3 <= 97.5",
    ),
    ("More than 96 of each 100 on the test set", "right(model, test) / 297 > 0.96"),
    ("a weight whose input is 0 has slope 0", EDGES),
    ("SGD comes as far", SGD_AS_FAR),
    ("97.6 percent right", "max(pair[1] for pair in scores.values()) == 0.976"),
    ("even a row that is quite sure, and right, costs 1.46", TWICE),
    ("All 1,200 again", "len(train) == 1200"),
]
