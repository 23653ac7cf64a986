"""Tests that hints and takeaways mention only names from their own exercise."""

import builtins
import keyword
import re

import minigrad as mg
from minigrad.course.chapters import load
from minigrad.teaching.editions.reading import Exercise
from tests.course.cells import chapters, number, parametrize_chapters
from tests.course.test_claims import read

CHAPTERS = chapters()


CODE = re.compile(r"`([^`]+)`")
PUBLIC = {*dir(builtins), *dir(mg), *dir(mg.Tensor), *dir(mg.optim), *dir(mg.nn), "mg", "np"}
PUBLIC |= {*dir(mg.optim.SGD), *dir(mg.nn.Module), *keyword.kwlist}


def names_of(code: str) -> set[str]:
    """Return the names in a piece of code, even if it isn't a complete statement."""
    return set(re.findall(r"[A-Za-z_]\w*", re.sub(r"(['\"]).*?\1", "", code)))


def unknown_names(sentence: str, known: set[str]) -> set[str]:
    """Return the code names in a sentence that aren't known, public, or built in."""
    return {n for code in CODE.findall(sentence) for n in names_of(code)} - known - PUBLIC


def known_names(chapter: str, exercise: Exercise) -> set[str]:
    """Return the names that occur in an exercise or in its chapter before the exercises."""
    cells = read(chapter).cells
    ids = [cell.id for cell in cells]
    before = cells[: ids.index(cells_of(chapter)[0])] + list(exercise.cells)
    texts = [cell.source for cell in before] + [exercise.solution, exercise.reasoning]
    return {name for text in texts for name in names_of(text)}


def cells_of(chapter: str) -> list[str]:
    return [cell.id for exercise in CHAPTERS[chapter] for cell in exercise.cells]


@parametrize_chapters(CHAPTERS)
def test_a_hint_mentions_only_names_from_its_exercise(chapter: str) -> None:
    package = load(number(chapter))
    faults = []
    for exercise in CHAPTERS[chapter]:
        known = known_names(chapter, exercise)
        judge = package.exercises[exercise.name]
        for sentence in (judge.keep, *judge.hints):
            if strange := unknown_names(sentence, known):
                faults.append(f"{exercise.name}: {sorted(strange)} in {sentence!r}")
    assert not faults, "\n".join(faults)


def test_a_hint_from_another_exercise_is_detected() -> None:
    known = names_of("def slope(x):\n    ds = dp * s")
    assert unknown_names("`ds = dp * s + dz * 3`, then `x.grad`", known) == {"dz"}
    assert not unknown_names("`ds` is what `mg.tensor(x)` gives, in a `for`", known)


@parametrize_chapters(CHAPTERS)
def test_no_sentence_appears_in_two_exercises(chapter: str) -> None:
    package = load(number(chapter))
    said = [h for e in package.exercises.values() for h in (e.keep, *e.hints)]
    assert len(said) == len(set(said))
