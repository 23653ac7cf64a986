"""What chapter 10b says, and what computes it."""

import statistics

from minigrad.explore.transformer import look
from tests.course.claims import Claim, Given
from tests.course.seed_studies import recorded


def without_mask(names: dict, steps: int) -> float:
    """Train a network that can see the answers; return its validation loss after these steps."""
    mg = names["mg"]

    mg.manual_seed(0)
    writer = names["Writer"]().double()
    attention = writer.block.attention

    def weights(h):
        q, k = attention.heads(attention.query(h)), attention.heads(attention.key(h))
        return (q @ k.transpose(2, 3) / 8**0.5).softmax(dim=3)

    attention.weights = weights
    names["fit"](writer, range(steps))
    with mg.no_grad():
        return names["loss_of"](writer, names["validation_x"], names["validation_y"]).item()


def push(snapshots, step: int) -> tuple[float, float, float]:
    """Return one attention weight in "marianna", the gradient of its score, and a loss.

    In the second head, it's the weight that the first n assigns to the a before it. The loss is the
    one at that n.
    """
    seen = look(snapshots.taken[step], 4, "marianna", 6)
    return seen.weights[1, 6, 5], seen.of_scores[1, 6, 5], seen.loss


def reached(writer, names: dict) -> list[int]:
    """Return the places of "marianna" whose vectors get a gradient from the loss at place 4."""
    one = names["one"]
    h = writer.vectors(one[:, :-1]).detach().requires_grad_()
    names["F"].cross_entropy(writer.logits(h)[0, 4], one[0, 5]).backward()
    return [k for k, size in enumerate(h.grad[0].norm(dim=1).tolist()) if size > 0]


def of_each_seed(study: int) -> list[float]:
    """Return the result for each seed in a study, given its index in `seed_studies.STUDIES`."""
    return recorded("10b_a_network_that_writes")[study]


def mean(study: int) -> float:
    return statistics.mean(of_each_seed(study))


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

PUSH = "push(snapshots, step)"


CLAIMS = [
    Claim("prediction reach", "5 7", "[(sizes > 0).sum(), (sizes == 0).sum()]"),
    Claim(
        "prediction table",
        "The true counts are already the best that a table of pairs can do",
        "(t := counts - 1, c := t / t.sum(dim=1, keepdim=True), abs(loss.item() + c[now, after].log().mean().item()) < 0.01)[-1]",
    ),
    Claim(
        "prediction mask", "The first letter sees only itself", "weights[0].tolist() == [1, 0, 0]"
    ),
    Claim(
        "prediction size",
        "so a sum of 64 has a standard deviation of √64",
        "abs(scores.std() - 64**0.5) < 0.3",
    ),
    Claim(
        "prediction push",
        "so this score rises",
        "any('raise the score of a (place 5) the most (gradient −' in f.sentence for f in shown('writes-82').frames.values())",
    ),
    Claim(
        "prediction memory",
        "Most of the names that the network writes are its own inventions",
        "sum(name in known for name in written) < len(written) / 2",
    ),
    Claim(
        "writes-test 1",
        "three two before two",
        "(m := mg.ones(5, 5).triu(1) == 1, s := mg.zeros(5, 5).masked_fill(m, -float('inf')).softmax(1)[2], ((s > 0).sum().item(), (s[:2] > 0).sum().item(), (s == 0).sum().item()) == (3, 2, 2))[-1]",
    ),
    Claim(
        "writes-test 2",
        "Two fifths 1 five 0 isn't low infinity none",
        "(s := mg.zeros(5).softmax(0), low := mg.tensor([0.0, -1.0, -float('inf')]).softmax(0), len(s) == 5 and abs(s[3:].sum() - 2 / 5) < 1e-6 and low[0] > low[1] > 0 == low[2])[-1]",
    ),
    Claim(
        "writes-test 4",
        "equal",
        "(e := mg.tensor([1.0, 1.0, 2.0]) @ mg.eye(3), s := e.softmax(0), s[0].item() == s[1].item())[-1]",
    ),
    Claim(
        "writes-test 5",
        "mean",
        "(r := mg.rand(4), mg.allclose(mg.zeros(4).softmax(0) @ r, r.mean()))[-1]",
    ),
    Claim(
        "writes-test 6",
        "1.35 0.3 1.35",
        "(d := asked(6)[0] - asked(6)[1], [mg.exp(mg.tensor(d)), d, mg.exp(mg.tensor(d))])[-1]",
    ),
    Claim("prediction memory", "13", "round(len(written) / sum(name in seen for name in written))"),
    Claim("writes-05", "1 26", "(letters.index('a'), letters.index('z'))", after="writes-06"),
    Claim("writes-05", "11", "max(len(name) for name in known)"),
    Claim("writes-09", "400", "len(validation_x)"),
    Claim(
        "writes-11",
        "In the column of the period, the darkest row is y's: nearly half of all y's end a name",
        "0.44 < (counts[25, 0] - 1) / (counts[25] - 1).sum() < 0.5 and (counts / counts.sum(dim=1, keepdim=True))[:, 0].argmax() == 25",
    ),
    Claim(
        "writes-11",
        "The darkest cell of all is a u after a q",
        "chances.argmax().item() == 17 * 27 + letters.index('u')",
        after="writes-12",
    ),
    Claim(
        "writes-11",
        "51 52 52 79 0.658",
        "(q := counts[17], [q[21] - 1, (q - 1).sum(), q[21], q.sum(), q[21] / q.sum()])[-1]",
    ),
    Claim(
        "prediction real",
        "It's Yuonne. The other three were made up",
        "[name for name in four if name in known] == ['yuonne'] "
        "and 'leessa' in (mg.manual_seed(0), write(writer, 6, 1.0))[1]",
        after="writes-55",
    ),
    Claim("writes-20", "27", "len(letters)"),
    Claim(
        "writes-27",
        "0.107",
        "round((Q @ K.T).softmax(dim=1)[0, 1].item(), 3)",
    ),
    Claim(
        "writes-31",
        "4",
        "weights.shape[0] > 0 and looks(writer, 'emma')[0, 3, 4] == 0",
        after="writes-49",
    ),
    Claim(
        "writes-31",
        "8",
        "Attention().heads(h.detach()[:, :, :].float()).shape[-1] == 8",
        after="writes-37",
    ),
    Claim(
        "writes-36",
        "a single one gets three quarters of the weight",
        "abs((q @ k.T).softmax(dim=1).max(dim=1)[0].mean().item() - 0.75) < 0.02",
    ),
    Claim("writes-36", "200", "len(k)"),
    Claim("writes-44", "2.34", "abs(-chances[now, after].log().mean() - 2.34) < 0.01"),
    Claim(
        "writes-48",
        "0.27",
        "round(2.34 - losses(writer)[1], 2) == 0.27 and round(table_loss.item(), 2) == 2.34",
    ),
    Claim(
        "writes-48",
        "if each letter looks only at itself, they don't help",
        "mean(5) > mean(0) > mean(1) + 0.1 and losses(alone)[1] > losses(writer)[1] + 0.1",
    ),
    Claim(
        "writes-48",
        "our own run is a little worse than these five",
        "all(losses(w)[1] > max(of_each_seed(k)) for k, w in enumerate((alone, writer)))",
    ),
    Claim("writes-48", "1.3", "mg.exp(table_loss - losses(writer)[1])"),
    Claim("writes-48", "32", "writer.letters.shape[1]"),
    Claim(
        "writes-50",
        "Both give nearly all of their attention to the letter right before them",
        "all(looks(writer, 'marianna')[1][n, n - 1] > 0.95 for n in (6, 7))",
    ),
    Claim("writes-54", "50 100 200", "list(snapshots.taken) == [0, 50, 100, 200, 600]"),
    Claim("writes-83", "32", "(32,) in fit.__code__.co_consts"),
    Claim(
        "writes-83",
        "In this run, it has the same sign at all five moments",
        f"[{PUSH}[1] < 0 for step in snapshots.taken] == [True] * 5",
    ),
    Claim(
        "writes-large",
        "0.08",
        "round(losses(writer)[1] - losses(writer)[0], 2)",
    ),
    Claim("writes-large", "14,811 1,558", f"{LARGE} and {OURS}"),
    Claim("writes-large", "32 1,600", f"{LARGE} and writer.letters.shape[1] == 32"),
    Claim("writes-large", "12 1,024", f"{LARGE} and {OURS}"),
    Claim("writes-large", "27", "len(letters)"),
    Claim(
        "writes-test 3",
        "At one own place Only attention no",
        "[reached(w, notebook) for w in (alone, writer)] == [[4], [0, 1, 2, 3, 4]]",
    ),
    Claim("writes-64", "0.05 200", "without_mask(notebook, 200) < 0.05"),
    Claim(
        "writes-83",
        "ten",
        "(lambda z: (z / 0.1).std() / z.std())(writer(mg.zeros(1, 1, dtype=mg.int64)))",
    ),
    Claim(
        "writes-test 6",
        "high geometric mean",
        "asked(6)[0] > asked(6)[1] and mg.exp(mg.tensor(asked(6)[0] - asked(6)[1])) > 1",
    ),
    Claim(
        "writes-07",
        "The inputs x are all the numbers except the last, and the answers y are all the numbers except the first",
        "mg.equal(x, table[:, :-1]) and mg.equal(y.masked_fill(finished, 0), table[:, 1:].masked_fill(finished, 0))",
        after="writes-08",
    ),
    Claim(
        "writes-11",
        "We started each count at 1, so that no pair is impossible",
        "counts.min() >= 1",
    ),
    Claim(
        "writes-15",
        "Wherever a row was used, a gradient arrives, and the row receives their sum",
        "(e := mg.zeros(27, 2, requires_grad=True), e[mg.tensor([3, 3, 5])].sum().backward(), e.grad[3, 0] == 2 and e.grad[5, 0] == 1 and e.grad[4, 0] == 0)[-1]",
    ),
    Claim(
        "writes-22",
        "The score 2 belongs to the second letter, so the third letter mostly looks there",
        "scores.argmax() == 1 == third.argmax()",
    ),
    Claim(
        "writes-25",
        "The row says who looks, and the column says who is looked at",
        "all((weights[i] - (K @ Q[i]).softmax(dim=0)).abs().max() < 1e-6 for i in range(3))",
        after="writes-26",
    ),
    Claim(
        "writes-27",
        "the first letter gives 0.107 of its attention to the second letter. But the second letter is exactly what the first one has to predict",
        "abs(weights[0, 1] - 0.107) < 1e-3",
    ),
    Claim(
        "writes-27",
        "Before the softmax, we set the scores of all later letters to minus infinity. (triu(1) keeps the numbers above the diagonal.) Because e to the power of minus infinity is 0, the softmax gives those letters no weight",
        "weights[0].tolist() == [1, 0, 0] and mg.equal(future, mg.arange(3).reshape(3, 1) < mg.arange(3)) and (weights[future] == 0).all()",
        after="writes-29",
    ),
    Claim(
        "writes-31",
        "Every row still adds up to 1, because the softmax came after the mask",
        "(weights.sum(dim=1) - 1).abs().max() < 1e-6",
    ),
    Claim(
        "writes-36",
        "Large scores make the softmax almost certain",
        "largest_weight(scores) > 0.7 > 0.1 > largest_weight(scores / scores.std())",
    ),
    Claim(
        "writes-heads",
        "if a letter is certain and looks in the wrong place, hardly any gradient gets through to its scores",
        "pair.grad.abs().max() < 0.001",
    ),
    Claim(
        "writes-heads",
        "we divide the scores by the square root of $d$, the number of products in a score",
        "0.9 < (scores / 64**0.5).std() < 1.1",
    ),
    Claim(
        "writes-heads",
        "| after `transpose(1, 2)` | (5, 4, 12, 8) |",
        "tuple(Attention().heads(mg.zeros(5, 12, 32)).shape) == (5, 4, 12, 8)",
        after="writes-39",
    ),
    Claim(
        "writes-38",
        "each part has a residual connection around it, and normalizes its input with a LayerNorm",
        "(b := Block(), q := mg.randn(1, 3, 32), n := b.down(b.up(b.second(q + b.attention(b.first(q)))).relu()), (b(q) - (q + b.attention(b.first(q)) + n)).abs().max() < 1e-5)[-1]",
        after="writes-39",
    ),
    Claim(
        "writes-40",
        "in one block, attention only adds up vectors, and can't tell which one came first. So there's a second embedding, with a row for each place",
        "with_places > 0 and apart(untrained) == 0",
        after="writes-order",
    ),
    Claim(
        "writes-training",
        "Without the places, the last letter gets the same sum, whichever letter came first",
        "with_places > 0 and apart(untrained) == 0",
    ),
    Claim(
        "writes-48",
        "A loss is the logarithm of a probability, with a minus. So, letter after letter, the network gives the right answer a probability that is 1.3 times as high",
        "abs((table_loss - losses(writer)[1]).exp() - 1.3) < 0.05",
    ),
    Claim(
        "writes-48",
        "The earlier letters lower the loss once more, and less so if the network can't tell their places",
        "losses(writer)[1] < losses(alone)[1]",
    ),
    Claim(
        "writes-50",
        "The network gives that answer at place 4, counted from 0. From its loss, the gradient flows back to the vectors of the letters",
        "(sizes[5:] == 0).all() and (sizes[:5] > 0).all()",
        after="writes-52",
    ),
    Claim(
        "writes-54",
        "What couldn't influence this answer can't learn from it. And all the others learn in one step",
        "(sizes[5:] == 0).all() and (sizes[:5] > 0).all()",
    ),
    Claim(
        "writes-83",
        "before the softmax, we divide the logits by a number, the temperature",
        "(z := mg.tensor([1.0, 2.0]), heated(z.reshape(1, 2), 0.5)[0, 1] > heated(z.reshape(1, 2), 2.0)[0, 1])[-1]",
        after="writes-62",
    ),
    Claim(
        "writes-56",
        "At a low temperature, the largest logit wins nearly always. At a high temperature, unlikely letters get through",
        "(z := mg.tensor([1.0, 2.0]), (z / 0.1).softmax(0)[1] > 0.99 and (z / 2.0).softmax(0)[1] < 0.63)[-1]",
    ),
    Claim(
        "writes-large",
        "the network has memorized a little, but most of what it knows is about names in general",
        "0 < losses(writer)[1] - losses(writer)[0] < 0.1",
    ),
    Claim(
        "writes-63",
        "Divide first, and then take the softmax. If you divided the probabilities instead, they wouldn't add up to 1",
        "(z := mg.tensor([[1.0, 2.0]]), abs(heated(z, 2.0).sum() - 1) < 1e-6 and (z.softmax(dim=1) / 2.0).sum() < 0.6)[-1]",
    ),
    Claim(
        "writes-68",
        "The mask is missing, so the network only has to learn to copy",
        "faulty(mg.ones(3, 4), mg.ones(3, 4))[0, 1] > 0 == masked(mg.ones(3, 4), mg.ones(3, 4))[0, 1]",
    ),
    Claim(
        "writes-73",
        "The softmax ran down the columns, so a letter's weights don't have to add up to 1. Even worse, they depend on the scores of later letters",
        "(a := mg.zeros(3, 3), b := a.clone(), b.__setitem__((2, 0), 3.0), faulty_weights(a)[0, 0] != faulty_weights(b)[0, 0] and (shares(a).sum(dim=1) - 1).abs().max() < 1e-6)[-1]",
    ),
    Claim(
        "writes-77",
        "Then come the mask, the softmax along each row, and the weighted sum of the values",
        "(q := mg.randn(3, 4), v := mg.randn(3, 2), mg.allclose(attention(q, q, v), masked(q, q) @ v))[-1]",
    ),
    Claim(
        "lecture",
        "Divide each row by its sum and the counts become probabilities",
        "mg.allclose((counts / counts.sum(dim=1, keepdim=True)).sum(1), mg.ones(27), atol=1e-5)",
        after="writes-12",
    ),
    Claim(
        "lecture",
        "each letter divides up its own attention",
        "mg.allclose(weights.sum(1), mg.ones(3), atol=1e-5)",
        after="writes-29",
    ),
    Claim(
        "lecture",
        "Nothing replaces h each part only adds to it",
        "(v := mg.randn(1, 12, 32), B := Block(), k := v + B.attention(B.first(v)), mg.allclose(B(v), k + B.down(B.up(B.second(k)).relu()), atol=1e-5))[-1]",
    ),
]

RADFORD = "Radford et al., Language Models are Unsupervised Multitask Learners"
GIVEN = [
    Given("writes-03", "1990", "the US Census Bureau's list of names"),
    Given("writes-large", "2", RADFORD),
    Given("writes-large", "2019 48 25 50,257 8", RADFORD),
]
