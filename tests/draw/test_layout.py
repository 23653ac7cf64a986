"""Tests that the layout keeps boxes apart, and edges out of boxes, for any graph."""

import random
from itertools import combinations, pairwise

import pytest

from minigrad.draw.layout import Edge, Layout, Point, layout


def random_graph(seed: int, count: int | None = None) -> tuple[list[Point], list[Edge]]:
    rng = random.Random(seed)
    count = count or rng.randint(1, 60)
    sizes = [(rng.uniform(20, 220), rng.uniform(20, 120)) for _ in range(count)]
    edges = [
        (rng.randrange(max(0, node - 12), node), node)
        for node in range(1, count)
        for _ in range(rng.choice((0, 1, 2, 2, 3)))
    ]
    return sizes, edges


def inside(x: float, y: float, plan: Layout, node: int) -> bool:
    (cx, cy), (width, height) = plan.centers[node], plan.sizes[node]
    return abs(x - cx) < width / 2 - 0.01 and abs(y - cy) < height / 2 - 0.01


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("seed", range(3))
class TestRandomGraphs:
    def test_no_box_overlaps_another(self, seed: int, down: bool) -> None:
        plan = layout(*random_graph(seed), down)
        boxes = list(zip(plan.centers, plan.sizes, strict=True))
        for ((x, y), (width, height)), ((a, b), (wide, tall)) in combinations(boxes, 2):
            assert abs(x - a) >= (width + wide) / 2 or abs(y - b) >= (height + tall) / 2

    def test_every_box_and_edge_is_inside_the_drawing(self, seed: int, down: bool) -> None:
        plan = layout(*random_graph(seed), down)
        corners = [
            (x + side * width / 2, y + side * height / 2)
            for (x, y), (width, height) in zip(plan.centers, plan.sizes, strict=True)
            for side in (-1, 1)
        ]
        for x, y in corners + [point for route in plan.routes for point in route]:
            assert 0 <= x <= plan.width
            assert 0 <= y <= plan.height

    def test_no_edge_passes_through_a_box(self, seed: int, down: bool) -> None:
        plan = layout(*random_graph(seed), down)
        for route in plan.routes:
            for i, ((a, b), (c, d)) in enumerate(pairwise(route)):
                for step in range(1, 10):
                    t = step / 10
                    bent = t if i % 2 == 0 else t * t * (3 - 2 * t)  # a curve's ends are level
                    along, across = (bent, t) if down else (t, bent)
                    x, y = a + (c - a) * along, b + (d - b) * across
                    assert not any(inside(x, y, plan, node) for node in range(len(plan.sizes)))

    def test_edges_start_at_their_source_and_point_forward(self, seed: int, down: bool) -> None:
        sizes, edges = random_graph(seed)
        plan = layout(sizes, edges, down)
        main = 1 if down else 0
        for (source, target), route in zip(edges, plan.routes, strict=True):
            for node, end, side in ((source, route[0], 1), (target, route[-1], -1)):
                border = plan.centers[node][main] + side * sizes[node][main] / 2
                assert end[main] == pytest.approx(border)
                offset = abs(end[1 - main] - plan.centers[node][1 - main])
                assert offset <= sizes[node][1 - main] / 2 + 1e-9
            assert all(a[main] <= b[main] for a, b in pairwise(route))


def test_a_tree_has_no_crossings() -> None:
    edges = [(node, (node - 1) // 2) for node in random.Random(3).sample(range(1, 31), 30)]
    plan = layout([(60.0, 30.0)] * 31, edges)
    for (a, b), (c, d) in combinations(edges, 2):
        if plan.centers[a][0] == plan.centers[c][0]:
            before = plan.centers[a][1] - plan.centers[c][1]
            after = plan.centers[b][1] - plan.centers[d][1]
            assert before * after >= 0


def test_a_box_without_edges_comes_first() -> None:
    plan = layout([(50.0, 20.0)] * 3, [(1, 2)])
    assert plan.centers[0][0] == plan.centers[1][0] < plan.centers[2][0]


def test_no_boxes_make_an_empty_drawing() -> None:
    assert layout([], []).centers == []


def test_a_cycle_is_rejected() -> None:
    with pytest.raises(ValueError, match="cycle"):
        layout([(10.0, 10.0)] * 2, [(0, 1), (1, 0)])


def test_a_deep_graph_does_not_exhaust_the_stack() -> None:
    plan = layout([(10.0, 10.0)] * 3000, [(i, i + 1) for i in range(2999)])
    assert len(plan.centers) == 3000
