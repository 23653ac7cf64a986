"""What chapter 8 says, and what computes it."""

from typing import Any

import minigrad as mg
from tests.course.claims import Claim

EDGES = "(images[train][:, 0] == 0).all() and (weights[-1][0][:, 0] == weights[0][0][:, 0]).all()"
HEAPS = (
    "(lambda c: (min(c), max(c)) == (2, 10))([labels[few].tolist().count(d) for d in range(10)])"
)


def moved(make: Any, slope: float) -> float:
    """Return how far one step at a rate of 0.1 moves a weight with a slope."""
    w = mg.tensor(0.0, requires_grad=True)
    w.grad = mg.tensor(slope)
    make([w], lr=0.1).step()
    return -w.item()


CLAIMS = [
    Claim(
        "prediction parameters",
        "each output also has a bias",
        "Net(32).second.bias.numel() == Net(32).second.out_features",
    ),
    Claim(
        "prediction heart",
        "First the model learns what digits of a kind have in common. Then it only becomes surer",
        "plain_losses[0] > min(plain_losses) < plain_losses[-1]",
    ),
    Claim(
        "digits-47 1",
        "Half half ½ first ½ 1 −½ second",
        "(z := mg.zeros(1, 2, requires_grad=True), mg.nn.functional.cross_entropy(z, mg.tensor([1])).backward(), z.grad.tolist() == [[0.5, -0.5]] and z.softmax(1).tolist() == [[0.5, 0.5]])[-1]",
    ),
    Claim("digits-47 3", "ten", "labels.max() + 1"),
    Claim(
        "digits-47 5",
        "Both 0.01",
        "(a := asked(5), w := mg.zeros(2, requires_grad=True), o := mg.optim.Adam([w], lr=0.01), (w * mg.tensor(a[:2])).sum().backward(), o.step(), abs(w.max() + 0.01) < 1e-4 and abs(w.min() + 0.01) < 1e-4)[-1]",
    ),
    Claim(
        "digits-47 6",
        "Six weights two biases",
        "(m := mg.nn.Linear(3, 2), (m.weight.numel(), m.bias.numel()) == (6, 2))[-1]",
    ),
    Claim(
        "digits-01",
        "Thirteen people wrote 1,797 digits by hand",
        "len(points) == 1797",
        after="digits-04",
    ),
    Claim(
        "digits-73",
        "as common in the training set as any digit",
        "max(counts(train)) == counts(train)[0]",
    ),
    Claim(
        "digits-73",
        "4",
        "[d for d in range(10) if 4 * counts(validation)[d] > 1.2 * counts(train)[d]]",
    ),
    Claim("digits-73", "26 300", "[counts(validation)[0], len(validation)]"),
    Claim("digits-75", "300", "len(validation)"),
    Claim("digits-loader", "16", "len(train) % 32"),
    Claim(
        "digits-19",
        "The weights of one digit are the slopes of its score along the 64 points",
        "(x := images[:1].clone().requires_grad_(), linear(x)[0, 7].backward(), "
        "(x.grad[0] - linear.weight[7]).abs().max() < 1e-6)[-1]",
    ),
    Claim("digits-23", "5", "weights[-1][0][5].argmin() == 2 * 8 + 5"),
    Claim("digits-19", "97", "right(linear, validation) / 3"),
    Claim("digits-23", "a weight whose input is 0 has slope 0", EDGES),
    Claim(
        "digits-23",
        "5 7",
        "(five := images[validation][labels[validation].tolist().index(5)].clone(), (weights[-1][0] @ five + weights[-1][1]).argmax().item(), five.__setitem__(2 * 8 + 5, 1.0), five.__setitem__(3 * 8 + 2, 0.0), (weights[-1][0] @ five + weights[-1][1]).argmax().item())[1::3]",
    ),
    Claim("digits-28", "10 0.0001", "[moved(mg.optim.SGD, 100.0), moved(mg.optim.SGD, 0.001)]"),
    Claim(
        "digits-45",
        "If copy.deepcopy(model) fails because of graph leaves, the model keeps a result",
        "(deepcopy := __import__('copy').deepcopy, made := Net(2), deepcopy(made),"
        " setattr(made, 'h', made(images[:1])), fails(lambda: deepcopy(made)),"
        " setattr(made, 'h', made.h.detach()), deepcopy(made).h.shape == (1, 10))[4::2] == (True, True)",
    ),
    Claim("digits-77", "two to ten of each", HEAPS, after="digits-35"),
    Claim("digits-79", "1,200", "len(train)"),
    Claim(
        "digits-80",
        "The network is ahead for every seed but one, where the two are even",
        "[right(n, validation) - s for n, s in zip(networks, linear_scores)][-1] == 0 "
        "and all(right(n, validation) > s for n, s in zip(networks[:4], linear_scores))",
    ),
    Claim("digits-41", "287 297", "(right(model, test), len(test))"),
    Claim("digits-41", "give or take about 3", "abs(error * len(test) - 3) < 0.3"),
    Claim(
        "digits-41",
        "The linear model is also within that",
        "abs(right(linears[0], test) - right(model, test)) <= round(error * len(test))",
    ),
    Claim(
        "digits-whose",
        "4 1 5 0",
        "((ours & ~simple).sum(), (simple & ~ours).sum(), (ours != simple).sum(), 0 * ours.sum())",
        after="digits-paired",
    ),
    Claim(
        "digits-whose",
        "five coins fall 4 to 1 or 5 to 0 more often than one time in three",
        "2 * (5 + 1) / 2**5 > 1 / 3 and ((ours & ~simple).sum(), (simple & ~ours).sum()) == (4, 1)",
        after="digits-paired",
    ),
    Claim("digits-first-model", "300", "len(validation)"),
    Claim(
        "digits-77",
        "0.001",
        "[best, mg.optim.Adam([mg.zeros(1, requires_grad=True)])][1].param_groups[0]['lr']",
    ),
    Claim("digits-77", "0.1", "min(best.values()) == 0.01 and 0.1 < best['SGD']"),
    Claim(
        "prediction read",
        "misreads each of them",
        "(model(images[hard]).argmax(dim=1) != labels[hard]).all() "
        "and model(images[hard]).argmax(dim=1).tolist()[1::2] == [1, 5]",
        after="digits-81",
    ),
    Claim("digits-61", "97.6", "100 * max(pair[1] for pair in scores.values())", after="digits-62"),
    Claim(
        "digits-12",
        "nine",
        "z.grad[1, 0] / -z.grad[0, 0] / mg.exp(z[1, 0] - z[1, 1])",
        after="digits-rare",
    ),
    Claim(
        "digits-47 4",
        "Overfitting early",
        "min(plain_losses) < plain_losses[-1] and loss_on(plain, few) < plain_losses[-1]",
    ),
    Claim("digits-47 4", "weight decay more", "tame_losses[-1] < plain_losses[-1]"),
    Claim(
        "digits-47 2",
        "choices many models best",
        "best['Adam'] in rates['Adam'] and len(rates['Adam']) > 1",
    ),
    Claim(
        "prediction slope",
        "the −z₁ in the loss",
        "abs((z.logsumexp(0) - loss).item() - z[1].item()) < 1e-6",
    ),
]
