"""Check chapter 8's claims about experiments that aren't run in the notebook."""

EDGES = "(images[train][:, 0] == 0).all() and (weights[-1][0][:, 0] == weights[0][0][:, 0]).all()"
TWICE = "round(F.cross_entropy(mg.tensor([[1.0] + [0.0] * 9]), mg.tensor([0])).item(), 2) == 1.46"
HEAPS = (
    "(lambda c: (min(c), max(c)) == (2, 10))([labels[few].tolist().count(d) for d in range(10)])"
)

ANSWER = "(weights[-1][0] @ five + weights[-1][1]).argmax().item()"
TWO_POINTS = (
    "(five := images[validation][labels[validation].tolist().index(5)].clone(), "
    f"{ANSWER}, five.__setitem__(2 * 8 + 5, 1.0), five.__setitem__(3 * 8 + 2, 0.0), {ANSWER})"
    "[1::3] == (5, 7)"
)

CLAIMS = [
    ("Thirteen people wrote 1,797 digits by hand", "len(points) == 1797"),
    ("shuffles the numbers from 0 to 1796", "sorted(order.tolist()) == list(range(1797))"),
    (
        "it gets 97 of each 100 digits right that it has never seen",
        "right(linear, validation) / 3 == 97",
    ),
    ("The network gets 287 of the 297 right", "(right(model, test), len(test)) == (287, 297)"),
    (
        "With twenty seeds we saw from 11 to 53 right, and 32 on average",
        (
            "(lambda r: (min(r), max(r), round(sum(r) / 20)) == (11, 53, 32))([(mg.manual_seed(s), "
            "right(mg.nn.Linear(64, 10), validation))[1] for s in range(1, 21)])"
        ),
    ),
    ("as common in the training set as any digit", "max(counts(train)) == counts(train)[0]"),
    ("for 26 of the 300 validation digits", "counts(validation)[0] == 26"),
    ("Here it's 0.01, or about 3 digits", "abs(error * len(test) - 3) < 0.3"),
    (
        "The network is ahead for every seed but one, where the two are even",
        (
            "[right(n, validation) - s for n, s in zip(networks, linear_scores)][-1] == 0 "
            "and all(right(n, validation) > s for n, s in zip(networks[:4], linear_scores))"
        ),
    ),
    ("a weight whose input is 0 has slope 0", EDGES),
    ("change two points of the 5, and the model takes it for a 7", TWO_POINTS),
    ("two to ten of each", HEAPS),
    ("each step first shrinks each weight by 0.5 percent", "0.01 * 0.5 == 0.005"),
    (
        "SGD moves a weight whose slope is 100 by 10, and one whose slope is 0.001 by 0.0001",
        "[round(0.1 * slope, 9) for slope in (100, 0.001)] == [10, 0.0001]",
    ),
    ("97.6 percent right", "max(pair[1] for pair in scores.values()) == 0.976"),
    ("Even a row that is quite sure, and right, costs 1.46", TWICE),
    ("All 1,200 training digits again", "len(train) == 1200"),
]
