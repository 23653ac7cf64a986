"""Tests that numbers in the text come from the code next to them or from a claim.

If a text, a reply to a guess, a takeaway (`keep`), or a hint states a number, that number has to
occur in a code cell next to the text or in the cell's output, or a claim in `chapter_N/claims.py`
has to compute it from the notebook's own names.
"""

import re
from collections.abc import Iterator, Sequence

import pytest

from minigrad.course import chapters
from minigrad.course.chapters import load
from minigrad.teaching.editions.reading import exercises
from tests.course.cells import fail_if, files, number, parametrize_chapters
from tests.course.claims import ANSWER, Claim, Given, answers, claims_of, given, lectures_of
from tests.course.judged import sentences_and_numbers
from tests.course.number_words import COUNTS, in_digits, value_of
from tests.course.opposites import states
from tests.course.prose_numbers import (
    Text,
    cell_numbers,
    code_numbers,
    comes_from,
    is_worked_out,
    shown,
    texts,
    true_equations,
    worked_out,
)
from tests.course.prose_numbers import claims as numbers_printed
from tests.course.seed_studies import STUDIES, rows
from tests.course.solved import read, solved

CHAPTERS = chapters.NOTEBOOKS
QUICK = {"0", "1", "1b", "2", "3", "4"}  # chapters that train little, so that they run in seconds
COUNT = re.compile(rf"(?i)\b(?:{'|'.join(word for word, n in COUNTS.items() if n > 1)})\b")
INDEX = re.compile(r"\b\w+\[\d\]|\b[a-zA-Z][₀-₉]")  # x[0] or x₀
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*[-*|\d])")
TASK = re.compile(r"^\*\*\d+\. |^## Test yourself$", re.MULTILINE)


def replies(chapter: str) -> Iterator[Text]:
    """Yield the sentences of each check and prediction, with the numbers in its cells."""
    package = load(number(chapter))
    notebook = read(chapter)
    cells = {exercise.name: exercise for exercise in exercises(notebook)}
    for name, exercise in package.exercises.items():
        numbers = cell_numbers(cells[name].cells) | code_numbers(cells[name].solution)
        for text in (exercise.keep, *exercise.hints):
            yield Text(f"exercise {name}", in_digits(text), frozenset(numbers))
    for name, prediction in package.predictions.items():
        at = next(i for i, c in enumerate(notebook.cells) if f'compare("{name}"' in c.source)
        code = [
            cell for cell in notebook.cells[max(0, at - 6) : at + 1] if cell.cell_type == "code"
        ]
        nearby = cell_numbers(code)
        answers = [("", prediction.reason), *prediction.typical]
        for guess, text in answers:
            own = code_numbers(str(guess))
            answer = code_numbers(" ".join(shown(notebook.cells[at])))
            ends = frozenset(own | answer)
            yield Text(f"prediction {name}", in_digits(text), frozenset(nearby | own), ends)


def sentences(chapter: str) -> Iterator[tuple[str, str]]:
    return ((reply.place, reply.text) for reply in replies(chapter))


def spoken(chapter: str) -> str:
    """Return a chapter's lectures, slides and notes."""
    return "\n".join(path.read_text(encoding="utf-8") for path in lectures_of(chapter))


def printed(claims: Sequence[Claim | Given], place: str) -> set[str]:
    """Return the words of a place's claims, and of its answers' claims."""
    own = (c for c in claims if c.place == place or ANSWER.sub(r"\1", c.place) == place)
    return {token for claim in own for token in claim.printed.split()}


@parametrize_chapters(CHAPTERS)
def test_a_number_in_a_text_or_a_reply_is_next_to_its_code_or_computed(chapter: str) -> None:
    claims: list[Claim | Given] = [*claims_of(chapter), *given(chapter)]
    from_study = list(rows(chapter)) if chapter in STUDIES else []
    found = [
        fault
        for text in (*texts(read(chapter)), *replies(chapter))
        for fault in text.unsupported(printed(claims, text.place), from_study)
    ]
    folder, its_claims = files(chapter)
    fail_if(
        found,
        f"Nothing computes these numbers in the notebook or in {folder}. Correct them, or add "
        f"claims with them to {its_claims}: a cell next to them may have had them only by chance.",
    )


@parametrize_chapters(CHAPTERS)
def test_a_number_in_a_judges_reply_is_in_what_leads_to_the_reply(chapter: str) -> None:
    claimed = " ".join(c.printed for c in claims_of(chapter) if c.place.startswith("exercise "))
    found = [
        str(said)
        for sentence, known in sentences_and_numbers(number(chapter))
        for said in numbers_printed(sentence)
        if not (said.is_plain or is_worked_out(said))
        if not comes_from(said, known | code_numbers(claimed))
    ]
    fail_if(
        found,
        f"In {files(chapter)[0]}, these numbers are neither in the condition that leads to the "
        "reply nor next to it in its table. Fill them in with an f-string, or leave them out.",
    )


@parametrize_chapters(CHAPTERS)
def test_arithmetic_in_a_reply_leads_to_its_guess_or_to_the_answer(chapter: str) -> None:
    claimed = {(claim.place, claim.printed) for claim in claims_of(chapter)}
    found = [
        f"{reply.place}: {piece} is {value}"
        for reply in replies(chapter)
        for piece, value in worked_out(reply.text)
        if reply.ends
        and value not in reply.ends
        and not any(piece in equation for equation in true_equations(reply.text))
        and (reply.place, piece) not in claimed
    ]
    folder, its_claims = files(chapter)
    fail_if(
        found,
        f"This arithmetic in {folder} leads neither to the guess nor to the answer, and no claim "
        f"in {its_claims} has it.",
    )


@parametrize_chapters(CHAPTERS)
def test_the_numbers_of_a_claim_are_printed_in_its_text_in_their_order(chapter: str) -> None:
    said: dict[str, str] = {}
    for text in (*texts(read(chapter)), *replies(chapter)):
        said[text.place] = f"{said.get(text.place, '')}\n{text.text}"
        said |= {f"{text.place} {n}": answer for n, answer in answers(text.text).items()}
    said["lecture"] = spoken(chapter)
    claims: list[Claim | Given] = [*claims_of(chapter), *given(chapter)]
    lost = [
        f"{claim.place}: {claim.printed}, in this order"
        for claim in claims
        if claim.place not in said or not in_order(claim.numbers, said[claim.place])
    ]
    fail_if(lost, f"{files(chapter)[1]} has numbers that their text doesn't have.")


@parametrize_chapters(CHAPTERS)
def test_a_reply_has_the_words_of_its_claims(chapter: str) -> None:
    said = list(replies(chapter))
    lost = [
        f"{claim.place}: {claim.printed}"
        for claim in claims_of(chapter)
        if claim.place.startswith(("prediction ", "exercise ")) and not claim.numbers
        if not any(
            in_digits(claim.printed) in reply.text for reply in said if reply.place == claim.place
        )
    ]
    folder, its_claims = files(chapter)
    fail_if(lost, f"{its_claims} has words that no reply or hint in {folder} has.")


@parametrize_chapters(CHAPTERS)
def test_an_index_in_a_reply_to_a_guess_has_a_claim(chapter: str) -> None:
    found = []
    for name, prediction in load(number(chapter)).predictions.items():
        place = f"prediction {name}"
        printed = " ".join(c.printed for c in claims_of(chapter) if c.place == place)
        for text in (prediction.reason, *(why for _, why in prediction.typical)):
            found += [f"{place}: {i}" for i in INDEX.findall(text) if i not in printed]
    fail_if(found, f"{files(chapter)[1]} has no claim with these indices of replies to guesses.")


@parametrize_chapters(CHAPTERS)
def test_a_count_in_a_reply_to_a_guess_has_a_claim(chapter: str) -> None:
    found = []
    for name, prediction in load(number(chapter)).predictions.items():
        place = f"prediction {name}"
        printed = " ".join(c.printed for c in claims_of(chapter) if c.place == place)
        claimed = {value_of(token) for token in re.findall(r"[\w.]+", printed)}
        for text in (prediction.reason, *(why for _, why in prediction.typical)):
            found += [f"{place}: {w}" for w in COUNT.findall(text) if value_of(w) not in claimed]
    folder, its_claims = files(chapter)
    fail_if(found, f"Nothing proves these counts in {folder}. Add claims to {its_claims}.")


@parametrize_chapters(CHAPTERS)
def test_a_paragraph_has_the_words_of_a_claimed_fact_and_no_other_opposites_between(
    chapter: str,
) -> None:
    paragraphs = {cell.id: PARAGRAPH.split(cell.source) for cell in read(chapter).cells}
    paragraphs["lecture"] = spoken(chapter).split("\n")
    found = [
        f"{claim.place}: {claim.printed}"
        for claim in claims_of(chapter)
        if claim.place in paragraphs and not claim.numbers
        if not any(states(paragraph, claim.printed) for paragraph in paragraphs[claim.place])
    ]
    fail_if(found, f"{files(chapter)[1]} states facts that their text doesn't state.")


@parametrize_chapters(CHAPTERS)
def test_the_claims_of_an_answer_of_test_yourself_have_its_numbers_and_are_in_its_order(
    chapter: str,
) -> None:
    found = []
    for cell in read(chapter).cells:
        for number_of, answer in answers(cell.source).items():
            place = f"{cell.id} {number_of}"
            claims = [claim.printed for claim in claims_of(chapter) if claim.place == place]
            claimed = code_numbers(" ".join(claims))
            found += [f"{place}: {c}" for c in claims if not in_order(c.split(), answer)]
            found += [f"{place}: {n}" for n in numbers_printed(answer) if n.value not in claimed]
    fail_if(found, f"{files(chapter)[1]} doesn't fit the answers of *Test yourself*.")


def in_order(tokens: Sequence[str], text: str) -> bool:
    """Return whether a text contains tokens, as whole words or numbers, in this order."""
    # A hyphen is a minus sign, but not after a letter, as in "GPT-2".
    before = r"(?<![\w.−])(?<!(?<![A-Za-z])-)"
    words = (rf"{before}{re.escape(token)}(?![\w])(?!\.\d)" for token in tokens)
    return bool(re.search(".*?".join(words), text, re.IGNORECASE | re.DOTALL))


@parametrize_chapters(CHAPTERS)
def test_a_number_that_nothing_computes_is_part_of_a_task_or_has_a_source(chapter: str) -> None:
    tasks = [c.id for c in read(chapter).cells if TASK.search(c.source)]
    lost = [g.place for g in given(chapter) if not g.source and g.place not in tasks]
    fail_if(lost, f"`GIVEN` in {files(chapter)[1]}: neither a task nor a source gives these.")


@pytest.mark.filterwarnings("ignore:Converting a tensor with requires_grad")  # cells show some
@pytest.mark.parametrize(
    "chapter",
    [pytest.param(c, marks=[] if number(c) in QUICK else pytest.mark.slow, id=c) for c in CHAPTERS],
)
def test_every_claim_of_a_chapter_is_true(chapter: str) -> None:
    fail_if(
        solved(chapter).faults,
        f"These claims in {files(chapter)[1]}, or expressions in the lecture, don't hold.",
    )
