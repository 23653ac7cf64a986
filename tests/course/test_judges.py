"""A hint fits one mistake: wrong answers are told apart, and hints speak of their own exercise."""

import builtins
import contextlib
import functools
import importlib
import io
import keyword
import re
from collections.abc import Iterator

import minigrad as mg
from minigrad.course.checking.verdict import Verdict
from minigrad.course.editions.reading import Exercise
from tests.course.cells import chapters, judged, number
from tests.course.pending import each
from tests.course.test_answers import FEWEST_WRONG, answers
from tests.course.test_claims import read

CHAPTERS = chapters()


@functools.cache
def verdicts(chapter: str, name: str) -> list[tuple[str, str]]:
    """The hint that is meant for each wrong answer, and what the check says."""
    exercise = next(e for e in CHAPTERS[chapter] if e.name == name)
    found = []
    for answer, says in answers(chapter)[name].wrong:
        with contextlib.redirect_stdout(io.StringIO()):
            found.append((says, _told(judged(chapter, exercise, answer))))
    return found


def _told(verdict: Verdict) -> str:
    return f"{verdict.says}\n{verdict.code}\n{verdict.then}"


def mixed_up(found: list[tuple[str, str]]) -> Iterator[str]:
    """Mistakes that are meant to be told apart, and are not."""
    for i, (meant, told) in enumerate(found):
        for other, also in found[i + 1 :]:
            one_mistake = meant in other or other in meant
            if told == also and not one_mistake:
                yield f"{meant!r} and {other!r} are answered alike: {told.strip()[:100]}"
    if len({meant for meant, _ in found}) < FEWEST_WRONG:
        yield f"fewer than {FEWEST_WRONG} mistakes are told apart"


@each("judges", CHAPTERS)
def test_different_mistakes_get_different_answers(chapter: str) -> None:
    for exercise in CHAPTERS[chapter]:
        assert not list(mixed_up(verdicts(chapter, exercise.name))), exercise.name


def test_mistakes_that_are_answered_alike_are_found() -> None:
    apart = [("a", "Says a."), ("b", "Says b."), ("c", "Says c."), ("d", "Says d.")]
    assert not list(mixed_up(apart))
    assert not list(mixed_up([*apart, ("a", "Says a.")]))  # one mistake in two spellings
    assert list(mixed_up([*apart, ("e", "Says a.")]))
    assert list(mixed_up([("a", "Says a."), ("a", "Says a also.")]))


CODE = re.compile(r"`([^`]+)`")
PUBLIC = {*dir(builtins), *dir(mg), *dir(mg.Tensor), *dir(mg.optim), *dir(mg.nn), "mg", "np"}
PUBLIC |= {*dir(mg.optim.SGD), *dir(mg.nn.Module), *keyword.kwlist}


def names_of(code: str) -> set[str]:
    """The names in a piece of code, which need not be a whole statement."""
    return set(re.findall(r"[A-Za-z_]\w*", re.sub(r"(['\"]).*?\1", "", code)))


def foreign(sentence: str, known: set[str]) -> set[str]:
    """Names of code in a sentence that its exercise does not have."""
    return {n for code in CODE.findall(sentence) for n in names_of(code)} - known - PUBLIC


def known_to(chapter: str, exercise: Exercise) -> set[str]:
    """The names of an exercise, and those that its chapter explained before in prose or code."""
    cells = read(chapter).cells
    ids = [cell.id for cell in cells]
    before = cells[: ids.index(cells_of(chapter)[0])] + list(exercise.cells)
    told = [cell.source for cell in before] + [exercise.solution, exercise.reasoning]
    return {name for text in told for name in names_of(text)}


def cells_of(chapter: str) -> list[str]:
    return [cell.id for exercise in CHAPTERS[chapter] for cell in exercise.cells]


@each("hints", CHAPTERS)
def test_a_hint_speaks_of_names_that_its_exercise_has(chapter: str) -> None:
    package = importlib.import_module(f"minigrad.course.chapter_{number(chapter)}").CHAPTER
    found = []
    for exercise in CHAPTERS[chapter]:
        known = known_to(chapter, exercise)
        judge = package.exercises[exercise.name]
        for sentence in (judge.keep, *judge.hints):
            if strange := foreign(sentence, known):
                found.append(f"{exercise.name}: {sorted(strange)} in {sentence!r}")
    assert not found, "\n".join(found)


def test_a_hint_of_another_exercise_is_found() -> None:
    known = names_of("def slope(x):\n    ds = dp * s")
    assert foreign("`ds = dp * s + dz * 3`, then `x.grad`", known) == {"dz"}
    assert not foreign("`ds` is what `mg.tensor(x)` gives, in a `for`", known)


@each("hints", CHAPTERS)
def test_no_sentence_is_said_in_two_exercises(chapter: str) -> None:
    package = importlib.import_module(f"minigrad.course.chapter_{number(chapter)}").CHAPTER
    said = [h for e in package.exercises.values() for h in (e.keep, *e.hints)]
    assert len(said) == len(set(said))
