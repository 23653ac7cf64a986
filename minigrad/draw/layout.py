"""A layered layout for acyclic graphs: positions and routes, computed from sizes and edges.

There are four steps, following Sugiyama, Tagawa, and Toda (1981): assign layers, order the nodes
within each layer, compute coordinates, and route the edges. An edge that spans several layers gets
its own slot in each layer it crosses, so it passes between boxes and never through one.
"""

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

Point = tuple[float, float]
Edge = tuple[int, int]

GAP = 20.0  # the gap between two boxes in a layer
LAYER_GAP = 32.0  # the gap between two layers, where edges curve
STUB = 10.0  # the straight piece at each end of an edge, for its arrowhead
TRACK = 16.0  # the distance between neighboring edges, at a box or in parallel
MARGIN = 6.0
SWEEPS = 9  # passes back and forth, and then one for the leaves


@dataclass(frozen=True)
class Layout:
    """The center of each box, and the points through which each edge passes.

    The segments between these points are alternately straight and curved; the first and the last
    are straight.
    """

    width: float
    height: float
    sizes: Sequence[Point]
    centers: list[Point]
    routes: list[list[Point]]
    down: bool = False


def layout(sizes: Sequence[Point], edges: Sequence[Edge], down: bool = False) -> Layout:
    """Lay out boxes of the given `sizes` so that every edge points to the right (or down)."""
    depth = [height if down else width for width, height in sizes]
    breadth = [width if down else height for width, height in sizes]
    layers, chains = _layers(len(sizes), edges)
    breadth += [TRACK] * (sum(map(len, layers)) - len(sizes))
    segments = [pair for chain in chains for pair in pairwise(chain)]
    _order(layers, segments)
    cross = _place(layers, segments, breadth, len(sizes))

    shift = MARGIN - min((c - b / 2 for c, b in zip(cross, breadth, strict=True)), default=0)
    cross = [c + shift for c in cross]
    extent = max((c + b / 2 for c, b in zip(cross, breadth, strict=True)), default=0) + MARGIN
    ends = _ports(chains, cross, breadth)

    layer_of = {node: i for i, layer in enumerate(layers) for node in layer}
    bends = [0.0] * len(layers)
    for chain, (start, end) in zip(chains, ends, strict=True):
        levels = [start, *(cross[node] for node in chain[1:-1]), end]
        for node, (a, b) in zip(chain, pairwise(levels), strict=False):
            bends[layer_of[node]] = max(bends[layer_of[node]], abs(a - b))
    borders, at = [], MARGIN
    for layer, bend in zip(layers, bends, strict=True):
        size = max((depth[node] for node in layer if node < len(depth)), default=0)
        borders.append((at - STUB, at + size + STUB))
        at += size + 2 * STUB + LAYER_GAP + min(60, bend / 5)  # a steep edge needs room to curve
    middles = [sum(borders[layer_of[node]]) / 2 for node in range(len(sizes))]
    routes = []
    for chain, (start, end) in zip(chains, ends, strict=True):
        source, *between, target = chain
        route = [
            (middles[source] + depth[source] / 2, start),
            (borders[layer_of[source]][1], start),
        ]
        route += [(border, cross[node]) for node in between for border in borders[layer_of[node]]]
        route += [(borders[layer_of[target]][0], end), (middles[target] - depth[target] / 2, end)]
        routes.append(route)
    width, height = borders[-1][1] - STUB + MARGIN if borders else MARGIN, extent
    centers = list(zip(middles, cross, strict=False))
    if down:
        width, height = height, width
        centers = [(x, y) for y, x in centers]
        routes = [[(x, y) for y, x in route] for route in routes]
    return Layout(width, height, sizes, centers, routes, down)


def tight(sizes: Sequence[Point], edges: Sequence[Edge], down: bool, tightness: float) -> Layout:
    """Return a layout with its gaps scaled by `tightness` and its box sizes unchanged."""
    f = tightness
    laid = layout([(w / f, h / f) for w, h in sizes], edges, down)
    centers = [(x * f, y * f) for x, y in laid.centers]
    routes = [[(x * f, y * f) for x, y in route] for route in laid.routes]
    return Layout(laid.width * f, laid.height * f, sizes, centers, routes, down)


def separate(
    wanted: Sequence[float], gaps: Sequence[float], weights: Sequence[float]
) -> list[float]:
    """Return positions at least `gaps` apart that are a weighted least-squares fit to `wanted`.

    This is the pool-adjacent-violators algorithm: neighbors that would be too close move as one
    block.
    """
    offsets = list(accumulate(gaps, initial=0.0))[: len(wanted)]
    blocks: list[tuple[float, float, int]] = []  # mean, weight, count
    for position, offset, weight in zip(wanted, offsets, weights, strict=True):
        mean, count = position - offset, 1
        while blocks and blocks[-1][0] > mean:
            other, more, members = blocks.pop()
            mean = (mean * weight + other * more) / (weight + more)
            weight, count = weight + more, count + members
        blocks.append((mean, weight, count))
    means = [mean for mean, _, count in blocks for _ in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def _layers(count: int, edges: Sequence[Edge]) -> tuple[list[list[int]], list[list[int]]]:
    """Assign nodes to layers by longest path to the end; return the layers and each edge's nodes.

    Counting from the end puts a leaf right before its first use, however late that use is.
    """
    sources, waiting = _neighbors(count, edges)[0], [0] * count
    for source, _ in edges:
        waiting[source] += 1
    rank, ready = [0] * count, [node for node in range(count) if not waiting[node]]
    for node in ready:
        for source in sources[node]:
            rank[source] = max(rank[source], rank[node] + 1)
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    if len(ready) < count:
        raise ValueError("layout(): the graph has a cycle")
    last = max(rank, default=-1)
    layers: list[list[int]] = [[] for _ in range(last + 1)]
    for node in range(count):
        connected = sources[node] or rank[node]
        layers[last - rank[node] if connected else 0].append(node)
    chains, fresh = [], count
    for source, target in edges:
        between = range(last - rank[source] + 1, last - rank[target])
        for layer in between:
            layers[layer].append(fresh + layer - between.start)
        chains.append([source, *range(fresh, fresh + len(between)), target])
        fresh += len(between)
    return layers, chains


def _neighbors(count: int, segments: Iterable[Edge]) -> tuple[list[list[int]], list[list[int]]]:
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in segments:
        before[target].append(source)
        after[source].append(target)
    return before, after


def _order(layers: list[list[int]], segments: Sequence[Edge]) -> None:
    """Sort layers by neighbors' mean positions in alternating sweeps, and keep the best order."""
    before, after = _neighbors(sum(map(len, layers)), segments)
    position: dict[int, float] = {}
    seen, stack = set(), list(reversed(layers[-1])) if layers else []
    while stack:  # depth first from the end, so arguments begin in the order of the call
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            position[node] = len(position)
            stack += reversed(before[node])

    def sort(layer: list[int]) -> None:
        layer.sort(key=lambda node: position.get(node, len(position)))
        position.update((node, i) for i, node in enumerate(layer))

    for layer in layers:
        sort(layer)
    best, fewest, sweep, patience = list(map(list, layers)), _crossings(layers, after), 0, 4
    while fewest and patience:
        forward, sweep, patience = sweep % 2 == 0, sweep + 1, patience - 1
        for layer in layers if forward else reversed(layers):
            for node in layer:
                near = (before if forward else after)[node]
                if near:
                    position[node] = sum(position[other] for other in near) / len(near)
            sort(layer)
        crossings = _crossings(layers, after)
        if crossings < fewest:
            best, fewest, patience = list(map(list, layers)), crossings, 4
    layers[:] = best


def _crossings(layers: list[list[int]], after: list[list[int]]) -> int:
    total = 0
    for layer, following in pairwise(layers):
        position = {node: i for i, node in enumerate(following)}
        seen: list[int] = []
        for node in layer:
            ends = sorted(position[target] for target in after[node])
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _place(
    layers: list[list[int]], segments: Sequence[Edge], breadth: Sequence[float], boxes: int
) -> list[float]:
    """Sweep back and forth, moving nodes toward their neighbors. Long edges pull the hardest."""
    before, after = _neighbors(len(breadth), segments)

    def pull(node: int, neighbor: int) -> float:
        if neighbor >= boxes:
            return 0.001 if node < boxes else 8
        alone = len(before[neighbor]) + len(after[neighbor]) == 1
        # A chain stays straight next to a long edge or a leaf, because these can adapt to the
        # chain.
        return 0.001 if alone else 1

    cross, gaps = [0.0] * len(breadth), []
    for layer in layers:
        pairs = list(pairwise(layer))
        loose = [GAP if a < boxes or b < boxes else 0 for a, b in pairs]
        gaps.append([(breadth[a] + breadth[b]) / 2 for a, b in pairs])
        gaps[-1] = [gap + more for gap, more in zip(gaps[-1], loose, strict=True)]
    pulls = [
        [[(n, pull(node, n)) for n in near] for node, near in enumerate(side)]
        for side in (after, before)
    ]
    for sweep in range(SWEEPS):
        forward, last = sweep % 2, sweep == SWEEPS - 1
        for i in range(len(layers)) if forward else reversed(range(len(layers))):
            wanted, weights = [], []
            for node in layers[i]:
                near = pulls[forward][node]
                # The last sweep moves leaves next to their first use.
                if not near or (last and before[node]):
                    wanted.append(cross[node])
                    weights.append(1e6 if last else 0.1)
                else:
                    total = sum([weight for _, weight in near])
                    wanted.append(sum([cross[n] * weight for n, weight in near]) / total)
                    weights.append(total)
            for node, c in zip(layers[i], separate(wanted, gaps[i], weights), strict=True):
                cross[node] = c
    return cross


def _ports(
    chains: list[list[int]], cross: Sequence[float], breadth: Sequence[float]
) -> list[list[float]]:
    """Return where each edge leaves and enters its boxes, keeping edges as straight as possible."""
    ends = [[cross[chain[1]], cross[chain[-2]]] for chain in chains]
    for side in (1, 0):
        at: dict[int, list[int]] = {}
        for i, chain in enumerate(chains):
            at.setdefault(chain[-side], []).append(i)
        for node, members in at.items():
            room = max(breadth[node] / 2 - 8, 0)
            low, high = cross[node] - room, cross[node] + room
            members.sort(key=lambda i: ends[i][side])
            gap = min(TRACK, (high - low) / max(len(members) - 1, 1))
            wanted = [min(max(ends[i][side], low), high) for i in members]
            ports = separate(wanted, [gap] * (len(members) - 1), [1] * len(members))
            for k, (i, port) in enumerate(zip(members, ports, strict=True)):
                first, last = low + k * gap, high - (len(members) - 1 - k) * gap
                ends[i][side] = min(max(port, first), last)
        if side:
            for chain, end in zip(chains, ends, strict=True):
                end[0] = end[1] if len(chain) == 2 else cross[chain[1]]
    return ends
