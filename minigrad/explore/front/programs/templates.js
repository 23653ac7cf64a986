// The weights of a linear model as pictures, and the scores that they give to the drawn picture.

const [SIDE, DIGITS, SHADES] = [8, 10, 16]; // as in `templates.py`, down to PIXEL
const [[PAPER_X, PAPER_Y], POINT] = [[16, 34], 20];
const [DOWN, BAR_ZERO, BAR_LONG, BAR_HEIGHT] = [16, 290, 62, 10];
const [[CORNER_X, CORNER_Y], WIDE, HIGH, PIXEL] = [[422, 36], 73, 84, 7];

const corners = Array.from({ length: DIGITS }, (_, k) =>
  [CORNER_X + (k % 5) * WIDE, CORNER_Y + Math.floor(k / 5) * HIGH]);

// The example, except where the reader drew or erased.
function inkOf(example, halves) {
  return example.map((level, i) => {
    const drawnHere = bitAt(halves, i);
    return drawnHere === (level >= SHADES / 2) ? level / SHADES : Number(drawnHere);
  });
}

const numbersIn = (text, unit) => text.split(" ").map((number) => number / unit);

function scoresOf(weights, biases, ink) {
  return biases.map((bias, k) => {
    const sum = ink.reduce((part, amount, i) => part + amount * weights[k * ink.length + i], 0);
    return Math.round((sum + bias) * 1e9) / 1e9;
  });
}

function shortScore(score) {
  const tenths = Math.floor(Math.abs(score) * 10 + 0.5) / 10;
  const text = tenths < 10 ? tenths.toFixed(1) : Math.floor(Math.abs(score) + 0.5).toFixed(0);
  return (score < 0 && tenths > 0 ? "−" : "") + text;
}

function paperOf(ink) {
  const points = ink.map((amount, i) => `<rect x="${PAPER_X + (i % SIDE) * POINT}"`
    + ` y="${PAPER_Y + Math.floor(i / SIDE) * POINT}" width="${POINT}" height="${POINT}"`
    + ` fill-opacity="${amount}"/>`);
  return `<g fill="var(--mg-text)" class="mg-paper">${points.join("")}</g>`;
}

const middleOf = (k) => PAPER_Y + (k + 0.5) * DOWN;

function barsOf(scores, most, names, best) {
  return scores.map((score, k) => {
    const long = tenth(Math.min(Math.abs(score) / most, 1) * BAR_LONG);
    const bar = `<rect x="${score > 0 ? BAR_ZERO : tenth(BAR_ZERO - long)}" y="${middleOf(k) - BAR_HEIGHT / 2}"`
      + ` width="${long}" height="${BAR_HEIGHT}" fill="var(--mg-value-line)"`
      + ` fill-opacity="${k === best ? 1 : 0.45}"/>`;
    return names[k] ? says(bar, names[k]) : bar;
  });
}

// Each score is to the right of its bar.
function numbersOf(scores, most) {
  const texts = scores.map((score, k) => {
    const long = tenth(Math.min(Math.max(score / most, 0), 1) * BAR_LONG);
    return `<text x="${tenth(BAR_ZERO + long + 5)}" y="${middleOf(k) + 4.5}" font-size="12">${shortScore(score)}</text>`;
  });
  return `<g fill="var(--mg-text)">${texts.join("")}</g>`;
}

// One path per sign and level of strength, as in `templates.py`.
function squaresOf(weights, largest) {
  const paths = [1, 2].map(() => Array(SHADES).fill(""));
  weights.forEach((weight, at) => {
    const level = Math.floor(Math.sqrt(Math.abs(weight) / largest) * SHADES + 0.5);
    if (!level) return;
    const [[x, y], i] = [corners[Math.floor(at / SIDE ** 2)], at % SIDE ** 2];
    paths[weight > 0 ? 0 : 1][level - 1] +=
      `M${x + (i % SIDE) * PIXEL} ${y + Math.floor(i / SIDE) * PIXEL}h${PIXEL}v${PIXEL}h-${PIXEL}z`;
  });
  return paths.flatMap((levels, sign) => levels.map((d, k) =>
    `<path d="${d}" fill="var(--mg-series-${sign + 1})" fill-opacity="${(k + 1) / SHADES}"/>`));
}

function outlinesOf(ink) {
  const inked = (row, column) => row >= 0 && column >= 0 && row < SIDE && column < SIDE
    && ink[row * SIDE + column] >= 0.5;
  const edges = [];
  for (let row = 0; row <= SIDE; row++) {
    for (let column = 0; column <= SIDE; column++) {
      const [here, x, y] = [inked(row, column), column * PIXEL, row * PIXEL];
      if (column < SIDE && here !== inked(row - 1, column)) edges.push([x, y, `h${PIXEL}`]);
      if (row < SIDE && here !== inked(row, column - 1)) edges.push([x, y, `v${PIXEL}`]);
    }
  }
  const d = corners.map(([x, y]) => edges.map(([u, v, way]) => `M${x + u} ${y + v}${way}`).join(""));
  return `<path d="${d.join("")}" fill="none" stroke="var(--mg-text)" stroke-opacity="0.7"/>`;
}

function program(data, [epoch, start, ...halves]) {
  const ink = inkOf(numbersIn(data.examples[start], 1), halves);
  const weights = numbersIn(data.weights[epoch], 10000);
  const scores = scoresOf(weights, numbersIn(data.biases[epoch], 10000), ink);
  const order = scores.map((_, k) => k).sort((a, b) => scores[b] - scores[a] || a - b);
  const [best, second] = order;
  const inked = `${ink.filter((amount) => amount >= 0.5).length} are at least half ink`;
  const high = `highest score, ${shortScore(scores[best])}`;
  const low = `next, ${shortScore(scores[second])}`;
  return {
    pieces: [
      ...data.fixed, says(paperOf(ink), inked),
      ...barsOf(scores, data.most, { [best]: high, [second]: low }, best),
      numbersOf(scores, data.most), ...squaresOf(weights, data.largest), outlinesOf(ink),
    ],
    sentence: `After ${epoch} ${epoch === 1 ? "epoch" : "epochs"}, ${best} has the ${high}, and`
      + ` ${second} the ${low}. Of the 64 points, ${inked}.`,
    scores,
  };
}
