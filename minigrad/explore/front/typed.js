// A field in which the reader types a word. The position of its control is the word's number
// (`numberOf`). Only the letters a to z are accepted, so a word never needs escaping.

function typedWord(text, longest) {
  return text.toLowerCase().replace(/[^a-z]/g, "").slice(0, longest);
}

function typedOf(state, control) {
  const { name, typed: { longest, bounds } } = state.controls[control];
  const field = html("input", "mg-field");
  Object.assign(field, { type: "text", size: longest + 1, spellcheck: false, autocomplete: "off",
    autocapitalize: "none", title: `Type up to ${longest} letters` });
  field.setAttribute("aria-label", name);
  const shown = () => wordOf(state.now()[control]);
  field.addEventListener("input", () => {
    const word = typedWord(field.value, longest);
    if (word !== field.value) field.value = word;
    if (!word) return; // an empty field leaves the previous word in the picture
    const to = (i, at) => (i === bounds ? Math.min(at, word.length) : at);
    state.go(state.now().map((at, i) => (i === control ? numberOf(word) : to(i, at))));
  });
  const update = () => {
    if (field.value || document.activeElement !== field) field.value = shown();
  };
  field.addEventListener("blur", update);
  return [[html("span", "mg-name", name), field], update];
}
