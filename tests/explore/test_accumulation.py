"""Tests that `.grad` and the weight follow formulas wherever `zero_grad()` is in the loop."""

import re
from math import acos, cos, inf, nan
from xml.etree import ElementTree

import pytest

from minigrad.explore.accumulation import PIECES, PLACES, STEPS, run, zeroing
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers
from tests.explore.panels import Panel

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
        said = [t, w] if place == BETWEEN else [t, moved, w, ring]
        step = step.splitlines()[-1]
        assert ("nothing moves" in step) == (moved == 0)
        assert ("zero_grad() first" in step) == (abs(w - ring) > 1e-9 and place != BETWEEN)
        assert numbers(step) == pytest.approx(said[: len(numbers(step))], abs=0.0055)
        before = grad if place == OUT else 0.0


class Pile:
    """The slabs and the arrow under the title w.grad, in the units of the ticks below them."""

    def __init__(self, explorer, place: str, pieces: int, moment: int) -> None:
        frame = shown(explorer, place, pieces, moment)
        drawn = [ElementTree.fromstring(piece) for piece in frame.pieces if piece]
        ticks = [e for e in drawn if e.get("class") == "mg-tick"]
        places = [(float(e.attrib["x"]), float(e.attrib["y"])) for e in ticks]
        numbers_ = [float((e.text or "").replace("−", "-")) for e in ticks]
        self.unit = (places[-1][0] - places[0][0]) / (numbers_[-1] - numbers_[0])
        self.zero = places[numbers_.index(0)][0]
        slabs = [e for e in drawn if e.tag == "rect" and e.get("rx") == "2"]
        self.slabs = [self._ends(e) for e in slabs if float(e.attrib["width"]) != 20]  # not the key
        self.rows = [float(e.attrib["y"]) for e in slabs if float(e.attrib["width"]) != 20]
        self.new = [self._ends(e) for e in drawn if e.get("data-falls")]
        self.total = 0.0
        for e in drawn:
            d = [child.get("d", "") for child in e if child.get("stroke-width") == "4"]
            if d:  # the tip comes after the shaft
                tip = float(re.findall(r"[-\d.]+", e[1].attrib["d"])[0])
                self.total = (tip - self.zero) / self.unit

    def _ends(self, rect: ElementTree.Element) -> tuple[float, float]:
        left, width = float(rect.attrib["x"]), float(rect.attrib["width"])
        return (left - self.zero) / self.unit, (left + width - self.zero) / self.unit


def test_each_slab_begins_where_the_sum_was_and_has_the_sign_of_its_gradient(explorer) -> None:
    """By hand, at rate 0.1: w is 0, 0.2, 0.56, so the gradients are -2, -1.6, -0.88."""
    pile = Pile(explorer, OUT, 1, 5)
    expected = [(-2, 0), (-3.6, -2), (-4.48, -3.6)]
    for ends, right in zip(pile.slabs, expected, strict=True):
        assert ends == pytest.approx(right, abs=0.01)
    assert pile.rows == sorted(pile.rows, reverse=True)  # each is on top of the one before it
    assert pile.new == pile.slabs[-1:]


@pytest.mark.parametrize("moment", [1, 5, 9, 11, 13, 2 * STEPS - 1])
def test_the_arrow_is_the_sum_of_the_slabs(explorer, moment: int) -> None:
    weights_ = weights(OUT, 1)[: (moment + 1) // 2]
    sum_ = sum(2 * (w - 1) for w in weights_)
    pile = Pile(explorer, OUT, 1, moment)
    assert len(pile.slabs) == len(weights_)
    assert pile.total == pytest.approx(sum_, abs=0.02) or abs(sum_) < 0.4  # too short for a head


def test_four_pieces_are_four_slabs_in_one_row_and_only_the_last_is_left_if_zeroed_between(
    explorer,
) -> None:
    pile = Pile(explorer, FIRST, 4, 1)
    assert [high - low for low, high in pile.slabs] == pytest.approx([0.2, 0.4, 0.6, 0.8], abs=0.01)
    assert len(set(pile.rows)) == 1
    ((low, high),) = Pile(explorer, INSIDE, 4, 1).slabs
    assert (low, high) == pytest.approx((-0.8, 0), abs=0.01)


def test_the_pile_is_empty_after_a_zeroing(explorer) -> None:
    assert not Pile(explorer, BETWEEN, 1, 2).slabs
    assert Pile(explorer, FIRST, 1, 2).slabs  # the next step zeroes it


def step_arrow(explorer, place: str, moment: int) -> tuple[float, float, bool] | None:
    """Return where the arrow of a step starts and ends, as weights, and whether it's faded."""
    frame = shown(explorer, place, 1, moment)
    panel = Panel(frame, "loss vs. w")
    for piece in frame.pieces[::-1]:
        if 'stroke-width="3.5"' in piece:
            start, *_, tip = map(float, re.findall(r'd="M([\d.]+)', piece))
            if start < 100:  # in the key
                return None
            at = [panel.at((one, 0))[0] for one in (start, tip)]
            return at[0], at[1], "opacity" in piece
    return None


@pytest.mark.parametrize("moment", [1, 3, 7, 11])
def test_the_arrow_leads_to_where_the_step_takes_the_weight_and_then_fades(
    explorer, moment: int
) -> None:
    before, after = weights(OUT, 1)[moment // 2 : moment // 2 + 2]
    for at, is_faded in ((moment, False), (moment + 1, True)):
        *ends, faded = step_arrow(explorer, OUT, at) or (nan, nan, not is_faded)
        assert ends == pytest.approx([before, after], abs=0.002)
        assert faded == is_faded


def test_no_arrow_promises_a_step_that_a_zeroed_gradient_does_not_take(explorer) -> None:
    assert step_arrow(explorer, BETWEEN, 3) is None


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("pieces", PIECES)
def test_a_verdict_says_whether_the_ball_ends_at_the_bottom(
    explorer, place: str, pieces: int
) -> None:
    """Only a step that follows its own gradient comes within 0.1 of the bottom in 14 steps."""
    end = weights(place, pieces)[-1]
    last = shown(explorer, place, pieces, 2 * STEPS)
    assert last.sentence[0] == ("✓" if abs(end - 1) < 0.1 else "✗")
    assert sum("mg-badge" in piece for piece in last.pieces) == 1
    assert not re.search("[✓✗]", shown(explorer, place, pieces, 2 * STEPS - 2).sentence)
    others = (FIRST, INSIDE, LAST) if pieces == 1 else (FIRST, LAST)
    assert (last.sentence[0] == "✓") == (place in others)
    if end:
        assert numbers(last.sentence)[0] == pytest.approx(abs(end - 1), abs=0.0055)
    if place in others:
        told = "Two other places work" if pieces == 1 else "One other place works"
        assert told in last.sentence


@pytest.mark.parametrize(("lr", "word"), [(1.2, "large"), (0.001, "small")])
def test_a_rate_that_fits_badly_is_the_reason(lr: float, word: str) -> None:
    sentence = zeroing(lr).at({"zero_grad()": FIRST}, step=2 * STEPS).sentence
    assert sentence.splitlines()[0].startswith("✗")
    assert f"lr = {lr:g} is too {word}" in sentence


def test_it_opens_without_the_answer_to_the_chapters_question(explorer) -> None:
    """The question is what .grad holds at the bottom, which is in step 3."""
    losses = [moment.loss for moment in run(LR, OUT, 1)[: 2 * STEPS : 2]]
    assert losses.index(min(losses)) == 3
    opening = [explorer.at(), *(explorer.frames[at] for at in explorer.stills)]
    assert not any("w.grad = −4.4" in frame.sentence for frame in opening)


def test_no_two_labels_overlap(explorer) -> None:
    check_no_overlap(explorer)


def test_a_learning_rate_that_diverges_is_drawn() -> None:
    check(lambda: zeroing(1.2))


@pytest.mark.parametrize("lr", [nan, inf, 0.0, -0.1])
def test_a_learning_rate_must_be_positive(lr: float) -> None:
    with pytest.raises(ValueError, match=re.escape(f"positive number, not {lr:g}")):
        zeroing(lr)


def test_the_line_after_step_empties_the_mailbox_only_after_the_step_is_shown(explorer) -> None:
    frame = shown(explorer, LAST, 1, 2)
    assert "w.grad = −2.00" in frame.brief
    assert Pile(explorer, LAST, 1, 2).total == pytest.approx(-2, abs=0.02)
    assert len(Pile(explorer, LAST, 1, 3).slabs) == 1
