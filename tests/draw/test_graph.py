"""Tests that drawings of graphs are valid, complete, harmless, and described in words.

The graphs implement only the part of PyTorch's interface that the drawing code needs.
"""

import random
import warnings
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.draw import Drawing, draw_graph
from minigrad.draw.palette import STILL
from minigrad.draw.svg import text_width

SVG = "{http://www.w3.org/2000/svg}"


class FakeTensor:
    def __init__(self, data: Any, grad_fn: Any = None, requires_grad: bool = True) -> None:
        self.data, self.grad_fn, self.requires_grad = data, grad_fn, requires_grad
        self.grad: FakeTensor | None = None
        self.is_leaf = grad_fn is None
        self.shape = (len(data),) if isinstance(data, list) else ()
        if self.is_leaf and requires_grad:
            self.accumulate = FakeAccumulateGrad(self)

    def detach(self) -> "FakeTensor":
        return FakeTensor(self.data, requires_grad=False)

    def __repr__(self) -> str:
        return f"tensor({self.data})"

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        raise AssertionError("the drawing code compared tensors by value")


class FakeAccumulateGrad:
    next_functions = ()

    def __init__(self, variable: FakeTensor) -> None:
        self.variable = variable


class FakeNode:
    def __init__(self, name: str, inputs: tuple[FakeTensor, ...]) -> None:
        self._name = name
        self.next_functions = tuple(
            (t.grad_fn or getattr(t, "accumulate", None) if t.requires_grad else None, 0)
            for t in inputs
        )

    def name(self) -> str:
        return self._name


def leaf(data: Any = 1.0) -> FakeTensor:
    return FakeTensor(data)


def apply(name: str, *inputs: FakeTensor, data: Any = 2.0) -> FakeTensor:
    return FakeTensor(data, FakeNode(f"{name}Backward0", inputs))


def random_tensor(seed: int) -> tuple[FakeTensor, dict[str, FakeTensor]]:
    rng = random.Random(seed)
    tensors = [leaf(rng.uniform(-9, 9)) for _ in range(rng.randint(1, 6))]
    named = {f"w{i}": tensor for i, tensor in enumerate(tensors)}
    for i in range(rng.randint(1, 40)):
        inputs = [rng.choice(tensors[-9:]) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.2:
            inputs.append(FakeTensor(1.0, requires_grad=False))
        data = rng.choice([rng.gauss(0, 100), [1.5, -2.5], float("nan"), list(range(99))])
        tensors.append(apply(rng.choice(["Mul", "Add", "Sin", "LogSoftmax"]), *inputs, data=data))
        if rng.random() < 0.4:
            named[f"h{i}"] = tensors[-1]
            tensors[-1].grad = leaf(rng.random())
    for tensor in tensors:
        if rng.random() < 0.5:
            tensor.grad = leaf([rng.random()] * 3)
    return tensors[-1], named


def parse(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def boxes(root: ElementTree.Element) -> dict[int, tuple[float, float, float, float]]:
    corners = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "mg-node":
            (frame,) = group.findall(f"{SVG}rect")
            x, y, width, height = (float(frame.attrib[k]) for k in ("x", "y", "width", "height"))
            corners[int(group.attrib["data-node"])] = (x, y, x + width, y + height)
    return corners


def words(root: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()).replace("\u00a0", " ") for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("seed", range(6))
class TestRandomGraphs:
    def test_text_stays_inside_its_box_and_the_drawing(self, seed: int) -> None:
        tensor, named = random_tensor(seed)
        root = parse(draw_graph(tensor, named))
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        corners = boxes(root)
        for group in root.iter(f"{SVG}g"):
            if group.get("class") == "mg-node":
                left, top, right, bottom = corners[int(group.attrib["data-node"])]
                assert 0 <= left < right <= width
                assert 0 <= top < bottom <= height
                for text in group.iter(f"{SVG}text"):
                    half = text_width("".join(text.itertext()), 13) / 2
                    assert left <= float(text.attrib["x"]) - half
                    assert float(text.attrib["x"]) + half <= right
                    assert top + 10 <= float(text.attrib["y"]) <= bottom - 4
            if group.get("class") == "mg-key":
                for text in group.iter(f"{SVG}text"):
                    end = float(text.attrib["x"]) + text_width(text.text or "", 12)
                    assert end <= width
                    assert float(text.attrib["y"]) <= height - 4

    def test_text_is_large_enough_and_no_ids_are_shared(self, seed: int) -> None:
        tensor, named = random_tensor(seed)
        root = parse(draw_graph(tensor, named))
        sizes = [float(e.attrib["font-size"]) for e in root.iter() if "font-size" in e.attrib]
        assert min(sizes) >= 12
        assert not [e for e in root.iter() if "id" in e.attrib]  # no ids, so no duplicates
        numbers = [e.attrib["data-node"] for e in root.iter() if "data-node" in e.attrib]
        assert len(numbers) == len(set(numbers))

    def test_the_same_graph_gives_the_same_drawing(self, seed: int) -> None:
        first, second = (random_tensor(seed) for _ in range(2))
        picture, again = (draw_graph(t, named) for t, named in (first, second))
        assert picture == again


def test_a_shared_tensor_is_drawn_once_and_reached_twice() -> None:
    x = leaf(3.0)
    a, b = apply("Sin", x), apply("Exp", x)
    root = parse(draw_graph(apply("Add", a, b), x=x, a=a, b=b))
    assert len(boxes(root)) == 4
    edges = [e.attrib["data-edge"] for e in root.iter() if "data-edge" in e.attrib]
    assert sorted(edges) == ["0 1", "0 2", "1 3", "2 3"]


def test_each_use_of_a_tensor_by_an_operation_has_an_edge() -> None:
    x = leaf(3.0)
    root = parse(draw_graph(apply("Mul", x, x), x=x))
    assert [e.attrib["data-edge"] for e in root.iter() if "data-edge" in e.attrib] == ["0 1"] * 2


def test_names_values_gradients_and_operations_are_shown() -> None:
    x = leaf(3.0)
    x.grad = FakeTensor(6.0, requires_grad=False)
    y = apply("Mul", x, x, data=9.0)
    shown = words(parse(draw_graph(y, x=x, y=y, legend=False)))
    assert shown == ["x = 3.0", "grad 6.0", "MulBackward0", "y = 9.0"]


def test_gradients_flow_back_only_along_tracked_edges() -> None:
    x, constant = leaf(), FakeTensor(5.0, requires_grad=False)
    root = parse(draw_graph(apply("Mul", x, constant), legend=False))
    kinds = {
        e.attrib["data-edge"]: [track.get("class") for track in e]
        for e in root.iter()
        if "data-edge" in e.attrib
    }
    assert kinds == {"0 2": ["mg-forward", "mg-backward"], "1 2": ["mg-forward"]}
    assert "untracked" in words(root)


def test_an_untracked_input_that_was_saved_is_shown() -> None:
    w: Any = mg.tensor(2.0, requires_grad=True)
    data: Any = mg.tensor([5.0, 7.0])
    y = (w * data).sum()
    assert "X = [5., 7.]" in words(parse(draw_graph(y, w=w, X=data)))
    assert "[5., 7.]" in words(parse(draw_graph(y, w=w)))
    y.backward()
    assert "untracked" in words(parse(draw_graph(y, w=w, X=data)))  # the graph was freed


def test_each_part_of_a_box_has_the_color_for_its_kind() -> None:
    w: Any = mg.tensor(2.0, requires_grad=True)
    data: Any = mg.tensor([5.0, 7.0])
    y = (w * data).sum()
    y.backward(retain_graph=True)
    kinds = {}
    for part in parse(draw_graph(y, w=w, X=data, y=y)).iter(f"{SVG}g"):
        kind = (part.get("class") or "").removeprefix("mg-")
        if kind in ("value", "gradient", "untracked", "operation"):
            kinds[" ".join(words(part))] = kind
            fills = {path.get("fill") for path in part.findall(f"{SVG}path")}
            assert fills == {STILL[kind]}, kind
    expected = {
        "w = 2.": "value",
        "grad 12.": "gradient",
        "X = [5., 7.]": "untracked",
        "MulBackward0": "operation",
        "SumBackward0": "operation",
        "y = 24.": "value",
    }
    assert kinds == expected


def test_a_minigrad_graph_is_described_in_full_without_a_warning() -> None:
    w: Any = mg.tensor([1.0, 2.0], requires_grad=True)
    data: Any = mg.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    hidden = data @ w
    hidden.retain_grad()
    top = hidden[1:].sum()
    loss = (top * top) / 2
    loss.backward()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # top doesn't retain its gradient, so reading it would warn
        drawing = draw_graph(loss, w=w, hidden=hidden, top=top, loss=loss)
    assert drawing.text == (
        "Graph of 5 operations: hidden = MvBackward0(untracked, w) = [ 5., 11., 17.]; "
        "#3 = SliceBackward0(hidden); top = SumBackward0(#3) = 28.; #5 = MulBackward0(top, top); "
        "loss = DivBackward0(#5, 2.) = 392. "
        "Gradients: w.grad = [224., 280.]; hidden.grad = [ 0., 28., 28.]."
    )


def test_a_leaf_has_a_mailbox_and_an_inner_result_has_none() -> None:
    x: Any = mg.tensor(3.0, requires_grad=True)
    y = x * x
    drawing = draw_graph(y * 2, x=x, y=y, legend=False)
    shown = words(parse(drawing))
    assert [text for text in shown if "grad" in text] == ["grad None"]
    assert shown.index("grad None") == shown.index("x = 3.") + 1
    assert drawing.text.endswith("No gradient yet: x.grad.")


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        (lambda x: x + 2, "2."),
        (lambda x: 0.1 + x, "0.1000"),
        (lambda x: x - 0.25, "0.2500"),
        (lambda x: mg.tensor(0.25) - x, "0.2500"),
        (lambda x: x * x + 1, "1."),
        (lambda x: (x + x) / 3, "3."),
        (lambda x: x + mg.tensor([4.0, 4.0]), "4."),
        (lambda x: 0 + x, "0."),  # `sum` begins this way
        (lambda x: x - 0, "0."),
        (lambda x: x.exp() + 2, "untracked"),  # the drawing code can't compute exp
        (lambda x: x + mg.tensor([1.0, 2.0]), "untracked"),
        (lambda x: x * 1e6 + 0.1, "untracked"),  # going by the result, 0.125 was added
        (lambda x: x * 2**30 + 0.1, "untracked"),  # the result is the same as with 0
        (lambda x: mg.add(x, 2, alpha=3), "untracked"),
        (lambda x: x[0] + 2, "untracked"),
    ],
)
def test_a_constant_is_shown_if_it_is_certain(make: Any, shown: str) -> None:
    x: Any = mg.tensor([1.1, -3.0], requires_grad=True)
    texts = words(parse(draw_graph(make(x), x=x, legend=False)))
    dashed = [text for text in texts if text in {"untracked", shown}]
    assert dashed == [shown]


@pytest.mark.parametrize(("alpha", "shown"), [(1, "6."), (3, "untracked")])
def test_no_constant_is_inferred_from_a_sum_with_alpha_in_pytorch(alpha: int, shown: str) -> None:
    """In x + α·y, the result minus x is α·y, but PyTorch's node saves only α."""

    class Known(FakeTensor):
        def detach(self) -> "Known":
            return Known(self.data, requires_grad=False)

        def numpy(self) -> np.ndarray:
            return np.array(self.data)

    x = Known([1.0, 2.0])
    node = FakeNode("AddBackward0", (x, FakeTensor(2.0, requires_grad=False)))
    node._saved_alpha = alpha  # type: ignore[attr-defined]
    y = Known([7.0, 8.0], node)
    assert f"y = AddBackward0(x, {shown}) = " in draw_graph(y, x=x, y=y).text


def test_a_constant_is_still_shown_after_the_graph_is_freed() -> None:
    x: Any = mg.tensor([1.0, 3.0], requires_grad=True)
    y = x * x
    z = y * 2
    before = draw_graph(z, x=x, y=y, z=z)
    z.sum().backward()
    assert "z = MulBackward0(y, 2.) = [ 2., 18.]" in before.text
    assert "z = MulBackward0(y, 2.) = [ 2., 18.]" in draw_graph(z, x=x, y=y, z=z).text


def test_no_constant_is_inferred_from_a_changed_leaf_or_one_of_several_outputs() -> None:
    x: Any = mg.tensor(3.0, requires_grad=True)
    y = x + 2
    with mg.no_grad():
        x += 1
    assert "AddBackward0(x, untracked)" in draw_graph(y, x=x, y=y).text
    a, b = (mg.tensor([3.0, 5.0], requires_grad=True) * 1).unbind()
    z = a + 1
    assert "z = AddBackward0(b, untracked)" in draw_graph(z, b=b, z=z).text


def test_a_tracked_tensor_outside_the_graph_is_separate() -> None:
    x, w = leaf(1.0), leaf(2.0)
    drawing = draw_graph(apply("Sin", w), x=x, w=w)
    assert drawing.text.endswith("Not part of this graph: x.")
    root = parse(drawing)
    assert len(boxes(root)) == 3
    assert len([e for e in root.iter() if "data-edge" in e.attrib]) == 1


def test_the_text_describes_the_drawing() -> None:
    x, y = leaf(2.0), leaf(3.0)
    a = apply("Mul", x, y, data=6.0)
    z = apply("Add", a, x, data=8.0)
    x.grad, y.grad = FakeTensor(4.0), FakeTensor(2.0)
    second = "z = AddBackward0({}, x) = 8.0. Gradients: x.grad = 4.0; y.grad = 2.0."
    first = "Graph of 2 operations: {} = MulBackward0(x, y)"
    drawing = draw_graph(z, x=x, y=y, a=a, z=z)
    assert drawing.text == f"{first.format('a')} = 6.0; {second.format('a')}"
    assert draw_graph(z, x=x, y=y, z=z).text == f"{first.format('#2')}; {second.format('#2')}"
    root = parse(drawing)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == root.findtext(f"{SVG}title") == drawing.text


@pytest.mark.parametrize(
    ("tensor", "text"),
    [
        (leaf(2.0), "2.0 is a leaf: no operation was recorded for it."),
        (
            FakeTensor(2.0, requires_grad=False),
            "2.0 is untracked: no operation was recorded for it.",
        ),
    ],
)
def test_a_tensor_without_a_graph_is_a_single_box(tensor: FakeTensor, text: str) -> None:
    drawing = draw_graph(tensor)
    assert drawing.text == text
    assert len(boxes(parse(drawing))) == 1


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert('x')</script>",
        '"><svg onload="x"',
        "]]>&amp;",
        "a\x00b\x1b",
        "\ud800",
        "重" * 30,
    ],
)
def test_names_are_escaped(name: str) -> None:
    x = leaf()
    y = FakeTensor(2.0, FakeNode(name, (x,)))
    drawing = draw_graph(y, {name: x})
    root = parse(drawing)
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg", "title", "g", "rect", "path", "text", "tspan"
    }  # fmt: skip
    assert not [k for e in root.iter() for k in e.attrib if k.startswith("on")]
    drawing.svg.encode()


def test_long_names_are_truncated_in_the_drawing_but_not_in_the_text() -> None:
    name = "a_very_long_name_that_would_make_a_box_as_wide_as_the_page"
    x = leaf()
    drawing = draw_graph(apply("Sin", x), {name: x})
    assert name in drawing.text
    assert name not in words(parse(drawing))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), -0.0, 1e300])
def test_unusual_numbers_are_shown_as_they_are(number: float) -> None:
    x = leaf(number)
    x.grad = FakeTensor(number)
    shown = words(parse(draw_graph(apply("Sin", x, data=number), x=x)))
    assert f"x = {number}" in shown
    assert f"grad {number}" in shown


def test_ten_thousand_nodes_are_collapsed_before_they_are_laid_out() -> None:
    tensor = x = leaf()
    for _ in range(10_000):
        tensor = apply("Sin", tensor)
    drawing = draw_graph(tensor, x=x)
    assert drawing.text.endswith("9921 earlier boxes are left out.")
    root = parse(drawing)
    assert len(boxes(root)) == 81
    assert "⋯" in words(root)


def test_a_graph_wider_than_the_page_is_drawn_top_down() -> None:
    chain = leaf()
    for _ in range(20):
        chain = apply("Sin", chain)
    root = parse(draw_graph(chain))
    assert float(root.attrib["width"]) < 960 < float(root.attrib["height"])


def test_a_notebook_receives_the_drawing_and_the_text() -> None:
    drawing = draw_graph(apply("Sin", leaf()))
    data = drawing._repr_mimebundle_(include=None, exclude=None)
    assert data["image/svg+xml"] == drawing.svg
    assert data["text/plain"] == repr(drawing) == drawing.text


def test_a_value_that_is_not_a_tensor_is_rejected() -> None:
    with pytest.raises(TypeError, match=r"argument 'tensor' must be Tensor, not float"):
        draw_graph(1.0)
    with pytest.raises(TypeError, match=r"argument 'x' must be Tensor, not list"):
        draw_graph(leaf(), x=[1.0])
