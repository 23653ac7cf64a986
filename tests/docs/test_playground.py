"""Tests that the playground, which trains in JavaScript, computes minigrad's numbers."""

import contextlib
import io
import json
from typing import Any

import pytest

import minigrad as mg

from .in_node import javascript, needs_node

pytestmark = needs_node

MODULES = "settings training program presets data network"
STATES: list[dict[str, Any]] = [
    {},
    {"data": "circles", "activation": "relu", "units": 5, "momentum": 0.5, "seed": 3},
    {"data": "xor", "activation": "sigmoid", "layers": 2, "units": 3, "rate": 1, "seed": 12},
    {"data": "spiral", "layers": 3, "units": 12, "rate": 0.03, "momentum": 0, "seed": 999},
    {"data": "moons", "zero": True, "activation": "sigmoid", "momentum": 0.95},
    {"points": [{"x": -1.5, "y": 2, "kind": 1}, {"x": 0.01, "y": -2, "kind": 0}], "units": 1},
]
NAMES = ["first", "relu", "two-layers", "three-layers", "zero", "by-hand"]
by_state = pytest.mark.parametrize("state", STATES, ids=NAMES)
STEPS = 12
CLOSE = 1e-9
LEARNS = f"""
const training = trainingOf({{ ...FIRST, ...given }});
const grads = training.network.layers.map((layer) => Array.from(layer.grads));
advance(training, {{ ...FIRST, ...given }}, {STEPS});
const weights = training.network.layers.map((layer) => Array.from(layer.weights));
const {{ losses, points, right }} = training;
return {{ losses, grads, weights, points, right }};
"""


def in_minigrad(state: dict[str, Any], points: list[dict[str, float]]) -> Any:
    """Train the network of a state from minigrad's own weights; return what it shows."""
    first = {"layers": 1, "units": 8, "activation": "tanh", "rate": 0.3, "momentum": 0.9, "seed": 0}
    settings: dict[str, Any] = first | state
    kinds = {"tanh": mg.nn.Tanh, "relu": mg.nn.ReLU, "sigmoid": mg.nn.Sigmoid}
    mg.manual_seed(settings["seed"])
    parts: list[Any] = []
    for layer in range(settings["layers"]):
        inputs = settings["units"] if layer else 2
        parts.append(mg.nn.Linear(inputs, settings["units"], dtype=mg.float64))
        parts.append(kinds[settings["activation"]]())
    net = mg.nn.Sequential(*parts, mg.nn.Linear(settings["units"], 1, dtype=mg.float64))
    if state.get("zero"):
        for weight in net.parameters():
            mg.nn.init.zeros_(weight)
    places = mg.tensor([[point["x"], point["y"]] for point in points], dtype=mg.float64)
    labels = mg.tensor([point["kind"] for point in points], dtype=mg.float64)
    optimizer = mg.optim.SGD(net.parameters(), lr=settings["rate"], momentum=settings["momentum"])
    losses, grads = [], []
    for step in range(STEPS + 1):
        outputs = net(places)[:, 0]
        loss = mg.nn.functional.binary_cross_entropy_with_logits(outputs, labels)
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        if step == 0:
            grads = _by_layer(net, lambda weight: weight.grad)
        if step < STEPS:
            optimizer.step()
    right = int(((net(places)[:, 0] > 0) == (labels == 1)).sum().item())
    return losses, grads, _by_layer(net, lambda weight: weight), right


def _by_layer(net: Any, part: Any) -> list[list[float]]:
    """Return the numbers of each layer in the page's order: row by row and then the biases."""
    linear = [module for module in net if isinstance(module, mg.nn.Linear)]
    return [
        [*part(layer.weight).flatten().tolist(), *part(layer.bias).tolist()] for layer in linear
    ]


@by_state
def test_losses_gradients_and_weights_match_minigrads(state: dict[str, Any]) -> None:
    seen = javascript(MODULES, LEARNS, state)
    losses, grads, weights, right = in_minigrad(state, seen["points"])
    assert seen["losses"] == pytest.approx(losses, rel=CLOSE)
    assert seen["right"] == right
    for name, expected in (("grads", grads), ("weights", weights)):
        for ours, theirs in zip(seen[name], expected, strict=True):
            assert ours == pytest.approx(theirs, rel=CLOSE, abs=1e-13)


def printed(program: str) -> str:
    """Return what a program prints, and restore minigrad's default dtype."""
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(program, "as PyTorch", "exec"), {})
    finally:
        mg.set_default_dtype(mg.float32)
    return out.getvalue()


PROGRAM = """
const state = { ...FIRST, ...given };
const training = trainingOf(state);
advance(training, state, 40);
const prints = printed(40).map((i) => `${i} ${training.losses[i].toFixed(4)}\\n`).join("");
return [programOf(state, 40, "minigrad"), programOf(state, 40), prints];
"""


@by_state
def test_the_exported_program_prints_the_pages_losses(state: dict[str, Any]) -> None:
    program, with_torch, prints = javascript(MODULES, PROGRAM, state)
    assert printed(program) == prints
    assert program.splitlines()[1:] == with_torch.splitlines()[1:]
    assert "import minigrad as torch" in with_torch


@by_state
def test_a_link_contains_the_whole_state(state: dict[str, Any]) -> None:
    both = "const state = { ...FIRST, steps: 17, ...given }; return [read(written(state)), state];"
    again, before = javascript("settings", both, state)
    for point_lists in (again, before):
        point_lists["points"] = sorted(point_lists["points"] or [], key=json.dumps)
    assert again == before


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("#What-you-see", None),
        ("#d=moons&u=1000&l=-1&r=nan&m=&a=alert(1)&t=1e9&s=x", {}),
        ("#d=<img>", {}),
        ("#d=0000.zzzz", {"points": [{"x": -2, "y": -2, "kind": 0}, {"x": 2, "y": 2, "kind": 1}]}),
    ],
)
def test_a_link_may_contain_anything(link: str, expected: dict[str, Any] | None) -> None:
    state, first = javascript("settings", "return [read(given), FIRST];", link)
    assert state == (None if expected is None else first | expected)


WON = """
return given.map((state) => {
  const training = trainingOf({ ...FIRST, ...state });
  advance(training, { ...FIRST, ...state }, 600);
  return training.won;
});
"""


def test_every_dataset_can_be_solved() -> None:
    sets = [{"data": name} for name in ("moons", "circles", "xor")]
    won = javascript(MODULES, WON, [*sets, {"data": "spiral", "layers": 2}])
    assert None not in won


BROKEN = """
return PRESETS.map((preset) => {
  const state = stateOf(preset);
  const training = trainingOf(state);
  advance(training, state, 300);
  const [{ weights }] = training.network.layers;
  return [preset.name, [training.losses, training.right, Math.max(...weights.map(Math.abs))]];
});
"""


def test_presets_do_what_their_descriptions_say() -> None:
    seen = dict(javascript(MODULES, BROKEN))
    losses, right, _ = seen["One line isn't enough"]
    assert right < 100
    assert losses[-1] < losses[0]
    losses, right, _ = seen["Win the spiral"]
    assert right == 100
    losses, _, largest = seen["Broken: all weights are 0"]
    assert losses == pytest.approx([0.6931] * 301, abs=1e-4)
    assert largest == 0  # no line
    losses, _, _ = seen["Broken: the rate is too large"]
    assert min(losses[1:]) > losses[0]
    assert max(losses) > 30


def test_sigmoid_units_that_start_at_zero_stay_identical() -> None:
    program = """
    const state = { ...FIRST, zero: true, activation: "sigmoid" };
    const training = trainingOf(state);
    advance(training, state, 200);
    const { weights } = training.network.layers[0];
    return Array.from(weights).slice(0, 16).filter((_, i) => i % 2 === 0);
    """
    first, *others = javascript(MODULES, program)
    assert others == [first] * 7


def test_an_arrow_points_in_the_direction_that_its_line_moves() -> None:
    """Each arrow is compared with the line's movement at its foot in one small step."""
    program = """
    const state = { ...FIRST, rate: 1e-3, momentum: 0 };
    const training = trainingOf(state);
    const before = unitsOf(training);
    advance(training, state);
    const { weights, units } = training.network.layers[0];
    return before.map(({ foot, toward, push }, j) => {
      const [a, b, c] = [weights[2 * j], weights[2 * j + 1], weights[2 * units + j]];
      const value = a * foot.x + b * foot.y + c;
      return [-value / (a * toward.x + b * toward.y), push * 1e-3];
    });
    """
    for moved, pushed in javascript(f"{MODULES} view", program):
        assert moved == pytest.approx(pushed, rel=1e-2)


CANVAS = """
const canvas = Object.assign(new EventTarget(), { clientWidth: 600, style: {},
  setPointerCapture() {}, getBoundingClientRect: () => ({ left: 0, top: 0 }) });
const points = [{ x: 0, y: 0, kind: 0 }];
byHand(canvas, { points: () => points, kind: () => 0, change() {}, look() {} });
const send = (type, clientX) =>
  canvas.dispatchEvent(Object.assign(new Event(type), { clientX, clientY: 300, button: 0 }));
"""


def test_a_canceled_touch_neither_moves_nor_adds_a_point() -> None:
    cancelled = "send('pointerdown', 300); send('pointermove', 400); send('pointercancel', 400);"
    later = "const x = points[0].x; send('pointermove', 200); send('pointerup', 200);"
    found = javascript("points_by_hand", f"{CANVAS}{cancelled}{later} return [x, points]")
    assert found == [found[1][0]["x"], [{"x": found[0], "y": 0, "kind": 0}]]
    assert found[0] > 0


AGAIN = """
const training = trainingOf(FIRST);
while (training.won === null) advance(training, FIRST);
training.points[0].kind = 1 - training.points[0].kind;
look(training);
const after_a_flip = training.won;
training.points[0].kind = 1 - training.points[0].kind;
advance(training, FIRST);
return [after_a_flip, training.won, training.steps];
"""


def test_a_win_counts_from_the_step_since_which_all_points_are_right() -> None:
    after_a_flip, won, steps = javascript(MODULES, AGAIN)
    assert after_a_flip is None
    assert won == steps


def test_the_text_of_the_plane_counts_each_kind_of_point() -> None:
    text = javascript(
        "words_of",
        "const points = given.map((kind) => ({ kind }));"
        "return planeText({ points, steps: 0, loss: 0.7, right: 3 },"
        " { activation: 'relu', layers: 1, units: 8 });",
        [0, 0, 0, 1],
    )
    assert text == (
        "The plane with 3 discs and 1 square, colored by the output of a network with 1 hidden "
        "layer of 8 relu units. Step 0: loss 0.700, 3 of 4 points right."
    )
