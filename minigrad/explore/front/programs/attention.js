// The picture of a network that reads a name: where each head looks, and how the gradient of one
// letter's loss flows back to the weights and scores in that letter's row.

const SIXTY_FOUR = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LEVELS = 2047; // as in `packed_weights.py`
const EPSILON = 1e-5; // of layer_norm
const [TITLE_Y, FIRST, PITCH, LETTERS_Y, BOX] = [20, 31, 33, 106, 27]; // these three lines are as in `attention.py`
const NUMBERS_Y = [151, 166];
const [LEFT, TOP, CELL, TABLE, TALLEST] = [466, 60, 25, 108, 16];

// Arithmetic. A matrix is an array of rows.

function unpackedWeights([most, text], shape) {
  const level = most / LEVELS;
  const at = (i) => SIXTY_FOUR.indexOf(text[i]);
  const numbers = Array.from({ length: text.length / 2 }, (_, i) =>
    (at(2 * i) * 64 + at(2 * i + 1) - LEVELS - 1) * level);
  if (shape.length === 1) return numbers;
  return Array.from({ length: shape[0] }, (_, row) =>
    numbers.slice(row * shape[1], (row + 1) * shape[1]));
}

const unpackedMoments = new WeakMap(); // so that each is unpacked only once

function weightsOf(data, moment) {
  const stored = data.moments[moment];
  if (!unpackedMoments.has(stored)) {
    const entries = Object.entries(data.shapes);
    unpackedMoments.set(stored, Object.fromEntries(entries.map(([name, shape]) =>
      [name, unpackedWeights(stored[name], shape)])));
  }
  return unpackedMoments.get(stored);
}

const dot = (a, b) => a.reduce((sum, entry, i) => sum + entry * b[i], 0);
const plus = (a, b) => a.map((entry, i) => entry + b[i]);
const linear = (h, matrix, bias) => matrix.map((row, i) => dot(row, h) + (bias ? bias[i] : 0));
// Turn the gradient of the result of `linear` into the gradient of h.
const linearBack = (g, matrix) => matrix[0].map((_, j) =>
  matrix.reduce((sum, row, i) => sum + g[i] * row[j], 0));

// Return the normalized vector, and the standard deviation, by which gradients are divided.
function normalized(h) {
  const mean = h.reduce((a, b) => a + b) / h.length;
  const centered = h.map((entry) => entry - mean);
  const deviation = Math.sqrt(dot(centered, centered) / h.length + EPSILON);
  return { z: centered.map((entry) => entry / deviation), deviation };
}

const layerNorm = (h, w, name) =>
  normalized(h).z.map((entry, i) => entry * w[`${name}.weight`][i] + w[`${name}.bias`][i]);

function layerNormBack(g, h, w, name) {
  const { z, deviation } = normalized(h);
  const scaled = g.map((entry, i) => entry * w[`${name}.weight`][i]);
  const [mean, along] = [scaled.reduce((a, b) => a + b) / h.length, dot(scaled, z) / h.length];
  return scaled.map((entry, i) => (entry - mean - z[i] * along) / deviation);
}

function softmax(scores) {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((a, b) => a + b);
  return powers.map((power) => power / sum);
}

// Compute the attention of all heads for a name that starts with a period, and the gradients at one
// place. Because of the mask, the row of a letter has no entries for later letters.
function lookAt(w, heads, numbers, place, answer) {
  const part = "block.attention";
  const width = w.letters[0].length;
  const size = width / heads;
  const vectors = numbers.map((letter, at) => plus(w.letters[letter], w.places[at]));
  const normed = vectors.map((h) => layerNorm(h, w, "block.first"));
  const [q, k, v] = ["query", "key", "value"].map((name) =>
    normed.map((h) => linear(h, w[`${part}.${name}.weight`])));
  const ofHead = (h, head) => h.slice(head * size, (head + 1) * size);
  const weights = Array.from({ length: heads }, (_, head) => numbers.map((_, t) =>
    softmax(numbers.slice(0, t + 1).map((_, s) =>
      dot(ofHead(q[t], head), ofHead(k[s], head)) / Math.sqrt(size)))));

  // From here on, the loss at one place depends on the row of that place only.
  const mixed = weights.flatMap((table, head) => {
    const sum = Array(size).fill(0);
    table[place].forEach((weight, s) =>
      ofHead(v[s], head).forEach((entry, i) => { sum[i] += weight * entry; }));
    return sum;
  });
  const after = plus(vectors[place], linear(mixed, w[`${part}.out.weight`], w[`${part}.out.bias`]));
  const up = linear(layerNorm(after, w, "block.second"), w["block.up.weight"], w["block.up.bias"]);
  const relu = up.map((entry) => Math.max(entry, 0));
  const end = plus(after, linear(relu, w["block.down.weight"], w["block.down.bias"]));
  const chances = softmax(linear(layerNorm(end, w, "norm"), w["last.weight"], w["last.bias"]));

  // The backward pass starts with prediction minus target, and runs through the layers in reverse.
  const said = chances.map((chance, i) => chance - (i === answer));
  const atEnd = layerNormBack(linearBack(said, w["last.weight"]), end, w, "norm");
  const atUp = linearBack(atEnd, w["block.down.weight"]).map((g, i) => (up[i] > 0 ? g : 0));
  const thought = layerNormBack(linearBack(atUp, w["block.up.weight"]), after, w, "block.second");
  const atMixed = linearBack(plus(atEnd, thought), w[`${part}.out.weight`]);
  const ofWeights = weights.map((table, head) => table[place].map((_, s) =>
    dot(ofHead(atMixed, head), ofHead(v[s], head))));
  const ofScores = weights.map((table, head) => {
    const mean = dot(table[place], ofWeights[head]);
    return table[place].map((weight, s) => weight * (ofWeights[head][s] - mean));
  });
  return { weights, ofWeights, ofScores, probability: chances[answer],
    loss: -Math.log(chances[answer]) };
}

// Sentences.

function decimals(value, way) {
  const text = value.toFixed(way ? 3 : 2);
  return (Number(text) ? text : text.replace("-", "")).replace("-", "−");
}

const called = (name, place) =>
  (place ? `${name[place - 1]} (place ${place})` : "the first period (place 0)");

function sentenceOf(name, at, row, { probability, loss }, way) {
  const who = called(name, at);
  const [low, high] = [row.indexOf(Math.min(...row)), row.indexOf(Math.max(...row))];
  const lost = loss.toFixed(2);
  if (way === 0) {
    const whom = high === at ? "itself" : called(name, high);
    const after = at ? `After ${name.slice(0, at)}` : "At the beginning";
    const right = at < name.length ? name[at] : "the period";
    return `${who} looks most at ${whom}, with a weight of ${row[high].toFixed(2)}. ${after}, the`
      + ` right answer is ${right}. The network gives it a probability of ${probability.toFixed(2)}, so`
      + ` the loss is ${lost}.`;
  }
  const [lowest, highest] = [low, high].map((s) => [called(name, s), decimals(row[s], way)]);
  if (way === 1) {
    const text = `the loss at ${who} is ${lost}. `;
    if (at === 0) return `${text}The gradient of its only weight is ${decimals(row[0], way)}.`;
    return `${text}The gradient of its weights is lowest for ${lowest[0]}, at ${lowest[1]}, and`
      + ` highest for ${highest[0]}, at ${highest[1]}. Moving weight from place ${high} to place ${low}`
      + " would lower the loss.";
  }
  if (at === 0) {
    return `${who} has only one score. The weight is 1 whatever the score is, so the loss of ${lost}`
      + " gives the score a gradient of 0.";
  }
  return `the loss of ${lost} gives a gradient to ${at + 1} scores, and to no other row. Descent would`
    + ` raise the score of ${lowest[0]} the most (gradient ${lowest[1]}), and lower the score of`
    + ` ${highest[0]} the most (${highest[1]}).`;
}

// The pieces of the drawing, as in `attention.py`.

const hueOf = (way) => (way ? "gradient" : "value");
const columnOf = (place) => FIRST + PITCH * place;

function sharesOf(row, way) {
  const most = way ? Math.max(...row.map(Math.abs)) || 1 : 1;
  return row.map((entry) => entry / most);
}

function arcsOf(row, way, places) {
  const [at, shares, top] = [row.length - 1, sharesOf(row, way), LETTERS_Y - BOX / 2];
  const arcs = Array.from({ length: places }, (_, s) => {
    const share = s <= at ? Math.abs(shares[s]) : 0;
    const ends = s === at ? [[columnOf(s), -15], [columnOf(s), 15]] : [[columnOf(s), 0], [columnOf(at), 0]];
    if (way) ends.reverse();
    const [[x, dx], [u, du]] = ends;
    const y = top - (s === at ? 32 : 16 + 4.5 * Math.abs(at - s));
    return `<path d="M${x} ${top}C${x + dx} ${y} ${u + du} ${y} ${u} ${top}"`
      + ` stroke-width="${tenth(10 * share)}"${way ? ' class="mg-pulse"' : ""}/>`;
  });
  return `<g fill="none" stroke="var(--mg-${hueOf(way)}-line)" stroke-opacity="0.75">`
    + `${arcs.join("")}</g>`;
}

const middle = (text, x, y, look) => `<text font-size="13" text-anchor="middle" x="${x}" y="${y}"`
  + ` fill="var(--mg-${look})">${text}</text>`;
const small = (text, x, y) =>
  `<text font-size="12" x="${x}" y="${y}" text-anchor="middle">${text}</text>`;

function lettersOf(name, at, way, places) {
  const hue = hueOf(way);
  const parts = Array.from({ length: places }, (_, s) => {
    let look = `fill="var(--mg-card)" stroke="var(--mg-${hue}-line)" stroke-width="1.5"`;
    if (s === at) look = `fill="var(--mg-${hue})" stroke="var(--mg-${hue}-line)" stroke-width="3"`;
    else if (s > name.length) look = 'fill="none" stroke="none"';
    else if (s > at) look = 'fill="var(--mg-untracked)" stroke="var(--mg-untracked-line)"'
      + ' stroke-dasharray="3 3" stroke-width="1.5"';
    const letter = s === 0 || s > name.length ? "." : name[s - 1];
    return `<g data-says="place ${s}"><rect x="${columnOf(s) - BOX / 2}" y="${LETTERS_Y - BOX / 2}"`
      + ` width="${BOX}" height="${BOX}" rx="5" ${look}/>`
      + `${middle(letter, columnOf(s), LETTERS_Y + 4.5, s <= at ? "text" : "faint")}</g>`;
  });
  const numbered = parts.map((_, s) => small(s, columnOf(s), 135));
  return [`<g>${parts.join("")}</g>`, `<g fill="var(--mg-faint)">${numbered.join("")}</g>`];
}

function numbersOf(row, way, places) {
  const texts = Array.from({ length: places }, (_, s) =>
    small(s < row.length ? decimals(row[s], way) : "", columnOf(s), NUMBERS_Y[s % 2]));
  return `<g fill="var(--mg-text)">${texts.join("")}</g>`;
}

const rowsOf = (count) => Math.min(TALLEST, Math.floor((10 * TABLE) / count) / 10);

// The cells that the mask leaves, the masked cells in gray, and a frame around the current row.
function matrixOf(rows, at, way, n) {
  const cells = [];
  const high = rowsOf(n);
  const topOf = (t) => tenth(TOP + high * t);
  let [hidden, edge] = ["", `M${LEFT} ${TOP}`];
  for (let t = 0; t < n; t++) {
    const shares = rows[t] ? sharesOf(rows[t], way) : [];
    for (let s = 0; s <= t; s++) {
      cells.push(`<rect x="${LEFT + CELL * s}" y="${topOf(t)}" width="${CELL - 1}"`
        + ` height="${tenth(high - 1)}" fill-opacity="${Math.abs(shares[s] ?? 0).toFixed(2)}"`
        + `${t === at ? ` data-says="place ${s}"` : ""}/>`);
    }
    const across = CELL * (n - 1 - t);
    if (across) {
      hidden += `M${LEFT + CELL * (t + 1)} ${topOf(t)}h${across}v${tenth(high - 1)}h-${across}z`;
    }
    edge += `v${high}h${CELL}`;
  }
  const hue = `var(--mg-${hueOf(way)}-line)`;
  return `<g><path d="${hidden}" fill="var(--mg-untracked)"/><path d="${edge}" fill="none"`
    + ` stroke="var(--mg-grid)"/><g fill="${hue}">${cells.join("")}</g><rect x="${LEFT - 1}"`
    + ` y="${tenth(topOf(at) - 1)}" width="${CELL * (at + 1) + 1}" height="${tenth(high + 1)}" fill="none"`
    + ` stroke="${hue}" stroke-width="2.5"/></g>`;
}

function namesOf(name, at) {
  const letters = [...`.${name}`];
  const high = rowsOf(letters.length);
  const rows = letters.map((letter, t) =>
    middle(letter, LEFT - 12, tenth(TOP + high * (t + 0.5) + 4), t === at ? "text" : "faint"));
  const columns = letters.map((letter, s) =>
    middle(letter, LEFT + CELL * s + 12, TOP - 6, s <= at ? "text" : "faint"));
  return `<g>${rows.join("")}${columns.join("")}</g>`;
}

function program(data, [moment, place, number, head, way]) {
  const { heads, places, steps, characters, ordinals, captions } = data;
  const name = wordOf(number);
  const at = Math.min(place, name.length);
  const numbers = [...`.${name}`].map((letter) => characters.indexOf(letter));
  const answer = numbers[at + 1] ?? 0;
  const seen = lookAt(weightsOf(data, moment), heads, numbers, at, answer);
  const rows = way ? Array(at + 1).fill(null) : seen.weights[head];
  if (way) rows[at] = [seen.ofWeights, seen.ofScores][way - 1][head];
  const row = rows[at];
  const who = called(name, at);
  const [step, ordinal] = [steps[moment], ordinals[head]];
  return {
    pieces: [
      ...captions[way],
      title([`where ${who} looks`, `back to the weights of ${who}`,
        `back to the scores of ${who}`][way], 17, TITLE_Y),
      title(`all rows of the ${ordinal} head, step ${step}`, 440, TITLE_Y),
      arcsOf(row, way, places), ...lettersOf(name, at, way, places),
      numbersOf(row, way, places), matrixOf(rows, at, way, numbers.length), namesOf(name, at),
    ],
    sentence: `${at === place ? "" : `There's no place ${place}. `}`
      + `Step ${step}, ${ordinal} head: ${sentenceOf(name, at, row, seen, way)}`,
    seen,
  };
}
