// Evaluation of a guess such as 2**20 or (2 * 8 - 1) / 3, with Python's rules. The page's content
// security policy forbids `eval` and `Function`, so this is a small recursive-descent parser.

const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": (a, b) => Math.floor(a / b),
};
const TOKEN = /\s*(\*\*|\/\/|[-+*/^()√]|(?:(?:math|np|mg|torch)\.)?sqrt(?=\()|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*/iy;

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function tokensOf(written) {
  const text = written.replace(/\s+times\s+/g, "*").replace(new RegExp(`[${RAISED}]+`, "g"), (power) => `**${power}`)
    .replace(new RegExp(`[${RAISED}]`, "g"), (digit) => RAISED.indexOf(digit));
  const tokens = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    tokens.push(found[1].replace("^", "**").replace(/^.*sqrt$/i, "√")); // 10^-8, as in a text
  }
  return tokens;
}

// Return the number, or undefined if the text isn't arithmetic.
function calculated(text) {
  const left = tokensOf(text);
  if (!left) return undefined;
  const chain = (names, part) => {
    let value = part();
    while (names.includes(left[0])) value = OPERATIONS[left.shift()](value, part());
    return value;
  };
  const sum = () => chain(["+", "-"], product);
  const product = () => chain(["*", "/", "//"], signed);
  const signed = () => {
    if (left[0] !== "-" && left[0] !== "+") return power();
    return left.shift() === "-" ? -signed() : signed();
  };
  const power = () => {
    const base = single();
    if (left[0] !== "**") return base;
    left.shift();
    return base ** signed();
  };
  const single = () => {
    const token = left.shift();
    if (token === "√") return Math.sqrt(single());
    if (token !== "(") return /^[\d.]/.test(token) ? Number(token) : NaN;
    const value = sum();
    return left.shift() === ")" ? value : NaN;
  };
  const value = sum();
  return left.length ? undefined : value;
}
