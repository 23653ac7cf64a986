// A layered layout, as in minigrad/draw/layout.py, which turns the sizes and edges of boxes into places
// and routes. An edge that spans several layers gets a slot in each, so it never crosses a box.

const GAP = 26; // between two boxes in a layer
export const ROOMY = 26; // between two layers, where edges bend
export const TIGHT = 12;
const STUB = 12; // the straight piece at either end of an edge, for its arrowhead
const TRACK = 20; // distance between two edges
const SWEEPS = 9;

// Boxes are ordered so that each comes after its inputs. If `down` is true, the graph runs from top to
// bottom, otherwise from left to right.
export function layout(sizes, edges, { down = false, gap = ROOMY } = {}) {
  const depth = sizes.map(({ width, height }) => (down ? height : width));
  const breadth = sizes.map(({ width, height }) => (down ? width : height));
  const { layers, chains, count } = layered(sizes.length, edges);
  while (breadth.length < count) breadth.push(TRACK);
  const links = neighborsOf(count, chains);
  sorted(layers, links);
  const cross = placed(layers, links, breadth, sizes.length);
  const shift = Math.min(...cross.map((c, i) => c - breadth[i] / 2));
  cross.forEach((c, i) => { cross[i] = c - shift; });
  const extent = Math.max(...cross.map((c, i) => c + breadth[i] / 2));
  const ends = portsOf(chains, cross, breadth);
  const layerOf = [];
  layers.forEach((layer, i) => layer.forEach((node) => { layerOf[node] = i; }));
  const bend = layers.map(() => 0);
  chains.forEach((chain, i) => {
    const levels = [ends[i][0], ...chain.slice(1, -1).map((node) => cross[node]), ends[i][1]];
    chain.slice(0, -1).forEach((node, k) => {
      bend[layerOf[node]] = Math.max(bend[layerOf[node]], Math.abs(levels[k] - levels[k + 1]));
    });
  });
  let at = 0;
  const borders = layers.map((layer, i) => {
    const size = Math.max(0, ...layer.filter((node) => node < sizes.length).map((node) => depth[node]));
    const border = [at - STUB, at + size + STUB];
    at += size + 2 * STUB + gap + Math.min(24, bend[i] / 6);
    return border;
  });
  const length = borders.at(-1)[1] - STUB;
  const turn = ([along, across]) => (down ? [across, along] : [along, across]);
  const middle = (node) => (borders[layerOf[node]][0] + borders[layerOf[node]][1]) / 2;
  return {
    width: down ? extent : length, height: down ? length : extent, down,
    centers: sizes.map((_, node) => turn([middle(node), cross[node]])),
    routes: chains.map((chain, i) => {
      const [source, target] = [chain[0], chain.at(-1)];
      const [start, end] = ends[i];
      return [
        [middle(source) + depth[source] / 2, start], [borders[layerOf[source]][1], start],
        ...chain.slice(1, -1).flatMap((node) => borders[layerOf[node]].map((border) => [border, cross[node]])),
        [borders[layerOf[target]][0], end], [middle(target) - depth[target] / 2, end],
      ].map(turn);
    }),
  };
}

// Assign layers by the longest path to the end, so that a leaf is right before its first use.
function layered(boxes, edges) {
  const rank = Array(boxes).fill(0);
  for (let node = boxes - 1; node >= 0; node--) {
    for (const [source, target] of edges) if (target === node) rank[source] = Math.max(rank[source], rank[node] + 1);
  }
  const last = Math.max(...rank);
  const layers = Array.from({ length: last + 1 }, () => []);
  rank.forEach((r, node) => layers[last - r].push(node));
  let count = boxes;
  const chains = edges.map(([source, target]) => {
    const chain = [source];
    for (let layer = last - rank[source] + 1; layer < last - rank[target]; layer++) {
      layers[layer].push(count);
      chain.push(count++);
    }
    return [...chain, target];
  });
  return { layers, chains, count };
}

function neighborsOf(count, chains) {
  const [before, after] = [0, 1].map(() => Array.from({ length: count }, () => []));
  for (const chain of chains) {
    chain.slice(1).forEach((node, i) => {
      before[node].push(chain[i]);
      after[chain[i]].push(node);
    });
  }
  return { before, after };
}

// Sort each layer by the mean position of its neighbors, sweeping back and forth, and keep the order with
// the fewest crossings.
function sorted(layers, { before, after }) {
  const position = [];
  const settle = () => layers.forEach((layer) => layer.forEach((node, i) => { position[node] = i; }));
  const crossings = () => layers.reduce((sum, layer) => {
    const ends = layer.flatMap((node) => after[node].map((other) => position[other]).sort((a, b) => a - b));
    return sum + ends.reduce((more, end, i) => more + ends.slice(0, i).filter((other) => other > end).length, 0);
  }, 0);
  settle();
  let best = layers.map((layer) => [...layer]);
  let fewest = crossings();
  for (let sweep = 0; fewest && sweep < 8; sweep++) {
    const near = sweep % 2 ? before : after;
    for (const layer of sweep % 2 ? layers : [...layers].reverse()) {
      const mean = new Map(layer.map((node) => [node, near[node].length
        ? near[node].reduce((sum, other) => sum + position[other], 0) / near[node].length : position[node]]));
      layer.sort((a, b) => mean.get(a) - mean.get(b));
      layer.forEach((node, i) => { position[node] = i; });
    }
    const found = crossings();
    if (found < fewest) [best, fewest] = [layers.map((layer) => [...layer]), found];
  }
  layers.splice(0, layers.length, ...best);
}

// Return the places nearest to `wanted` that are at least `gaps` apart. Neighbors that are too close move
// as a block.
function separate(wanted, gaps, weights) {
  const blocks = [];
  let offset = 0;
  const offsets = wanted.map((_, i) => (offset += i ? gaps[i - 1] : 0));
  wanted.forEach((place, i) => {
    let [mean, weight, members] = [place - offsets[i], weights[i], 1];
    while (blocks.length && blocks.at(-1)[0] > mean) {
      const [other, more, count] = blocks.pop();
      mean = (mean * weight + other * more) / (weight + more);
      weight += more;
      members += count;
    }
    blocks.push([mean, weight, members]);
  });
  return blocks.flatMap(([mean, , members]) => Array(members).fill(mean)).map((mean, i) => mean + offsets[i]);
}

function placed(layers, { before, after }, breadth, boxes) {
  const cross = breadth.map(() => 0);
  const pull = (node, other) => (other >= boxes ? (node < boxes ? 0.01 : 8) : 1);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const near = sweep % 2 ? before : after;
    for (const layer of sweep % 2 ? layers : [...layers].reverse()) {
      const gaps = layer.slice(1).map((node, i) => (breadth[node] + breadth[layer[i]]) / 2
        + (node < boxes || layer[i] < boxes ? GAP : 4));
      const weights = layer.map((node) => near[node].reduce((sum, other) => sum + pull(node, other), 0) || 0.1);
      const wanted = layer.map((node, i) => (near[node].length
        ? near[node].reduce((sum, other) => sum + cross[other] * pull(node, other), 0) / weights[i] : cross[node]));
      separate(wanted, gaps, weights).forEach((c, i) => { cross[layer[i]] = c; });
    }
  }
  return cross;
}

// The points where each edge leaves and enters, as straight as the other edges of the box allow.
function portsOf(chains, cross, breadth) {
  const ends = chains.map((chain) => [cross[chain[1]], cross[chain.at(-2)]]);
  for (const side of [0, 1]) {
    const at = new Map();
    chains.forEach((chain, i) => {
      const node = side ? chain.at(-1) : chain[0];
      at.set(node, [...(at.get(node) ?? []), i]);
    });
    for (const [node, members] of at) {
      const room = Math.max(breadth[node] / 2 - 10, 0);
      const [low, high] = [cross[node] - room, cross[node] + room];
      members.sort((a, b) => ends[a][side] - ends[b][side]);
      const gap = Math.min(TRACK, (high - low) / Math.max(members.length - 1, 1));
      const wanted = members.map((i) => Math.min(Math.max(ends[i][side], low), high));
      separate(wanted, members.slice(1).map(() => gap), members.map(() => 1)).forEach((port, k) => {
        const last = high - (members.length - 1 - k) * gap;
        ends[members[k]][side] = Math.min(Math.max(port, low + k * gap), last);
      });
    }
  }
  return ends;
}
