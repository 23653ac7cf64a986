"""Tests for how pages show a reader's work: solved exercises and surprises."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from docs.course import course
from docs.question_text import LONG
from minigrad.course.overview import chapters

from .in_node import MODULE, needs_node, printed

PAGE = Path("docs/running/page").resolve()
CHAPTER = {
    "stem": "01_graphs",
    "number": "1",
    "name": "1. Graphs",
    "exercises": ["a", "b"],
    "predictions": {"1-x": "First", "1-y": "Second"},
}
NEXT = {**CHAPTER, "stem": "02_next", "number": "2", "name": "2. Next"}

pytestmark = needs_node


# A stand-in for the browser's storage.
KEPT = """
export const stored = {};
export const read = async (key) => stored[key];
export const update = async (key, change) => { stored[key] = change(stored[key]); };
"""


def node(folder: Path, imports: str, expression: str, **replaced: str) -> Any:
    """Evaluate an expression with names from the page's modules, some of which are replaced."""
    for path in PAGE.glob("*.js"):
        shutil.copyfile(path, folder / path.name)
    for name, program in replaced.items():
        (folder / f"{name}.js").write_text(program, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return printed(f"{imports}\nconsole.log(JSON.stringify({expression}));", MODULE, folder=folder)


def test_the_chapter_list_has_each_exercise_and_prediction() -> None:
    listed = course(Path("notebooks"))
    judged = chapters()
    assert {c["number"]: c["exercises"] for c in listed if c["exercises"]} == {
        number: list(chapter.exercises) for number, chapter in judged.items()
    }
    shapes = next(chapter for chapter in listed if chapter["number"] == "1b")
    assert shapes["predictions"]["1b-pairs"].endswith(
        "How many numbers do you get if you add them?"
    )
    assert [list(c["titles"]) for c in listed] == [c["exercises"] for c in listed]
    assert shapes["titles"]["rules"] == "3. Write it yourself"
    assert listed[0]["name"] == "0. Start here"
    questions = [asked for chapter in listed for asked in chapter["predictions"].values()]
    assert [asked for asked in questions if "?" not in asked or len(asked) > LONG] == []


def test_an_answer_is_saved_even_if_the_page_is_closed_right_after_the_last_keypress(
    tmp_path: Path,
) -> None:
    written = """
import { Record } from "./record.js";
import { stored } from "./kept.js";
const leave = [];
globalThis.addEventListener = (kind, act) => kind === "pagehide" && leave.push(act);
const record = new Record("01");
await record.read();
record.keep({ id: "a", source: "mine", original: "..." });
const before = Object.keys(stored);
leave.forEach((act) => act());
"""
    before, after = node(tmp_path, written, "[before, stored]", kept=KEPT)
    assert before == []
    assert after["chapter:01"]["cells"] == {"a": {"source": "mine", "was": "..."}}


@pytest.mark.parametrize(("now", "stale"), [("x", False), ("x + 1", True)])
def test_a_cell_that_has_run_is_stale_only_if_it_has_changed_since(
    tmp_path: Path, now: str, stale: bool
) -> None:
    program = f"""
    import {{ Cell }} from "./cell.js";
    const marks = new Set(["run-busy", "run-stale"]);
    const classList = {{
      add: (name) => marks.add(name), remove: (name) => marks.delete(name),
      toggle: (name, at) => (at ? marks.add(name) : marks.delete(name)),
    }};
    const cell = {{ element: {{ classList }}, count: {{}}, ran: "x", source: "{now}" }};
    Cell.prototype.end.call(cell, {{ count: 1 }}, []);
    """
    assert ("run-stale" in node(tmp_path, program, "[...marks]")) is stale


def test_the_first_guess_is_saved_along_with_its_text(tmp_path: Path) -> None:
    guessed = """
import { Record } from "./record.js";
import { stored } from "./kept.js";
globalThis.addEventListener = () => 0;
const record = new Record("01");
await record.read();
record.guessed("1-x", false, "5");
record.guessed("1-x", true, "10");
await record.save();
"""
    kept = node(tmp_path, guessed, "stored", kept=KEPT)["chapter:01"]
    assert (kept["guesses"], kept["firsts"]) == ({"1-x": False}, {"1-x": "5"})


def test_exercises_solved_in_two_windows_are_both_saved(tmp_path: Path) -> None:
    stored = {"1": {"a": "earlier"}, "2": {"x": "earlier"}}
    before, after = {"1": ["a"]}, {"1": ["a", "b"]}
    arguments = json.dumps([stored, before, after, "now"])
    merged = "import { merged } from './solved.js';"
    found = node(tmp_path, merged, f"merged(...{arguments})")
    assert found == {"1": {"a": "earlier", "b": "now"}, "2": {"x": "earlier"}}
    forgotten = json.dumps([stored, {"1": ["a"]}, {}, "now"])
    assert node(tmp_path, merged, f"merged(...{forgotten})") == {"1": {}, "2": {"x": "earlier"}}


def test_only_items_still_in_a_chapter_count(tmp_path: Path) -> None:
    kept = {
        "done": {"1": {"a": "then", "dropped": "then"}},
        "chapter:01_graphs": {
            "guesses": {"1-x": False, "1-dropped": False},
        },
    }
    state = "import { stateOf } from './course.js';"
    found = node(tmp_path, state, f"stateOf({json.dumps(CHAPTER)}, {json.dumps(kept)})")
    assert (found["solved"], found["open"]) == (["a"], ["b"])
    assert (found["guessed"], found["surprises"]) == (["1-x"], ["1-x"])


@pytest.mark.parametrize(
    ("done", "continues"),
    [(["a"], ("01_graphs", "Second")), (["a", "b"], ("02_next", ""))],
)
def test_the_continue_link_leads_to_the_next_chapter_once_everything_is_solved(
    done: list[str], continues: tuple[str, str], tmp_path: Path
) -> None:
    kept = {
        "done": {"1": dict.fromkeys(done, "then")},
        "last": {"chapter": "01_graphs", "anchor": "Second", "heading": "Second"},
    }
    both = f"{json.dumps([CHAPTER, NEXT])}.map((one) => stateOf(one, kept))"
    imports = f"import {{ next, stateOf }} from './course.js';\nconst kept = {json.dumps(kept)};"
    found = node(tmp_path, imports, f"next({{ last: kept.last, chapters: {both} }})")
    assert (found["chapter"]["stem"], found["heading"]) == continues


def test_a_reset_record_is_not_saved_again(tmp_path: Path) -> None:
    reset = """
import { Record } from "./record.js";
import { stored } from "./kept.js";
const leave = [];
globalThis.addEventListener = (_, act) => leave.push(act);
const record = new Record("01");
await record.read();
record.keep({ id: "a", source: "mine", original: "..." });
await record.forget();
leave.forEach((act) => act());
"""
    remove = "export const remove = async (key) => { delete stored[key]; };"
    assert node(tmp_path, reset, "stored", kept=KEPT + remove) == {}
