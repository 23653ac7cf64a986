"""What chapter 8 says, and what computes it."""

import re
from typing import Any

import minigrad as mg
from tests.course.cells import NOTEBOOKS, stored
from tests.course.claims import Claim, Given

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


def cells_asking(part: str) -> list[int]:
    """Return which cells of code ask about a part of the digits, by their places."""
    cells = stored(NOTEBOOKS / "08_a_real_data_set.ipynb").cells
    asking = re.compile(rf"(?:\[|, ){part}[\])]")
    return [k for k, c in enumerate(cells) if c.cell_type == "code" and asking.search(c.source)]


def at_best_rates(first: int, end: int) -> str:
    """Return code for the right answers with each seed: of networks, and of linear models."""
    seeds = f"for seed in range({first}, {end})"
    networks = (
        "right(losses(lambda ps: mg.optim.AdamW(ps, lr=0.015, weight_decay=0.01), loader, 25,"
        " seed)[0], validation)"
    )
    linear = (
        "(lambda model, optimizer: [[one_epoch(model, optimizer, loader) for _ in range(25)],"
        " right(model, validation)][1])(model, mg.optim.AdamW(model.parameters(), lr=0.03,"
        " weight_decay=0.01))"
    )
    models = "for model in [(mg.manual_seed(seed), mg.nn.Linear(64, 10))[1]]"
    return f"[{networks} {seeds}], [{linear} {seeds} {models}]"


CLAIMS = [
    Claim(
        "exercise patience",
        "epoch with the smallest loss",
        "(best := plain_losses.index(min(plain_losses)), plain_losses[best] <= min(plain_losses))[-1]",
    ),
    Claim(
        "prediction parameters",
        "A layer has a bias for each output, not for each input",
        "mg.nn.Linear(64, 32).bias.shape == (32,)",
    ),
    Claim(
        "prediction parameters",
        "each output also has a bias",
        "Net(32).second.bias.numel() == Net(32).second.out_features",
    ),
    Claim(
        "prediction parameters",
        "The biases of the first layer are missing.",
        "2410 - 2378 == Net(32).first.bias.numel()",
    ),
    Claim(
        "prediction parameters",
        "The biases of the second layer are missing.",
        "2410 - 2400 == Net(32).second.bias.numel()",
    ),
    Claim(
        "prediction parameters",
        "That's the second layer.",
        "330 == sum(p.numel() for p in Net(32).second.parameters())",
    ),
    Claim(
        "prediction heart",
        "First the model learns what digits of a kind have in common. Then it goes on to fit its sixty",
        "plain_losses[0] > min(plain_losses) < plain_losses[-1] and len(few) == 60",
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
    Claim("digits-33", "five", "len(last)", after="digits-76"),
    Claim("digits-39", "five", "len(models)", after="digits-78"),
    Claim("digits-79", "five", "len(models)"),
    Claim(
        "digits-80",
        "0.015 0.03 292.4 289.4",
        f"(lambda ours, simple: [0.015, 0.03, sum(ours) / 5, sum(simple) / 5])({at_best_rates(1, 6)})",
    ),
    Claim(
        "digits-80",
        "The network is ahead for every seed but one, where the two are even",
        "[right(n, validation) - s for n, s in zip(networks, linear_scores)][-1] == 0 "
        "and all(right(n, validation) > s for n, s in zip(networks[:4], linear_scores))",
    ),
    Claim(
        "digits-80",
        "With ten more seeds it's only 292.0 to 290.6, and for two of them the network is behind",
        "(lambda ours, simple: (sum(ours) / 10, sum(simple) / 10) == (292.0, 290.6)"
        f" and sum(a < b for a, b in zip(ours, simple)) == 2)({at_best_rates(6, 16)})",
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
        "five coins fall 4 to 1 or 5 to 0, one way or the other, more often than one time in three",
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
    Claim(
        "digits-03",
        "a number from 0, paper, to 1, ink. We lay the rows end to end",
        "images.min() == 0 and images.max() == 1 and images.shape[1] == 64",
        after="digits-04",
    ),
    Claim(
        "digits-07",
        "Take $e$ to the power of each logit, which makes all of them positive, and divide each by the sum",
        "(e := z.exp(), e.min() > 0 and (e / e.sum() - z.softmax(dim=0)).abs().max() < 1e-6)[-1]",
        after="digits-08",
    ),
    Claim(
        "digits-09",
        "The second part takes 1 away from the right answer's slope",
        "(z.grad - (z.detach().softmax(0) - mg.tensor([0.0, 1.0, 0.0]))).abs().max() < 1e-6",
        after="digits-11",
    ),
    Claim(
        "digits-12",
        "All three slopes are probability minus truth",
        "(z.grad - (z.detach().softmax(0) - mg.tensor([0.0, 1.0, 0.0]))).abs().max() < 1e-6",
    ),
    Claim(
        "digits-12",
        "For a batch it takes the mean",
        "abs(F.cross_entropy(mg.stack([z, 2 * z]), mg.tensor([1, 0])) - (F.cross_entropy(z, mg.tensor(1)) + F.cross_entropy(2 * z, mg.tensor(0))) / 2) < 1e-6",
    ),
    Claim(
        "digits-first-model",
        "64 numbers go in and 10 logits come out, each a sum of 64 products and a bias",
        "(m := mg.nn.Linear(64, 10), abs(m(images[0])[3] - ((images[0] * m.weight[3]).sum() + m.bias[3])) < 1e-5)[-1]",
    ),
    Claim(
        "digits-first-model",
        "The model's answer is the column in which its row is largest",
        "linear(images[:5]).argmax(dim=1).tolist() == [r.index(max(r)) for r in linear(images[:5]).tolist()]",
        after="digits-18",
    ),
    Claim(
        "digits-15",
        "the gradient goes to the entry, and the choice counts as a constant",
        "z.grad.tolist() == [1, 0, 0] and not z.argmax().requires_grad",
        after="digits-argmax",
    ),
    Claim(
        "digits-loader",
        "train() before you train, and eval() before you measure",
        "(m := mg.nn.Dropout(0.5), mg.equal(m.eval()(images[0]), images[0]) and not mg.equal(m.train()(images[0]), images[0]))[-1]",
    ),
    Claim(
        "digits-19",
        "If a point's weight is above 0, ink there speaks for the digit, and below 0 against it",
        "(d := linear.weight[7].detach(), more := lambda k: (p := images[:1].clone(), p.__setitem__((0, k), 1.0), (linear(p) - linear(images[:1]))[0, 7].item())[-1], up := d.argmax().item(), down := d.argmin().item(), p0 := images[0], (more(up) > 0 or p0[up] == 1) and (more(down) < 0 or p0[down] == 1))[-1]",
    ),
    Claim(
        "digits-25",
        "which replaces everything below 0 by 0",
        "mg.equal((images - 0.5).relu(), (images - 0.5).clamp(min=0))",
    ),
    Claim(
        "digits-75",
        "Here they don't, so their average is small, and the second and third steps are much shorter than the first",
        "(s := (mg.ones(1), mg.zeros(1), mg.zeros(1)), at := [(s := adam_step(s[0], mg.full((1,), 100.0 * (-1) ** t), *s[1:], t, 0.1))[0].item() for t in (1, 2, 3)], at[0] - 1 > 0.09 and max(abs(at[1] - at[0]), abs(at[2] - at[1])) < 0.05)[-1]",
    ),
    Claim(
        "digits-77",
        "The three overlap, and the rate matters far more. At a rate of 0.1 for all three, only momentum would have looked good",
        "best['momentum'] == 0.1 and min(best['SGD'], 1) > 0.3 and best['Adam'] < 0.03",
    ),
    Claim(
        "digits-37",
        "keep the weights of the epoch with the lowest validation loss",
        "min(plain_losses) < plain_losses[-1]",
    ),
    Claim(
        "digits-37",
        "pull each weight toward 0 a little in each step",
        "(p := mg.tensor([2.0, -2.0], requires_grad=True), setattr(p, 'grad', mg.zeros(2)), decaying([p]).step(), 1.9 < p[0] < 2 and -2 < p[1] < -1.9)[-1]",
        after="digits-38",
    ),
    Claim(
        "digits-37",
        "each step first shrinks each weight by 0.5 percent, and then takes Adam's step",
        "(p := mg.tensor([2.0], requires_grad=True), setattr(p, 'grad', mg.ones(1)), decaying([p]).step(), abs(p - (2 * 0.995 - 0.01)) < 1e-5)[-1]",
        after="digits-38",
    ),
    Claim(
        "digits-37",
        "it adds the pull to the slope, and then divides by the slope's size, so it pulls each weight differently",
        "(shrink := lambda g: (p := mg.tensor([2.0], requires_grad=True), q := mg.tensor([2.0], requires_grad=True), setattr(p, 'grad', mg.tensor([g])), setattr(q, 'grad', mg.tensor([g])), mg.optim.Adam([p], lr=0.01, weight_decay=0.5).step(), mg.optim.Adam([q], lr=0.01).step(), (q - p).item())[-1], abs(shrink(1.0) - shrink(-0.5)) > 1e-3)[-1]",
        after="digits-38",
    ),
    Claim(
        "digits-39",
        "both remedies end lower than the plain one",
        "min(plain_losses) < plain_losses[-1] and tame_losses[-1] < plain_losses[-1]",
    ),
    Claim(
        "digits-75",
        "we try rates about three times apart",
        "all(2.5 < b / a < 4 for each in rates.values() for a, b in zip(each, each[1:]))",
        after="digits-76",
    ),
    Claim(
        "digits-80",
        "we choose the network. We take the first of the five",
        "model is networks[0]",
        after="digits-81",
    ),
    Claim(
        "digits-83",
        "On average the model makes more mistakes on strangers",
        "sum(shares) / 6 < share",
    ),
    Claim(
        "digits-83",
        "each row is a digit and each column an answer, so the right answers are on the diagonal",
        "confusion.diagonal().sum() == right(model, test) and confusion.sum(dim=1).tolist() == counts(test)",
        after="digits-42",
    ),
    Claim(
        "digits-45",
        "The tensors in state_dict() share memory with the model, so if you train on, they change along with it",
        "(live['second.bias'] == again.second.bias).all() and not (kept['second.bias'] == again.second.bias).any()",
        after="digits-46",
    ),
    Claim(
        "digits-51",
        "The ten logits of one picture are along dimension 1",
        "abs(share_right(linear(images[validation]), labels[validation]) - right(linear, validation) / 300) < 1e-6",
    ),
    Claim(
        "digits-56",
        "If you give it probabilities, it takes the softmax of those, and numbers between 0 and 1 are never far apart",
        "faulty(mg.tensor([[100.0] + [0.0] * 9]), mg.tensor([0])) > 1.4",
    ),
    Claim(
        "digits-66",
        "Choose by the validation set, and then report the test set",
        "honest(scores) == (0.01, 0.966)",
    ),
    Claim(
        "digits-70",
        "A new best loss starts the waiting again",
        "stop_early([3, 2, 2.5, 1, 2, 2, 2], 2) == (3, 5)",
    ),
    Claim(
        "digits-first-model",
        "its result has a grad_fn, although the pictures aren't tracked",
        "mg.nn.Linear(64, 10)(images).grad_fn is not None and not images.requires_grad",
    ),
    Claim(
        "lecture",
        "training 1200 each step which way to step",
        "mg.equal(loader.dataset.tensors[0], images[train]) and loader.batch_size < len(train)",
    ),
    Claim(
        "lecture",
        "validation 300 each epoch which model and when to stop",
        "len(losses(lambda ps: mg.optim.SGD(ps, lr=0.1), few_loader, 2)[1]) == 2 + 1 and loss_on(plain, validation) == plain_losses[-1]",
    ),
    Claim(
        "lecture",
        "test 297 once how good",
        "min(cells_asking('test')) >= max(cells_asking('validation')) and len(test) == 297",
    ),
]

GIVEN = [Given("digits-whose", "thirteen", "archive.ics.uci.edu/dataset/80: the set for testing")]
