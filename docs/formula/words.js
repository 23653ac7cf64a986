// Short texts for numbers, and lists in words.

const DIGITS = 4;
const NOISE = 1e-9; // smaller differences come from rounding
const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

export const MINUS = "−"; // a hyphen is shorter, and lines break after it

export function short(value, digits = DIGITS) {
  return written(value, digits).replace(/^-/, MINUS);
}

function written(value, digits) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) {
    const [digit, exponent] = value.toExponential(digits - 1).split("e");
    const power = [...String(Number(exponent))].map((sign) => RAISED[sign]).join("");
    const factor = Number(digit);
    return Math.abs(factor) === 1 ? `${factor < 0 ? "-" : ""}10${power}` : `${factor}·10${power}`;
  }
  if (size >= 10 ** digits) return String(Math.round(value));
  // If b isn't 1, it isn't written as 1, because then 1 - b would look wrong.
  const off = Math.abs(size - 1);
  const rounded = (count) => Number(value.toPrecision(count)) + 0;
  let count = digits;
  if (off > NOISE && Math.abs(rounded(digits)) === 1) {
    while (Math.abs(rounded(count) - value) > 0.05 * off) count += 1;
  }
  return String(rounded(count));
}

// The text of a number within a product or a sum, with parentheses if it's negative.
export function inside(value) {
  const text = short(value);
  return text.startsWith(MINUS) ? `(${text})` : text;
}

export function listed(items, and = "and") {
  if (items.length < 3) return items.join(` ${and} `);
  return `${items.slice(0, -1).join(", ")}, ${and} ${items.at(-1)}`;
}
