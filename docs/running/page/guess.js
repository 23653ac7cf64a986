// A guess: a form on the page, which replaces the notebook's cell `guess = ...` and fills it in.

const FIRST = "# My first guess: ";
const unquoted = (text) => text.replace(/^"(.*)"$/, "$1");
const NUMBER = /^[-+]?\d[\d_]*(\.\d*)?(e[-+]?\d+)?$/i;

// The guess as Python code: arithmetic as it was typed, and anything else by its value. `calculated`
// and `readGuess` are defined in static/arithmetic.js and static/predictions.js.
export function asPython(text) {
  if (NUMBER.test(text) || Number.isFinite(calculated(text))) return text.replaceAll("^", "**");
  const value = readGuess(text);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

export class Guess {
  constructor(form, { id, source }, number, chapter) {
    Object.assign(this, { form, id, original: source, number, chapter });
    this.place = form;
    this.name = form.dataset.prediction;
    this.text = "";
    form.addEventListener("submit", () => {
      this.read();
      chapter.keep(this);
    });
    form.addEventListener("mg-guessed", ({ detail }) => {
      this.read(); // this event comes before the form's submit event
      chapter.guessed(this, detail.right);
    });
  }

  read() {
    this.text = String(new FormData(this.form).get(this.name) ?? "").trim();
  }

  get written() {
    return asPython(this.text);
  }

  // The line of code in the notebook.
  get source() {
    if (!this.text) return this.original;
    return this.original.replace("...", () => this.written);
  }

  // The code for a notebook. If the reader guessed again, a comment holds the first guess.
  get forFile() {
    const first = this.chapter.record.content.firsts[this.name];
    const isOther = first !== undefined && first !== this.written;
    return { source: isOther ? `${this.source}\n${FIRST}${first}` : this.source };
  }

  get program() {
    return this.source;
  }

  set(source) {
    const written = /^guess = (.*?)(?:\s+#.*)?$/m.exec(source)?.[1] ?? "...";
    const first = source.split("\n").find((line) => line.startsWith(FIRST));
    if (first) this.fill(unquoted(first.slice(FIRST.length))); // only the first one counts
    this.fill(written === "..." ? "" : unquoted(written));
  }

  fill(text) {
    this.text = text;
    for (const field of this.form.elements) {
      if (field.type === "radio") field.checked = [field.value, field.value.replace(/^"(.*)"$/, "$1")].includes(text);
      else if (field.type === "text") field.value = text;
    }
    const said = this.form.querySelector(".said");
    said.textContent = "";
    said.classList.remove("is-right", "is-wrong");
    if (text) this.form.requestSubmit(); // so that the page shows its reply again
    else this.chapter.keep(this);
  }

  wait() {}
  begin() {}
  end() {}
  leave() {}
  clear() {}
}
