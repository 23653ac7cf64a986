// A guess: the page's form stands for the cell `guess = ...`, and fills it in.

const NUMBER = /^[-+]?\d[\d_]*(\.\d*)?(e[-+]?\d+)?$/i;

// The guess as the notebook's cell has it: arithmetic as it was typed, anything else by its value.
// `calculated` and `readGuess` are those of the page's form (static/arithmetic.js, predictions.js).
export function asPython(text) {
  if (NUMBER.test(text) || Number.isFinite(calculated(text))) return text;
  const value = readGuess(text);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

export class Guess {
  constructor(form, { id, source }, chapter) {
    Object.assign(this, { form, id, original: source, chapter });
    this.place = form;
    this.name = form.dataset.prediction;
    this.text = "";
    form.addEventListener("submit", () => {
      this.text = String(new FormData(form).get(this.name) ?? "").trim();
      chapter.keep(this);
    });
    form.addEventListener("mg-guessed", ({ detail }) => chapter.guessed(this, detail.right));
  }

  // The line that the notebook would have.
  get source() {
    if (!this.text) return this.original;
    return this.original.replace("...", () => asPython(this.text));
  }

  get program() {
    return this.source;
  }

  set(source) {
    const written = /^guess = (.*?)(?:\s+#.*)?$/m.exec(source)?.[1] ?? "...";
    this.fill(written === "..." ? "" : written.replace(/^"(.*)"$/, "$1"));
  }

  fill(text) {
    this.text = text;
    for (const field of this.form.elements) {
      if (field.type === "radio") field.checked = [field.value, field.value.replace(/^"(.*)"$/, "$1")].includes(text);
      else if (field.type === "text") field.value = text;
    }
    this.form.querySelector(".said").textContent = "";
    if (text) this.form.requestSubmit(); // and the page answers, as it did
    else this.chapter.keep(this);
  }

  wait() {}
  begin() {}
  end() {}
  leave() {}
  clear() {}
}
