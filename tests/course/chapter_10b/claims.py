"""Check chapter 10b's claims about GPT-2 and experiments that aren't run in the notebook."""

import collections
import math
import statistics
from collections.abc import Callable

from minigrad.course.chapter_10b import Snapshots
from minigrad.explore.transformer import look
from tests.course.seed_studies import recorded, rows

HERE = "__import__('tests.course.chapter_10b.claims', fromlist=['_'])"


def without_mask(names: dict) -> float:
    """Train a network that can see the answers; return its validation loss after 200 steps."""
    mg = names["mg"]

    mg.manual_seed(0)
    writer = names["Writer"]().double()
    attention = writer.block.attention

    def weights(h):
        q, k = attention.heads(attention.query(h)), attention.heads(attention.key(h))
        return (q @ k.transpose(2, 3) / 8**0.5).softmax(dim=3)

    attention.weights = weights
    names["fit"](writer, range(200))
    with mg.no_grad():
        return names["loss_of"](writer, names["validation_x"], names["validation_y"]).item()


def push(snapshots, step: int) -> tuple[float, float, float]:
    """Return one attention weight in "marianna", the gradient of its score, and a loss.

    In the second head, it's the weight that the first n assigns to the a before it. The loss is the
    one at that n.
    """
    seen = look(snapshots.taken[step], 4, "marianna", 6)
    return seen.weights[1, 6, 5], seen.of_scores[1, 6, 5], seen.loss


def pushed(names: dict, seed: int, head: int) -> tuple[float, float, float]:
    """Return the gradient and the weight that `push` returns, but for any seed and any head.

    Both are measured before training. The third result is the weight after 100 steps.
    """
    names["mg"].manual_seed(seed)
    snapshots = Snapshots(names["Writer"]().double(), range(100), (0,))
    names["fit"](snapshots.module, snapshots)
    first, last = (look(snapshots.taken[step], 4, "marianna", 6) for step in (0, 100))
    return first.of_scores[head, 6, 5], first.weights[head, 6, 5], last.weights[head, 6, 5]


def reached(writer, names: dict) -> list[int]:
    """Return the places of "marianna" whose vectors get a gradient from the loss at place 4."""
    one = names["one"]
    h = writer.vectors(one[:, :-1]).detach().requires_grad_()
    names["F"].cross_entropy(writer.logits(h)[0, 4], one[0, 5]).backward()
    return [k for k, size in enumerate(h.grad[0].norm(dim=1).tolist()) if size > 0]


def of_each_seed(study: int) -> list[float]:
    """Return the result for each seed in a study, given its index in `seed_studies.STUDIES`."""
    return recorded("10b_a_network_that_writes")[study]


def gap(lower: int, higher: int) -> float:
    """Return how much higher one study's mean is than another's."""
    return statistics.mean(of_each_seed(higher)) - statistics.mean(of_each_seed(lower))


def mean(study: int) -> float:
    return statistics.mean(of_each_seed(study))


def worse_than_pairs(names: dict) -> float:
    """Return the fraction of validation letters that the bigram table predicts better."""
    mg, x, y = (names[name] for name in ("mg", "validation_x", "validation_y"))
    asked = y >= 0
    with mg.no_grad():
        said = names["writer"](x).log_softmax(dim=2)[asked]
    ours = said[mg.arange(len(said)), y[asked]]
    pairs = names["chances"][x[asked], y[asked]].log()
    return (ours < pairs).to(mg.float32).mean().item()


def counted(names: dict, seen_from: Callable[[list[int], int], tuple]) -> float:
    """Return the validation loss of a table with a row for each result of `seen_from`.

    The function gets a name's numbers and a place, and returns what the table sees there.
    """
    tables = collections.defaultdict(lambda: [1] * 27)
    costs = []
    for part in ("train", "validation"):
        questions, answers = (names[f"{part}_{which}"].tolist() for which in "xy")
        for x, y in zip(questions, answers, strict=True):
            for place in (place for place, answer in enumerate(y) if answer >= 0):
                row = tables[seen_from(x, place)]
                if part == "train":
                    row[y[place]] += 1
                else:
                    costs.append(-math.log(row[y[place]] / sum(row)))
    return statistics.mean(costs)


def equally(names: dict) -> float:
    """Return the previous letter's mean weight if all visible letters were weighted equally."""
    real = (names["validation_y"] >= 0)[:, 1:].tolist()
    weights = [1 / (place + 2) for row in real for place, asked in enumerate(row) if asked]
    return statistics.mean(weights)


def spread(study: int) -> float:
    return statistics.stdev(of_each_seed(study))


# The number of parameters in the largest GPT-2, from its width, blocks, tokens, and positions. Each
# block has 12 width-by-width matrices and 13 vectors. The last layer shares the token embeddings.
GPT_2 = (
    "(lambda w, blocks, signs, places: "
    "(signs + places) * w + blocks * (12 * w**2 + 13 * w) + 2 * w)(1600, 48, 50257, 1024)"
)
LARGE = f"round({GPT_2} / 1e6) == 1558"
OURS = (
    "sum(p.numel() for p in writer.parameters()) == 14811 "
    "and len(seen) == 4763 and x.shape[1] == 12"
)

PUSH = f"{HERE}.push(snapshots, step)"

CLAIMS = [
    (
        "above the table of pairs, which had 2.34",
        "abs(-chances[now, after].log().mean() - 2.34) < 0.01",
    ),
    ("in the United States in 1990", "len(known) == 5163 and known[0] == 'aaron'"),
    ("a is 1, and z is 26", "(letters.index('a'), letters.index('z')) == (1, 26)"),
    ("The longest names have 11 letters", "max(len(name) for name in known) == 11"),
    ("A validation set of 400 names is left", "len(validation_x) == 400"),
    (
        "More than a third of all names end with an a",
        "(counts[1, 0] - 1) / 4763 > 1 / 3 and counts[1].argmax() == 0",
    ),
    (
        "After a q there's nearly always a u: that's the darkest cell",
        "chances.argmax().item() == 17 * 27 + letters.index('u') and counts[17].sum() - 27 < 54",
    ),
    (
        "(by less than 0.01), because each of our counts began at 1",
        "0 < (F.nll_loss(chances.log()[now], after) - F.cross_entropy(logits[now], after)) < 0.01",
    ),
    (
        "Yes, with 27 times as many rows. For three letters it takes 27 times as many again",
        "len(letters) == 27",
    ),
    (
        "gives 0.107 of its attention to the second letter, and the second gives 0.155",
        "[round(x, 3) for x in (Q @ K.T).softmax(dim=1).diagonal(1).tolist()] == [0.107, 0.155]",
    ),
    (
        "letter 3 can't see what letter 4 will be",
        "weights.shape[0] > 0 and looks(writer, 'emma')[0, 3, 4] == 0",
    ),
    (
        "queries and keys have 8 numbers and not 2",
        "Attention().heads(h.detach()[:, :, :].float()).shape[-1] == 8 and Q.shape[1] == 2",
    ),
    (
        "a single one gets three quarters of the weight",
        "abs((q @ k.T).softmax(dim=1).max(dim=1)[0].mean().item() - 0.75) < 0.02",
    ),
    (
        "2.34, on names that it hasn't counted either. What's a difference of 0.27 worth?",
        ("round(2.34 - losses(writer)[1], 2) == 0.27 and round(table_loss.item(), 2) == 2.34"),
    ),
    (
        "a table of pairs for each place gets 2.17",
        f"round({HERE}.counted(globals(), lambda x, place: (place, x[place])), 2) == 2.17",
    ),
    (
        "so does a table with a row for every two letters",
        (
            f"round({HERE}.counted(globals(), lambda x, place: "
            "(x[place - 1] if place else 0, x[place])), 2) == 2.17"
        ),
    ),
    (
        "a probability that is 1.3 times as high, as a geometric mean",
        "round(mg.tensor(0.27).exp().item(), 1) == 1.3",
    ),
    (
        "At one, the letter's own place. Only attention moves information between letters",
        f"[{HERE}.reached(w, globals()) for w in (alone, writer)] == [[4], [0, 1, 2, 3, 4]]",
    ),
    (
        "It's about 1.35 times as high, as a geometric mean, because 0.3 is the logarithm of 1.35",
        "round(mg.tensor(2.3 - 2).exp().item(), 2) == 1.35",
    ),
    (
        "for a third of them, the table of pairs did better",
        f"0.30 < {HERE}.worse_than_pairs(globals()) < 0.36",
    ),
    (
        "The validation loss is 0.08 above the training loss, and without attention it's 0.03",
        "[round(losses(w)[1] - losses(w)[0], 2) for w in (writer, alone)] == [0.08, 0.03]",
    ),
    (
        "our own run is a little worse than these five",
        f"all(losses(w)[1] > max({HERE}.of_each_seed(k)) for k, w in enumerate((alone, writer)))",
    ),
    (
        "it's about as much as if a letter looked at all the letters that it sees equally",
        f"abs({HERE}.equally(globals()) - {HERE}.mean(6)) < 0.02",
    ),
    (
        "the last a looks mostly at the n two letters back",
        "looks(writer, 'marianna')[1][8].argmax() == 6",
    ),
    *(
        (row, f"{row!r} in {HERE}.rows('10b_a_network_that_writes')")
        for row in rows("10b_a_network_that_writes")
    ),
    (
        "these differences are about as large as the spread",
        f"max({HERE}.gap(1, 2), {HERE}.gap(1, 4)) < 2 * {HERE}.spread(1)",
    ),
    (
        "lower the loss once more, and less so if the network can't tell their places",
        f"min({HERE}.gap(1, 3), {HERE}.gap(3, 0)) > 2 * {HERE}.spread(1)",
    ),
    (
        "some head learned to look there a lot, but none of them looks only there",
        f"0.4 < min({HERE}.of_each_seed(5)) and max({HERE}.of_each_seed(5)) < 0.6",
    ),
    (
        "Both give nearly all of their attention to the letter right before them",
        "all(looks(writer, 'marianna')[1][n, n - 1] > 0.95 for n in (6, 7))",
    ),
    (
        "before the training, after 50, 100, and 200 steps, and from the end",
        "list(snapshots.taken) == [0, 50, 100, 200, 600]",
    ),
    ("the gradients of all the letters of 32 names", "(32,) in fit.__code__.co_consts"),
    (
        "In this run, it's negative at all five moments",
        f"[{PUSH}[1] < 0 for step in snapshots.taken] == [True] * 5",
    ),
    (
        "the weight grows from 0.19 to 0.30, 0.86, 0.93, and 0.97",
        f"[round({PUSH}[0], 2) for step in snapshots.taken] == [0.19, 0.30, 0.86, 0.93, 0.97]",
    ),
    *(
        (
            "In two of them, the gradient is positive at first, and the weight grows all the same",
            f"(p := {HERE}.pushed(globals(), {seed}, {head}))[0] > 0 and p[2] > 2 * p[1]",
        )
        for seed, head in ((1, 3), (5, 0))
    ),
    (
        "the loss falls from 2.59 to 1.36",
        f"[round({PUSH}[2], 2) for step in (100, 600)] == [2.59, 1.36]",
    ),
    (
        "this gradient goes from −0.071 to −0.022, to less than a third",
        f"[round({PUSH}[1], 3) for step in (100, 600)] == [-0.071, -0.022]",
    ),
    (
        "Here's how our network compares with GPT-2, a large one from 2019",
        LARGE,
    ),
    ("GPT-2, the largest", LARGE),
    ("| parameters | 14,811 | 1,558 million |", f"{LARGE} and {OURS}"),
    ("| blocks | 1 | 48 |", LARGE),
    ("| heads in each block | 4 | 25 |", "1600 / 25 == 64 and looks(writer, 'emma').shape[0] == 4"),
    ("| numbers in a vector | 32 | 1,600 |", f"{LARGE} and writer.letters.shape[1] == 32"),
    ("| characters or tokens | 27 | 50,257 |", f"{LARGE} and len(letters) == 27"),
    ("| places that it can see | 12 | 1,024 |", f"{LARGE} and {OURS}"),
    ("the text of 8 million web pages. Ours has seen 4,763 names", OURS),
    ("a validation loss below 0.05 after only 200 steps", f"{HERE}.without_mask(globals()) < 0.05"),
]
