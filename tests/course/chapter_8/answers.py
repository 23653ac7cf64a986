from typing import Any

import minigrad as mg
from minigrad.nn import functional as F
from tests.course.answers import Answers, Guesses
from tests.course.keeps import accepts, same, verifies

BEFORE = "F = mg.nn.functional"


def share(answers: str, result: str = "(answers == labels).to(mg.float32).mean()") -> str:
    return f"def share_right(logits, labels):\n    answers = {answers}\n    return {result}"


def loss_of(result: str) -> str:
    return f"def loss_of(logits, labels):\n    return {result}"


PICKED = "logits[mg.arange(len(labels)), labels]"


def own(result: str, picked: str = PICKED) -> str:
    return f"""
def own_cross_entropy(logits, labels):
    picked = {picked}
    return {result}
"""


def honest(best: str, report: str = "scores[best][1]") -> str:
    return f"def honest(scores):\n    best = {best}\n    return best, {report}"


BY_VALIDATION = "max(scores, key=lambda rate: scores[rate][0])"


def stop(
    better: str = "losses[epoch] < losses[best]",
    end: str = "epoch - best == patience",
    back: str = "best, epoch",
    last: str = "best, len(losses) - 1",
) -> str:
    return f"""
def stop_early(losses, patience):
    best = 0
    for epoch in range(len(losses)):
        if {better}:
            best = epoch
        if {end}:
            return {back}
    return {last}
"""


ANSWERS = {
    "share": Answers(
        right=[
            share("logits.argmax(dim=-1)"),
            share("logits.max(dim=1)[1]"),
            share("logits.softmax(dim=1).argmax(dim=1)"),
        ],
        wrong=[
            (
                share("logits.argmax(dim=1)", "(answers == labels).sum()"),
                "That's the number of correct answers",
            ),
            (
                share("logits.argmax(dim=1)", "(answers == labels).all()"),
                "`all` only says whether every row is right",
            ),
            (share("logits.argmin(dim=1)"), "finds the smallest logit in each row"),
            (
                share("logits.argmax(dim=1)", "(answers != labels).to(mg.float32).mean()"),
                "That's the share of wrong answers.",
            ),
            (share("logits.max(dim=1)[0]"), "Your share is 0 each time"),
            (share("logits.argmax(dim=1)", "(answers == labels)"), "one value for each row"),
            (
                share("logits.argmax(dim=1)", "100 * (answers == labels).float().mean()"),
                "That's a percentage",
            ),
            (
                share("logits.argmax(dim=1)", "(answers == labels).sum() / logits.shape[1]"),
                "Divide by the number of rows",
            ),
            (
                share("logits.argmax(dim=1)", "(answers == labels).sum() / 4"),
                "right for only one of the tables",
            ),
            (
                share("logits.argmax(dim=1)", "(answers == labels).sum() / (len(labels) + 1)"),
                "Your function returns 0.6",
            ),
            (
                share("logits.max(dim=1)"),
                "returns a pair: the largest logits and their columns. Compare the columns",
            ),
            (share("logits.argmax(dim=0)"), "Return one answer for each row. A row's"),
            (share("logits.argmax()"), "a single answer for the whole table"),
            (
                "def share_right(logits, labels):\n    logits.argmax(dim=1) == labels",
                "Your function returned nothing.",
            ),
        ],
        tried=[share("...", "...")],
    ),
    "twice": Answers(
        right=[
            loss_of("F.nll_loss(logits.log_softmax(dim=1), labels)"),
            loss_of(f"(logits.logsumexp(dim=1) - {PICKED}).mean()"),
        ],
        wrong=[
            (
                loss_of("F.cross_entropy(logits.softmax(dim=1), labels)"),
                "through two softmaxes.",
            ),
            (loss_of("F.cross_entropy(logits, labels, reduction='sum')"), "That's the sum"),
            (
                loss_of("F.cross_entropy(logits, labels, reduction='none')"),
                "You returned one number for each row",
            ),
            (
                loss_of("F.nll_loss(logits.softmax(dim=1), labels)"),
                "You averaged the negative probabilities",
            ),
            (
                loss_of("F.nll_loss(logits, labels)"),
                "You have the logit of the label, but the log-sum-exp",
            ),
            (loss_of("-F.cross_entropy(logits, labels)"), "sign"),
            (
                loss_of("F.cross_entropy(labels, logits)"),
                "first. Pass the logits first, then the labels.",
            ),
            (
                loss_of("F.cross_entropy(logits.argmax(dim=1), labels)"),
                "Your first argument has one number for each row.",
            ),
            (loss_of("F.cross_entropy(logits.softmax(dim=0), labels)"), "softmax down each column"),
            (loss_of("F.cross_entropy(logits.sigmoid(), labels)"), "You applied a sigmoid"),
            (
                loss_of("F.cross_entropy(logits, logits.argmax(dim=1))"),
                "You took the largest logit of each row, the model's answer",
            ),
            (loss_of("F.cross_entropy(logits / 2, labels)"), "but it should be"),
            (loss_of("F.cross_entropy(logits, labels).detach()"), "you can't train with it"),
            (
                loss_of("F.nll_loss(logits.softmax(dim=1).log(), labels)"),
                "for large ones, it's inf",
            ),
            (
                "def loss_of(logits, labels):\n    F.cross_entropy(logits, labels)",
                "Your function returned nothing.",
            ),
        ],
    ),
    "cross": Answers(
        right=[
            own("-(logits.log_softmax(dim=1)[mg.arange(len(labels)), labels]).mean()"),
            own("(logits.logsumexp(dim=1) - picked).sum() / len(labels)"),
            own("logits.logsumexp(dim=1).mean() - picked.mean()"),
            own(
                "(logits.logsumexp(dim=1) - picked).mean()",
                "logits.gather(1, labels.reshape(-1, 1))[:, 0]",
            ),
        ],
        wrong=[
            (own("F.cross_entropy(logits.clamp(-50, 50), labels)"), "own"),
            (
                own("(logits.clamp(-50, 50).logsumexp(dim=1) - picked.clamp(-50, 50)).mean()"),
                "but it should be",
            ),
            (own("(logits.logsumexp(dim=1) - picked).sum()"), "That's the sum"),
            (own("logits.logsumexp(dim=1) - picked"), "You returned one number for each row"),
            (own("(picked - logits.logsumexp(dim=1)).mean()"), "sign"),
            (own("-picked.mean()"), "You have the logit of the label, but the log-sum-exp"),
            (
                own("logits.logsumexp(dim=1).mean()"),
                "You have the log-sum-exp of each row, but the logit",
            ),
            (
                own("logits.softmax(dim=1)[mg.arange(len(labels)), labels].mean()"),
                "mean probability",
            ),
            (
                own("(logits.logsumexp(dim=1) - picked).mean()", "logits[:, labels].mean()"),
                "takes whole columns",
            ),
            (own("(logits.exp().sum(dim=1).log() - picked).mean()"), "for large ones, it's inf"),
            (
                own("(logits.logsumexp(dim=1) - labels).mean()"),
                "You subtracted the labels themselves",
            ),
            (own("(logits.logsumexp(dim=1) - picked).mean().item()"), "you can't train with it"),
            (
                own(
                    "(logits.logsumexp(dim=1) - picked).mean()",
                    "logits.gather(1, labels.reshape(-1, 1))",
                ),
                "only by luck",
            ),
            (
                own(
                    "(logits.logsumexp(dim=1) - picked).mean()",
                    "logits[labels, mg.arange(len(labels))]",
                ),
                "the column is the label, and the row",
            ),
            (
                own("(logits.logsumexp(dim=1) - logits.max(dim=1)[0]).mean()"),
                "You took the largest logit of each row, the model's answer",
            ),
            (own("(logits.logsumexp(dim=0) - picked).mean()"), "Each row has one log-sum-exp"),
            (own("(logits.logsumexp(dim=1) + picked).mean()"), "but it should be"),
            (own("(logits.sum(dim=1) - picked).mean()"), "You added up the logits themselves"),
            (own("(logits.max(dim=1)[0] - picked).mean()"), "You took the largest logit"),
            (own("print(picked)"), "Your function returned nothing."),
        ],
    ),
    "honest": Answers(
        right=[
            honest("sorted(scores, key=lambda rate: scores[rate][0])[-1]"),
            honest("sorted([(scores[rate][0], rate) for rate in scores])[-1][1]"),
        ],
        wrong=[
            (
                honest("max(scores, key=lambda rate: scores[rate][1])"),
                "You still chose that rate by its share on the test set.",
            ),
            (
                honest("max(scores, key=lambda rate: scores[rate])"),
                "equally good on the validation set, your function uses the test set",
            ),
            (honest("max(scores)"), "`max(scores)` finds the highest rate"),
            (honest("2 * max(scores, key=lambda rate: scores[rate][0])", "0.9"), "Yours is 0.02"),
            (honest("min(scores)"), "Yours is 0.001"),
            (
                honest(BY_VALIDATION, "scores[best][0]"),
                "right, but don't report its share on the validation set: it was",
            ),
            (
                honest(BY_VALIDATION, "max([pair[1] for pair in scores.values()])"),
                "belongs to a different rate",
            ),
            (honest(BY_VALIDATION, "scores[best][1] / 2"), "is 0.966, not"),
            (honest(BY_VALIDATION, "min(scores[best])"), "The rate 0.1 is right, but its share"),
            (
                honest("max(scores, key=lambda rate: scores[rate][0] - scores[rate][1])"),
                "the best rate on the validation set is 0.1. Yours is 0.2",
            ),
            (honest(BY_VALIDATION, "scores[best]"), "you report both of its shares"),
            (honest("max(scores, key=lambda rate: sum(scores[rate]))"), "You used the test set"),
            ("def honest(scores):\n    return 0.01, 0.966", "Yours is 0.01"),
            (honest(BY_VALIDATION, "0.966"), "0.5, not 0.966"),
            (honest("max(scores.values())"), "takes one of the rates it has"),
            (honest(BY_VALIDATION, "scores[rate][1]"), "Afterward, the rate is `best`"),
            (honest("max(scores, key=lambda rate: rate[0])"), "`key=` passes a rate"),
            (honest("max(scores, lambda rate: scores[rate][0])"), "Pass the function by name"),
            (
                f"def honest(scores):\n    return {BY_VALIDATION}",
                "Return two numbers: the rate, and the share to report.",
            ),
        ],
    ),
    "patience": Answers(
        right=[
            stop(end="epoch >= best + patience"),
            """
def stop_early(losses, patience):
    best, waiting = 0, 0
    for epoch, loss in enumerate(losses):
        if loss < losses[best]:
            best, waiting = epoch, 0
        elif epoch:
            waiting += 1
        if waiting == patience:
            return best, epoch
    return best, epoch
""",
        ],
        wrong=[
            (stop(end="False"), "Your loop never stops early, because it looks at all"),
            (
                """
def stop_early(losses, patience):
    best = 0
    for epoch in range(1, len(losses)):
        if losses[epoch] < losses[best]:
            best = epoch
        if epoch - best == patience:
            return best, epoch
""",
                "a `return` after the loop",
            ),
            (stop(better="False", end="False"), "Your first number is always 0"),
            (stop(better="losses[epoch] > losses[best]"), "You keep the highest loss"),
            (stop(back="best + 1, epoch + 1", last="best + 1, len(losses)"), "one too high"),
            (
                """
def stop_early(losses, patience):
    best, waiting = 0, 0
    for epoch in range(len(losses)):
        if losses[epoch] < losses[best]:
            best, waiting = epoch, 0
        else:
            waiting += 1
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1
""",
                "You count epoch 0 as one without a new best",
            ),
            (stop(end="epoch - best > patience"), "one epoch late"),
            (stop(end="epoch - best == patience - 1"), "one epoch early"),
            (stop(better="losses[epoch] <= losses[best]"), "`<`, not `<=`"),
            (
                """
def stop_early(losses, patience):
    best, waiting = 0, 0
    for epoch in range(1, len(losses)):
        if losses[epoch] < losses[best]:
            best = epoch
        if losses[epoch] > losses[epoch - 1]:
            waiting += 1
        else:
            waiting = 0
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1
""",
                "You compare each loss with the previous one",
            ),
            (
                """
def stop_early(losses, patience):
    best, waiting = 0, 0
    for epoch in range(1, len(losses)):
        if losses[epoch] < losses[best]:
            best = epoch
        else:
            waiting += 1
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1
""",
                "the count has to start over after each new best",
            ),
            (
                """
def stop_early(losses, patience):
    best, waiting = 0, 0
    for epoch in range(len(losses)):
        if losses[epoch] < losses[best]:
            best = epoch
        else:
            waiting += 1
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1
""",
                "the count has to start over after each new best",
            ),
            (
                stop(better="losses[epoch] < losses[best] - 1e-6"),
                "the best is epoch 1, and training stops at 3. Your function returns [0, 2]",
            ),
            (stop(back="epoch, best", last="len(losses) - 1, best"), "in the wrong order"),
            (
                stop(back="epoch, epoch", last="len(losses) - 1, len(losses) - 1"),
                "then the epoch at which training stops",
            ),
            (stop(back="best, epoch", last="best, len(losses)"), "Epochs count from 0"),
            (stop(back="best, epoch + 1"), "Your function returns"),
            (
                stop(back="losses[best], epoch", last="losses[best], len(losses) - 1"),
                "not that loss itself",
            ),
            (
                stop(better="epoch and losses[epoch] < losses[epoch - 1]"),
                "You compare each loss with the previous one",
            ),
            (
                """
def stop_early(losses, patience):
    best_loss, best, waiting = 1.0, 0, 0
    for epoch, loss in enumerate(losses):
        if loss < best_loss:
            best_loss, best, waiting = loss, epoch, 0
        else:
            waiting += 1
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1
""",
                "if all losses are larger",
            ),
            (stop(back="best", last="best"), "Return two numbers"),
        ],
    ),
}

GUESSES = {
    "read": Guesses(
        truth="tensor([7, 8, 5, 3])",
        right=[
            "[7, 8, 5, 3]",
            "'7, 8, 5, 3'",
            "(7, 8, 5, 3)",
            "7853",
            "'7853'",
            "['7', '8', '5', '3']",
        ],
        wrong=[
            ("[7, 8, 5, 5]", "The digit at the end was meant as a 3"),
            ("[7, 8, 5, 9]", "The digit at the end was meant as a 3"),
            ("[1, 8, 5, 3]", "The 1 was meant as a 7"),
            ("[7, 1, 5, 3]", "The 1 was meant as an 8"),
            ("[7, 1, 5, 5]", "The 1 was meant as an 8, and the 5 at the end as a 3"),
            *((three, "missing from your list") for three in ("[7, 8, 5]", "785")),
        ],
        other=["[9, 8, 5, 1]", "[1, 2, 3, 4]"],
    ),
    "slope": Guesses(
        truth="tensor(-0.7553)",
        right=["-0.7553", "-0.755", "-0.76", "'p1 - 1'"],
        wrong=[
            ("0.2447", "That's only the probability"),
            ("0.7553", "so a step should raise its logit"),
            ("0.76", "so a step should raise its logit"),
            ("0.24", "That's only the probability"),
            ("-0.2447", "That's the probability with a minus sign"),
            ("-0.24", "That's the probability with a minus sign"),
            ("1.4076", "That's the loss"),
            ("-1", "−1 is only the share of the logit itself"),
            ("0.6652", "the logit of a wrong answer"),
            ("0.665", "the logit of a wrong answer"),
            ("-0.335", "But the label is 1, and we count from 0"),
            ("-0.3348", "But the label is 1, and we count from 0"),
        ],
        other=["7"],
    ),
    "hole": Guesses(
        truth="below 0",
        right=["'below 0'", "'below'", "'Negative'", "-1"],
        wrong=[
            ("'above 0'", "A 0 has its hole there"),
            *(
                (ink, "That's true of points without any ink")
                for ink in ("'nearly 0'", "'zero'", "0")
            ),
            ("1", "A 0 has its hole there"),
        ],
        other=["3"],
    ),
    "parameters": Guesses(
        truth="2410",
        right=["2410", "64 * 32 + 32 + 32 * 10 + 10"],
        wrong=[
            ("4", "the number of tensors"),
            ("2368", "Those are the weights, without the biases"),
            ("2400", "The biases of the second layer are missing"),
            ("2378", "The biases of the first layer are missing"),
            ("330", "That's the second layer"),
            ("2048", "Those are the weights of one layer"),
            ("2080", "That's one layer"),
            ("2112", "a bias for each output, not for each input"),
            ("106", "You added the sizes. But a weight belongs to a pair"),
            ("20480", "each layer has a matrix of its own"),
        ],
        other=["5"],
    ),
    "adam": Guesses(
        truth="tensor([0.9000, 0.9000], requires_grad=True)",
        right=["[0.9, 0.9]", "0.9"],
        wrong=[
            ("[-9, 0.9999]", "That's SGD"),
            ("[-9, 1]", "That's SGD"),
            ("[-99, 0.999]", "and without the rate"),
            ("[0.1, 0.1]", "That's how far they go"),
            ("[1.1, 1.1]", "a step goes against the slope"),
            ("[0.684, 0.684]", "without the bias correction"),
            ("[0, 0]", "That's without the rate"),
            ("[0.9, 1]", "0.001 divided by 0.001 is also 1"),
        ],
        other=["[5, 5]"],
    ),
    "heart": Guesses(
        truth="falls, then rises",
        right=[
            "'falls, then rises'",
            "'falls then rises'",
            "'goes down, then up'",
            "'down then up'",
        ],
        wrong=[
            ("'it falls'", "It does at first"),
            ("'rises'", "That's how it ends"),
            ("'falls to 0'", "That's the loss on the digits that the model sees"),
            ("'falls and stays'", "stopped learning"),
        ],
        other=["3"],
    ),
}


@verifies("8", "share", "column largest row")
def what_is_kept_of_share() -> bool:
    return mg.tensor([[1.0, 3.0, 2.0], [5.0, 4.0, 0.0]]).argmax(dim=1).tolist() == [1, 0]


@verifies("8", "twice", "because includes softmax")
@verifies("8", "cross", "cross-entropy log-sum-exp minus")
def what_is_kept_of_twice() -> bool:
    z, k = mg.tensor([[1.0, 3.0, 2.0]]), mg.tensor([1])
    loss = F.cross_entropy(z, k)
    return same(loss, -F.softmax(z, 1)[0, 1].log()) and same(loss, z.logsumexp(1) - z[0, 1])


@verifies("8", "honest", "validation choose result test")
def what_is_kept_of_honest() -> bool:
    def picked(by: int, told: int) -> Any:
        return lambda scores: (k := max(scores, key=lambda rate: scores[rate][by]), scores[k][told])

    return [accepts("8", "honest", picked(*each)) for each in ((0, 1), (1, 1), (0, 0))] == [
        True,
        False,
        False,
    ]


@verifies("8", "patience", "hasn't improved back best")
def patience() -> bool:
    def stop(losses: list[float], patience: int) -> tuple[int, int]:
        best = 0
        for epoch, loss in enumerate(losses):
            best = epoch if loss < losses[best] else best
            if epoch - best == patience:
                break
        return best, epoch

    return accepts("8", "patience", stop)
