// A formula as text, turned into a tree as Python would read it. An error knows its place.

export const FUNCTIONS = ["sin", "exp", "log", "tanh", "relu"];
const LONGEST = 200; // characters
const SIGNS = { "−": "-", "·": "*", "×": "*", "÷": "/", "^": "**" };
const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|[-+*/()^−·×÷]))/y;

export class FormulaError extends Error {
  constructor(message, start, end) {
    super(message);
    Object.assign(this, { start, end });
  }
}

function tokensOf(text) {
  if (text.length > LONGEST) {
    throw new FormulaError(`This is too long. A formula has room for ${LONGEST} characters.`, LONGEST, text.length);
  }
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; text.slice(at).trim(); at = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    if (!found) {
      const start = at + text.slice(at).search(/\S/);
      const sign = String.fromCodePoint(text.codePointAt(start));
      throw new FormulaError(`I can't read ${quoted(sign)} here. Use x, y, numbers, + - * / **, and parentheses.`,
        start, start + sign.length);
    }
    const [all, number, name, sign] = found;
    const written = number ?? name ?? sign;
    const kind = number ? "number" : name ? "name" : "sign";
    const start = at + all.length - written.length;
    tokens.push({ kind, text: SIGNS[written] ?? written, start, end: start + written.length });
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}

const quoted = (text) => `“${text}”`;

// Errors for invalid formulas, in words that suggest a valid one.
function wrongStart(token, before) {
  if (token.kind === "end") {
    return before ? `Something is missing after ${quoted(before.text)}. Write x, y, a number, or a function there.`
      : "Type a formula, for example x*x + 1.";
  }
  if (token.text === ")") {
    return before?.text === "(" ? "There is nothing between these parentheses. Write something in them."
      : `Something is missing before ${quoted(")")}. Write x, y, or a number there.`;
  }
  return before ? `${quoted(token.text)} can't follow ${quoted(before.text)}. Write x, y, or a number between them.`
    : `A formula can't begin with ${quoted(token.text)}. Write x, y, or a number before it.`;
}

function wrongName({ text }) {
  const known = FUNCTIONS.join(", ");
  if (text === text.toUpperCase() && ["X", "Y"].includes(text)) return `Write ${text.toLowerCase()} in lower case.`;
  if (/^[xy]{2,}$/.test(text)) return `Write a * between the letters: ${[...text].join("*")}.`;
  if (text === "ln") return "Write log: it is the natural logarithm.";
  if (text === "sqrt") return "There is no sqrt here. Write (...)**0.5 instead.";
  return `I don't know ${quoted(text)}. The names here are x and y, and the functions are ${known}.`;
}

export function parse(text) {
  const tokens = tokensOf(text);
  let at = 0;
  const next = () => tokens[at];
  const before = () => tokens[at - 1];
  const fail = (message, { start, end } = next()) => {
    throw new FormulaError(message, start, end);
  };
  const takes = (...signs) => next().kind === "sign" && signs.includes(next().text) && tokens[at++].text;

  function sum() {
    let left = product();
    for (let op; (op = takes("+", "-"));) left = { kind: "binary", op, left, right: product() };
    return left;
  }
  function product() {
    let left = signed();
    for (let op; (op = takes("*", "/"));) left = { kind: "binary", op, left, right: signed() };
    return left;
  }
  function signed() {
    const op = takes("-", "+");
    if (op === "-") return { kind: "negative", of: signed() };
    return op ? signed() : power();
  }
  function power() {
    const left = atom();
    return takes("**") ? { kind: "binary", op: "**", left, right: signed() } : left;
  }
  function closed(open) {
    const inside = sum();
    if (takes(")")) return inside;
    if (next().kind !== "end") follows();
    return fail("This parenthesis is never closed. Write a ) for it.", open);
  }
  function atom() {
    const token = next();
    if (token.kind === "number") {
      at++;
      return { kind: "number", value: Number(token.text) };
    }
    if (token.kind === "name") {
      at++;
      if (FUNCTIONS.includes(token.text)) return call(token);
      if (!["x", "y"].includes(token.text)) fail(wrongName(token), token);
      return { kind: "name", name: token.text };
    }
    if (takes("(")) return closed(token);
    return fail(wrongStart(token, before()));
  }
  function call(name) {
    const open = next();
    if (!takes("(")) fail(`${name.text} needs parentheses around its input, for example ${name.text}(x).`, name);
    return { kind: "call", name: name.text, of: closed(open) };
  }
  // This can't follow a complete value.
  function follows() {
    const token = next();
    if (token.text === ")") fail("This ) closes a parenthesis that was never opened. Leave it out.");
    if (token.kind === "sign" && token.text !== "(") fail(wrongStart(token, before()));
    fail(`Write an operation between ${quoted(before().text)} and ${quoted(token.text)}, for example a *.`,
      { start: before().start, end: token.end });
  }
  const tree = sum();
  if (next().kind !== "end") follows();
  return tree;
}
