// A parser that turns a formula into a tree, with Python's rules. Its errors have a position. Unlike in
// Python, a number can be written right before what it multiplies, as in 2x or 3(x + 1).

// Functions, with the number of their inputs. Any other single letter is an input of the formula.
export const FUNCTIONS = { sin: 1, cos: 1, exp: 1, log: 1, sqrt: 1, tanh: 1, sigmoid: 1, relu: 1, abs: 1, max: 2, min: 2, pow: 2 };
const NUMBERS = { pi: Math.PI, "π": Math.PI };
const LONGEST = 200; // characters
const SIGNS = { "−": "-", "·": "*", "×": "*", "÷": "/", "^": "**" };
const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([A-Za-z_]\w*|π)|(\*\*|[-+*/()^−·×÷,]))/y;

// Advice for names and signs that a reader may expect to work.
const INSTEAD = {
  ln: "Write log, which is the natural logarithm here.",
  tan: "There is no tan here. For tan(x), write sin(x)/cos(x).",
  e: "There is no e here. For e**x, write exp(x).",
  f: "f is the function itself. Write only what it computes, for example x*x + 1.",
  o: "o looks like 0. Write another letter.",
  z: "z is the result. Write another letter.",
  "²": "Write **2 for a square: x**2.",
  "³": "Write **3 for a cube: x**3.",
  "√": "Write sqrt(...) for a square root.",
};

export class FormulaError extends Error {
  constructor(message, start, end) {
    super(message);
    Object.assign(this, { start, end });
  }
}

function tokensOf(formula) {
  if (formula.length > LONGEST) {
    throw new FormulaError(`This formula is too long. It can have at most ${LONGEST} characters.`, LONGEST, formula.length);
  }
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; formula.slice(at).trim(); at = TOKEN.lastIndex) {
    const found = TOKEN.exec(formula);
    if (!found) {
      const start = at + formula.slice(at).search(/\S/);
      const sign = String.fromCodePoint(formula.codePointAt(start));
      const advice = INSTEAD[sign] ?? "Use letters, numbers, + - * / **, and parentheses.";
      throw new FormulaError(`I can't read ${quoted(sign)} here. ${advice}`, start, start + sign.length);
    }
    const [all, number, name, sign] = found;
    const written = number ?? name ?? sign;
    const kind = number ? "number" : name ? "name" : "sign";
    const start = at + all.length - written.length;
    const text = sign ? SIGNS[sign] ?? sign : written;
    tokens.push({ kind, text, written, start, end: start + written.length });
  }
  tokens.push({ kind: "end", text: "", start: formula.length, end: formula.length });
  return tokens;
}

const quoted = (text) => `“${text}”`;

// Error messages for invalid formulas, with advice.
function wrongStart(token, before) {
  if (token.kind === "end") {
    return before ? `Something is missing after ${quoted(before.written)}. Write a letter, a number, or a function there.`
      : "Type a formula, for example x*x + 1.";
  }
  if (token.text === ",") return "There can't be a comma here. Write a letter or a number.";
  if (token.text === ")") {
    return before?.text === "(" ? "These parentheses are empty. Write something between them."
      : `Something is missing before ${quoted(")")}. Write a letter or a number there.`;
  }
  return before ? `${quoted(token.written)} can't follow ${quoted(before.written)}. Write a letter or a number between them.`
    : `A formula can't begin with ${quoted(token.written)}. Write a letter or a number before it.`;
}

function wrongName({ text }) {
  const known = Object.keys(FUNCTIONS).join(", ");
  if (/^[A-Z]$/.test(text)) return `Write ${text.toLowerCase()} in lowercase.`;
  if (Object.hasOwn(INSTEAD, text)) return INSTEAD[text];
  if (/^[a-z]{2}$/.test(text)) return `Write a * between the letters: ${[...text].join("*")}.`;
  return `I don't know ${quoted(text)}. A name is a single letter, and the functions are ${known}.`;
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
    for (let op; (op = takes("*", "/"));) left = { kind: "binary", op, left, right: signed(op === "/") };
    return left;
  }
  // Whether the number just read is written right before a name or a parenthesis.
  const multiplies = () => before()?.kind === "number" && (next().kind === "name" || next().text === "(");
  // An exponent or a divisor is `bare`, because nobody can tell what 1/2x and x**2y mean.
  function signed(bare = false) {
    const op = takes("-", "+");
    if (op === "-") return { kind: "negative", of: signed(bare) };
    return op ? signed(bare) : power(bare);
  }
  function power(bare) {
    const left = atom();
    if (takes("**")) return { kind: "binary", op: "**", left, right: signed(true) };
    return !bare && multiplies() ? { kind: "binary", op: "*", left, right: power(bare) } : left;
  }
  function close(open) {
    if (takes(")")) return;
    if (next().kind !== "end") follows();
    fail("This parenthesis is never closed. Add a ) to close it.", open);
  }
  function atom() {
    const token = next();
    if (token.kind === "number") {
      at++;
      return { kind: "number", value: Number(token.text) };
    }
    if (token.kind === "name") {
      at++;
      if (Object.hasOwn(FUNCTIONS, token.text)) return call(token);
      if (Object.hasOwn(NUMBERS, token.text)) return { kind: "number", value: NUMBERS[token.text] };
      if (!/^[a-z]$/.test(token.text) || Object.hasOwn(INSTEAD, token.text)) fail(wrongName(token), token);
      return { kind: "name", name: token.text };
    }
    if (takes("(")) {
      const inside = sum();
      close(token);
      return inside;
    }
    return fail(wrongStart(token, before()));
  }
  function call({ text, ...name }) {
    const open = next();
    const count = FUNCTIONS[text];
    const example = `for example ${text}(${count > 1 ? "x, 2" : "x"})`;
    if (!takes("(")) fail(`${text} needs parentheses around its input${count > 1 ? "s" : ""}, ${example}.`, name);
    const of = [sum()];
    while (of.length < count && takes(",")) of.push(sum());
    if (of.length < count && next().text === ")") fail(`${text} takes ${count} inputs, ${example}.`, { ...name, end: next().end });
    close(open);
    return text === "pow" ? { kind: "binary", op: "**", left: of[0], right: of[1] } : { kind: "call", name: text, of };
  }
  // Throw the error for a token that can't follow a complete value.
  function follows() {
    const token = next();
    if (token.text === ",") fail("There can't be a comma here. Only max, min, and pow take two inputs, and numbers have a decimal point: 0.5.");
    if (token.text === ")") fail("There is no ( that matches this ). Remove it.");
    if (token.kind === "sign" && token.text !== "(") fail(wrongStart(token, before()));
    fail(`Write an operation between ${quoted(before().text)} and ${quoted(token.text)}, for example a *.`,
      { start: before().start, end: token.end });
  }
  const tree = sum();
  if (next().kind !== "end") follows();
  return tree;
}
