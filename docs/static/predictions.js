// Predictions on a page. Guesses are compared in the same way as by `compare` in the notebook
// (minigrad/course/checking/prediction.py), and the replies come from the same table.

const GUESSED = "As you guessed.";
const NOT_GUESSED = "Not what you guessed.";
const UNCLEAR = "I can't tell from your wording, so compare the two yourself.";
const RELATIVE = 1e-4;
const ABSOLUTE = 1e-6; // the tolerance near zero
const PRECISE = 1e-9;

// Read a guess as Python would: a number, arithmetic (arithmetic.js), a list, None, or a word.
function readGuess(text) {
  const plain = text.trim().replace(/\u2212/g, "-").replace(/^float\((.*)\)$/, "$1").replace(/^(["'])(.*)\1$/, "$2")
    .replace(/^(?:mg\.)?tensor\((.*)\)$/, "$1").trim()
    .replace(/(\d)_(?=\d)/g, "$1").replace(/^\d{1,3}(,\d{3})+$/, (n) => n.replaceAll(",", ""));
  if (plain === "None") return null;
  const json = plain
    .replace(/\bTrue\b/g, "true").replace(/\bFalse\b/g, "false").replace(/\bNone\b/g, "null")
    .replace(/\(/g, "[").replace(/,?\s*\)/g, "]")
    .replace(/(\d)\.(?!\d)/g, "$1.0").replace(/(^|[^\d])\.(\d)/g, "$10.$2")
    .replace(/\+(?=[\d.])/g, "");
  try {
    const value = JSON.parse(json);
    return typeof value === "string" ? plain : value;
  } catch {
    const number = calculated(plain);
    if (Number.isFinite(number)) return number;
    const entries = json.split(/[\s,;]+/).map(Number);
    return entries.length > 1 && entries.every(Number.isFinite) ? entries : plain;
  }
}

function same(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, i) => same(item, other[i]));
  }
  if (typeof one === "string" && typeof other === "string") {
    return one.replace(/\s+/g, "").toLowerCase() === other.replace(/\s+/g, "").toLowerCase();
  }
  if (typeof one === "number" && typeof other === "number") {
    if (one === other) return true;
    const room = Math.max(RELATIVE * Math.max(Math.abs(one), Math.abs(other)), ABSOLUTE);
    return Math.abs(one - other) <= room;
  }
  return one === other;
}

// As numbers, 1e-8 and 0 are the same up to rounding. This tells them apart.
function isTheNumber(guess, value) {
  if (typeof guess !== "number" || typeof value !== "number") return false;
  return Math.abs(guess - value) <= PRECISE * Math.max(Math.abs(guess), Math.abs(value));
}

const isNone = (guess) => typeof guess === "string" && guess.trim().toLowerCase() === "none";

function agrees(given, value) {
  const guess = isNone(given) && typeof value !== "string" ? null : given;
  return same(guess, value) || same(guess, [value]) || same([guess], value);
}

function agreesLoosely(guess, value) {
  const entries = [value].flat(Infinity);
  return entries.length > 1 && entries.every((entry) => same(guess, entry));
}

function about(guess, value, factor) {
  const [a, b] = [guess, value].map((item) => [item].flat(Infinity));
  if (a.length > 1 || b.length > 1 || !Number(a[0]) || !Number(b[0])) return false;
  const ratio = a[0] / b[0];
  return 1 / factor <= ratio && ratio <= factor;
}

// As an answer to a yes-or-no question, True means yes and False means no. If the answer is a sign, a number
// counts as "negative", "zero", or "positive".
function wordOf(guess, answers) {
  if (typeof guess === "number" && answers.includes("positive")) return ["negative", "zero", "positive"][Math.sign(guess) + 1];
  const word = typeof guess === "boolean" ? (guess ? "yes" : "no") : guess;
  return answers.includes(word) ? word : guess;
}

const several = (guess) => `There are several numbers in ${guess}. Give just one number.`;

// Advice for a guess that can't be read as a number although the answer is one.
function mistyped(guess, text) {
  if (typeof guess === "string") return `I can't read '${guess}' as a number. Write a number in digits, such as 1.5.`;
  if (/^\[\s*\d+\s*,\s*\d+\s*\]$/.test(text)) return several(text);
  const [, first, second] = /^\(?\s*(-?\d+)\s*,\s*(\d+)\s*\)?$/.exec(text) ?? [];
  if (!second) return "";
  return `Python doesn't read ${text} as one number, because of the comma. Use a decimal point instead: ${first}.${second}.`;
}

// The status and the reply for a guess that is right or is a typical mistake.
function judged(guess, { truth, also, within, reason, typical }) {
  for (const agree of [isTheNumber, same, agrees, agreesLoosely]) {
    if ([truth, ...also].some((value) => agree(guess, value))) return [GUESSED, reason];
    for (const [wrong, why] of typical) if (agree(guess, wrong)) return [NOT_GUESSED, why];
  }
  return within > 1 && about(guess, truth, within) ? ["About as you guessed.", reason] : null;
}

// The status and the explanation. The status is empty if the guess couldn't be read.
function reveal(given, table, text = "") {
  const { truth, also, reason, typical, number } = table;
  const answers = [truth, ...also, ...typical.map(([wrong]) => wrong)];
  const guess = wordOf(given, answers);
  const reply = judged(guess, table);
  if (reply) return reply;
  const isText = typeof guess === "string" && !isNone(guess);
  const asksOne = [truth].flat(Infinity).length === 1 && typeof [truth].flat(Infinity)[0] === "number";
  if (isText) {
    const result = resultIn(guess);
    const judgedResult = result === null ? null : judged(result, table); // "5 x 5 = 25" isn't the shape 5 x 5
    if (judgedResult) return judgedResult;
    const which = meant(guess, table);
    const hedged = which !== null && /\bor\b/i.test(guess) && numbersIn(guess).length; // "0 or nan"
    if (hedged) return [UNCLEAR, reason];
    if (which === "right") return [GUESSED, reason];
    if (which !== null) return [NOT_GUESSED, typical[which][1]];
    const inWords = (value) => value === null || typeof value === "string";
    const found = answers.every(inWords) ? [] : numbersIn(guess);
    if (found.length > 1 && asksOne) return ["", several(`'${guess}'`)];
    if (found.length) return judged(found.length === 1 ? found[0] : found, table) ?? [NOT_GUESSED, reason];
  }
  const spelled = isText && asksOne && isSpelledOut(guess);
  const instead = (number || spelled) && mistyped(given, text);
  return instead ? ["", instead] : [isText ? UNCLEAR : NOT_GUESSED, reason];
}

function unfold(name) {
  for (const cell of document.querySelectorAll(`[class~="tag_answers-${name}"]`)) {
    for (const fold of cell.querySelectorAll("details")) fold.open = true;
  }
  lift(name);
}

// The paragraph after a prediction that gives away the answer. A button hides it at first.
const followsOf = (name) => document.querySelector(`.follows-${name}`);

function lift(name) {
  const follows = followsOf(name);
  if (!follows?.hidden) return;
  follows.hidden = false;
  follows.previousElementSibling.remove();
}

function veil(name) {
  const follows = followsOf(name);
  if (!follows) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "reads-on";
  button.textContent = "Show the answer and read on";
  button.addEventListener("click", () => {
    unfold(name);
    follows.tabIndex = -1;
    follows.focus();
  });
  follows.before(button);
  follows.hidden = "until-found";
  follows.addEventListener("beforematch", () => lift(name));
  for (const fold of document.querySelectorAll(`[class~="tag_answers-${name}"] details`)) {
    fold.addEventListener("toggle", () => fold.open && lift(name));
  }
}

function commit(form) {
  const chosen = new FormData(form).get(form.dataset.prediction);
  const said = form.querySelector(".said");
  said.classList.remove("is-right", "is-wrong");
  if (!chosen?.trim() || UNKNOWN.test(chosen.trim().toLowerCase().replace(/[.!]+$/, ""))) {
    said.textContent = "Write or choose something first. A wrong guess teaches you more than no guess.";
    return;
  }
  const [status, why] = reveal(readGuess(chosen), JSON.parse(form.dataset.table), chosen.trim());
  if (!status) {
    said.textContent = why;
    return;
  }
  const strong = document.createElement("strong");
  strong.textContent = status;
  const reason = document.createElement("span");
  reason.innerHTML = why; // escaped when the page was built
  said.replaceChildren(strong, " ", reason);
  const right = /^(As|About as)/.test(status);
  said.classList.toggle("is-right", right);
  said.classList.toggle("is-wrong", status === NOT_GUESSED);
  unfold(form.dataset.prediction);
  form.dispatchEvent(new CustomEvent("mg-guessed", { detail: { right } }));
}

if (typeof document !== "undefined") {
  document.addEventListener("DOMContentLoaded", () => {
    // Screen readers should read a fold's visible text instead of a separate label.
    for (const summary of document.querySelectorAll("details.hide > summary")) summary.removeAttribute("aria-label");
    for (const form of document.querySelectorAll("form.guess")) {
      form.hidden = false;
      veil(form.dataset.prediction);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        commit(form);
      });
    }
  });
}
