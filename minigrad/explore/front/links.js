// Links between the sentence and the picture. A piece of the picture holds the phrases that mean it in
// `data-says`, or in `data-gradient` if they are about a gradient, separated by "|". Wherever the
// sentence contains such a phrase, hovering over, focusing, or touching it highlights the piece, and the
// other way around.

const SAYING = "[data-says], [data-gradient]";
const ARTICLE = /^ (?!has|is|and|or|had|runs|sends|receives|gives|takes|gets|goes|can)[a-z]/;

const phrasesOf = ({ dataset: { says, gradient } }) =>
  [says, gradient].flatMap((phrases) => phrases?.split("|") ?? []);

// Split a sentence into linked phrases and the text between them. Each part is [text, is linked]. A
// phrase is linked only where it isn't part of a longer name or number.
function linked(text, phrases) {
  const longestFirst = [...new Set(phrases)].sort((one, other) => other.length - one.length)
    .map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    // In "a = x * x = 3 * 3", nothing says that x = 3.
    .map((phrase) => (phrase.includes(" = ") ? `(?<![*+/-] )${phrase}(?! [*+/-])` : phrase));
  if (!longestFirst.length) return [[text, false]];
  const whole = new RegExp("(?<![\\p{L}\\p{N}_.−⁻-])(?:" + longestFirst.join("|")
    + ")(?![\\p{L}\\p{N}_·⁻]|[.,][\\p{L}\\p{N}])", "gu");
  const parts = [];
  let end = 0;
  for (const { 0: phrase, index } of text.matchAll(whole)) {
    // "a" isn't always the name of a node.
    if (phrase === "a" && ARTICLE.test(text.slice(index + 1))) continue;
    parts.push([text.slice(end, index), false], [phrase, true]);
    end = index + phrase.length;
  }
  parts.push([text.slice(end), false]);
  return parts.filter(([part]) => part);
}

// No line breaks next to a sign that equates or multiplies.
const unbroken = (text) => text.replace(/ ([=×]) /g, "\u00a0$1\u00a0");

// The line of a verdict, with which a sentence may begin.
const verdictOf = (text) => /^(?:[✓✗].*\n)?/.exec(text)[0];

// Put text into an element, with the line of a verdict in bold. `words` returns the nodes of a part.
function compose(element, text, words = (part) => [unbroken(part)]) {
  const head = verdictOf(text);
  const bold = document.createElement("strong");
  bold.append(...words(head));
  element.replaceChildren(...(head ? [bold] : []), ...words(text.slice(head.length)));
  return { "✓": "right", "✗": "wrong" }[head[0]] ?? "";
}

function linksOf(place, sentence) {
  const pieces = () => [...place.querySelectorAll(SAYING)];
  const light = (phrases, at) => {
    const means = (others) => others.some((phrase) => phrases.includes(phrase));
    for (const piece of pieces()) piece.classList.toggle("mg-lit", at && means(phrasesOf(piece)));
    for (const word of sentence.querySelectorAll(".mg-word")) {
      word.classList.toggle("mg-lit", at && phrases.some((phrase) => unbroken(phrase) === word.textContent));
    }
  };
  const wordOf = (phrase, ofGradient) => {
    // Not a <button>, which the line can't break inside, or right before the period that follows.
    const word = Object.assign(document.createElement("span"),
      { className: "mg-word", textContent: unbroken(phrase), tabIndex: 0 });
    word.setAttribute("role", "button");
    word.classList.toggle("mg-gradient-word", ofGradient);
    for (const event of ["click", "focus", "pointerenter"]) word.addEventListener(event, () => light([phrase], true));
    for (const event of ["blur", "pointerleave"]) word.addEventListener(event, () => light([phrase], false));
    return word;
  };
  // A grip can cover the piece that it moves.
  const pointedAt = ({ clientX, clientY }) => document.elementsFromPoint(clientX, clientY)
    .map((element) => element.closest(SAYING)).find((piece) => piece && place.contains(piece));
  let pointed = null;
  const point = (piece) => {
    if (piece === pointed) return;
    pointed = piece;
    light(piece ? phrasesOf(piece) : [], true);
  };
  for (const event of ["pointerdown", "pointermove"]) {
    place.addEventListener(event, (of) => point(pointedAt(of) ?? null));
  }
  place.addEventListener("pointerleave", () => point(null));
  const say = (text) => {
    light([], false);
    pointed = null;
    const ofGradient = new Set(pieces().flatMap(({ dataset }) => dataset.gradient?.split("|") ?? []));
    const words = (of) => linked(of, pieces().flatMap(phrasesOf)).map(([part, isLinked]) =>
      isLinked ? wordOf(part, ofGradient.has(part)) : document.createTextNode(unbroken(part)));
    sentence.dataset.verdict = compose(sentence, text, words);
  };
  return { say };
}
