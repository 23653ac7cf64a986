"""Tests of lectures: their syntax, the slides made from them, and the rules that stop a build.

`make slides` checks that every lecture follows the rules, and fails if one doesn't.
"""

import re
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
from nbformat.v4 import new_output

from minigrad.course.chapter_6.minigrad_counterparts import moves
from minigrad.draw import draw_graph
from minigrad.teaching.credits import AUTHOR, LICENSE_URL
from minigrad.teaching.slides.deck import cells, deck, notes
from minigrad.teaching.slides.figures import draw
from minigrad.teaching.slides.lecture import (
    NOTEBOOKS,
    Lecture,
    Part,
    Slide,
    chapter,
    lecture,
    lectures,
)
from minigrad.teaching.slides.minutes import A_LINE, between, clock
from minigrad.teaching.slides.pictures import drawing
from minigrad.teaching.slides.rules import faults
from minigrad.teaching.slides.script import Cell, Text, Vote, read
from tests.course.cells import fail_if

LECTURES = {lecture.name: lecture for lecture in lectures()}
each_lecture = pytest.mark.parametrize("hour", LECTURES.values(), ids=LECTURES)
CHAPTER = NOTEBOOKS / "04_accumulation_and_zeroing.ipynb"
SPEECH = "Note:\nSay: This is said."
SCRIPT = f"""\
# Accumulation and zeroing
A subtitle.

{SPEECH}

## Afterwards you zero {{objectives}}
- say it

{SPEECH}

## One pass leaves the slope
{{accumulation-02 input 1}}
{{accumulation-03}}

{SPEECH}
Ask: And a second one?
Wait: 15 s
Expect: "3" thinks of one.

## What do two passes leave?
{{accumulation-05 input}}

vote: kept
- 3 | it stays 3
- 6
- error | an error

Note:
Ask: Hands up.
Wait: 60 s
"""


# The last page, which students read on their own.
ALONE = {"12_what_you_can_do_now"}


def test_every_chapter_but_the_last_has_lectures() -> None:
    there = {path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")} - ALONE
    assert {hour.notebook.stem for hour in LECTURES.values()} == there


@each_lecture
def test_a_lecture_follows_the_rules(hour: Lecture) -> None:
    fail_if(faults(hour), "Lectures, in notebooks/lectures, break these rules.")


def made(script: str) -> Lecture:
    return lecture("04_x", CHAPTER, dedent(script))


@cache
def faults_of(script: str) -> list[str]:
    return faults(made(script))


def slide(body: str, title: str = "A message of its own") -> str:
    return f"{SCRIPT}\n## {title}\n{body}\n"


# Words in the report of each fault, and the slide that causes it.
BROKEN = {
    "14 lines of code": slide(f"{{accumulation-22}}\n{{accumulation-21}}\n\n{SPEECH}"),
    "a note contains a formula": slide("Note:\nSay: Look at $w$."),
    "a title contains a formula": slide(SPEECH, "A slope of $2x$"),
    "need a time in seconds": slide("Note:\nAsk: Why?\nWait: a little\nExpect: Nothing."),
    "needs the number of lines": slide("Note:\nType: the answer."),
    "exactly one correct choice": slide(f"vote: kept\n- 3\n- 9\n\n{SPEECH}"),
    "6 choices": slide("vote: holds True\n* 1 => Yes.\n" + "- 2 => no\n" * 5 + f"\n{SPEECH}"),
    "only the notebook says that": slide(
        f"- Exercise 1, 5 minutes\n\n{SPEECH}", "Next: more {next}"
    ),
    "unknown roles: tail": slide(SPEECH, "A tail {tail}"),
    "a code block repeats the cell accumulation-02": slide(
        f"```python\nimport minigrad as mg\n```\n\n{SPEECH}"
    ),
    "no cell has 'w = mg.tensor(7.0)'": slide(f"```python\nw = mg.tensor(7.0)\n```\n\n{SPEECH}"),
    "an example without a vote": slide(f"```example\na = 7.0\n```\n\n{SPEECH}"),
    "a code block isn't valid Python": slide(f"```text\n0.56\n```\n\n{SPEECH}"),
    "opens on the answer": slide(
        "{accumulation-30}\n\nvote: holds True\n- 5\n- 7\n* w = 0.56 => At first.\n\n"
        f"{SPEECH}\nShow: 5 s"
    ),
    "minutes, but a lecture has 45": slide(f"Note:\nSay: {'word ' * 5980}"),
}


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_reported_with_its_slide(rule: str) -> None:
    assert not any(rule in fault for fault in faults_of(SCRIPT))
    assert any(rule in fault for fault in faults_of(BROKEN[rule]))


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{accumulation-999}", "'A message of its own': there is no cell 'accumulation-999'"),
        ('{solution "step 99"}', "no exercise 'step 99'"),
        ("{accumulation-03 input 2-9}", "accumulation-03 has 3 lines"),
        ("{accumulation-03 inputt}", "unknown word 'inputt' in"),
        ('{accumulation-52 "Nowhere"}', "no heading 'Nowhere' in the cell"),
        ("{graphs-43 output}", "only a still figure can come from another chapter: graphs-43"),
        ("vote: nothing\n- 1\n- 2", "no prediction 'nothing'; there are"),
        ("vote: kept\n- 77\n- 6", "'77' isn't a typical guess of 'kept'"),
        ("vote: kept\n- 6\nAnd so on", "after a vote come its choices"),
        ('{as "w"}', "no cell before 'w'"),
        ("vote: kept\n- 3\n- 6\n\nNote:\nSay: Choose B.", "a note has the letter B"),
        ("vote: kept\n- 3\n- 6\n\nNote:\nSay: {9} is right.", "{9} isn't one of the choices: 3, 6"),
        ("Note:\nHello.", "a note begins with Say"),
    ],
)
def test_invalid_scripts_are_reported(line: str, error: str) -> None:
    with pytest.raises(ValueError, match=re.escape(error)):
        made(slide(line))


def test_a_script_is_parsed_into_texts_cells_and_votes() -> None:
    *_, last = read(slide("One.\n\n+\nTwo.\n{a-1 input 2-4 mark 3,4 lines}\n+\n{a-2 output grow}"))
    assert last.blocks == [
        Text("One."),
        Text("Two.", later=True),
        Cell("a-1", "input", lines=(2, 4), marks=(3, 4), by_line=True),
        Cell("a-2", "output", grow=True, later=True),
    ]
    vote = read(SCRIPT)[-1].blocks[-1]
    assert isinstance(vote, Vote)
    assert [choice.shown for choice in vote.choices] == ["it stays 3", "6", "an error"]


def test_the_time_includes_speaking_reading_typing_and_pauses() -> None:
    said, shown = "word " * 130, "word " * 240
    notes = (
        f"Note:\nSay: {said}\nWait: 30 s, count hands\nExpect: {said}\nType: 2 lines, in step 1."
    )
    *before, last = made(slide(f"{shown}\n\n{notes}")).slides
    assert last.seconds == 60 + 60 + 30 + 2 * A_LINE
    assert last.ends == pytest.approx(before[-1].ends + last.seconds / 60)


def test_a_vote_has_the_correct_choice_and_the_misconceptions_behind_the_others() -> None:
    *_, asked = made(SCRIPT).slides
    choices = asked.parts[-1].choices
    assert [choice.right for choice in choices] == [False, True, False]
    assert choices[2].belief.startswith("It runs")
    assert "**B**, which is right: `kept` and `w.grad` are the same tensor" in notes(asked)
    spent = between(asked.ends - asked.seconds / 60, asked.ends)
    assert f"**Ends at {clock(asked.ends)}** ({spent} for this slide)." in notes(asked)


def test_the_letters_of_choices_in_notes_follow_the_order_and_the_right_choice() -> None:
    note = "Note:\nSay: A tensor. It's {right}. If you chose {an error}, look again."
    for choices, said in {
        "- 3\n- error | an error\n- 6": "A tensor. It's C. If you chose B, look again.",
        "- 6\n- 3\n- error | an error": "A tensor. It's A. If you chose C, look again.",
    }.items():
        *_, asked = made(slide(f"vote: kept\n{choices}\n\n{note}")).slides
        assert f"**Say:** {said}" in notes(asked)


def test_minigrads_column_next_to_your_engine_quotes_its_source() -> None:
    slides = lectures("06")[1].slides
    [slide] = [slide for slide in slides if slide.title == "minigrad takes the same steps"]
    table = "".join(part.markdown for part in slide.parts)
    theirs = [code.rstrip("…)") for code in re.findall(r"`([^`]+)` \|$", table, re.MULTILINE)]
    lines = " ".join(moves().values())
    assert theirs
    assert all(code in lines for code in theirs)


def test_questions_are_numbered_from_1_on_each_slide() -> None:
    asked = '{accumulation-52 "Test yourself" 2-2}\n{accumulation-52 "Test yourself" 4-4}'
    *_, as_text = made(slide(f"{asked}\n\n{SPEECH}")).slides
    body = f"On paper:\n{asked}\n+\nIn the notebook.\n\n{SPEECH}"
    *_, as_questions = made(slide(body, "Two questions {questions}")).slides
    assert [part.markdown[:3] for part in as_text.parts] == ["2. ", "4. "]
    before, questions, after = as_questions.parts  # one list, so that no gap separates its items
    assert (before.markdown, after.markdown) == ("On paper:", "In the notebook.")
    assert [line[:3] for line in questions.markdown.splitlines()] == ["1. ", "2. "]


def test_the_output_of_a_cell_appears_with_the_next_keypress() -> None:
    code, output = made(SCRIPT).slides[2].parts[-2:]
    assert code.code is not None
    assert not code.later
    assert not code.outputs
    assert output.later
    assert output.code is None


def test_slides_show_results_but_no_guesses() -> None:
    shown = made(SCRIPT).slides[3].parts[0]
    assert shown.code is not None
    assert shown.code.source.endswith("\nkept")
    for hour in LECTURES.values():
        for cell in cells(hour):
            assert "guess" not in cell.source if cell.cell_type == "code" else True
            assert "your guess" not in str(cell.get("outputs", ""))


def test_lines_from_inside_a_function_are_dedented() -> None:
    *_, last = made(slide(f"{{accumulation-21 input 4-7}}\n\n{SPEECH}")).slides
    (code,) = [c for c in cells(Lecture("04_x", CHAPTER, [last])) if c.cell_type == "code"]
    starts = [line[:8] for line in code.source.splitlines()]
    assert starts == ["loss = (", "loss.bac", "with mg.", "    w -="]


def test_a_function_that_goes_on_after_the_shown_lines_ends_in_an_ellipsis() -> None:
    def last_line(lines: str) -> str:
        *_, last = made(slide(f"{{accumulation-21 input {lines}}}\n\n{SPEECH}")).slides
        (code,) = [c for c in cells(Lecture("04_x", CHAPTER, [last])) if c.cell_type == "code"]
        return str(code.source.splitlines()[-1])

    assert last_line("1-4") == "    # …"
    assert "…" not in last_line("1-8")
    assert "…" not in last_line("4-5")


def test_a_long_message_is_cut_after_its_first_sentence() -> None:
    def message(evalue: str) -> str:
        failed = new_output("error", ename="RuntimeError", evalue=evalue, traceback=[])
        shown = Slide("It fails", (), [Part(cell=chapter(CHAPTER).cells[1], outputs=[failed])], [])
        made = cells(Lecture("04_x", CHAPTER, [shown]))
        (cell,) = [c for c in made if c.cell_type == "code" and c.outputs]
        return str(cell.outputs[0].traceback[0])

    assert message("One. Two.") == "RuntimeError: One. Two."
    assert message(f"One, v1.5 of it. {'Two. ' * 80}") == "RuntimeError: One, v1.5 of it. …"


def test_a_list_may_be_split_over_two_slides() -> None:
    *_, last = made(slide(f'{{accumulation-52 "Test yourself" 2-3}}\n\n{SPEECH}')).slides
    assert [line[:2] for line in last.parts[0].markdown.splitlines()] == ["2.", "3."]


def test_an_explorer_may_be_shown_as_a_still_of_one_frame() -> None:
    *_, last = made(slide(f"{{accumulation-30 still 2}}\n\n{SPEECH}")).slides
    (still,) = last.parts
    assert (still.figure, still.explorer) == (True, False)
    assert cells(Lecture("04_x", CHAPTER, [last]))[-2].outputs[0].data["text/html"].count("<svg")


def test_a_slide_may_show_lines_of_an_explorers_cell() -> None:
    *_, last = made(slide(f"{{accumulation-30 input 1}}\n\n{SPEECH}")).slides
    (code,) = last.parts
    assert code.code
    assert not code.explorer


def test_a_figure_from_another_chapter_counts_as_a_figure_but_a_table_does_not() -> None:
    *_, last = made(
        slide(f"{{graphs-16 output grow}}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n{SPEECH}")
    ).slides
    assert [part.figure for part in last.parts] == [True, False]


def test_a_graph_is_built_up_one_operation_at_a_time() -> None:
    import minigrad as mg

    x = mg.tensor(3.0, requires_grad=True)
    svg = drawing(draw_graph((x * 2 + 1).exp(), x=x).svg, grow=True)
    boxes = re.findall(r'class="mg-node" data-node="(\d+)" data-grow="(\d)"', svg)
    assert [step for _, step in sorted(boxes, key=lambda box: int(box[0]))] == list("000112")
    with pytest.raises(ValueError, match="only a graph can grow"):
        drawing('<svg xmlns="http://www.w3.org/2000/svg"/>', grow=True)


def test_a_deck_loads_only_files_next_to_it() -> None:
    page = deck(made(SCRIPT), "A. <Lecturer>", "1 May")
    loaded = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"', page)
    assert loaded
    assert all(address.startswith(("assets/", "data:")) for address in loaded)
    assert "mermaid" not in page
    assert "A. &lt;Lecturer&gt; · 1 May" in page
    assert f'<meta content="A. &lt;Lecturer&gt;, {AUTHOR}" name="author"/>' in page
    assert re.search(rf'<meta content="[^"]*{LICENSE_URL}" name="license"/>', page)
    assert Path(CHAPTER).name in page


FIGURE = """
```figure accumulation-03
a = mg.tensor(2.0, requires_grad=True)
{}
```

Note:
Say: Look.
"""


def test_a_lecture_can_draw_a_figure_after_the_chapter_has_run_up_to_a_cell() -> None:
    hour = made(slide(FIGURE.format("draw.draw_graph(a * 3 + 1, a=a)")))
    draw(hour)
    (part,) = hour.slides[-1].parts
    assert "AddBackward0" in str(part.outputs)
    assert 'class="drawing"' in deck(hour)


def test_an_empty_figure_stops_the_build() -> None:
    with pytest.raises(ValueError, match="this program draws nothing"):
        draw(made(slide(FIGURE.format("a * 3"))))
