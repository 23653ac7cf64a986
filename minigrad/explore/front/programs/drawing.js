// Helpers for drawing: coordinates in axes, numbers as text, and the numbers of typed words.

// Round to significant digits as Python does: a number in the middle goes to the even neighbor.
function scientific(value, digits) {
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const rest = value.toExponential(100).replace(/\D*(\d)\.(\d+)e.*/, "$1$2").slice(digits);
  const isOdd = Number(mantissa.at(-1)) % 2 === 1;
  if (!/^50*$/.test(rest) || !isOdd) return [mantissa, power];
  return [(Number(mantissa) - Math.sign(value) * 10 ** (1 - digits)).toFixed(digits - 1), power];
}

// Format a number as Python's format code g does, with this many significant digits.
function general(value, digits) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const [mantissa, power] = scientific(value, digits);
  const bare = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (power >= -4 && power < digits) return bare(Number(`${mantissa}e${power}`).toFixed(digits - 1 - power));
  return `${bare(mantissa)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

// Write exponents of ten as people do, as `tens.py` does: 2.1·10⁻⁵ for 2.1e-05.
function tens(text) {
  const raised = (k) => [...String(k)].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign])).join("");
  return text.replace(/(?<![\w.])(\d[\d.]*)e([-+]\d+)/g, (_, mantissa, power) => {
    const whole = { 0: "1", 1: "10" }[Number(power)] ?? `10${raised(Number(power))}`;
    return (mantissa === "1" ? "" : `${mantissa}·`) + whole;
  });
}

// Link a piece to phrases of the sentence below it, as in `svg.py`.
function says(piece, ...phrases) {
  if (!phrases.length) return piece;
  return piece.replace(/^<\w+/, (tag) => `${tag} data-says="${phrases.join("|")}"`);
}

// A line with a verdict before the sentence, the light on a piece that decides, and a badge next to it, as
// in `verdict.py`.
const verdict = (right, reason, sentence) => `${right ? "✓" : "✗"} ${reason}\n${sentence}`;

const judged = (piece, right) => piece.replace(/^<\w+/, (tag) => `${tag} data-verdict="${right ? "right" : "wrong"}"`);

function badge(right, [x, y]) {
  return `<g transform="translate(${x} ${y})" class="mg-badge"><circle r="9" fill="var(--mg-${right ? "value-line" : "series-2"})"`
    + ` stroke="var(--mg-card)" stroke-width="2"/><path d="${right ? "M-4 0.5l3 3l5.5 -6.5" : "M-3.5 -3.5l7 7m0 -7l-7 7"}"`
    + ` fill="none" stroke="var(--mg-card)" stroke-width="2.25"/></g>`;
}

function placeIn([left, top, width, height, x0, x1, y0, y1], x, y) {
  return [left + (width * (x - x0)) / (x1 - x0), top + height * (1 - (y - y0) / (y1 - y0))];
}

const CLIP = "svg"; // a nested svg element clips its content

// Clip the content to the box of the axes.
function inside([left, top, width, height], content) {
  const box = `${left} ${top} ${width} ${height}`;
  return `<${CLIP} x="${left}" y="${top}" width="${width}" height="${height}" viewBox="${box}">`
    + `${content}</${CLIP}>`;
}

const tenth = (value) => Math.round(Math.min(Math.max(value, -1e5), 1e5) * 10) / 10;

// The unit vector from one place to another, or one to the right if there's no way.
function along([x0, y0], [x1, y1]) {
  const long = Math.hypot(x1 - x0, y1 - y0);
  return long ? [(x1 - x0) / long, (y1 - y0) / long] : [1, 0];
}

// An arrow whose head is as long as it's wide, as in `axes.py`.
function arrow(start, end, color, width, head) {
  const [a, b] = along(start, end);
  const [x, y] = [end[0] - head * a, end[1] - head * b];
  const corners = [end, [x - (head * b) / 2, y + (head * a) / 2], [x + (head * b) / 2, y - (head * a) / 2]];
  const path = (points) => `M${points.map((point) => point.map(tenth).join(" ")).join("L")}`;
  return `<g><path d="${path([start, [x, y]])}" stroke="${color}" stroke-width="${width}"/>`
    + `<path d="${path(corners)}z" fill="${color}"/></g>`;
}

function words(text, x, y, attributes = 'fill="var(--mg-text)"') {
  return `<text x="${x}" y="${y}" font-size="13" text-anchor="start" ${attributes}>${text}</text>`;
}

// Words in the page's own typeface, as in `axes.py`.
function prose(text, x, y, attributes = "", size = 14) {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="var(--mg-text)" class="mg-prose" ${attributes}>${text}</text>`;
}

const title = (text, x, y) => prose(text, x, y, 'font-weight="600"', 15);

// Every word of the letters a to z has a number, as in `typed.py`: a is 0, z is 25, and aa is 26.
function wordOf(number) {
  let word = "";
  for (let left = number + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    word = String.fromCharCode(97 + ((left - 1) % 26)) + word;
  }
  return word;
}

function numberOf(word) {
  let number = 0;
  for (const letter of word) number = number * 26 + letter.charCodeAt(0) - 96;
  return number - 1;
}

// Two numbers hold a picture of 64 points, with a bit per point, as in `pixels.py`.
const HALF = 32;

function bitAt(halves, i) {
  return Math.floor(halves[Math.floor(i / HALF)] / 2 ** (i % HALF)) % 2 === 1;
}
