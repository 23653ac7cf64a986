"""Tests of every prediction with correct guesses and typical wrong guesses."""

import re
from typing import Any

import pytest

from minigrad.course.chapters import folder, load
from minigrad.course.checking.prediction import UNCLEAR, Prediction, shown
from tests.course.answers import Table, guesses_of
from tests.course.cells import NOTEBOOKS, number, run, stored

COMPARE = re.compile(r'^compare\("([^"]+)", guess', re.MULTILINE)
GUESS = re.compile(r"guess = \.\.\.( *#.*)?")


def predictions(chapter: str) -> list[tuple[str, Any, Any]]:
    """Return the name of each prediction, the cell with the guess, and the cell with the answer."""
    triples, guess = [], None
    for cell in stored(NOTEBOOKS / f"{chapter}.ipynb").cells:
        if cell.cell_type == "code" and GUESS.fullmatch(cell.source):
            guess = cell
        elif cell.cell_type == "code" and (name := COMPARE.search(cell.source)):
            triples.append((name[1], guess, cell))
            guess = None
    return triples


CHAPTERS = {p.stem: triples for p in NOTEBOOKS.glob("*.ipynb") if (triples := predictions(p.stem))}
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


def registry(chapter: str) -> Table:
    file = f"minigrad/course/{folder(number(chapter))}/predictions.py"
    return Table(f"{file}: PREDICTIONS", load(number(chapter)).predictions)


def guesses(chapter: str) -> Table:
    return guesses_of(number(chapter))


@each_chapter
def test_every_prediction_has_a_blank_and_a_table_of_guesses(chapter: str) -> None:
    names = [name for name, _, _ in CHAPTERS[chapter]]
    registry(chapter).require(names)
    guesses(chapter).require(names)
    for name, guess, _ in CHAPTERS[chapter]:
        if guess is None:
            pytest.fail(f'No cell `guess = ...` comes before compare("{name}", ...)', pytrace=False)


@each_chapter
def test_the_tables_contain_the_answers_that_the_chapter_shows(chapter: str) -> None:
    for name, _, reveal in CHAPTERS[chapter]:
        if not reveal.outputs or "data" not in reveal.outputs[-1]:
            pytest.fail(
                f'The cell of compare("{name}", ...) stores no reply. '
                f"Run `make refresh NOTEBOOKS=notebooks/{chapter}.ipynb`.",
                pytrace=False,
            )
        stored = reveal.outputs[-1].data["text/plain"]
        assert "the answer" in stored
        assert "No guess yet." in stored
        for line in guesses(chapter)[name].truth.splitlines():
            assert line.strip() in stored, name


SIX = Prediction("six", reason="3 · 2.", typical=[(5, "3 + 2.")])
SPELLED_OUT = [
    "seventy-eight",
    "a hundred and six",
    "5 and a half",
    "1.5 million",
    "half of 6",
]
READ = [  # a guess and the number that it means
    ("minus six", -6),
    ("negative 6", -6),
    ("the second one", 2),
    ("third", 3),
    ("2nd", 2),
    ("a tenth, so 0.1", 0.1),
    ("6, in the first round", 6),
    ("in the second round", 2),
    ("second, since it was freed", 2),
    ("twice", 2),
    ("v_1 = -1", -1),
    ("2 * 3 * 4 = 24", 24),
    ("24 (8b)", 24),
    ("-10ish", -10),
    ("10^-2", 0.01),
    ("2**-1", 0.5),
    ("27*2+9", 63),
    ("(2 * 8 - 1) / 3", 5),
    ("-2^2", -4),
    ("01^2", 1),
    ("half", 0.5),
    ("one half", 0.5),
    ("about a quarter", 0.25),
    ("two thirds", 2 / 3),
    ("a tenth", 0.1),
    ("sixteen", 16),
    ("fifty", 50),
    ("5 times 10", 50),
    ("2²⁰", 2**20),
    ("1,048,576", 2**20),
]


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        ("a lot", "I can't read 'a lot' as a number. Write a number in digits"),
        ("the second a", "I can't read 'the second a' as a number."),  # not its place
        *((guess, f"I can't read '{guess}' as a number.") for guess in SPELLED_OUT),
        ("10in total", "I can't read '10in total' as a number."),  # Python would warn
        ("3 or 6", "There are several numbers in '3 or 6'. Give just one number."),
        ([3, 3], "There are several numbers in [3, 3]. Give just one number."),
        (
            (0, 5),
            (
                "Python reads (0, 5) as two numbers, because of the comma. Use a "
                "decimal point instead: 0.5."
            ),
        ),
        ("0,5", "Use a decimal point instead: 0.5."),
        ("-1,9", "Use a decimal point instead: -1.9."),
    ],
)
def test_a_guess_that_is_not_a_number_is_not_judged(guess: Any, says: str) -> None:
    verdict = SIX.reveal(guess, 6.0)
    assert (verdict.status, says in verdict.says) == ("", True), verdict
    assert verdict.beside == {"your guess": shown(guess)}  # the answer comes later


@pytest.mark.parametrize("guess", ["about 6", "~6", "six", "it's 6, I think", "6 pairs", "6."])
def test_the_only_number_in_a_sentence_is_the_guess(guess: str) -> None:
    verdict = SIX.reveal(guess, 6.0)
    assert (verdict.says, verdict.beside["your guess"]) == ("3 · 2.", guess)
    assert SIX.reveal(guess.replace("six", "five").replace("6", "5"), 6.0).says == "3 + 2."


@pytest.mark.parametrize(("guess", "number"), READ)
def test_a_sign_a_place_or_a_power_is_read(guess: str, number: float) -> None:
    answer = Prediction("read", reason="", typical=[])
    assert answer.reveal(guess, number).status == "As you guessed."


def test_a_result_at_the_end_is_judged_as_the_number_alone() -> None:
    worked, alone = SIX.reveal("10 / 2 = 5", 6.0), SIX.reveal(5, 6.0)
    assert (worked.status, worked.says, worked.then) == (alone.status, alone.says, alone.then)


def test_i_do_not_know_is_not_a_guess() -> None:
    for guess in ("no idea", "I don't know", "???", ""):
        verdict = SIX.reveal(guess, 6.0)
        assert (verdict.status, verdict.says) == ("", "3 · 2.")
        assert ">6.0<" in verdict._repr_html_()


def test_the_answer_is_not_on_the_page_before_a_guess() -> None:
    assert "none yet     6.0" in repr(SIX.reveal(..., 6.0))  # the stored text keeps it
    page = SIX.reveal(..., 6.0)._repr_html_()
    assert "No guess yet." in page
    assert "6.0" not in page
    assert ">6.0<" in SIX.reveal(5, 6.0)._repr_html_()


STAYS = Prediction(
    "stays",
    reason="Nothing moves.",
    typical=[("it falls", "No step."), ("it grows", "No way up."), ("an error", "It runs.")],
    truth="it stays the same",
)


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        ("it stays the same because weights never change", "Nothing moves."),
        ("constant", "Nothing moves."),
        ("The same, nothing falls", "Nothing moves."),
        ("it doesn't change", "Nothing moves."),
        ("unchanged!", "Nothing moves."),
        ("decreases", "No step."),
        ("I think it goes down", "No step."),
        ("it gets bigger", "No way up."),
        ("raises ValueError", "It runs."),
        ("an error, the shapes differ", "It runs."),
        ("it crashes", "It runs."),
        ("a RuntimeError", "It runs."),
    ],
)
def test_a_verbal_guess_is_judged_as_the_answer_it_describes(guess: str, says: str) -> None:
    verdict = STAYS.reveal(guess)
    assert (verdict.says, verdict.status == "As you guessed.") == (says, says == "Nothing moves.")


def test_a_letter_is_a_guess_although_it_is_also_an_article() -> None:
    letter = Prediction("letter", reason="An r.", typical=[("a", "No a.")])
    assert letter.reveal("a", "r").says == "No a."
    assert [letter.reveal(guess, "r").status for guess in (".", "i", "the")] == [UNCLEAR] * 3


@pytest.mark.parametrize(
    "guess",
    [
        "it doesn't fall",
        "the same or smaller",
        "not the same",
        "it wobbles",
        "no error",
        "the same, an error",
    ],
)
def test_an_ambiguous_guess_is_not_called_wrong(guess: str) -> None:
    assert (STAYS.reveal(guess).status, STAYS.reveal(guess).says) == (UNCLEAR, "Nothing moves.")


def test_a_word_is_judged_if_the_chapter_lists_words_for_an_answer() -> None:
    with_a_word = Prediction("none", reason="No.", typical=[("error", "It runs.")])
    assert with_a_word.reveal("nothing", 6.0).says == "No."
    assert with_a_word.reveal("error", 6.0).says == "It runs."
    assert with_a_word.reveal("an error or 6", 6.0).status == UNCLEAR
    assert with_a_word.reveal("5 and a half", 0.5).says.startswith("I can't read '5 and a half'")
    assert SIX.reveal((5.5, 2.5), 6.0).says == "3 · 2."
    assert SIX.reveal([1, 2], [6.0, 6.0]).says == "3 · 2."


@pytest.mark.parametrize(
    ("chapter", "name"),
    [(chapter, name) for chapter in CHAPTERS for name in guesses(chapter)],
)
def test_each_guess_gets_its_reply(chapter: str, name: str) -> None:
    import minigrad as mg

    prediction, table = registry(chapter)[name], guesses(chapter)[name]
    names = {"mg": mg, "tensor": mg.tensor}
    truth = table.truth if isinstance(prediction.truth, str) else run(table.truth, names)
    for guess, says in [*((guess, "") for guess in table.right), *table.wrong]:
        verdict = prediction.reveal(run(guess, names), truth)
        assert verdict.beside["the answer"] == shown(truth)
        if says:
            answered = (verdict.status, says in verdict.says)
            assert answered == ("Not what you guessed.", True), (guess, verdict)
        else:
            agreed = verdict.status in ("As you guessed.", "About as you guessed.")
            assert (agreed, verdict.says) == (True, prediction.reason), (guess, verdict)
    for guess in table.other:
        verdict = prediction.reveal(run(guess, names), truth)
        assert (verdict.status, verdict.says) == ("Not what you guessed.", prediction.reason), guess
    for guess in table.unclear:
        verdict = prediction.reveal(run(guess, names), truth)
        assert (verdict.status, verdict.says) == (UNCLEAR, prediction.reason), guess


@each_chapter
def test_every_typical_guess_is_tested(chapter: str) -> None:
    for name, prediction in registry(chapter).items():
        sentences = [s for _, s in guesses(chapter)[name].wrong]
        for _, why in prediction.typical:
            if not any(says in why for says in sentences):
                pytest.fail(
                    f"{guesses(chapter).place}: {name!r} has no wrong guess that gets this reply: "
                    f"{why}",
                    pytrace=False,
                )
