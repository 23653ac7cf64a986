"""Tests that the takeaways of exercises are true: code verifies each of them.

The code names the words that it verifies, and these include all words that have an opposite. Advice
is verified by the exercise's judge, which has to accept it, and to reject its opposite.
"""

import importlib
import itertools
import sys
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.autograd import grad
from minigrad.autograd.functional import jacobian
from minigrad.course.chapters import NOTEBOOKS, folder, load
from minigrad.nn import functional as F
from tests.course.cells import fail_if, files, number, parametrize_chapters
from tests.course.claims import claims_of
from tests.course.keeps import KEPT, accepts, fails, leaf, same, slope, verifies
from tests.course.opposites import opposites
from tests.course.test_claims import in_order

engine: Any = importlib.import_module("minigrad.course.chapter_6.engine")  # not annotated
A, V = mg.tensor([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0]]), mg.tensor([2.0, 5.0])
for name in NOTEBOOKS:  # a chapter may verify its takeaways next to its answers
    importlib.import_module(f"tests.course.{folder(number(name))}.answers")


@verifies("0", "cubes", "one moves two fixed")
def _() -> bool:
    each = jacobian(lambda a, b, c: a * b * c, (mg.tensor(5.0),) * 3)
    return [one.item() for one in each] == [25, 25, 25] and same(slope(lambda x: x**3, leaf(5)), 75)


@verifies("1", "shares", "every add up")
def _() -> bool:
    return same(slope(lambda s: s * s + 5 * s, leaf(3)), 3 + 3 + 5)


@verifies("1", "leaf", "leaf no compute first track afterward")
def _() -> bool:
    return (mg.ones(2) * 3).requires_grad_().is_leaf and not (leaf(1) * 3).is_leaf


@verifies("1", "disproof", "decide operations records operations")
def _() -> bool:
    def f(x: Any) -> Any:
        return x * 2 if x > 0 else x * 3 + 1

    return [f(leaf(v)).grad_fn.name() for v in (1, -1)] == ["MulBackward0", "AddBackward0"]


@verifies("1b", "back", "forward backward")
def _() -> bool:
    G = mg.arange(8.0).reshape(4, 2)
    return same(slope(lambda b: (b + mg.ones(4, 2)) * G, leaf(1, 2)), G.sum(0))


@verifies("1b", "rules", "column row sum rows")
def _() -> bool:
    W, x = A.clone().requires_grad_(), leaf(1, 2, 3)
    to_w, to_x = grad(W @ x, (W, x), V)
    return same(to_w, mg.outer(V, x)) and same(to_x, V[0] * A[0] + V[1] * A[1])


@verifies("2", "product", "multiplies left")
def _() -> bool:
    x = leaf(1, 2, 3)
    (A @ x).backward(V)
    return same(jacobian(lambda x: A @ x, x), A) and same(x.grad, V @ A)


@verifies("2", "twice", "first not second sum both don't second")
def _() -> bool:
    x = leaf(1, 2)
    s = (x * x).sum()
    whole = grad(s + 2 * s, x, retain_graph=True)[0]
    parts = [grad(k * s, x, retain_graph=k == 1)[0] for k in (1, 2)]
    return same(whole, parts[0] + parts[1]) and fails(lambda: grad(s, x))


@verifies("2", "ones", "adds up rows outputs")
def _() -> bool:
    x = leaf(1, 2, 3)
    return same(grad(A @ x, x, mg.ones(2))[0], A.sum(0))


@verifies("2", "jacobian", "backward row output")
def _() -> bool:
    x = leaf(1, 2, 3)
    return same(mg.stack([grad((A @ x)[i], x)[0] for i in range(2)]), A)


@verifies("3", "constant", "backward never first")
def _() -> bool:
    ways = [
        lambda x: x.detach() * x,
        lambda x: x.item() * x,
        lambda x: mg.no_grad()(mg.clone)(x) * x,
    ]
    return all(same(slope(way, leaf(3)), 3) for way in ways)


@verifies("3", "step", "changes leaf itself unrecorded")
def _() -> bool:
    w = same_w = leaf(2)
    with mg.no_grad():
        w -= 0.5
    return w is same_w and w.is_leaf and w.item() == 1.5 and w.requires_grad


@verifies("3", "disproof", "shares memory memory nothing")
def _() -> bool:
    x = leaf(1)
    x.detach().clone().add_(1)
    untouched = x.item() == 1
    x.detach().add_(1)
    return untouched and x.item() == 2


@verifies("4", "share", "adds place gradient copied")
def _() -> bool:
    w = leaf(1)
    (w * 3).sum().backward()
    name, copy = w.grad, w.grad.clone()
    (w * 3).sum().backward()
    return (name.item(), copy.item()) == (6, 3)


@verifies("4", "pieces", "mean mean")
def _() -> bool:
    x = mg.tensor([1.0, 2.0, 6.0])
    return same(x.mean(), x[:2].mean() * 2 / 3 + x[2:].mean() / 3)


@verifies("4", "disproof", "never better")
def _() -> bool:
    zeroed, never, held = 9.0, 9.0, 0.0
    for _ in range(5):
        zeroed -= 0.01 * 2 * zeroed
        held += 2 * never
        never -= 0.01 * held
    return 0 < never < zeroed


@verifies("5", "twins", "not negative")
def _() -> bool:
    x, y = mg.tensor([1.0, 2.0]), mg.tensor([4.0, 16.0])
    at = [((w**2 * x**2 - y) ** 2).mean().item() for w in (3.0, -3.0)]
    return at[0] == at[1] > 0


@verifies("5", "start", "alike alike either different")
def _() -> bool:
    def are_alike_after_a_step(v: list[float]) -> bool:
        W, out = mg.zeros(2, 2, requires_grad=True), leaf(*v)
        optimizer = mg.optim.SGD([W, out], lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            ((mg.tensor([1.0, 2.0]) @ W).tanh() @ out - 1.0).square().backward()
            optimizer.step()
        return same(W[:, 0], W[:, 1])

    return are_alike_after_a_step([0.5, 0.5]) and not are_alike_after_a_step([0.5, -0.3])


@verifies("7", "central", "rise divided 2h")
def _() -> bool:
    h = 1e-3
    return abs(((2 + h) ** 3 - (2 - h) ** 3) / (2 * h) - 12) < 1e-5


@verifies("7", "rule", "passes gradient arrived")
def _() -> bool:
    x = leaf(2)
    return same(grad(x**3, x, mg.tensor([7.0]))[0], 12 * 7)


@verifies("7", "straight", "forward backward")
def _() -> bool:
    x = leaf(1.4)
    out = x + (x.round() - x).detach()
    return same(out, 1) and same(slope(lambda x: x + (x.round() - x).detach(), x), 1)


@verifies("7", "softplus", "before nothing")
def _() -> bool:
    x = mg.tensor([1000.0, 999.0])
    out = x.max() + (x - x.max()).exp().sum().log()
    return same(out, 1000.3133) and x.exp().sum().log().item() == mg.inf


@verifies("8", "share", "column row")
def _() -> bool:
    return mg.tensor([[1.0, 3.0, 2.0], [5.0, 4.0, 0.0]]).argmax(dim=1).tolist() == [1, 0]


@verifies("8", "twice", "because includes softmax")
@verifies("8", "cross", "cross-entropy log-sum-exp minus")
def _() -> bool:
    z, k = mg.tensor([[1.0, 3.0, 2.0]]), mg.tensor([1])
    loss = F.cross_entropy(z, k)
    return same(loss, -F.softmax(z, 1)[0, 1].log()) and same(loss, z.logsumexp(1) - z[0, 1])


@verifies("9", "count", "outputs every")
def _() -> bool:
    hidden = F.relu(mg.tensor([[1.0, -1.0], [-2.0, -3.0]]))
    return (hidden == 0).all(dim=0).tolist() == [False, True]


@verifies("10", "second", "recorded create_graph=True differentiated")
@verifies("10", "penalty", "recorded create_graph=True")
def _() -> bool:
    x = leaf(2)
    (recorded,) = grad(x**3, x, mg.ones(1), create_graph=True)
    (plain,) = grad(x**3, x, mg.ones(1))
    return same(slope(lambda _: recorded, x), 12) and fails(lambda: grad(plain.sum(), x))


@verifies("10", "saddle", "below down leaves")
def _() -> bool:
    H = np.array([[2.0, 3.0], [3.0, 2.0]])  # the Hessian of w₀² + w₁² + 3 w₀ w₁
    down = bool((np.diag(H) > 0).all()) and float(np.linalg.eigvalsh(H)[0]) == pytest.approx(-1)
    flat = mg.autograd.functional.hessian(lambda w: (w[0] + w[1]) ** 2, leaf(0, 0))  # never down
    bent = mg.autograd.functional.hessian(  # down along 1, -1
        lambda w: (w[0] + w[1]) ** 2 - (w[0] - w[1]) ** 4, leaf(0, 0)
    )
    return down and same(flat, bent) and float(np.linalg.eigvalsh(bent)[0]) == 0


@verifies("11", "dtypes", "float32 float64 gradient")
def _() -> bool:
    x, y = leaf(1), mg.tensor(np.ones(1))
    return (x.dtype, y.dtype, slope(lambda x: x * y, x).dtype) == (
        mg.float32,
        mg.float64,
        mg.float32,
    )


@verifies("10b", "heat", "low more")
def a_temperature() -> bool:
    logits = mg.tensor([2.0, 1.0, 0.5])
    return bool((logits / 0.5).softmax(dim=0)[0] > logits.softmax(dim=0)[0])


def attended(values: Any, mask: bool) -> Any:
    scores = mg.tensor([[1.0, 2.0, 0.5], [0.0, 1.0, 3.0], [2.0, 2.0, 1.0]])
    if mask:
        scores = scores.masked_fill(mg.ones(3, 3).triu(1) == 1, -float("inf"))
    return scores.softmax(dim=1) @ values


@verifies("10b", "future", "without network answers input")
def a_mask() -> bool:
    """Return whether the first output depends on the second letter only without a mask."""
    masked = slope(lambda v: attended(v, True)[0], leaf(1, 2, 3))
    unmasked = slope(lambda v: attended(v, False)[0], leaf(1, 2, 3))
    return bool(masked[1] == 0 and unmasked[1] > 0.5)


@verifies("10b", "along", "divides row")
def a_row_of_weights() -> bool:
    return same(attended(mg.ones(3), True), [1, 1, 1])


@verifies("10b", "attention", "weights returns weighted sum")
def attention_is_three_steps() -> bool:
    scores = mg.tensor([[0.0, 1.0], [2.0, 0.0]]) @ mg.tensor([1.0, 2.0])
    return same(scores.softmax(dim=0) @ mg.tensor([1.0, 3.0]), [2.0])


@verifies("10b", "convolution", "convolution weighted sum neighbors")
def a_convolution() -> bool:
    x, w = mg.tensor([1.0, 3.0, -2.0, 0.5]), [2.0, -1.0, 0.5]
    weights = mg.tensor([[*w, 0.0], [0.0, *w]])
    return same(weights @ x, w[0] * x[:2] + w[1] * x[1:3] + w[2] * x[2:])


@verifies("11b", "leftovers", "clear freeze weight")
def a_frozen_weight_moves() -> bool:
    w = leaf(1)
    optimizer = mg.optim.SGD([w], lr=0.1)
    w.sum().backward()
    w.requires_grad_(False)
    optimizer.step()
    return same(w, [0.9])


@verifies("11b", "carried", "graph grows forever")
def a_carried_result() -> bool:
    w = leaf(1)
    long, short = ((w * h).grad_fn for h in ((w * w * w), (w * w * w).detach()))
    return behind(long) > behind(short)


def behind(node: Any) -> int:
    """Return how many nodes a backward pass would visit if it followed every path separately."""
    return 1 + sum(behind(f) for f, _ in node.next_functions if f is not None)


@verifies("11b", "root", "input output")
def a_repaired_input() -> bool:
    def late(x: Any) -> Any:
        return mg.where(x > 0, x.sqrt(), 0.0)

    def early(x: Any) -> Any:
        return mg.where(x > 0, mg.where(x > 0, x, 1.0).sqrt(), 0.0)

    return slope(late, leaf(0)).isnan().item() and same(slope(early, leaf(0)), [0])


@verifies("11b", "turn", "backward adds every leaf")
def two_lists() -> bool:
    reached, held = leaf(1), leaf(2)
    (reached * held).sum().backward()
    mg.optim.SGD([held], lr=0.1).step()
    return same(reached.grad, [2]) and same(reached, [1]) and same(held, [1.9])


@verifies("11b", "stuck", "doesn't no isn't")
def left_alone() -> bool:
    empty, outside = leaf(1), leaf(1)
    outside.sum().backward()
    mg.optim.SGD([empty], lr=0.1).step()
    return same(empty, [1]) and same(outside, [1])


@verifies("6", "step 3", "returns gradient arrived small input right")
def a_rule() -> bool:
    x = leaf(3)
    nudged = ((x + 0.01) ** 2 - (x - 0.01) ** 2) / 0.02
    return same(grad(x**2, x, mg.tensor([5.0]))[0], [5 * 2 * 3]) and same(5 * nudged, 30.0)


@verifies("6", "step 4", "backward broadcasting repeated every")
def a_repeated_number() -> bool:
    G = mg.arange(8.0).reshape(4, 2)
    return same(slope(lambda b: (b + mg.ones(4, 2)) * G, leaf(1, 2)), G.sum(0))


@verifies("6", "step 5", "add up leaf sum")
def two_leaves() -> bool:
    x, y = leaf(2), leaf(5)
    (x * y + 3 * x + y).sum().backward()
    return same(x.grad, [5 + 3]) and same(y.grad, [2 + 1])


@verifies("6", "step 6", "after newest first")
@verifies("1", "value", "newest oldest add")
def the_newest_first() -> bool:
    x = leaf(3)
    a = x * x
    b = a + 1
    turns: list[str] = []
    for name, t in {"b": b, "a": a}.items():
        t.register_hook(lambda g, name=name: turns.append(name))
    (a * b).sum().backward()
    return turns == ["b", "a"] and same(x.grad, [114])


@verifies("6", "step 7", "leaves their gradients")
def a_result_keeps_none() -> bool:
    x = leaf(3)
    y = x * x
    y.sum().backward()
    with pytest.warns(UserWarning, match="not a leaf"):
        return y.grad is None and x.grad is not None


@verifies("9", "double", "place without nothing")
def a_new_tensor() -> bool:
    layer = mg.nn.Linear(1, 1)
    w: Any = layer.weight
    before = w.item()
    w = w * 2
    unchanged = layer.weight.item() == before
    with mg.no_grad():
        layer.weight.mul_(2)
    return unchanged and layer.weight.item() == 2 * before == w.item()


@verifies("9", "block", "nothing input")
def an_empty_block() -> bool:
    first, last, x = mg.nn.Linear(2, 2), mg.nn.Linear(2, 2), leaf(1, -2)
    for p in last.parameters():
        mg.nn.init.zeros_(p)
    (out := x + last(first(x).relu())).sum().backward()
    return same(out, x) and bool((last.bias.grad != 0).all())


@verifies("0", "difference", "rise over run")
def rise_over_run() -> bool:
    return accepts("0", "difference", lambda g, x: (g(x + 1e-3) - g(x)) / 1e-3)


@verifies("0", "hold", "one input others fixed only that input result")
def one_input_moves() -> bool:
    a, b, h = 3.0, 5.0, 1e-3
    return abs(((a + h) * b - a * b) / h - b) < 1e-6 < ((a + h) * (b + h) - a * b) / h - b


@verifies("0", "downhill", "small step against")
def downhill() -> bool:
    small, large, along = ((3 + factor * 2 * 3) ** 2 for factor in (-0.1, -1.1, 0.1))
    return small < 3**2 < min(large, along)


@verifies("1b", "loss", "before combine `[n]` fits `[n]` `[1, n]` not `[n, 1]`")
@verifies("5", "column", "before subtract both shapes")
def fitting_shapes() -> bool:
    p = mg.arange(3.0)
    sizes = [(p - p.reshape(shape)).numel() for shape in ((3,), (1, 3), (3, 1))]
    return sizes == [3, 3, 9]


@verifies("3", "parts", "stays `None` cut off from the loss")
def a_cut() -> bool:
    w, b = leaf(1), leaf(2)
    (w.detach() * b).sum().backward()
    return w.grad is None and b.grad is not None


@verifies("4", "schedule", "falls climbs falls zeroing first learning rate")
def the_wave() -> bool:
    def moves(zeroing: bool, rate: float) -> set[bool]:
        w, held, losses = 9.0, 0.0, []
        for _ in range(50):
            held = 2 * w + (0.0 if zeroing else held)
            w -= rate * held
            losses.append(w * w)
        return {b > a for a, b in itertools.pairwise(losses) if a > 1e-9}

    return moves(False, 0.01) == {True, False} and moves(True, 0.01) == {False}


@verifies("6", "step 1", "floats of its own history gradient")
def a_tensor() -> bool:
    data = np.array([1, 2])
    x = engine.Tensor(data)
    data[0] = 5
    return (
        x.data.tolist() == [1.0, 2.0]
        and x.data.dtype == float
        and {"inputs", "rules", "grad"} < {*vars(x)}
    )


@verifies("6", "step 2", "records operations leave results nothing else")
def a_record() -> bool:
    x = engine.Tensor(2.0, requires_grad=True)
    before = dict(vars(x))
    y = x * x
    return vars(x) == before and y.inputs == [x, x]


@verifies("6", "step 8", "received run the newest don't nested deep")
def a_deep_graph() -> bool:
    x = t = engine.Tensor(1.0, requires_grad=True)
    for _ in range(sys.getrecursionlimit() + 1):
        t = t + 1.0
    engine.backward(t)
    return the_newest_first() and x.grad == 1


@verifies("6", "exp", "One operation one rule add new")
def one_rule() -> bool:
    exp = engine.operation(np.exp, lambda g, x: g * np.exp(x))
    return accepts("6", "exp", exp)


@verifies("6", "stale", "looks up late notice change")
def a_late_look() -> bool:
    w = engine.Tensor(3.0, requires_grad=True)
    y = w * w
    w.data = w.data - 1.0
    engine.backward(y)
    return w.grad != 2 * 3


@verifies("6", "no_grad", "`__exit__` even after error")
def an_error_inside() -> bool:
    ran = []

    class Block:
        def __enter__(self) -> None:
            ran.append("enter")

        def __exit__(self, *error: Any) -> None:
            ran.append("exit")

    with pytest.raises(ValueError, match="inside"), Block():
        raise ValueError("inside")
    return ran == ["enter", "exit"]


@verifies("7", "chance", "one point can pass several")
def by_chance() -> bool:
    return 2 * 2.0 == 2.0**2 and 2 * 3.0 != 3.0**2


@verifies("7", "quotient", "which gradient off factor")
def which_gradient() -> bool:
    judge = load("7").exercises["quotient"].judge
    return "`y`" in str(judge(lambda x, y, g: (g / y, g * x / (y * y))))


@verifies("8", "honest", "validation choose result test")
def honest() -> bool:
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


@verifies("9", "factor", "multiply root overall one fewer factor than sizes")
def factors() -> bool:
    return accepts("9", "factor", lambda s: (s[0] / s[-1]) ** (1 / (len(s) - 1)))


H = mg.tensor([[2.0, 1.0], [1.0, 3.0]])


@verifies("10", "largest", "length 1 every curvature along")
@verifies("10", "nudged", "slopes change along nudging along")
def along_v() -> bool:
    def slopes(w: Any) -> Any:
        return H @ w

    w, v = mg.tensor([0.3, -0.2]), mg.tensor([0.6, 0.8])
    nudged = (slopes(w + 0.1 * v) - slopes(w - 0.1 * v)) / 0.2
    curvature = (((0.1 * v) @ H @ (0.1 * v)) / 0.01).item()  # the loss's second difference
    return same(nudged, H @ v) and same(v @ H @ v, curvature) and same(v @ v, 1.0)


@verifies("11", "tensors", "float32 inputs int64 class labels")
def dtypes_of_data() -> bool:
    x, y = mg.zeros(1, 2), mg.tensor([0])
    return x.dtype == mg.float32 and y.dtype == mg.int64 and F.cross_entropy(x, y).item() > 0


@verifies("11", "asked", "`eval()` `no_grad()` restore mode plain numbers")
def asked() -> bool:
    def answer(model: Any, x: Any, labels: Any) -> Any:
        before = model.training
        model.train(not off)
        with mg.no_grad():
            said = model(x)
        model.train(before)
        share = (said.argmax(dim=1) == labels).to(mg.float32).mean()
        return share.item(), F.cross_entropy(said, labels).item()

    off = True
    right = accepts("11", "asked", answer)
    off = False
    return right and not accepts("11", "asked", answer)


@verifies("11", "device", "move everything loader inputs and labels")
def everything_is_moved() -> bool:
    return accepts("11", "device", 8, "y") and not accepts("11", "device", 8, "x")


@verifies("11", "translate", "loss slopes `backward()` compute")
def slopes_of_a_loss() -> bool:
    w, x, y = leaf(2), mg.tensor([1.0, 3.0]), mg.tensor([4.0, 5.0])
    ((w * x - y) ** 2).mean().backward()
    return same(w.grad, (2 * (w * x - y) * x).mean().reshape(1))


@verifies("11b", "epoch", "batch `zero_grad()` `backward()` clipping `step()` end of each epoch")
def an_epoch() -> bool:
    def epoch(model: Any, optimizer: Any, scheduler: Any, batches: Any) -> None:
        for x, y in batches:
            optimizer.zero_grad()
            ((model(x) - y) ** 2).mean().backward()
            mg.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
            optimizer.step()
            if each_batch:
                scheduler.step()
        if not each_batch:
            scheduler.step()

    each_batch = False
    right = accepts("11b", "epoch", epoch)
    each_batch = True
    return right and not accepts("11b", "epoch", epoch)


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


@pytest.mark.parametrize(("chapter", "exercise", "words"), KEPT)
def test_every_takeaway_is_true(chapter: str, exercise: str, words: str) -> None:
    assert in_order(words.split(), load(chapter).exercises[exercise].keep)
    assert KEPT[chapter, exercise, words]()


@parametrize_chapters(NOTEBOOKS)
def test_each_takeaway_is_verified_with_its_words_that_have_an_opposite(chapter: str) -> None:
    found = []
    for name, exercise in load(number(chapter)).exercises.items():
        kept = " ".join(words for c, e, words in KEPT if (c, e) == (number(chapter), name))
        claims = [c.printed for c in claims_of(chapter) if c.place == f"exercise {name}"]
        left = opposites(exercise.keep) - opposites(" ".join([kept, *claims]))
        if left or not (kept or claims):
            found.append(f"exercise {name}: {', '.join(left) or exercise.keep}")
    course, its_claims = files(chapter)
    fail_if(
        found,
        f"Nothing verifies these takeaways in {course}, or these words of theirs. Add code with "
        f"@verifies next to the answers, in {its_claims.replace('claims', 'answers')}.",
    )
