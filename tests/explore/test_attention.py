"""Tests that the page's attention and its gradients match the network of chapter 10b."""

import json
import re
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.course.chapter_10b import Snapshots
from minigrad.explore.attention import VIEWS, looking_back
from minigrad.explore.frames import Frame
from minigrad.explore.packed_weights import LEVELS, packed, unpacked
from minigrad.explore.transformer import look
from minigrad.explore.typed import Words
from minigrad.nn import functional as F
from tests.course.solved import read
from tests.explore.checks import check
from tests.explore.numbers import numbers
from tests.explore.test_front import frames_in_page, needs_node, run

CLASSES = ("writes-37", "writes-39", "writes-41")  # the cells with Attention, Block, and Writer
NAMES = ["anna", "emma", "hannah", "ian", "zoe"]


def chapter() -> dict[str, Any]:
    """Return the names that the chapter's cells define."""
    sources = {cell.id: cell.source for cell in read("10b_a_network_that_writes").cells}
    scope: dict[str, Any] = {"mg": mg, "F": F, "after": []}
    scope |= {"guess": ..., "compare": lambda *_: None}
    for name in CLASSES:
        exec(sources[name], scope)
    return scope


CHAPTER = chapter()


def row(name: str) -> list[int]:
    return [0, *(ord(letter) - 96 for letter in name), *[0] * (12 - len(name))]


def trained(steps: int = 30) -> tuple[Any, Snapshots]:
    mg.manual_seed(3)
    writer = CHAPTER["Writer"]().double()
    with mg.no_grad():  # so that it prefers some letters clearly
        for weights in writer.block.attention.parameters():
            weights.mul_(2)
    snapshots = Snapshots(writer, range(steps), moments=(0, 10))
    optimizer = mg.optim.AdamW(writer.parameters(), lr=0.005)
    table = mg.tensor([row(name) for name in NAMES])
    for _ in snapshots:
        loss = CHAPTER["loss_of"](writer, table[:, :-1], table[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return writer, snapshots


@pytest.fixture(scope="module")
def explorer():
    _, snapshots = trained()
    return check(lambda: looking_back(snapshots, "hannah", place=4, head=1))


def rounded(explorer, moment: int) -> dict[str, Any]:
    return explorer.frame.__self__.weights[moment]


def by_the_chapter(weights: dict[str, Any], name: str, place: int) -> tuple[Any, float, Any]:
    """Return every head's weights, the loss at a position, and the gradient of the weights."""
    plain: Any = CHAPTER["Attention"]

    class Watched(plain):
        def weights(self, h: Any) -> Any:
            self.seen = super().weights(h)
            self.seen.retain_grad()
            return self.seen

    writer = CHAPTER["Writer"]().double()
    writer.block.attention = Watched().double()
    tensors = {key: mg.tensor(w.tolist(), dtype=mg.float64) for key, w in weights.items()}
    writer.load_state_dict(tensors)
    table = mg.tensor([row(name)])
    loss = F.cross_entropy(writer(table[:, :-1])[0, place], table[0, place + 1])
    loss.backward()
    seen = writer.block.attention.seen
    return seen.detach().numpy()[0], loss.item(), seen.grad.numpy()[0]


CASES = [("hannah", 4), ("zoe", 3), ("q", 0), ("christopher", 11), ("aaaa", 2)]


@needs_node
@pytest.mark.parametrize(("name", "place"), CASES)
def test_the_page_computes_the_same_values_as_the_chapters_network(explorer, name, place) -> None:
    n = len(name) + 1
    for moment in range(3):
        at = [moment, place, Words(11).index(name), 0, 0]
        seen = frames_in_page(explorer, [at])[0]["seen"]
        weights, loss, of_weights = by_the_chapter(rounded(explorer, moment), name, place)
        assert seen["loss"] == pytest.approx(loss, abs=1e-9)
        for head in range(4):
            for t in range(n):
                here = seen["weights"][head][t]
                assert here == pytest.approx(weights[head, t, : t + 1].tolist(), abs=1e-9)
            gradient = of_weights[head, place]
            assert seen["ofWeights"][head] == pytest.approx(
                gradient[: place + 1].tolist(), abs=1e-9
            )
            others = np.delete(of_weights[head], place, axis=0)
            assert not others.any(), "the loss at a position depends only on its own row"


@needs_node
@pytest.mark.parametrize(("name", "place"), CASES)
def test_the_page_computes_the_same_score_gradients_as_autograd(explorer, name, place) -> None:
    [shown] = frames_in_page(explorer, [[2, place, Words(11).index(name), 0, 0]])
    seen = look(rounded(explorer, 2), 4, name, place)
    for head in range(4):
        gradient = seen.of_scores[head]
        assert shown["seen"]["ofScores"][head] == pytest.approx(
            gradient[place, : place + 1].tolist(), abs=1e-9
        )
        assert not np.delete(gradient, place, axis=0).any()
        assert gradient[place].sum() == pytest.approx(0, abs=1e-12)


@needs_node
def test_the_page_and_python_show_the_same_sentence_and_figure(explorer) -> None:
    positions = [list(at) for at in explorer.positions]
    positions += [
        [1, 4, Words(11).index("hannah"), head, view] for head in range(4) for view in range(3)
    ]
    for at, there in zip(positions, frames_in_page(explorer, positions), strict=True):
        frame = explorer.frame(*explorer.values(at))
        assert there["sentence"] == frame.sentence
        assert len(there["pieces"]) == len(frame.pieces)
        for drawn, here in zip(there["pieces"], frame.pieces, strict=True):
            assert re.sub(r"<[^>]*>", "", drawn) == re.sub(r"<[^>]*>", "", here)
            assert places(drawn) == pytest.approx(places(here), abs=0.11)


def shown(explorer, place: int, name: str, head: str, view: str) -> Frame:
    return explorer.at(step=30, place=place, name=name, head=head, show=view)


def places(piece: str) -> list[float]:
    """Return the numbers in an element, sorted because attributes can come in any order."""
    plain = re.sub(r"#\w+|series-\d", "", piece)
    return sorted(float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", plain))


def test_a_later_letter_affects_neither_an_earlier_letters_attention_nor_its_gradient(
    explorer,
) -> None:
    for view in VIEWS:
        one, longer, other = (
            texts(shown(explorer, 2, name, "1st", view)) for name in ("anna", "annbcd", "enna")
        )
        assert one == longer
        assert one != other


def texts(frame: Frame) -> list[str]:
    """Return the numbers that are drawn next to the letters."""
    return [text for text in re.findall(r">([−.\d]+)<", frame.pieces[7]) if text]


def test_a_position_past_the_end_of_the_name_counts_as_the_last_and_the_sentence_says_so(
    explorer,
) -> None:
    last = shown(explorer, 3, "zoe", "1st", VIEWS[0]).sentence
    beyond = shown(explorer, 9, "zoe", "1st", VIEWS[0]).sentence
    assert beyond == "There's no place 9. " + last


def test_the_sentence_states_the_numbers_in_the_row(explorer) -> None:
    seen = look(rounded(explorer, 2), 4, "hannah", 4)
    of_row = seen.of_scores[2][4, :5]
    sentence = shown(explorer, 4, "hannah", "3rd", VIEWS[2]).sentence
    low, high = int(np.argmin(of_row)), int(np.argmax(of_row))
    expected = [30, 3, seen.loss, 5, low, of_row[low], high, of_row[high]]
    assert numbers(sentence) == pytest.approx(expected, abs=0.0051)


@pytest.mark.parametrize(("name", "place"), CASES)
def test_the_sentences_say_what_the_chapters_network_does(explorer, name, place) -> None:
    """The gradient of the scores is the softmax's: w (g - w · g)."""
    all_weights, loss, of_weights = by_the_chapter(rounded(explorer, 2), name, place)
    for head, ordinal in enumerate(("1st", "2nd", "3rd", "4th")):
        weights, g = (
            np.array(each[head, place, : place + 1]) for each in (all_weights, of_weights)
        )
        of_scores = weights * (g - weights @ g)
        names = ["the first period (place 0)"]
        names += [f"{letter} (place {k})" for k, letter in enumerate(name[:place], 1)]
        said = [shown(explorer, place, name, ordinal, view).sentence for view in VIEWS]
        most = int(weights.argmax())
        whom = "itself" if most == place else names[most]
        before = f"After {name[:place]}" if place else "At the beginning"
        right = name[place] if place < len(name) else "the period"
        assert f"{names[place]} looks most at {whom}, with" in said[0]
        assert f"{before}, the right answer is {right}. " in said[0]
        assert numbers(said[0])[-2:] == pytest.approx([np.exp(-loss), loss], abs=0.0051)
        assert f"the loss at {names[place]} is " in said[1]
        if not place:
            assert "only weight" in said[1]
            assert "only one score" in said[2]
            continue
        low, high = names[g.argmin()], names[g.argmax()]
        assert f"is lowest for {low}, at " in said[1]
        assert f"and highest for {high}, at " in said[1]
        moved = f"Moving weight from place {g.argmax()} to place {g.argmin()} would lower the loss."
        assert moved in said[1]
        low, high = names[of_scores.argmin()], names[of_scores.argmax()]
        assert f"gives a gradient to {place + 1} scores" in said[2]
        assert f"raise the score of {low} the most" in said[2]
        assert f"lower the score of {high} the most" in said[2]


def test_snapshots_are_taken_before_their_steps_and_after_the_last() -> None:
    writer, snapshots = trained(steps=12)
    assert list(snapshots.taken) == [0, 10, 12]
    at_first = trained(steps=0)[0].state_dict()
    for name, now in writer.named_parameters():
        assert np.array_equal(snapshots.taken[0][name], at_first[name].numpy())
        assert np.array_equal(snapshots.taken[12][name], now.detach().numpy())
    changed = [
        name for name, w in snapshots.taken[10].items() if (w != snapshots.taken[12][name]).any()
    ]
    assert changed == list(snapshots.taken[12])


def test_rounding_changes_a_weight_by_at_most_half_a_level() -> None:
    weights = np.random.default_rng(0).normal(size=(7, 5))
    back = unpacked(packed(weights), (7, 5))
    assert 0 < abs(back - weights).max() <= 0.5001 * abs(weights).max() / LEVELS
    assert not unpacked(packed(np.zeros(3)), (3,)).any()


WORDS = ["a", "z", "aa", "az", "zz", "aaa", "marianna", "christopher", "zzzzzzzzzzz"]


@needs_node
def test_words_have_the_same_numbers_in_python_and_in_the_page() -> None:
    words = Words(11)
    there = run("programs/drawing.js", f"{json.dumps(WORDS)}.map(numberOf)")
    assert there == [words.index(word) for word in WORDS]
    assert there[:6] == [0, 25, 26, 51, 701, 702]
    assert there[-1] == words.size - 1 < 2**53
    assert run("programs/drawing.js", f"{json.dumps(there)}.map(wordOf)") == WORDS
    assert [words[number] for number in there] == WORDS
    with pytest.raises(IndexError):
        words[words.size]


@needs_node
def test_only_letters_in_the_typed_text_are_used() -> None:
    typed = ["El1z<b>A</b>", "o'Neil ", "Ödön", "", "abcdefghijklmnop"]
    taken = run("typed.js", f"{json.dumps(typed)}.map((text) => typedWord(text, 11))")
    assert taken == ["elzbab", "oneil", "dn", "", "abcdefghijk"]


def lose(snapshots: Snapshots) -> None:
    del snapshots.taken[30]["block.up.weight"]


def widen(snapshots: Snapshots) -> None:
    snapshots.taken[30]["last.bias"] = np.zeros(28)


def forget(snapshots: Snapshots) -> None:
    snapshots.taken.clear()


@pytest.mark.parametrize(
    ("change", "settings", "words"),
    [
        (lose, {}, "block.up.weight is missing"),
        (widen, {}, r"last.bias has shape \(28,\)"),
        (forget, {}, "snapshots are empty"),
        (None, {"name": "Anna"}, "letters from a to z, not 'Anna'"),
        (None, {"name": "<b>"}, "letters from a to z"),
        (None, {"name": "bartholomewe"}, "1 to 11 letters"),
        (None, {"name": "ian", "place": 4}, "place must be from 0 to 3, not 4"),
        (None, {"heads": 3}, "a width of 32 can't be divided among 3 heads"),
    ],
)
def test_undrawable_input_is_reported(change, settings, words: str) -> None:
    _, snapshots = trained()
    if change:
        change(snapshots)
    with pytest.raises(ValueError, match=words):
        looking_back(snapshots, **settings)
