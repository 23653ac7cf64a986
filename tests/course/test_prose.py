"""Tests that names, links, colors, orders, and hints in the text match what they refer to."""

import colorsys
import re
from pathlib import Path

import minigrad
from minigrad.course.chapter_5.orders import every_order
from minigrad.course.chapters import chapter_id, load
from minigrad.draw import palette
from minigrad.teaching.editions.reading import Exercise, exercises
from tests.course.cells import NOTEBOOKS, parametrize_chapters
from tests.course.claims import lectures_of
from tests.course.solved import read
from tests.course.test_claims import CHAPTERS, sentences

NODE = re.compile(r"`<?([A-Z]\w*Backward\w*)>?`")
LINK = re.compile(r"\[[Cc]hapter (\w+)[^\]]*\]\(([^)#]+)[^)]*\)")
ORDER = re.compile(r"\b[BCPSZ]{5}\b")
HUES = {"orange": (15, 45), "blue": (195, 225), "pink": (315, 345)}  # degrees on the color wheel
COLOR = re.compile(r"\b(?:blue|orange|pink|gray|red|green|yellow|purple|brown)\b")

# By chapter: each phrase that names a color, in its notebook or in its lectures, and the color that
# the figure uses there, from the palette or as it stands in the lecture's code.
COLORS = {
    "1": [
        ("dashed orange arrows", "gradient-line"),
        ("orange field", "gradient"),
        ("orange box", "gradient"),
        ("gray arrows show how the values", "line"),
        ("gray arrows from y", "line"),
        ("gray arrows, inputs first", "line"),
        ("follows the orange arrows", "gradient-line"),
        ("orange arrows, from the result back", "gradient-line"),
        ("orange dots", "gradient-line"),
    ],
    "2": [
        ("each orange line,", "gradient-line"),
        ("the orange lines", "gradient-line"),
        ("the blue circle", "value-line"),
        ("the blue curve is", "value-line"),
    ],
    "3": [("orange arrows", "gradient-line")],
    "6": [
        ("gray arrows: values flow forward", "line"),
        ("orange arrows: gradients flow back", "gradient-line"),
    ],
    "8": [
        ("strongest blue", "value-line"),
        ("a blue ring", "value-line"),
        ("with pink in its middle", "#c94f8c"),
        ("blue above its middle", "value-line"),
        ("blue rewards ink", "value-line"),
        ("pink punishes it", "#c94f8c"),
        ("blue weights are above 0", "value-line"),
        ("pink ones are below", "#c94f8c"),
        ("the pink in the middle rule out", "#c94f8c"),
    ],
    "10": [
        ("blue: v", "value-line"),
        ("orange: h times v", "gradient-line"),
        ("blue goes in", "value-line"),
        ("orange comes out", "gradient-line"),
    ],
    "10b": [
        ("orange box", "gradient"),
        ("orange arrows", "gradient-line"),
        ("blue: above 0", "value-line"),
        ("orange: below 0", "gradient-line"),
        ("along the blue arcs", "value-line"),
    ],
    "11": [("orange points", "gradient-line")],
    "11b": [("the orange cut", "gradient-line")],
}
# Each order of the five lines of chapter 5's training loop, and what the text says it does.
ORDERS = {"PCZBS": "trains", "ZPCBS": "trains", "PCBZS": "learns nothing"}


def prose(chapter: str) -> str:
    return "\n".join(cell.source for cell in read(chapter).cells if cell.cell_type == "markdown")


@parametrize_chapters(CHAPTERS)
def test_a_node_named_in_the_text_occurs_in_the_chapters_output(chapter: str) -> None:
    texts = [prose(chapter), *(text for _, text in sentences(chapter))]
    named = {name for text in texts for name in NODE.findall(text)}
    shown = str([cell.get("outputs") for cell in read(chapter).cells]) if named else ""
    assert {name for name in named if not re.search(rf"\b{name}\b", shown)} == set()


@parametrize_chapters(path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb")))
def test_a_link_to_a_chapter_leads_to_that_chapter(chapter: str) -> None:
    wrong = [
        (number, target)
        for number, target in LINK.findall(prose(chapter))
        if not target.startswith("http") and chapter_id(Path(target).stem) != number
    ]
    assert wrong == []


def name_of(color: str) -> str:
    """Return the word for a color such as #d55e00, based on its hue. Without a hue, it's gray."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    if max(red, green, blue) - min(red, green, blue) < 0.1:
        return "gray"
    names = [name for name, (least, most) in HUES.items() if least <= hue * 360 <= most]
    return names[0] if names else f"hue {hue * 360:.0f}, saturation {saturation:.2f}"


@parametrize_chapters(CHAPTERS)
def test_colors_named_in_a_chapter_are_those_of_its_figures(chapter: str) -> None:
    texts = [prose(chapter), *(path.read_text(encoding="utf-8") for path in lectures_of(chapter))]
    everything = " ".join("\n".join(texts).casefold().split())
    named = COLORS.get(chapter_id(chapter), [])
    for piece, color in named:
        assert piece in everything, piece
        assert color in palette.STILL or color in everything, color
        assert name_of(palette.STILL.get(color, color)) in piece, piece
    for piece, _ in named:
        everything = everything.replace(piece, "")
    left = [everything[max(0, m.start() - 30) : m.end() + 20] for m in COLOR.finditer(everything)]
    assert left == []


def test_the_orders_in_chapter_5_have_the_stated_effects() -> None:
    (chapter,) = (c for c in CHAPTERS if chapter_id(c) == "5")
    lines = (
        "predicted = v * (w * x)",
        "loss = (predicted - y) ** 2",
        "optimizer.zero_grad()",
        "loss.backward()",
        "optimizer.step()",
    )
    outcomes = every_order(lines, minigrad).outcomes
    assert set(ORDER.findall(prose(chapter))) == set(ORDERS)
    assert {order: outcomes[order] for order in ORDERS} == ORDERS


def revealed(hint: str, exercise: Exercise) -> int:
    """Return how many characters of the solution's expressions the hint gives away."""
    stub = {squeezed(line) for line in exercise.stub.source.splitlines()}
    lines = {squeezed(line) for line in exercise.solution.splitlines()} - stub
    expressions = {re.sub(r"^(return|[\w.,]+[-+*/]?=(?!=))", "", line) for line in lines}
    telling = [e for e in expressions if len(e) >= 6 and re.search(r"[-+*/(.@]", e)]
    return sum(len(e) for e in telling if e in squeezed(hint))


def squeezed(text: str) -> str:
    return re.sub(r"#.*|\s+", "", text)


# Solutions with several steps. An earlier hint gives one of them; the last hint has the rest in
# words.
STEPS = {"10 penalty", "12 table"}


@parametrize_chapters(CHAPTERS)
def test_the_last_hint_reveals_the_most(chapter: str) -> None:
    number = chapter_id(chapter)
    package = load(number)
    early = set()
    for exercise in exercises(read(chapter)):
        *earlier, last = (revealed(h, exercise) for h in package.exercises[exercise.name].hints)
        if any(letters > last for letters in earlier):
            early.add(f"{number} {exercise.name}")
    assert early == {step for step in STEPS if step.split()[0] == number}
