"""Tests that plots are reproducible, describe their numbers in words, and share no ids."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

from minigrad.draw import curves, figure, show

SVG = "{http://www.w3.org/2000/svg}"
LOSSES = [10.0, 4.0, 2.0, 1.5]


def test_the_text_gives_the_first_and_last_values_of_every_curve() -> None:
    drawing = curves({"slow": LOSSES, "fast": [10, 1, 0.1]}, x="step", y="loss")
    assert drawing.text == "Curves of loss over step: slow from 10 to 1.5; fast from 10 to 0.1."
    assert curves({"a": LOSSES}, alt="It falls.").text.startswith("It falls. Curves of values")
    root = ElementTree.fromstring(drawing.svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == root.findtext(f"{SVG}title") == drawing.text


def test_text_is_stored_as_text_rather_than_paths() -> None:
    drawing = curves({"slow": LOSSES}, x="step", y="loss")
    root = ElementTree.fromstring(drawing.svg)
    assert {"slow", "step", "loss"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_a_figure_is_identical_from_run_to_run() -> None:
    assert curves({"a": LOSSES}).svg == curves({"a": LOSSES}).svg
    code = "from minigrad.draw import curves; print(curves({'a': [10.0, 4.0, 2.0, 1.5]}).svg)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.rstrip() == curves({"a": LOSSES}).svg.rstrip()
    assert "<dc:date>" not in done.stdout


def test_a_figure_does_not_depend_on_the_last_bits_of_its_numbers() -> None:
    """Three labels at the same height move apart, beyond the axes, which changes the size."""
    runs = {name: [1.0, 4.0, 10.0 + 1e-3 * place] for place, name in enumerate("abc")}
    shaken = {
        name: [value * (1 + sign * 1e-6) for value, sign in zip(values, (1, -1, 1), strict=True)]
        for name, values in runs.items()
    }
    assert curves(shaken).svg == curves(runs).svg


def test_figures_share_no_ids_and_every_reference_has_a_target() -> None:
    first, second = (curves({"a": LOSSES, name: [1, 2]}).svg for name in "bc")
    ids = [re.findall(r'\bid="([^"]+)"', svg) for svg in (first, second)]
    assert not set(ids[0]) & set(ids[1])
    assert len(ids[0]) == len(set(ids[0]))
    assert set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', first)) <= {
        pair for identity in ids[0] for pair in ((identity, ""), ("", identity))
    }


def test_no_style_leaks_into_the_page() -> None:
    assert "<style" not in curves({"a": LOSSES}).svg


def test_names_are_shown_literally() -> None:
    name = '<b>$x_1$ & "y"'
    root = ElementTree.fromstring(curves({name: LOSSES}).svg)
    assert name in [text.text for text in root.iter(f"{SVG}text")]
    assert not list(root.iter(f"{SVG}b"))


def test_labels_of_curves_that_end_together_do_not_overlap() -> None:
    root = ElementTree.fromstring(curves(dict.fromkeys("pqr", LOSSES)).svg)
    heights = sorted(float(t.attrib["y"]) for t in root.iter(f"{SVG}text") if t.text in set("pqr"))
    assert len(heights) == 3
    assert min(b - a for a, b in pairwise(heights)) >= 13


def test_a_label_is_above_the_labels_of_lower_curves_in_any_order() -> None:
    """This is true even if the ends are so close together that the labels have to move."""
    for names in (("high", "low"), ("low", "high")):
        ends = {"high": [1.0, 10.0], "low": [1.0, 9.9]}
        root = ElementTree.fromstring(curves({name: ends[name] for name in names}).svg)
        y = {t.text: float(t.attrib["y"]) for t in root.iter(f"{SVG}text") if t.text in names}
        assert y["high"] < y["low"] - 12, names


def test_curves_may_end_be_missing_or_diverge() -> None:
    inf = float("inf")
    drawing = curves({"up": [1.0, 10.0, inf, float("nan")], "none": []}, log=True)
    assert "up from 1 to nan; none is empty" in drawing.text
    assert ">up</text>" in drawing.svg  # at its last finite value
    ElementTree.fromstring(curves({}).svg)


def test_pairs_specify_horizontal_positions() -> None:
    assert "f from 4 to 9" in curves({"f": ([-2, 3], [4, 9])}).text


def test_a_custom_figure_includes_its_text_alternative() -> None:
    fig, ax = figure(width=4, height=2)
    ax.scatter([1, 2], [3, 4])
    assert show(fig, "Two points.").text == "Two points."


def test_drawing_graphs_does_not_import_matplotlib() -> None:
    code = "import sys, minigrad.draw; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
