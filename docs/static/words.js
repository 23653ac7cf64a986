// Reading of guesses in words, with the same rules as minigrad/course/checking/worded.py. The words and
// patterns come from there: docs/predictions.py writes them into vocabulary.js.

const EDGES = /^[.,;:!?()[\]'"~\u2248]+|[.,;:!?()[\]'"~\u2248]+$/g;

// Return the significant words, separated by spaces, with each synonym replaced by a standard word.
function wordsOf(text, alike) {
  let plain = text.toLowerCase().replaceAll("\u2019", "'");
  for (const [short, long] of CONTRACTED) plain = plain.replace(new RegExp(short, "g"), long);
  plain = plain.split(/\s+/).map((word) => word.replace(EDGES, "")).filter(Boolean).join(" ");
  for (const [word, others] of Object.entries(alike)) {
    const one = others.split(" ").join("|").replaceAll("_", " ");
    plain = plain.replace(new RegExp(`(?<!\\S)(?:${one})(?!\\S)`, "g"), word);
  }
  const words = plain.split(" ").filter((word) => !PLAIN.includes(word));
  return words.filter((word, i) => word !== words[i - 1]).join(" ");
}

// Find the answer that a sentence expresses: "right", or the index of a typical guess. Null if there is
// none or more than one.
function meant(text, { phrases, alike }) {
  const whole = phrases.find(([answer]) => answer === wordsOf(text, alike));
  if (whole) return whole[1];
  const [first, ...others] = text.toLowerCase().split(REASON)[0].split(PAUSE);
  const added = others.map((part) => wordsOf(part, alike));
  for (const part of [first, text]) {
    let left = ` ${wordsOf(part, alike)} `;
    const found = new Set();
    for (const [answer, reply] of phrases) {
      for (let at = left.indexOf(` ${answer} `); at >= 0; at = left.indexOf(` ${answer} `)) {
        const before = left.slice(0, at);
        if (!before.split(/\s+/).filter(Boolean).slice(-2).some((w) => NEGATIONS.includes(w))) found.add(reply);
        left = `${before} | ${left.slice(at + answer.length + 2)}`;
      }
    }
    // "no, an error"
    if (found.size) for (const [answer, reply] of phrases) if (added.includes(answer)) found.add(reply);
    const contrary = left.split(/\s+/).some((word) => word in alike);
    if (found.size) return found.size === 1 && !contrary ? [...found][0] : null;
  }
  return null;
}

// The number that a guess ends with, or that it explains in parentheses: "5 x 5 = 25". Null if there is none.
function resultIn(text) {
  const result = RESULT.exec(text.toLowerCase().replace(/^[ ,;:.!?~]+|[ ,;:.!?~]+$/g, "").replaceAll("\u2212", "-"));
  return result && Number(result[1] ?? result[2]);
}

// The numbers in a sentence, or an empty list if one of them can't be read.
function numbersIn(text) {
  const numbers = [];
  let sign = 1;
  const sentence = text.toLowerCase().split(REASON)[0];
  const bare = sentence.replace(/^[ ,;:.!?~]+|[ ,;:.!?~]+$/g, "");
  const part = FRACTION.exec(bare.replace("halves", "half"));
  if (part) return [(WORTH[part[1]] ?? 1) / PARTS[part[2] ?? part[3]]];
  if (bare in TIMES) return [TIMES[bare]];
  const result = resultIn(sentence);
  if (result !== null) return [result];
  if (COMPOUND.test(sentence)) return [];
  const place = PLACE.exec(sentence.replace(/^[ ,;:.!?]+|[ ,;:.!?]+$/g, ""));
  if (place) return [place[2] ? Number(place[2]) : ORDINALS.indexOf(place[1]) + 1];
  for (let word of sentence.replaceAll(new RegExp(A_PART, "g"), "").split(/\s+/)) {
    word = word.replace(/^[,;:!?()[\]{}'"~\u2248]+|[,;:!?()[\]{}'"~\u2248]+$/g, "").replace(/\.+$/, "").replace("\u2212", "-");
    if (/^\d{1,3}(?:,\d{3})+$/.test(word)) word = word.replaceAll(",", "");
    const plural = word.replace(/es$/, "").replace(/s$/, "");
    const digits = word.replace(/%$/, "");
    if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(digits)) numbers.push(sign * Number(digits) * (digits === word ? 1 : 0.01));
    else if (Object.hasOwn(WORTH, word)) numbers.push(sign * WORTH[word]);
    else if (Object.hasOwn(WORTH, plural)) numbers.push(sign * WORTH[plural]);
    else if (/\d/.test(word)) return [];
    sign = MINUS.includes(word) ? -1 : 1;
  }
  return numbers;
}

// Whether a guess contains a number in words that `numbersIn` doesn't read.
const isSpelledOut = (text) => SPELLED.test(text.toLowerCase().split(REASON)[0]);
