// Links between the sentence and the picture. A piece of the picture that sentences can mention has
// its name in `data-says`. If the sentence contains that name, or a number that the piece shows, then
// hovering over, focusing, or touching the word highlights the piece, and the other way around.

const WORDS = /\(place \d+\)|[\p{L}_][\p{L}\p{N}_.]*\p{N}*|#\d+|[-−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?/gu;

const bare = (word) => word.replace(/[()]/g, "");
const COUNTED = /^ of \d/; // "3 of 4" is a count, not a value in the picture
const ARTICLE = /^ (?!has|is|and|or|had|runs|sends|receives|gives|takes|gets|goes)[a-z]/;

// Whether the word is only a step number, or an "a" that isn't the name of a node.
function isPlain(word, before, after) {
  if (word === "a") return ARTICLE.test(after);
  return COUNTED.test(after) || /\d of $/.test(before);
}

// Split a sentence into linked words and the text between them. Each part is [text, names], with the
// names of the pieces that it highlights.
function linked(text, pieces) {
  const parts = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    const word = found.replace(/\.$/, "");
    if (isPlain(word, text.slice(0, index), text.slice(index + word.length))) continue;
    const named = pieces.filter(({ name }) => name === bare(word));
    // If several pieces show the same number, the sentence could mean any of them.
    const showing = pieces.filter(({ numbers }) => /\d/.test(word) && numbers.includes(word));
    const names = named.length ? named : showing.length === 1 ? showing : [];
    if (!names.length) continue;
    parts.push([text.slice(end, index), []], [word, names.map(({ name }) => name)]);
    end = index + word.length;
  }
  parts.push([text.slice(end), []]);
  return parts.filter(([part]) => part);
}

function linksOf(place, sentence) {
  const selected = (name) => [...place.querySelectorAll("[data-says]")]
    .filter((piece) => piece.dataset.says === name);
  const light = (names, at) => {
    for (const name of names) selected(name).forEach((piece) => piece.classList.toggle("mg-lit", at));
    for (const word of sentence.querySelectorAll(".mg-word")) {
      const meant = word.mgNames.some((name) => names.includes(name));
      word.classList.toggle("mg-lit", at && meant);
    }
  };
  const wordOf = (text, names) => {
    const word = button("mg-word", text, () => light(names, true));
    word.mgNames = names;
    if (/\d/.test(text) && !names.includes(bare(text))) word.classList.add("mg-gradient-word");
    for (const event of ["focus", "pointerenter"]) word.addEventListener(event, () => light(names, true));
    for (const event of ["blur", "pointerleave"]) word.addEventListener(event, () => light(names, false));
    return word;
  };
  const over = (at) => ({ target }) => {
    const piece = target.closest?.("[data-says]");
    if (piece) light([piece.dataset.says], at);
  };
  place.addEventListener("pointerover", over(true));
  place.addEventListener("pointerout", over(false));
  const say = (text) => {
    const pieces = [...place.querySelectorAll("[data-says]")].map((piece) => ({
      name: piece.dataset.says, numbers: piece.textContent.match(WORDS) ?? [],
    }));
    if (!pieces.length) sentence.textContent = text;
    else sentence.replaceChildren(...linked(text, pieces).map(([part, names]) =>
      names.length ? wordOf(part, names) : document.createTextNode(part)));
  };
  return { say };
}
