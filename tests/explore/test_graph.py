"""Tests that numbers in both passes of a graph agree with the engine and with plain Python."""

import operator
import random
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.engine.rules import gradients
from minigrad.explore import rules
from minigrad.explore.explorer import Explorer
from minigrad.explore.graph import forward_and_backward
from tests.explore.checks import SVG, check

IN_MAILBOX = re.compile(r"(\w+)\.grad = (\S+?)(?=[.;,]? |\.$)")
EARLY = "a has 5 and sends 10 to x and 10 to x (10 + 10 = 20 so far)"
SHOULD = "If all nodes had waited, it would be 36."
HOOKED = "y has 30, changed by its hooks from 3, and sends 60 to x and 60 to x"
CHANGED = "the mailbox of x receives 121, changed by its hooks from 120"
SCRIPT = "<script>alert(1)</script>"


def number(value: float, tracked: bool = True) -> mg.Tensor:
    return mg.tensor(value, requires_grad=tracked)


def used_twice() -> Explorer:
    x = number(2.0)
    a = x * x
    b = a + 1
    z = a * b
    return forward_and_backward(z, x=x, a=a, b=b, z=z)


def vector() -> Explorer:
    x = mg.tensor([1.0, 3.0], requires_grad=True)
    y = x + 2
    return forward_and_backward((y * y * 2).mean(), x=x, y=y)


def layers() -> Explorer:
    mg.manual_seed(0)
    X, W = mg.randn(5, 2), mg.randn(3, 2, requires_grad=True)
    b, V = mg.zeros(3, requires_grad=True), mg.randn(1, 3, requires_grad=True)
    h = mg.tanh(X @ W.T + b)
    loss = ((h @ V.T - 1) ** 2).mean()
    return forward_and_backward(loss, X=X, W=W, b=b, V=V, h=h, loss=loss)


def neurons(hidden: int, names: bool = True) -> Explorer:
    """Return an explorer of a network of scalars, with 7 boxes per neuron plus a few more."""
    draw = random.Random(hidden)
    known: dict[str, mg.Tensor] = {}

    def weight(name: str) -> mg.Tensor:
        known[name] = number(round(draw.uniform(-1, 1), 2))
        return known[name]

    total: Any = weight("c")
    for j in range(hidden):
        inside = weight(f"w{j}") * 0.5 + weight(f"u{j}") * -1.0 + weight(f"b{j}")
        total = total + weight(f"v{j}") * inside.tanh()
    loss = (total - 1) ** 2
    return forward_and_backward(loss, known if names else {}, loss=loss)


def chain(steps: int) -> Explorer:
    x = y = number(1.0)
    for _ in range(steps):
        y = y.sin()
    return forward_and_backward(y, x=x, y=y)


def unfriendly() -> Explorer:
    x, w = number(float("inf")), number(0.0)
    z = (x * w).log() + w.reciprocal()
    return forward_and_backward(z, {SCRIPT: x, "a name that never ends " * 9: w, 'z & "co"': z})


def several_outputs() -> Explorer:
    x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    a, b, c = x.unbind()
    return forward_and_backward(a * b + c, x=x, a=a, b=b, c=c)


def many_inputs() -> Explorer:
    return forward_and_backward(mg.stack([number(float(i)) for i in range(40)]).sum())


GRAPHS: dict[str, Callable[[], Explorer]] = {
    "used twice": used_twice,
    "vector": vector,
    "layers": layers,
    "40 operations": lambda: neurons(5),
    "chain of 12": lambda: chain(12),
    "unfriendly": unfriendly,
    "several outputs": several_outputs,
    "many inputs": many_inputs,
}
LARGE: dict[str, Callable[[], Explorer]] = {
    "40 operations without names": lambda: neurons(5, names=False),
    "larger": lambda: neurons(20),
    "10,000 operations": lambda: chain(10_000),
}
each_graph = pytest.mark.parametrize(
    "make",
    [
        *(pytest.param(make, id=name) for name, make in GRAPHS.items()),
        *(pytest.param(make, id=name, marks=pytest.mark.slow) for name, make in LARGE.items()),
    ],
)


@each_graph
def test_every_frame_passes_the_checks_for_all_explorers(make: Callable[[], Explorer]) -> None:
    explorer = check(make)
    assert explorer.size[0] <= 960


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """Return the left, top, right, and bottom of every node in the drawing."""
    corners = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if group.get("class") == "mg-node":
            rect = group.find(f"{SVG}rect")
            assert rect is not None
            x, y, width, height = (float(rect.attrib[k]) for k in ("x", "y", "width", "height"))
            corners.append((x, y, x + width, y + height))
    return corners


@each_graph
def test_nodes_do_not_overlap_or_extend_beyond_the_figure(make: Callable[[], Explorer]) -> None:
    explorer = make()
    last = boxes(explorer.drawing(*explorer.positions[-1]).svg)
    assert len(last) > 1
    for box, other in combinations(last, 2):
        apart = box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1]
        assert apart, (box, other)
    width, height = explorer.size
    for left, top, right, bottom in last:
        assert left >= 0
        assert top >= 0
        assert right <= width
        assert bottom <= height
    for at in explorer.positions:  # nothing moves from one frame to the next
        assert set(boxes(explorer.drawing(*at).svg)) <= set(last)


def settings(step: int, order: int = 0) -> dict[str, int]:
    """Return the settings for a step. If there's only one order, it has no control."""
    return {"step": step} | ({"order": order} if order else {})


def sentences(explorer: Explorer, order: int = 0) -> list[str]:
    steps = range(len(explorer.controls[-1].values))
    return [after_verdict(explorer.at(settings(step, order)).sentence) for step in steps]


def after_verdict(sentence: str) -> str:
    return sentence.rpartition("\n")[2]


def test_a_value_used_twice_has_both_contributions_when_it_runs() -> None:
    assert sentences(used_twice()) == [
        "Before the first of 3 operations, there is 1 leaf, x = 2.",
        "Forward 1 of 3: Mul takes x = 2 and x = 2 and gives a = 4.",
        "Forward 2 of 3: Add takes a = 4 and 1 and gives b = 5.",
        "Forward 3 of 3: Mul takes a = 4 and b = 5 and gives z = 20.",
        "Backward begins: z receives 1.",
        "Backward 1 of 4: z has 1 and sends 5 to a and 4 to b.",
        "Backward 2 of 4: b has 4 and sends 4 to a (5 + 4 = 9 so far).",
        "Backward 3 of 4: a has 9 and sends 18 to x and 18 to x (18 + 18 = 36 so far).",
        "Backward 4 of 4: the mailbox of x receives 18 + 18 = 36, so x.grad = 36.",
    ]


def press(explorer: Explorer, at: tuple[int, ...], name: str) -> Any:
    return next(action for action in explorer.actions if action.label == name).to(at)


def test_the_explorer_opens_at_a_choice_without_giving_away_the_next_node() -> None:
    explorer = used_twice()
    start = tuple(control.start for control in explorer.controls)
    assert explorer.at().sentence == sentences(explorer)[5]
    drawn = words(explorer, 5)
    assert {"so far 5", "so far 4"} <= set(drawn)  # a and b look alike
    ready = [a.label for a in explorer.actions if not isinstance(a.to(start), str)]
    assert ready == ["a", "b"]


def test_a_wrong_order_is_carried_out_and_really_gives_20() -> None:
    explorer = used_twice()
    position = press(explorer, (0, 5), "a")
    said = [explorer.frames[position].sentence]
    for name in ("b", "mailbox of x"):
        position = press(explorer, position, name)
        said.append(explorer.frames[position].sentence)
    assert [sentence.partition("\n")[0] for sentence in said] == [
        "✗ a hasn't received all its shares.",
        "✗ What arrives at a now is lost.",
        "✗ x.grad = 20 is wrong: 16 is missing.",
    ]
    assert [after_verdict(sentence) for sentence in said] == [
        f"Backward 2 of 4, too early: {EARLY}, although b hasn't sent its share yet.",
        "Backward 3 of 4: b has 4 and sends 4 to a (too late, because a has run).",
        f"Backward 4 of 4: the mailbox of x receives 10 + 10 = 20, so x.grad = 20. {SHOULD}",
    ]
    assert "had 5, 4 late" in words(explorer, position[1], position[0])


def test_a_node_that_waited_is_marked_right_and_so_is_the_gradient_at_the_end() -> None:
    explorer = used_twice()
    position = press(explorer, (0, 5), "b")
    assert explorer.frames[position].sentence.startswith("✓ b has received all its shares.\n")
    (lit,) = (piece for piece in explorer.frames[position].pieces if "data-verdict" in piece)
    assert "b = 5" in lit
    position = press(explorer, position, "a")
    assert "\n" not in explorer.frames[position].sentence  # nothing else could run
    position = press(explorer, position, "mailbox of x")
    assert explorer.frames[position].sentence.startswith("✓ x.grad = 36 is right.\n")


def test_a_node_that_cannot_run_explains_why() -> None:
    explorer = used_twice()
    assert press(explorer, (0, 2), "a").startswith("The backward pass hasn't begun")
    assert (
        press(explorer, (0, 4), "a")
        == "Nothing has arrived at a yet, so it has nothing to pass on."
    )
    assert press(explorer, (0, 4), "z") == (0, 5)
    assert (
        press(explorer, (0, 6), "b") == "b has already run, and each node runs only once per pass."
    )
    refusal = press(explorer, (0, 5), "mailbox of x")
    assert refusal == "Nothing has arrived at the mailbox of x yet, so it has nothing to pass on."


def test_every_feasible_order_is_included_and_runs_each_node_once() -> None:
    explorer = used_twice()
    labels = [label.split(": ")[1] for label in explorer.controls[0].labels]
    assert labels == ["z, b, a, mailbox of x", "z, a, b, mailbox of x", "z, a, mailbox of x, b"]


def test_with_many_orders_only_the_engines_is_included_and_no_node_can_be_chosen() -> None:
    explorer = layers()
    assert len(explorer.controls) == 1
    assert not explorer.actions


def test_a_mailbox_adds_to_its_contents() -> None:
    x: Any = number(2.0)
    (x * 3).backward()
    z = x * x
    said = sentences(forward_and_backward(z, x=x, z=z))
    assert (
        said[-1] == "Backward 2 of 2: the mailbox of x receives 2 + 2 = 4, so x.grad = 3 + 4 = 7."
    )
    assert x.grad.item() == 3


def test_formulas_are_shown_in_symbols_and_in_numbers() -> None:
    shown = [
        "".join(ElementTree.fromstring(used_twice().drawing(0, i).svg).itertext()).replace(
            "\u00a0", " "
        )
        for i in (5, 7, 8)
    ]
    assert "to a:  g · b = 1 · 5 = 5" in shown[0]
    assert "so far 5" in shown[0]
    assert "g = 9 = 5 from z + 4 from b" in shown[1]
    assert "to x:  g · x = 9 · 2 = 18" in shown[1]
    assert "so far 36" in shown[1]
    assert "adds the gradient that has arrived to x.grad" in shown[2]
    assert "grad 36" in shown[2]


def with_curve() -> Explorer:
    x = number(2.0)
    a = x * x
    b = a + 1
    z = a * b
    return forward_and_backward(z, x=x, a=a, b=b, z=z, curve=fourth_degree)


def fourth_degree(x: Any) -> Any:
    a = x * x
    return a * (a + 1)


def line(explorer: Explorer, position: tuple[int, ...]) -> tuple[float, float]:
    """Return how far the orange line rises in the figure from the point, and 1 to the right."""
    pieces = [piece for piece in explorer.frames[position].pieces if 'gradient="line"' in piece]
    dotted = ElementTree.fromstring(pieces[0])[1]
    (run, _), (_, rise) = re.findall(r"l([-\d.]+?) ?(-?[\d.]+)(?=l|$)", dotted.attrib["d"])
    return float(rise), float(run)


def test_every_frame_with_a_curve_passes_the_checks_for_all_explorers() -> None:
    check(with_curve)


def test_the_line_of_the_right_gradient_touches_the_curve_and_a_wrong_one_misses_it() -> None:
    """By hand: z = x⁴ + x² has slope 36 at 2. Without b's share, 5 · 4 = 20 arrives."""
    explorer = with_curve()
    assert explorer.at(step=8).sentence.endswith(
        "x.grad = 36. The line with this slope touches the curve."
    )
    wrong = explorer.at(order=1, step=8).sentence
    assert wrong.endswith(
        "After 1 to the right, the line with this slope is 16 below the dashed line."
    )
    (right, run), (low, same_run) = line(explorer, (0, 8, 8)), line(explorer, (1, 8, 8))
    assert run == same_run > 0 > right
    assert low / right == pytest.approx(20 / 36, abs=0.01)
    assert not any('gradient="line"' in piece for piece in explorer.at(step=5).pieces)


def test_the_point_can_be_dragged_if_the_curve_has_the_operations_of_the_graph() -> None:
    explorer = with_curve()
    for x, slope, less in (("0", 0, 0), ("1.5", 16.5, 9.75), ("2", 36, 20)):
        assert f"x.grad = {slope}." in explorer.at(step=8, x=x).sentence
        assert f"x.grad = {less}" in explorer.at(order=1, step=8, x=x).sentence
    # By hand: 4 · 1.75³ + 2 · 1.75 is 24.9375.
    between = explorer.at(step=8, x="1.75").sentence
    assert "receives 12.47 + 12.47 = 24.94, so x.grad = 24.94." in between
    run_b = next(action for action in explorer.actions if action.label == "b")
    assert run_b.to((0, 5, 1))[2] == 1
    leaf = number(2.0)
    other = forward_and_backward(leaf * leaf, x=leaf, curve=lambda x: x**2)
    assert not other.grips


def test_each_arrow_names_the_factor_of_its_share() -> None:
    shown = words(with_curve(), 5)
    assert [text for text in shown if text.startswith("×")] == ["× x", "× x", "× 1", "× b", "× a"]


def test_with_a_curve_the_numbers_stay_at_the_arrows() -> None:
    pills = [
        "".join(ElementTree.fromstring(piece).itertext())
        for piece in with_curve().at(step=8).pieces
        if 'height="15"' in piece
    ]
    assert sorted(pills) == ["18", "18", "4", "4", "5"]


def test_a_curve_that_computes_something_else_is_refused() -> None:
    x = number(2.0)
    with pytest.raises(ValueError, match=r"curve\(2\) is 4, but the tensor is 8"):
        forward_and_backward(x**3, x=x, curve=lambda x: x * x)
    with pytest.raises(ValueError, match="a graph with one leaf"):
        forward_and_backward(x * number(3.0), x=x, curve=lambda x: 3 * x)


def words(explorer: Explorer, step: int, order: int = 0) -> list[str]:
    drawing = explorer.drawing(*explorer.position(settings(step, order)))
    texts = ElementTree.fromstring(drawing.svg).iter(f"{SVG}text")
    return ["".join(text.itertext()).replace("\u00a0", " ") for text in texts]


def test_only_a_leaf_has_a_grad_and_its_mailbox_exists_from_the_start() -> None:
    texts_by_step = [words(used_twice(), step) for step in range(9)]
    labeled = [[text for text in texts if text.startswith("grad")] for texts in texts_by_step]
    assert labeled == [["grad None"]] * 7 + [[], ["grad 36"]]
    assert "so far 36" in texts_by_step[7]
    assert {"had 9", "had 4", "had 1"} <= set(texts_by_step[8])
    assert all("AccumulateGrad" in texts for texts in texts_by_step)


def test_a_rule_uses_the_learners_names_or_says_left_and_right() -> None:
    y, g = number(3.0), number(5.0)
    texts = words(forward_and_backward((y + 1) * g - 2 * y, y=y, g=g), 2)
    assert "saves left input = 4 and right input = 5 for the backward pass" in texts
    assert "backward, it will send  g · right input  to Add #1;  g · left input  to g" in texts
    texts = words(forward_and_backward((y * 2).tanh(), y=y), 2)
    assert "backward, it will send  g · (1 − result²)  to Mul #1" in texts
    z = g * y
    texts = words(forward_and_backward(z, x=y, y=g, z=z), 1)  # names that clash with the rule's
    assert "saves y = 5 and x = 3 for the backward pass" in texts
    assert "backward, it will send  g · x  to y;  g · y  to x" in texts


def test_a_constant_that_no_node_saved_is_shown() -> None:
    x = number(2.0)
    y = (x * x - 0.5) + 3
    assert sentences(forward_and_backward(y * x, x=x))[2:4] == [
        "Forward 2 of 4: Sub takes Mul #1 and an untracked value and gives Sub #2.",
        "Forward 3 of 4: Add takes Sub #2 and an untracked value and gives Add #3 = 6.5.",
    ]  # two untracked values in a row can't be told apart
    z = x * x - 0.5
    assert sentences(forward_and_backward(z * x, x=x))[2].startswith(
        "Forward 2 of 3: Sub takes Mul #1 and 0.5 and gives"
    )


def plain(value: float) -> str:
    return f"{np.float32(value) + np.float32(0):.4g}"


def random_graph(seed: int) -> tuple[dict[str, mg.Tensor], dict[str, float]]:
    """Return a random program that works with tensors and with plain floats."""
    draw = random.Random(seed)
    values = {f"x{i}": round(draw.uniform(0.2, 1.5), 1) for i in range(draw.randint(1, 3))}
    tensors = {name: number(value) for name, value in values.items()}
    for i in range(draw.randint(3, 18)):
        (a, b), kind = draw.choices(list(values), k=2), draw.randrange(5)
        choices: list[Any] = [
            (operator.add, (a, b)),
            (operator.mul, (a, b)),
            (operator.sub, (a, b)),
            (np.sin, (a,)),
            (np.tanh, (a,)),
        ]
        operation, arguments = choices[kind]
        value = operation(*(values[argument] for argument in arguments))
        in_tensors: dict[Any, Any] = {np.sin: mg.sin, np.tanh: mg.tanh}
        tensor = in_tensors.get(operation, operation)(
            *(tensors[argument] for argument in arguments)
        )
        name = f"v{i}"
        values[name], tensors[name] = float(value), tensor
        tensor.retain_grad()
    return tensors, values


@pytest.mark.parametrize("seed", range(8))
def test_random_graphs_agree_with_plain_python_and_the_engine(seed: int) -> None:
    tensors, values = random_graph(seed)
    *_, (last, result) = tensors.items()
    explorer = forward_and_backward(result, tensors)
    check(lambda: explorer)
    said = sentences(explorer)
    order: list[str] = []
    for name, tensor in tensors.items():
        tensor.register_hook(lambda _g, name=name: order.append(name))
    result.backward()

    ran = [re.findall(r" and gives (\w+) = (.*)\.$", s)[0] for s in said if s[:8] == "Forward "]
    for name, value in ran:
        assert float(value) == pytest.approx(values[name], rel=2e-3, abs=2e-4)
    turns = [re.findall(r": (\w+) has (\S+) and", s)[0] for s in said if " has " in s]
    assert [name for name, _ in turns] == [name for name in order if name[0] == "v"]
    assert [name for name, _ in ran] == [name for name, _ in turns][::-1]
    for name, gradient in turns:
        assert gradient == plain(tensors[name].grad.item()), name
    final = {name: text for s in said for name, text in IN_MAILBOX.findall(s)}
    for name, tensor in tensors.items():
        if name[0] == "x" and tensor.grad is not None:
            assert final[name] == plain(tensor.grad.item())
    assert last == turns[0][0]


@pytest.mark.parametrize("name", [n for n, e in rules.EXPRESSIONS.items() if n != "PowBackward0"])
def test_formulas_shown_for_helper_functions_are_true(name: str) -> None:
    x: Any = mg.tensor([0.3, 0.7, 1.2], requires_grad=True)
    y: Any = mg.tensor([0.5, -0.4, 0.9], requires_grad=True)
    if name == "MmBackward0":
        x, y = x.reshape(3, 1), y.reshape(1, 3)
    functions = mg.nn.functional
    result: Any = {
        "DivBackward0": lambda: x / y,
        "DotBackward0": lambda: x @ y,
        "MmBackward0": lambda: x @ y,
        "LogSigmoidBackward0": lambda: functions.logsigmoid(x),
        "SiluBackward0": lambda: functions.silu(x),
        "SoftmaxBackward0": lambda: x.softmax(0),
        "LogSoftmaxBackward0": lambda: x.log_softmax(0),
        "TanhBackward0": x.tanh,
        "AbsBackward0": x.abs,
        "SigmoidBackward0": x.sigmoid,
        "TanBackward0": x.tan,
        "ReciprocalBackward0": x.reciprocal,
    }[name]()
    node = result._node
    assert node.op.name == name
    g = np.linspace(2, -1, result.numel(), dtype=np.float32).reshape(result.shape)[()]
    space = {
        "g": g, "x": x.detach().numpy(), "y": y.detach().numpy(), "out": result.detach().numpy(),
        "sigmoid": lambda v: 1 / (1 + np.exp(-v)), "sign": np.sign, "exp": np.exp, "sum": np.sum,
    }  # fmt: skip
    expressions = rules.EXPRESSIONS[name]
    for i, gradient in enumerate(gradients(node.op, node.edges, g, node.saved)):
        text = expressions if isinstance(expressions, str) else expressions[i]
        np.testing.assert_allclose(eval(text, space), gradient, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda x: x * x, ["g · y", "g · x"]),
        (lambda x: x - x, ["g", "−g"]),
        (lambda x: x.sin(), ["g · cos(x)"]),
        (lambda x: x**3, ["g · n · x^(n − 1)"]),
        (lambda x: x.sum(), ["g, for every element"]),
        (lambda x: x.reshape(1, 2) @ x.reshape(2, 1), ["g @ yᵀ", "xᵀ @ g"]),
    ],
)
def test_formulas_are_read_from_the_engine(make: Callable, expected: list[str]) -> None:
    node = make(mg.tensor([2.0, 3.0], requires_grad=True))._node
    assert [rules.formula(node, i) for i in range(len(node.edges))] == expected


def test_the_explorer_changes_nothing_and_frees_nothing() -> None:
    x = number(2.0)
    z = x * x
    forward_and_backward(z, x=x)
    assert x.grad is None
    z.backward()
    assert x.grad is not None


def test_hooks_run_once_and_their_changes_are_reported() -> None:
    x: Any = number(2.0)
    seen: list[Any] = []
    y = x * x
    y.register_hook(seen.append)
    y.register_hook(lambda g: g * 10)
    x.register_hook(lambda g: g + 1)
    explorer = forward_and_backward(y * 3, x=x, y=y)
    said = sentences(explorer)
    assert [g.item() for g in seen] == [3]
    assert said[-2:] == [
        f"Backward 2 of 3: {HOOKED} (60 + 60 = 120 so far).",
        f"Backward 3 of 3: {CHANGED}, so x.grad = 121.",
    ]
    before = x.grad
    (y * 3).backward()
    assert (before, x.grad.item()) == (None, 121)


def test_a_result_with_several_numbers_receives_ones_or_the_given_gradient() -> None:
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    assert sentences(forward_and_backward(y, y=y))[2] == "Backward begins: y receives [1, 1]."
    said = sentences(forward_and_backward(y, x=x, y=y, gradient=mg.tensor([0.0, 3.0])))
    assert said[-2].endswith("[0, 6] to x ([0, 6] + [0, 6] = [0, 12] so far).")
    assert said[-1].endswith("x.grad = [0, 12].")


def test_a_large_graph_shows_only_its_newest_operations_and_ends_correctly() -> None:
    x = y = number(1.0)
    for _ in range(5000):
        y = y * 0.9999 + 0.001 * x
    said = sentences(forward_and_backward(y, x=x, y=y))
    assert re.match(r"Forward 1 to 14,\d{3} of 15,000: ", said[1])
    y.backward()
    assert said[-1].endswith(f"In the end, x.grad = {plain(x.grad.item())}.")


def test_earlier_operations_in_a_shared_box_can_have_exactly_two_leaves() -> None:
    a, b = (mg.tensor(n, requires_grad=True) for n in (1.0, 2.0))
    y = a * b
    for _ in range(100):
        y = y.sin()
    said = sentences(forward_and_backward(y, a=a, b=b))
    assert any("earlier" in sentence for sentence in said)
    assert "b.grad" in said[-1]


def test_names_are_escaped() -> None:
    explorer = unfriendly()
    forms = [explorer.still, *(explorer.drawing(*at).svg for at in explorer.positions)]
    assert all("<script" not in form for form in forms)
    assert "&lt;script&gt;" in forms[1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((mg.tensor(1.0),), ValueError, "this tensor has no graph. Compute it from a tensor that"),
        ((mg.tensor(1.0, requires_grad=True),), ValueError, "this tensor has no graph"),
        ((3.0,), TypeError, "argument 'tensor' must be Tensor, not float"),
        ((number(1.0) * 2, {"x": 1}), TypeError, "argument 'x' must be Tensor, not int"),
    ],
)
def test_a_tensor_without_a_graph_is_rejected(arguments: Any, error: type, message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        forward_and_backward(*arguments)


def test_a_gradient_with_a_different_shape_is_rejected() -> None:
    with pytest.raises(
        ValueError, match=r"gradient has shape \(2,\), but the tensor has shape \(\)"
    ):
        forward_and_backward(number(1.0) * 2, gradient=mg.ones(2))


def test_a_freed_graph_is_rejected_with_backwards_error_message() -> None:
    x = number(2.0)
    z = x * x
    z.backward()
    with pytest.raises(RuntimeError, match="Specify retain_graph=True"):
        forward_and_backward(z, x=x)


def test_unnamed_values_are_the_ones_a_node_saved() -> None:
    a = number(2.0)
    said = sentences(forward_and_backward((a + 1) * (a * 3), a=a))
    assert said[3] == "Forward 3 of 3: Mul takes Add #1 = 3 and Mul #2 = 6 and gives Mul #3 = 18."
