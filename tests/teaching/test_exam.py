"""Tests that each exam question has one answer, on which its program and the formula agree."""

import ast
import errno
import functools
import html
import io
import itertools
import json
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from minigrad.course.chapters import NOTEBOOKS as CHAPTERS
from minigrad.course.chapters import chapter_id
from minigrad.teaching.__main__ import main
from minigrad.teaching.exam import chapters
from minigrad.teaching.exam.answering import DrawnQuestion, with_numbers, written
from minigrad.teaching.exam.paper import _paper, minutes, points
from minigrad.teaching.exam.question import ERROR, KINDS, Line, Question, leaf
from minigrad.teaching.exam.questions import PROGRAMS, QUESTIONS
from minigrad.teaching.exam.questions.curves import TELLS, UNLIKE_DEAD
from minigrad.teaching.exam.selection import (
    MINUTES,
    READING,
    all_distinct,
    drawn,
    exam,
    gives_away,
    has_distinct_answers,
    other_exam,
    papers,
    right_place,
    selected,
)
from minigrad.teaching.exam.trainings import (
    DEAD,
    HIGH,
    LOW,
    OVERFITTING,
    loss_when_fixed,
    train,
    with_fault,
)
from tests.course.cells import fail_if
from tests.course.constructs import TAUGHT, constructs
from tests.course.number_words import COUNTS
from tests.teaching.exam_facts import FACTS, program

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
COLUMN = 42  # characters that fit
WORDS = "tests/teaching"  # where sentences of the key have their checks
SIX_WEEKS = ["0", "1", "1b", "2", "3", "4", "5", "6", "8", "11"]
PLAIN = {"range"}
SEEDS = range(4)

# What the words about a loss curve say about the losses on the training and validation sets
CURVES: dict[str, Callable[[Any, Any], bool]] = {
    "so the loss grows": lambda t, v: t[-1] > t[0],
    "falls steadily, but by the end it has hardly moved": lambda t, v: (
        bool((np.diff(t) < 0).all()) and t[-1] > 0.8 * t[0]
    ),
    "swings on both sets": lambda t, v: turns(t) > 5 and turns(v) > 5 and np.ptp(t[20:]) > 1,
    "The training loss keeps falling, but the validation loss rises": lambda t, v: (
        bool((np.diff(t) < 0).all()) and v[-1] > v.min()
    ),
    "stops falling after a few steps, and stays far above the dotted line": lambda t, v: (
        all(c[0] - c[15] > 0.15 * c.max() for c in (t, v))
        and all(np.ptp(c[20:]) < 0.01 * c.max() for c in (t, v))
        and t[-1] > 0.4 * t[0]
    ),
}


def turns(losses: Any) -> int:
    """Return how often a curve changes between rising and falling."""
    rises = np.diff(losses) > 0
    return int((rises[1:] != rises[:-1]).sum())


each_question = pytest.mark.parametrize(
    "place",
    range(len(QUESTIONS)),
    ids=[f"{q.kind}-{q.chapter}-{i}" for i, q in enumerate(QUESTIONS)],
)
each_program = pytest.mark.parametrize("place", range(len(PROGRAMS)))


@functools.cache
def draws(place: int) -> list[DrawnQuestion]:
    """Return a question drawn with each of its possible sets of numbers, in each variant."""
    question = QUESTIONS[place]
    return [asked for variant in question.variants for asked in draws_of(question, variant)]


def draws_of(question: Question | Line, variant: dict[str, Any]) -> list[DrawnQuestion]:
    draws = {**variant, **question.draws}
    return [
        with_numbers(question, dict(zip(draws, values, strict=True)))
        for values in itertools.product(*draws.values())
    ]


@functools.cache
def explained() -> list[tuple[Any, list[str]]]:
    """Return programs with three draws of each variant, and the sentences that explain each."""
    found = []
    for question in QUESTIONS:
        for variant in question.variants:
            draws = {**variant, **question.draws}
            drawn_values = list(itertools.product(*draws.values()))
            for values in drawn_values[:: max(1, len(drawn_values) // 3)]:
                named = dict(zip(draws, values, strict=True))
                asked = with_numbers(question, named)
                found.append((program(question, named), [asked.because, *asked.marks]))
    return found


@pytest.mark.parametrize(("says", "holds"), FACTS, ids=[says for says, _ in FACTS])
def test_a_sentence_in_the_key_is_true_of_its_program(
    says: str, holds: Callable[..., bool]
) -> None:
    stated = [
        (program_of, sentence[0], holds(program_of, *sentence.groups()))
        for program_of, texts in explained()
        for text in texts
        for sentence in re.finditer(says, text)
    ]
    assert stated, f"no key says this any more; the sentence is in {WORDS}/exam_facts.py"
    fail_if(
        (f"{sentence!r} with {p.draws}" for p, sentence, is_true in stated if not is_true),
        "minigrad/teaching/exam/questions has a key that isn't true of its program.",
    )


@pytest.mark.parametrize("fault", TELLS)
def test_a_curve_looks_as_the_key_says(fault: str) -> None:
    (looks,) = [looks for says, looks in CURVES.items() if says in TELLS[fault]]
    for seed in seeds_of(fault):
        assert looks(*map(np.array, train(with_fault(fault, seed))))


def seeds_of(fault: str) -> set[int]:
    """Return the seeds of the curves with this fault that may be drawn."""
    showing = [q for q in QUESTIONS if q.kind == "curve" and {"fault": (fault,)} in q.variants]
    return {seed for question in showing for seed in question.draws["seed"]}


def test_dead_units_look_like_neither_too_high_a_rate_nor_overfitting() -> None:
    gaps = []
    for seed in seeds_of(DEAD):
        training, validation = map(np.array, train(with_fault(DEAD, seed)))
        assert max(np.diff(training).max(), np.diff(validation).max()) < 1e-3 * training[0]
        gaps.append((validation[-1] - training[-1]) / training[0])
    assert 0 < min(gaps) < max(gaps) < 0.05


@pytest.mark.parametrize(
    ("fault", "says", "looks"),
    [
        (HIGH, "Then the loss would jump up", lambda losses: np.diff(losses).max() > 0),
        (LOW, "Then the loss would still be falling", lambda losses: losses[-1] < losses[-5]),
        (OVERFITTING, "would get close to 0", lambda losses: losses[-1] < 0.1 * losses[0]),
    ],
)
def test_a_curve_unlike_dead_units_looks_as_the_key_says(
    fault: str, says: str, looks: Callable[[np.ndarray], bool]
) -> None:
    assert says in UNLIKE_DEAD[fault]
    for seed in seeds_of(fault):
        assert looks(np.array(train(with_fault(fault, seed))[0]))


@each_question
def test_a_program_agrees_with_the_formula(place: int) -> None:
    for asked in draws(place):
        assert asked.answer == asked.again, asked.code
        assert not re.search(r"\{\w+\}", asked.code + asked.asks + asked.because + asked.also)


@each_question
def test_most_draws_distinguish_the_answer_from_every_misconception(place: int) -> None:
    telling = [asked for asked in draws(place) if has_distinct_answers(asked)]
    assert len(telling) > len(draws(place)) / 2
    assert all(asked.wrong for asked in telling)
    kind = QUESTIONS[place].kind
    different = {"line": 1, "order": 1, "why": 1, "curve": 1, "modes": 2}
    assert len({str(asked.answer) for asked in telling}) >= different.get(kind, 4)


@each_program
def test_an_explanation_matches_the_program_that_was_drawn(place: int) -> None:
    """If a draw changes the program, and not only a number, a different sentence explains it."""
    explained: dict[str, set[bool]] = {}
    for asked in draws(place):
        sentence = in_general(asked.because)
        explained.setdefault(sentence, set()).add(asked.answer == ERROR)
    table = PROGRAMS[place].because
    assert len(explained) == (1 if isinstance(table, str) else len(table))
    assert all(len(raises) == 1 for raises in explained.values()), "one for an error and for none"
    programs = {without_numbers(asked.code) for asked in draws(place)}
    assert len(programs) == 1 or len(explained) > 1


def without_numbers(text: str) -> str:
    return re.sub(r"-?\d+(\.\d+)?", "#", text)


def in_general(text: str) -> str:
    """Return an explanation without numbers and names, which differ from paper to paper."""
    return re.sub(r"`[a-z]`", "#", without_numbers(text))


@pytest.mark.parametrize("beliefs", [{"{a}.0": ""}, {"1.0": "", "1 + 0.0": ""}])
def test_a_question_that_does_not_distinguish_misconceptions_is_rejected(
    beliefs: dict[str, str],
) -> None:
    question = Question("0", {"a": (2, 3)}, leaf(), "?", "x", "{a}.0", "", beliefs)
    with pytest.raises(ValueError, match="two answers are the same for all draws"):
        drawn(question, {}, random.Random(1))


@each_question
def test_a_program_fits_the_column_and_uses_only_what_was_taught(place: int) -> None:
    chapter = QUESTIONS[place].chapter
    for code in {asked.code for asked in draws(place)}:
        assert all(len(line) <= COLUMN for line in code.splitlines()), code
        assert "1 * " not in code.replace(".1 * ", ""), code
        unknown = _names(code) - PLAIN - _taught(chapter)
        assert not unknown, f"no cell up to chapter {chapter} has {unknown}"
        new = {name for name in constructs(code) if _later(name, chapter)}
        assert not new, f"no cell up to chapter {chapter} teaches {new}"


@pytest.mark.parametrize("among", [[], SIX_WEEKS], ids=["all", "six weeks"])
def test_an_exam_takes_45_minutes_and_has_all_kinds_and_all_chapters(among: list[str]) -> None:
    available = {q.kind for q in QUESTIONS if q.chapter in (among or chapters())}
    for seed in SEEDS:
        asked = exam(seed, among)
        assert 37 <= sum(question.about.minutes for question in asked) <= MINUTES - READING
        assert minutes(asked) == MINUTES
        assert {question.kind for question in asked} == available
        assert {question.chapter for question in asked} == set(among or chapters())
        assert points(asked) >= 50


def test_every_teaching_chapter_has_questions() -> None:
    assert set(chapters()) == {"1b", "10b", "11b", *map(str, range(12))}


def test_the_exam_asks_only_about_the_chosen_chapters() -> None:
    assert {q.chapter for q in exam(1, ["3", "1b"])} == {"1b", "3"}
    # A program takes 1 minute, and a line to write takes 2. There are two ideas for programs.
    assert sorted(q.kind for q in exam(1, ["0"])) == ["line", "program", "program"]
    assert minutes(exam(1, ["0"])) == 5


@pytest.mark.parametrize("among", [[], ["0", "1", "2"]], ids=["all", "three"])
def test_papers_a_and_b_have_the_same_tasks_with_other_numbers_in_another_order(
    among: list[str],
) -> None:
    for seed in SEEDS:
        first, second = exam(seed, among), other_exam(seed, among)
        kinds = [[(q.chapter, q.kind) for q in asked] for asked in (first, second)]
        assert sorted(kinds[0]) == sorted(kinds[1])
        assert kinds[0] != kinds[1]
        printed = {(question.code, question.asks, question.figure) for question in first}
        assert printed.isdisjoint((each.code, each.asks, each.figure) for each in second)
        assert minutes(first) == minutes(second)
        assert points(first) == points(second)


def test_papers_a_and_b_follow_the_chapters_and_reach_the_long_task_at_the_same_time() -> None:
    for seed in SEEDS:
        first, second = exam(seed), other_exam(seed)
        assert [asked.chapter for asked in first] == [asked.chapter for asked in second]
        before = [
            sorted(q.kind for q in itertools.takewhile(lambda q: q.kind != "by hand", asked))
            for asked in (first, second)
        ]
        assert before[0] == before[1]


def test_a_task_of_paper_b_is_solved_in_the_same_way_as_its_twin_in_paper_a() -> None:
    for seed in SEEDS:
        for pair in papers(seed):
            a, b = pair
            assert in_general(a.because) == in_general(b.because)
            assert (a.answer == ERROR) == (b.answer == ERROR)
            if a.kind in ("order", "modes", "curve", "patient"):
                assert a.answer == b.answer
                assert a.code + a.figure != b.code + b.figure


def test_a_line_that_students_have_to_write_is_not_printed_elsewhere() -> None:
    update = next(q for q in QUESTIONS if q.kind == "line" and q.chapter == "3")
    printing = [q for q in PROGRAMS if "w -= {lr} * w.grad" in q.code]
    assert [gives_away(q, update) for q in printing] == [True]
    assert not gives_away(update, printing[0])
    central = next(q for q in QUESTIONS if q.kind == "line" and q.chapter == "0")
    assert {q.chapter for q in PROGRAMS if gives_away(q, central)} == {"7"}
    for seed in range(30):
        chosen = selected(list(QUESTIONS), random.Random(seed))
        assert not [q for line in chosen for q in chosen if q != line and gives_away(q, line)]


def test_no_exam_asks_about_an_idea_twice() -> None:
    ideas = [idea for question in QUESTIONS for idea in question.ideas]
    assert min(map(ideas.count, ideas)) > 1, "an idea of one question excludes no other"
    for seed in range(30):
        chosen = selected(list(QUESTIONS), random.Random(seed))
        asked = [idea for question in chosen for idea in question.ideas]
        assert len(set(asked)) == len(asked) > 3


def test_drawn_numbers_differ_so_an_answer_shows_which_one_was_used() -> None:
    assert not all_distinct({"a": 3, "b": 3.0, "code": "x"})
    question = Question("0", {"a": (2, 3), "b": (2, 3)}, leaf(), "{a} {b}", "x", "{a}.0", "", {})
    for seed in range(20):
        first, second = drawn(question, {}, random.Random(seed)).asks.split()
        assert first != second


def test_models_are_not_named_like_the_choices() -> None:
    (choosing,) = [i for i, q in enumerate(QUESTIONS) if "losses of four models" in q.asks]
    for asked in draws(choosing):
        named = set(re.findall(r"Model (\w)", " ".join(asked.choices)))
        assert named <= set("PQRS")
        assert all(f"<th>{name}</th>" in asked.figure for name in named)


@pytest.mark.parametrize("place", [i for i, q in enumerate(QUESTIONS) if q.kind == "curve"])
def test_a_curve_starts_as_expected_and_is_readable_in_a_column(place: int) -> None:
    faults = [fault for variant in QUESTIONS[place].variants for fault in variant["fault"]]
    for fault, seed in itertools.product(faults, QUESTIONS[place].draws["seed"]):
        training, validation = train(with_fault(fault, seed))
        assert training[0] < validation[0]
        assert loss_when_fixed(fault, seed) < 0.9 * validation[-1]
    for asked in draws(place):
        # A column is 84 mm (238 points) wide, and the letters in the figure are 10 points high.
        width = float(re.search(r'viewBox="0 0 ([\d.]+)', asked.figure)[1])  # type: ignore[index]
        assert 10 * 238 / width > 8.5
        assert ">fixed<" in asked.figure


def test_marking_points_add_up_to_the_points_of_the_task() -> None:
    with_marks = [q for q in QUESTIONS if isinstance(q, Question) and q.marks]
    assert {q.kind for q in with_marks} >= {"by hand", "why", "momentum"}
    assert [q.asks for q in with_marks if sum(q.marks.values()) != KINDS[q.kind].points] == []
    each = [m for q in with_marks for m in q.marks.items() if "one point for each" in m[0]]
    assert each
    for mark, worth in each:
        assert worth in map(COUNTS.get, mark.partition(", with")[0].split()), mark


@pytest.mark.parametrize("place", [i for i, q in enumerate(QUESTIONS) if q.kind == "why"])
def test_a_result_to_explain_is_printed_next_to_the_result_one_might_expect(place: int) -> None:
    for asked in draws(place):
        given = re.findall(r"is (.*?)\. Some students would expect (.*?)\. Explain", asked.asks)
        assert given == [(written(asked.answer), written(asked.wrong[0][0]))]


def test_choices_are_the_answer_and_the_distractors_in_any_order() -> None:
    places = set()
    for seed in SEEDS:
        for asked in (*exam(seed), *other_exam(seed)):
            if asked.choices:
                given = [asked.answer, *(believed for believed, _ in asked.wrong)]
                assert sorted(map(str, asked.choices)) == sorted(map(str, given))
                places.add(right_place(asked))
    assert places >= {0, 1, 2, 3}


def test_twins_in_papers_a_and_b_have_different_right_letters() -> None:
    choosing = [pair for seed in SEEDS for pair in papers(seed) if pair[0].choices]
    assert choosing
    assert [a.asks for a, b in choosing if right_place(a) == right_place(b)] == []


@each_program
def test_a_number_in_a_program_is_its_answer_always_or_never(place: int) -> None:
    """If it's only sometimes the answer, students could find it without an understanding."""
    question = PROGRAMS[place]
    for variant in question.variants:
        names = {**variant, **question.draws}
        values = [
            dict(zip(names, each, strict=True)) for each in itertools.product(*names.values())
        ]
        asked = [with_numbers(question, each) for each in values if all_distinct(each)]
        printed = {
            written(each.answer) in re.findall(r"\d+(?:\.[1-9]\d*)?", each.code)
            for each in filter(has_distinct_answers, asked)
        }
        assert len(printed) == 1


def test_a_writing_task_is_rejected_if_it_accepts_a_wrong_line_or_rejects_a_right_one() -> None:
    def again(right: str, wrong: str) -> object:
        question = Line("0", {}, "____\n", "?", "a == 2", "", (right,), {wrong: ""})
        return with_numbers(question, {}).again

    assert again("a = 2", "a = 3") == "a = 2"
    assert again("a = 2", "b = 3") == "a = 2"
    assert again("a = 2", "a = 1 + 1") is None
    assert again("a = 3", "a = 4") is None


def test_no_question_is_asked_twice() -> None:
    for seed in SEEDS:
        asked = exam(seed, ["0", "1", "2", "3", "4", "5", "6"])
        printed = {question.code + question.asks + question.figure for question in asked}
        assert len(printed) == len(asked) > 15


@pytest.mark.parametrize("among", [[], SIX_WEEKS], ids=["all", "six weeks"])
def test_no_number_to_write_is_the_same_in_papers_a_and_b(among: list[str]) -> None:
    for seed in SEEDS:
        for a, b in papers(seed, among):
            in_words = a.choices or a.kind in ("why", "line") or "dtype" in a.asks
            assert in_words or a.answer == ERROR or a.answer != b.answer, a.code


@pytest.mark.parametrize("among", [[], ["2", "3"]], ids=["all", "two"])
def test_some_programs_raise_and_some_do_not(among: list[str]) -> None:
    for seed in SEEDS:
        may = [asked for asked in exam(seed, among) if ERROR in asked.asks]
        raised = {asked.answer == ERROR for asked in may}
        assert len(may) < 2 or raised == {True, False}


def test_the_same_seed_gives_the_same_exam() -> None:
    assert exam(3) == exam(3)


def test_the_exam_gives_away_no_answer_and_its_key_has_all_of_them(tmp_path: Path) -> None:
    assert main(["exam", str(tmp_path / "exam.html"), "--seed", "5"]) == 0
    page = (tmp_path / "exam.html").read_text(encoding="utf-8")
    key = (tmp_path / "exam_key.html").read_text(encoding="utf-8")
    for asked in exam(5):
        assert asked.figure in page
        assert html.escape(asked.code.rstrip()) in page
        assert html.escape(asked.code.rstrip()) in key
        assert asked.because[:20] not in page
        for mark in asked.marks:
            assert mark[:20] not in page
    assert page.count("<article>") == key.count("<article>") == len(exam(5))
    assert key.count("<b>") == len(exam(5))
    for fetching in ("<script", "<link", "src=", "@import", "url(http"):
        assert fetching not in page + key


def test_an_exam_on_a_full_disk_is_reported_and_the_earlier_one_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "exam.html"
    file.write_text("the earlier exam")

    def half(path: Path, content: bytes) -> int:
        with path.open("wb") as started:
            started.write(content[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    assert main(["exam", str(file)]) == 1
    assert capsys.readouterr().out == (
        f"{file} can't be read or written: No space left on device.\n"
    )
    assert [path.read_text() for path in tmp_path.iterdir()] == ["the earlier exam"]


def test_the_path_of_an_exam_is_printed_in_any_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", ascii_only)
    assert main(["exam", str(tmp_path / "Prüfung.html")]) == 0
    ascii_only.flush()
    assert b"Pr\\xfcfung.html" in ascii_only.buffer.getvalue()  # type: ignore[attr-defined]


SECRET = "only graders see this"


def test_nothing_that_answers_a_question_appears_in_the_exam(tmp_path: Path) -> None:
    asked = [
        replace(
            question,
            answer=SECRET,
            also=SECRET,
            because=SECRET,
            wrong=((SECRET, SECRET),),
            marks={SECRET: 1} if question.marks else {},
        )
        for question in (*exam(5), *other_exam(5))
    ]
    _paper(tmp_path / "exam.html", "5 A", asked, large=False)
    paper, key = ((tmp_path / f"exam{n}.html").read_text("utf-8") for n in ("", "_key"))
    assert SECRET not in paper
    assert key.count(SECRET) >= 3 * len(asked)
    for page, title in ((paper, "minigrad: exam 5 A"), (key, "minigrad: key to exam 5 A")):
        assert f"<title>{title}</title>" in page
        assert f"<h1>{title}</h1>" in page


def test_the_exam_has_space_for_a_name_a_number_and_points(tmp_path: Path) -> None:
    main(["exam", str(tmp_path / "exam.html"), "--seed", "5", "--large"])
    page = (tmp_path / "exam.html").read_text(encoding="utf-8")
    assert "Student number <span" in page
    assert '@top-left { content: "exam 5 A";' in page  # on loose pages
    assert '@top-right { content: "Name ___' in page
    asked = exam(5)
    assert page.count("<td></td>") == len(asked)
    assert f"<th>{points(asked)}</th>" in page
    for kind in {question.kind for question in asked}:
        assert f"{KINDS[kind].minutes:g} min · ___ of {KINDS[kind].points}" in page
    assert "body { font-size: 18pt; }" in page
    assert (tmp_path / "exam_b_key.html").is_file()


def test_the_key_gives_the_letter_of_the_correct_choice(tmp_path: Path) -> None:
    main(["exam", str(tmp_path / "exam.html"), "--seed", "5"])
    key = (tmp_path / "exam_b_key.html").read_text(encoding="utf-8")
    for asked in other_exam(5):
        if asked.choices:
            letter = "ABCDE"[asked.choices.index(asked.answer)]
            assert f"<b>{letter}: {html.escape(asked.answer)}</b>" in key


def test_the_key_formats_numbers_naturally_and_names_the_misconceptions(tmp_path: Path) -> None:
    main(["exam", str(tmp_path / "exam.html"), "--chapters", "01"])
    key = (tmp_path / "exam_key.html").read_text(encoding="utf-8")
    uses = next(asked for asked in exam(1, ["1"]) if "x * x +" in asked.code)
    assert f"<b>{uses.answer:.0f}</b>" in key
    assert f"<li>{uses.wrong[0][0]:.0f}: <code>x * x</code> uses <code>x</code> once</li>" in key
    assert "chapters 1." in key


@pytest.mark.parametrize(
    ("answer", "on_paper"),
    [
        ("7.0", "7"),
        ("0.1 ** 5", "0.00001"),
        ("2.0 ** 40", "1099500000000"),
        ("mg.ones(2)", "[1, 1]"),
        ("shape(4), shape(2, 4)", "(4,), (2, 4)"),
        ("mg.ones(2) + mg.ones(3)", "an error"),
    ],
)
def test_an_answer_is_formatted_as_on_paper(answer: str, on_paper: str) -> None:
    raises = answer if on_paper == "an error" else ""
    asked = with_numbers(Question("0", {}, raises, "?", answer, "0", "", {}), {})
    assert written(asked.answer) == on_paper


def test_the_exam_explains_names_that_programs_do_not_import(tmp_path: Path) -> None:
    for chapter, names in {"0": "<code>mg</code> is", "8": "<code>F</code> is"}.items():
        main(["exam", str(tmp_path / "exam.html"), "--chapters", chapter])
        page = (tmp_path / "exam.html").read_text(encoding="utf-8")
        assert names in page
        assert "<code>np</code>" not in page


def test_an_unknown_chapter_is_rejected_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["exam", str(tmp_path / "paper.html"), "--chapters", "1b", "77"]) == 1
    assert "chapter 77. Choose from 0 1 1b 2" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def _names(code: str) -> set[str]:
    """Return the functions that a program calls, its keyword arguments, and its attributes."""
    nodes = list(ast.walk(ast.parse(code)))
    called = {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    behind = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return (
        called - own | behind | {node.arg or "" for node in nodes if isinstance(node, ast.keyword)}
    )


@functools.cache
def _taught(chapter: str) -> set[str]:
    """Return the names in the code of all chapters up to the given one."""
    cells: list[Any] = [
        cell
        for path in CHAPTERS[: _place(chapter) + 1]
        for cell in json.loads((NOTEBOOKS / f"{path}.ipynb").read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    code = "\n".join("".join(cell["source"]) for cell in cells)
    return set(re.findall(r"\w+", re.sub("#.*", "", code)))


def _later(construct: str, chapter: str) -> bool:
    """Return whether a construct is taught only after this chapter, or never."""
    return construct not in TAUGHT or CHAPTERS.index(TAUGHT[construct][0]) > _place(chapter)


def _place(chapter: str) -> int:
    return [chapter_id(path) for path in CHAPTERS].index(chapter)
