"""Tests that drawing, sentence, and page show a model's ten scores for a drawn digit."""

import re
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.pixels import halves, points_of
from minigrad.explore.templates import templates
from tests.explore.checks import check, phrases_in
from tests.explore.numbers import numbers
from tests.explore.test_attention import places
from tests.explore.test_front import frames_in_page, needs_node, run


def models() -> list[Any]:
    mg.manual_seed(0)
    made = [mg.nn.Linear(64, 10) for _ in range(3)]
    with mg.no_grad():
        for scale, model in enumerate(made):
            model.weight.mul_(1 + 3 * scale)
    return made


def pictures() -> tuple[Any, Any]:
    """Return twelve images in 17 shades. The first two are of a 9, and the last is of a 4."""
    levels = np.random.default_rng(0).integers(0, 17, size=(12, 64))
    return mg.tensor((levels / 16).tolist()), mg.tensor([9, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 4])


def made(**options: Any) -> Any:
    return templates([[m.weight, m.bias] for m in models()], *pictures(), **options)


@pytest.fixture(scope="module")
def explorer():
    return check(made)


def scores(epoch: int, ink: Any) -> Any:
    return models()[epoch](mg.tensor([float(x) for x in ink])).detach().numpy()


def shown(explorer, epoch: int, start: str, upper: int, lower: int):
    halves = {"upper half": upper, "lower half": lower}
    return explorer.at({"start from": start} | halves, epoch=epoch)


EXAMPLE = {9: 0, 0: 2, 4: 6}  # the first image of three of the digits


@pytest.mark.parametrize("epoch", [0, 1, 2])
@pytest.mark.parametrize("digit", EXAMPLE)
def test_the_scores_of_an_example_match_the_models(explorer, epoch: int, digit: int) -> None:
    ink = pictures()[0].numpy()[EXAMPLE[digit]]
    frame = shown(explorer, epoch, str(digit), *halves(ink >= 0.5))
    expected = scores(epoch, ink)
    drawn = re.findall(r">(−?[\d.]+)</text>", frame.pieces[-34])
    assert numbers(" ".join(drawn)) == pytest.approx(list(expected), abs=0.051)
    best, second = np.argsort(-expected)[:2]
    said = numbers(frame.sentence)
    wanted = [epoch, best, expected[best], second, expected[second], 64, (ink >= 0.5).sum()]
    assert said == pytest.approx(wanted, abs=0.051)


def test_drawn_pixels_are_ink_and_erased_pixels_are_paper(explorer) -> None:
    example = pictures()[0].numpy()[EXAMPLE[4]].astype(float)
    drawn = example >= 0.5
    paper, ink = np.flatnonzero(~drawn)[3], np.flatnonzero(drawn)[5]
    changed = example.copy()
    changed[paper], changed[ink] = 1.0, 0.0
    drawn[paper], drawn[ink] = True, False
    picture = explorer.frame.__self__
    assert picture.ink("4", *halves(drawn)).tolist() == changed.tolist()
    frame = shown(explorer, 1, "4", *halves(drawn))
    assert numbers(frame.sentence)[2] == pytest.approx(scores(1, changed).max(), abs=0.051)


def test_the_scores_of_a_blank_image_are_the_biases(explorer) -> None:
    picture = explorer.frame.__self__
    ink = picture.ink("blank", 0, 0)
    assert not ink.any()
    assert picture.scores(2, ink) == pytest.approx(models()[2].bias.detach().numpy(), abs=1e-4)


def test_choosing_a_digit_draws_its_example(explorer) -> None:
    choice = explorer.controls[1]
    for digit, example in EXAMPLE.items():
        sets = choice.sets[digit]
        ink = points_of(sets["upper half"], sets["lower half"])
        assert ink.tolist() == (pictures()[0].numpy()[example] >= 0.5).tolist()
    assert set(choice.sets[10].values()) == {0}
    assert explorer.widget.children[-1].controls[1]["sets"][9]["2"] == choice.sets[9]["upper half"]


@needs_node
def test_the_page_and_python_show_the_same_sentence_and_figure(explorer) -> None:
    positions = [list(at) for at in explorer.positions]
    for at, there in zip(positions, frames_in_page(explorer, positions), strict=True):
        frame = explorer.frame(*explorer.values(at))
        ink = explorer.frame.__self__.ink(*explorer.values(at)[1:])
        assert there["scores"] == pytest.approx(list(scores(at[0], ink)), abs=0.005)
        assert there["sentence"] == frame.sentence
        assert len(there["pieces"]) == len(frame.pieces)
        assert phrases_in(*there["pieces"]) == phrases_in(*frame.pieces)
        for drawn, here in zip(there["pieces"], frame.pieces, strict=True):
            assert re.sub(r"<[^>]*>", "", drawn) == re.sub(r"<[^>]*>", "", here)
            assert places(drawn) == pytest.approx(places(here), abs=0.11)


@needs_node
def test_a_pen_reads_the_bit_of_each_pixel() -> None:
    points = np.random.default_rng(2).random(64) < 0.5
    program = f"[...Array(64).keys()].map((i) => bitAt({list(halves(points))}, i))"
    found = run("programs/drawing.js", program)
    assert found == points.tolist()


def test_other_shapes_are_rejected_and_the_expected_one_is_named() -> None:
    with pytest.raises(
        ValueError,
        match=r"a weight of shape \[10, 64\] and a bias of shape \[10\], not \[\[\[64, 10\]",
    ):
        templates([[mg.ones(64, 10), mg.ones(10)]], *pictures())
    with pytest.raises(ValueError, match=r"not \[\]"):
        templates([], *pictures())
    images, labels = pictures()
    with pytest.raises(ValueError, match=r"no image of \[0, 1\]"):
        templates([[m.weight, m.bias] for m in models()], images, labels + 2 * (labels < 2))
