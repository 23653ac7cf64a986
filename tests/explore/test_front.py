"""Tests of the front end's computations without a page. They run in Node.js if it's installed."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from minigrad.explore.content import program_source, source
from tests.explore.checks import value_at

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
LINE = [[10, 50], [20, 50], None, [40, 50]]
GRID = [[0, 0], [0, 10], [10, 0], [10, 10]]  # two controls with two positions each


def run(modules: str, expression: str) -> Any:
    return in_node("\n".join(map(source, modules.split())), expression)


def in_node(program: str, expression: str) -> Any:
    program += f"\nconsole.log(JSON.stringify({expression} ?? null))"
    done = subprocess.run([str(NODE), "-"], input=program, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-600:]
    return json.loads(done.stdout)


def frames_in_page(explorer: Any, positions: list[list[int]]) -> list[dict[str, Any]]:
    """Return the frames that the explorer's program computes in the page."""
    arguments = ", ".join(map(json.dumps, (explorer.program.data, positions)))
    return in_node(
        program_source(explorer.program.name),
        f"((data, all) => all.map((at) => program(data, at)))({arguments})",
    )


def nearest(grip: dict[str, Any], place: list[float], now: list[int], sizes: list[int]) -> Any:
    arguments = ", ".join(map(json.dumps, (grip, place, now, sizes)))
    return run("places.js", f"nearest({arguments})")


@needs_node
@pytest.mark.parametrize(("x", "frame"), [(-5, 0), (14, 0), (16, 1), (29, 1), (31, 3), (99, 3)])
def test_a_handle_moves_to_the_nearest_existing_position(x: float, frame: int) -> None:
    place = nearest({"moves": [0], "points": LINE}, [x, 55], [0], [4])
    assert place["at"] == [frame]


@needs_node
def test_a_handle_does_not_change_other_controls() -> None:
    assert nearest({"moves": [1], "points": GRID}, [9, 9], [0, 0], [2, 2])["at"] == [0, 1]
    assert nearest({"moves": [0, 1], "points": GRID}, [9, 9], [0, 0], [2, 2])["at"] == [1, 1]


@needs_node
def test_a_press_takes_the_nearest_handle_unless_all_are_too_far_away() -> None:
    first = {"moves": [0], "points": LINE, "area": [0, 40, 50, 20]}
    second = {"moves": [0], "points": [[10, 90]] * 4, "area": [0, 80, 50, 20]}
    grips = json.dumps([first, second])
    assert run("places.js", f"grasped({grips}, [12, 52], [0], [4], 5)") == 0
    assert run("places.js", f"grasped({grips}, [12, 88], [0], [4], 5)") == 1
    assert run("places.js", f"grasped({grips}, [90, 70], [0], [4], 5)") is None


@needs_node
def test_a_ring_under_the_pointer_takes_precedence_over_a_reachable_position() -> None:
    area = [0, 40, 50, 20]
    led = {"moves": [0], "points": LINE, "area": area, "ringed": True}
    ring = {"moves": [1], "points": [[20, 50]] * 4, "area": None, "ringed": True}
    clicked = {"moves": [0], "points": [[21, 50]] * 4, "area": area, "ringed": False}
    grips = json.dumps([led, ring, clicked])
    assert run("places.js", f"grasped({grips}, [20.4, 50], [3, 0], [4, 1], 5)") == 1
    assert run("places.js", f"grasped({grips}, [31, 50], [3, 0], [4, 1], 5)") == 0


@needs_node
def test_what_moves_with_a_handle_is_held_wherever_the_handle_is() -> None:
    line = {"moves": [0], "points": [[20, 30], [20, 90]], "body": [14, -10, 200, 20]}
    grips = json.dumps([line])
    assert run("places.js", f"grasped({grips}, [150, 32], [0], [2], 5)") == 0
    assert run("places.js", f"grasped({grips}, [150, 32], [1], [2], 5)") is None
    assert run("places.js", f"grasped({grips}, [150, 92], [1], [2], 5)") == 0


@needs_node
def test_a_press_takes_hold_on_the_edge_of_an_area_but_not_outside_it() -> None:
    grips = json.dumps([{"moves": [0], "points": [[90, 90]] * 4, "area": [0, 40, 50, 20]}])
    assert run("places.js", f"grasped({grips}, [50.0001, 60.0001], [0], [4], 5)") == 0
    assert run("places.js", f"grasped({grips}, [60, 60], [0], [4], 5)") is None


MODEL = """
const stands = { controls: [{ labels: "abc", start: 0 }, { labels: "abc", start: 1 }] };
const listeners = {};
const seen = [];
const model = {
  get: (name) => stands[name] ?? 0,
  set(name, to) {
    if (model.get(name) === to) return;
    stands[name] = to;
    listeners[`change:${name}`]?.();
  },
  on: (name, act) => (listeners[name] = act),
  off: (name) => delete listeners[name],
  save_changes() {},
};
const state = stateOf(model);
const leave = state.watch(() => seen.push(state.now()));
"""


@needs_node
def test_moving_two_controls_shows_only_the_final_frame() -> None:
    program = (
        MODEL + "state.go([2, 2]); state.go([2, 2]); state.go([9, -1]); model.set('first', 1);"
    )
    shown = run(
        "places.js state.js", f"(() => {{ {program} leave(); state.go([0, 0]); return seen }})()"
    )
    assert shown == [[2, 2], [2, 0], [1, 0]]


CHOICE = """
let [at, focused] = [0, null];
globalThis.document = { createElement: () => ({
  append() {}, setAttribute() {}, focus() { focused = this.textContent },
  addEventListener(kind, act) { this[kind] = act },
}) };
const controls = [{ name: "loss", labels: ["a", "b", "c"] }];
const [[, group]] = choiceOf({ controls, now: () => [at], move: (_, to) => (at = to) }, 0);
const press = (key) => (group.keydown({ key, preventDefault() {} }), [at, focused]);
"""


@needs_node
def test_arrow_keys_wrap_around_in_a_choice() -> None:
    keys = ["ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp", "Tab"]
    shown = run("state.js controls.js", f"(() => {{ {CHOICE} return {keys}.map(press) }})()")
    assert shown == [[2, "c"], [0, "a"], [1, "b"], [0, "a"], [0, "a"]]


@needs_node
def test_frames_store_only_their_changes() -> None:
    changes = [[0, 1, 1, 2], [0, 3], [0, 1]]
    assert run("frames.js", f"unpack({changes})") == [[1, 2], [3, 2], [1, 2]]


@needs_node
def test_the_values_at_a_frame_are_read_from_runs() -> None:
    runs = [0, 5, 2, -1, 7, 3]
    values = run("places.js", f"[0, 1, 2, 6, 7, 99].map((frame) => valueAt({runs}, frame))")
    assert values == [5, 5, -1, -1, 3, 3] == [value_at(runs, i) for i in (0, 1, 2, 6, 7, 99)]


@needs_node
@pytest.mark.parametrize(
    ("sentence", "phrases", "expected"),
    [
        ("a has 19 and sends a share of 3 to x, 3.", ["a", "3 to x", "x", "3"], "a|3 to x|3"),
        ("Only a can run, a node.", ["a"], "a"),
        ("h after 0.4 = 0.6 goes to h", ["h", "h after 0.4", "0.4"], "h after 0.4|h"),
        ("Mul #1 gives x.grad and x1", ["x", "Mul", "#1", "Mul #1"], "Mul #1"),
        ("x = 1, not −1, 1.5, or 10⁻⁵", ["1", "x = 1", "10", "5"], "x = 1"),
        ("(1 + 2)*x.", ["(1 + 2)*x", "x"], "(1 + 2)*x"),
        ("a = x * x = 3 * 3 = 9", ["a = 9", "x = 3", "x"], "x|x"),
        ("nothing to link", [], ""),
    ],
)
def test_the_longest_whole_phrases_of_a_sentence_are_linked(
    sentence: str, phrases: list[str], expected: str
) -> None:
    parts = run("links.js", f"linked({json.dumps(sentence)}, {json.dumps(phrases)})")
    assert "".join(part for part, _ in parts) == sentence
    assert "|".join(part for part, is_linked in parts if is_linked) == expected


NODE_OF = """
const nodeOf = (tagName, attributes, textContent = "") => ({ tagName, textContent, children: [],
  getAttribute: (name) => attributes[name] ?? null });
"""


@needs_node
@pytest.mark.parametrize(
    ("tag", "old", "new", "way"),
    [
        ("text", {"x": 10, "y": 5}, {"x": 13, "y": 5}, {"translate": ["-3px 0px", "0px 0px"]}),
        ("circle", {"cx": 1, "r": 2}, {"cx": 4, "r": 2}, {"cx": ["1px", "4px"]}),
        (
            "path",
            {"d": "M1 2l3 4"},
            {"d": "M5 6l7 8"},
            {"d": ['path("M1 2l3 4")', 'path("M5 6l7 8")']},
        ),
        ("path", {"d": "M1 2l3 4"}, {"d": "M1 2l3 4l5 6"}, None),
        ("rect", {"opacity": 0.5}, {"opacity": 0.5}, None),
    ],
)
def test_numeric_attributes_are_interpolated_between_states(
    tag: str, old: dict[str, Any], new: dict[str, Any], way: dict[str, list[str]] | None
) -> None:
    nodes = ", ".join(f"nodeOf('{tag}', {json.dumps(of_one)})" for of_one in (old, new))
    passage = run("morph.js", f"(() => {{ {NODE_OF} return passage({nodes}) }})()")
    assert passage == (way and [{name: ends[i] for name, ends in way.items()} for i in (0, 1)])


HANDS = """
globalThis.DOMPoint = function (x, y) { this.matrixTransform = () => ({ x, y }); };
globalThis.document = { createElementNS: () => ({ setAttribute() {}, append() {} }) };
const svg = Object.assign(new EventTarget(), {
  classList: { add() {}, remove() {}, toggle() {} }, setPointerCapture() {},
  getScreenCTM: () => ({ inverse() {} }), append() {},
});
const stands = [];
let [now, ran] = [0, 0];
const grips = [{ moves: [0], points: [[10, 50], [20, 50], [30, 50]], ringed: true, runs: true }];
const state = { now: () => [now], run() { ran += 1; }, sizes: [3], controls: [{ smooth: true }],
  go([to], [lean] = []) { now = to; stands.push(to + (lean ?? 0)); } };
draggingOf({ get: () => grips }, state).attach([svg]);
const send = (kind, clientX) =>
  svg.dispatchEvent(Object.assign(new Event(kind), { clientX, clientY: 50, button: 0 }));
"""


@needs_node
@pytest.mark.parametrize("end", ["pointerup", "pointercancel"])
def test_dragging_ends_when_the_pointer_is_lifted_or_canceled(end: str) -> None:
    moves = f"send('pointerdown', 10); send('pointermove', 23); send('{end}', 23)"
    program = f"{HANDS} {moves}; send('pointermove', 20); return stands"
    modules = "places.js picture.js dragging.js"
    stands = run(modules, f"(() => {{ {program} }})()")
    # A press doesn't lean, or it'd redraw the place under a finger. After the end, nothing moves.
    assert stands == [0, 1.3, 1]


@needs_node
@pytest.mark.parametrize(
    ("piece", "other", "share", "shown"),
    [
        ('<circle cx="10" r="6"/>', '<circle cx="20" r="6"/>', 0.3, '<circle cx="13" r="6"/>'),
        ('<path d="M5 5l5-3"/>', '<path d="M5 5l5 7"/>', 0.5, '<path d="M5 5l5 2"/>'),
        ('<g data-says="h = 1"/>', '<g data-says="h = 2"/>', 0.5, '<g data-says="h = 1"/>'),
        ('<path d="M0 0l5 3"/>', '<path d="M0 0l5 3l9 9"/>', 0.5, '<path d="M0 0l5 3"/>'),
        ('<text x="4">3</text>', '<text x="8">5</text>', 0.25, '<text x="5">3</text>'),
    ],
)
def test_between_two_positions_numbers_are_interpolated_but_text_is_not(
    piece: str, other: str, share: float, shown: str
) -> None:
    arguments = ", ".join(map(json.dumps, (piece, [[other, share]])))
    assert run("between.js", f"between({arguments})") == shown


@needs_node
def test_a_handle_held_between_two_positions_leans_toward_the_other_one() -> None:
    grip = json.dumps({"moves": [0], "points": LINE})
    assert run("places.js", f"leanOf({grip}, [13, 55], [0], [4])") == [0.3]
    assert run("places.js", f"leanOf({grip}, [17, 55], [1], [4])") == [-0.3]
    assert run("places.js", f"leanOf({grip}, [25, 55], [1], [4])") == [0]  # no cell beyond it


PLAY = """
globalThis.document = { createElement: () => ({
  setAttribute() {}, addEventListener(_, act) { this.press = act; },
}) };
let [at, step] = [0, null];
globalThis.setTimeout = (act) => { step = act; return 1; };
globalThis.clearTimeout = () => { step = null; };
const [seen, pauses] = [[], []];
let drop = null;
const state = { sizes: [9], controls: [{}], now: () => [at], isAtStart: () => at === 2,
  move: (_, to) => { at = to; seen.push(to); }, play: (pause) => pauses.push(pause),
  onRun: (act) => { drop = act; } };
const removed = new AbortController();
const play = playOf(state, 0, removed.signal);
"""


@needs_node
def test_an_explorer_that_is_removed_stops_playing() -> None:
    program = f"{PLAY} play.press(); step(); step(); removed.abort(); step?.(); return at"
    assert run("state.js controls.js", f"(() => {{ {program} }})()") == 2


@needs_node
@pytest.mark.parametrize(
    ("waits", "start", "seen"),
    [
        ("true", 2, [0, 1, 2]),
        ("false", 2, list(range(9))),
        ("true", 3, [4, 5, 6, 7, 8]),
        ("false", 8, list(range(9))),  # from the end, again
        ("true", 8, list(range(9))),  # then the reader has already chosen
    ],
)
def test_play_shows_all_from_the_start_or_stops_where_the_reader_has_to_choose(
    waits: str, start: int, seen: list[int]
) -> None:
    play = PLAY.replace("[{}]", f"[{{ waits: {waits} }}]")
    program = f"{play} at = {start}; play.press(); while (step) step(); return seen"
    assert run("state.js controls.js", f"(() => {{ {program} }})()") == seen


NARROWED = """
const stored = { first: 0, _size: [660, 400], _actions: [{ label: "z", area: [1, 2, 3, 4] }],
  _data: { x: 1, y: 2 },
  _narrow: { _size: [390, 600], areas: [[5, 6, 7, 8]], _data: { y: 3 } } };
const model = { get: (key) => stored[key], set(key, to) { stored[key] = to; } };
const seen = (shown) => {
  const [{ area, label }] = shown.get("_actions");
  const { x, y } = shown.get("_data");
  return [shown.get("first"), shown.get("_size")[0], area[0], label, x, y];
};
let turn = null;
const page = { matches: true, addEventListener(_, act) { turn = act; }, removeEventListener() {} };
globalThis.matchMedia = () => page;
const drawn = [];
inShape(model, (shown) => {
  drawn.push(seen(shown));
  return () => drawn.push("left");
});
narrowed(model).set("first", 7);
page.matches = false;
turn();
const same = { get: () => ({}) };
inShape(same, (shown) => { drawn.push(shown === same); });
"""


@needs_node
def test_a_phone_shows_its_own_figure_with_its_own_touch_targets_until_it_is_turned() -> None:
    shown = run("picture.js narrow.js", f"(() => {{ {NARROWED} return drawn }})()")
    assert shown == [[0, 390, 5, "z", 1, 3], "left", [7, 660, 1, "z", 1, 2], True]


ACTIONS = """
const press = [];
const classList = { toggle() {} };
const [html, part] = Array(2).fill(() => ({ setAttribute() {}, append() {}, classList }));
const button = (_, label, act) => { press.push(act); return { addEventListener() {} }; };
const valueAt = (to) => to;
const positionOf = (to) => [0, to];
let now = [0, 1];
const state = { controls: [{ led: true, start: 0 }, { start: 1 }], now: () => now, frame: () => 0,
  go: (to) => { now = to; }, isAtStart: () => now.join() === "0,1" };
const { isUnasked } = actionsOf({ get: () => [{ label: "a", to: 2 }] }, state, () => {});
const after = (act) => { act(); return isUnasked(); };
"""


@needs_node
@pytest.mark.parametrize(
    ("act", "unasked"),
    [
        ("now = [0, 3]", True),
        ("press[0]()", False),
        ("press[0](), now = [0, 3]", False),
        ("now = [1, 3]", False),
        ("press[0](), now = [0, 1]", True),
    ],
    ids=["the slider", "an action", "then the slider", "another way", "then Reset"],
)
def test_a_figure_judges_only_a_way_that_an_action_chose(act: str, unasked: bool) -> None:
    program = ACTIONS.replace("const {", source("actions.js") + "const {", 1)
    assert in_node(program, f"after(() => {{ {act} }})") == unasked


SLIDER = """
const [listeners, marks] = [{}, new Set()];
globalThis.document = { addEventListener: (event, act) => { listeners[event] = act; } };
let rest = null;
globalThis.setTimeout = (act) => { rest = act; return 1; };
globalThis.clearTimeout = () => { rest = null; };
const el = { classList: { add: (name) => marks.add(name), remove: (name) => marks.delete(name) } };
const box = { contains: (other) => other === el };
const slider = { closest: () => ({ closest: () => box }) };
const elsewhere = { closest: () => null };
const at = [0];
const state = { now: () => [...at], controls: [{ runs: true }], run: () => marks.add("runs") };
decidesLater(el, state);
const after = (event, target, key) => { listeners[event]({ target, key }); return marks.size; };
"""


@needs_node
@pytest.mark.parametrize(
    ("events", "undecided"),
    [
        ("after('pointerdown', slider), after('pointerup', elsewhere)", [1, 0]),
        ("after('keydown', slider, 'ArrowLeft'), (rest(), marks.size)", [1, 0]),
        ("after('pointerdown', elsewhere), after('keydown', slider, 'Tab')", [0, 0]),
        ("after('pointerdown', slider), (at[0] = 1, after('pointerup', elsewhere))", [1, 1]),
    ],
    ids=[
        "while it's held",
        "until its keys are at rest",
        "but not for other events",
        "and runs when a slider is dropped elsewhere",
    ],
)
def test_a_guess_is_undecided_while_a_slider_moves(events: str, undecided: list[int]) -> None:
    program = f"(() => {{ {SLIDER} return [{events}] }})()"
    assert run("state.js controls.js", program) == undecided


@needs_node
@pytest.mark.parametrize(
    ("event", "stops"),
    [
        ("after('keydown', slider, 'Home')", 1),
        ("after('keydown', slider, 'Tab')", 0),
        ("after('keydown', elsewhere, 'Home')", 0),
        ("after('pointerdown', slider)", 1),
    ],
)
def test_a_reader_who_moves_a_slider_takes_over_from_play(event: str, stops: int) -> None:
    program = f"{SLIDER} let stops = 0; takesOver(el, () => {{ stops += 1; }}); {event}"
    assert run("state.js controls.js", f"(() => {{ {program}; return stops }})()") == stops


@needs_node
def test_a_dropped_part_of_a_program_runs_it_from_the_start_to_the_end() -> None:
    program = f"{PLAY} at = 5; drop(); while (step) step(); return seen"
    assert run("state.js controls.js", f"(() => {{ {program} }})()") == list(range(9))


@needs_node
@pytest.mark.parametrize(("at", "ways"), [(0, "right"), (1, "right, left"), (2, "left")])
def test_a_grip_has_an_arrow_in_each_direction_in_which_it_can_move(at: int, ways: str) -> None:
    grip = "{ moves: [0], points: [[10, 50], [20, 50], [30, 50]] }"
    program = f"(() => {{ const drawn = arrowsOf({grip}, [{at}], [3]);"
    program += (
        " return [drawn.includes(TO_RIGHT) && 'right', drawn.includes(TO_LEFT) && 'left'] })()"
    )
    made = run("places.js picture.js dragging.js", program)
    assert ", ".join(filter(None, made)) == ways


@needs_node
@pytest.mark.parametrize(("to", "runs"), [(23, 1), (11, 0)])
def test_only_a_grip_that_was_moved_runs_the_program(to: float, runs: int) -> None:
    moves = f"send('pointerdown', 10); send('pointermove', {to}); send('pointerup', {to})"
    program = f"(() => {{ {HANDS} {moves}; return ran }})()"
    assert run("places.js picture.js dragging.js", program) == runs
