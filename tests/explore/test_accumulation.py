"""Tests that `.grad` and the weight follow formulas wherever `zero_grad()` is in the loop."""

import re
from math import acos, cos, inf, nan
from xml.etree import ElementTree

import pytest

from minigrad.draw.palette import LIVE
from minigrad.explore.accumulation import PIECES, PLACES, STEPS, run, zeroing
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers

LR = 0.1
FIRST, INSIDE, BETWEEN, LAST, OUT = PLACES


@pytest.fixture(scope="module")
def explorer():
    return check(zeroing)


def shown(explorer, place: str, pieces: int, moment: int):
    return explorer.at({"zero_grad()": place}, batch=pieces, step=moment)


def weights(place: str, pieces: int) -> list[float]:
    return [moment.w for moment in run(LR, place, pieces)[::2]]


@pytest.mark.parametrize("pieces", PIECES)
def test_a_run_that_never_zeroes_swings_like_a_cosine(pieces: int) -> None:
    """Then w - 1 satisfies e[t + 1] = (2 - 2 lr) e[t] - e[t - 1]."""
    angle = acos(1 - LR)
    expected = [1 - cos((t + 0.5) * angle) / cos(angle / 2) for t in range(STEPS + 1)]
    assert weights(OUT, pieces) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("place", "pieces", "share"),
    [
        *((place, 1, 1.0) for place in (FIRST, INSIDE, LAST)),
        *((place, 4, 1.0) for place in (FIRST, LAST)),
        (INSIDE, 4, 0.4),  # only the last piece is left
        (BETWEEN, 1, 0.0),
        (BETWEEN, 4, 0.0),
    ],
)
def test_a_step_follows_the_gradients_since_the_last_zeroing(
    place: str, pieces: int, share: float
) -> None:
    expected = [1 - (1 - 2 * LR * share) ** t for t in range(STEPS + 1)]
    assert weights(place, pieces) == pytest.approx(expected, abs=1e-6)


def test_four_pieces_fill_grad_as_one_batch_does(explorer) -> None:
    for moment in range(1, 2 * STEPS, 2):
        whole = shown(explorer, FIRST, 1, moment).sentence
        pieces = shown(explorer, FIRST, 4, moment).sentence
        parts = numbers(pieces.partition("times: ")[2])
        assert sum(parts[:4]) == pytest.approx(parts[4], abs=0.021)
        assert parts[4] == numbers(whole)[1]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("pieces", PIECES)
def test_each_sentence_says_what_the_loop_does(explorer, place: str, pieces: int) -> None:
    shares = (0.1, 0.2, 0.3, 0.4) if pieces == 4 else (1.0,)
    w = ring = before = 0.0
    for t in range(STEPS):
        new = [2 * share * (w - 1) for share in shares]
        grad = new[-1] if place == INSIDE else before + sum(new)
        backward = shown(explorer, place, pieces, 2 * t + 1).sentence
        if pieces == 1:
            expected = [grad] if grad == new[0] else [*new, before, grad]
            assert ("true gradient" in backward) == (len(expected) == 1)
        elif place == INSIDE:
            expected = [grad, sum(new)]
            assert "only the last piece of" in backward
        else:
            expected = [*new, grad] if grad == sum(new) else [*new, before, grad]
            assert ("gradient of the whole batch" in backward) == (grad == sum(new))
        assert numbers(backward) == pytest.approx([t, *expected], abs=0.0055)
        moved = 0.0 if place == BETWEEN else -LR * grad
        w, ring = w + moved, ring - LR * 2 * (ring - 1)
        step = shown(explorer, place, pieces, 2 * t + 2).sentence
        said = [t, w] if place == BETWEEN else [t, moved, w, (w - 1) ** 2, ring, (ring - 1) ** 2]
        assert ("nothing moves" in step) == (moved == 0)
        assert ("Zeroed first" in step) == (abs(w - ring) > 1e-9 and place != BETWEEN)
        assert numbers(step) == pytest.approx(said[: len(numbers(step))], abs=0.0055)
        before = grad if place == OUT else 0.0


def blocks(explorer, place: str, pieces: int, moment: int) -> list[float]:
    """Return the heights of the blocks in the glass, as gradients."""
    drawn = shown(explorer, place, pieces, moment).pieces
    rects = [ElementTree.fromstring(piece) for piece in drawn if 'rx="2"' in piece]
    assert {rect.get("fill") for rect in rects} == {LIVE["gradient"]}
    return [float(rect.attrib["height"]) / 146 * 5 for rect in rects]


def test_the_glass_holds_a_block_for_each_gradient(explorer) -> None:
    """By hand, at rate 0.1: w is 0, 0.2, 0.56, so the gradients are -2, -1.6, -0.88."""
    assert blocks(explorer, OUT, 1, 5) == pytest.approx([2, 1.6, 0.88], abs=0.01)
    assert blocks(explorer, FIRST, 1, 5) == pytest.approx([2 * 0.8**2], abs=0.01)
    assert blocks(explorer, FIRST, 4, 1) == pytest.approx([0.2, 0.4, 0.6, 0.8], abs=0.01)
    assert blocks(explorer, INSIDE, 4, 1) == pytest.approx([0.8], abs=0.01)


def test_a_gradient_of_the_other_sign_takes_from_the_blocks(explorer) -> None:
    moments = run(LR, OUT, 1)
    for moment in range(1, 2 * STEPS, 2):
        held = moments[moment].grad
        assert held is not None
        assert sum(blocks(explorer, OUT, 1, moment)) == pytest.approx(abs(held), abs=0.05)
    assert len(blocks(explorer, OUT, 1, 11)) < len(blocks(explorer, OUT, 1, 5))


def test_the_arrow_leads_to_where_the_step_takes_the_weight(explorer) -> None:
    for moment in (3, 7, 11):
        _, arrow = (  # the first is in the legend
            piece
            for piece in shown(explorer, OUT, 1, moment).pieces
            if 'stroke-width="3.5"' in piece
        )
        *_, tip = re.findall(r'd="M([\d.]+)', arrow)
        w = 2.5 * (float(tip) - 450) / 288 - 0.25
        assert w == pytest.approx(run(LR, OUT, 1)[moment + 1].w, abs=0.002)


def test_no_arrow_promises_a_step_that_a_zeroed_gradient_does_not_take(explorer) -> None:
    pieces = shown(explorer, BETWEEN, 1, 3).pieces
    assert sum('stroke-width="3.5"' in piece for piece in pieces) == 1  # in the legend


def test_the_pile_is_named_with_its_sign(explorer) -> None:
    """Without zeroing, .grad changes its sign in step 6, where the weight turns around."""
    for moment, name in ((0, ">w.grad<"), (11, ">w.grad &lt; 0<"), (13, ">w.grad &gt; 0<")):
        drawn = "".join(shown(explorer, OUT, 1, moment).pieces)
        assert name in drawn


def test_it_opens_without_the_answer_to_the_chapters_question(explorer) -> None:
    """The question is what .grad holds at the bottom, which is in step 3."""
    losses = [moment.loss for moment in run(LR, OUT, 1)[: 2 * STEPS : 2]]
    assert losses.index(min(losses)) == 3
    opening = [explorer.at(), *(explorer.frames[at] for at in explorer.stills)]
    assert not any("w.grad = −4.4" in frame.sentence for frame in opening)


def test_play_ends_where_a_run_that_never_zeroes_began_while_the_other_has_arrived() -> None:
    never, zeroed = (run(LR, place, 1)[-1] for place in (OUT, FIRST))
    assert never.loss > 0.95
    assert zeroed.loss < 0.005


def test_no_two_labels_overlap(explorer) -> None:
    check_no_overlap(explorer)


def test_a_learning_rate_that_diverges_is_drawn() -> None:
    check(lambda: zeroing(1.2))


@pytest.mark.parametrize("lr", [nan, inf, 0.0, -0.1])
def test_a_learning_rate_must_be_positive(lr: float) -> None:
    with pytest.raises(ValueError, match=re.escape(f"positive number, not {lr:g}")):
        zeroing(lr)
