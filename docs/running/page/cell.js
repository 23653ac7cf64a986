// A code cell of the page: its code, which can be edited, its buttons, and its outputs.
import { button } from "./elements.js";
import { Outputs } from "./outputs.js";

const RESET = "Reset this cell";
const RENEW = "Use the chapter's new version";

export class Cell {
  // `chapter` runs the cell and saves its code.
  constructor(element, { id, source, fails }, number, chapter) {
    Object.assign(this, { element, id, original: source, source, fails, number, chapter });
    this.place = element;
    element.id ||= `cell-${id}`;
    this.input = element.querySelector(".cell_input");
    this.pre = this.input.querySelector("pre");
    this.code = this.pre.cloneNode(true).childNodes; // with syntax highlighting
    this.fold = this.input.closest("details"); // around the code of a figure
    const head = this.fold ?? this.input;
    this.stored = [...element.children].filter((child) => child !== head);
    this.outputs = new Outputs(id);
    head.after(this.outputs.element);
    this.addTools();
    this.pre.addEventListener("click", (event) => {
      if (getSelection().isCollapsed) this.edit(event);
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
      if (this.editor) return; // the editor handles these keys itself
      event.preventDefault();
      chapter.run([this]);
    });
  }

  addTools() {
    const { chapter } = this;
    this.go = button("Run", () => chapter.run([this]));
    this.go.className = "run-go";
    this.go.title = "Shift + Enter";
    this.reset = button(RESET, () => this.set(this.original));
    this.reset.hidden = true;
    this.count = document.createElement("span");
    this.count.className = "run-count";
    const tools = document.createElement("div");
    tools.className = "run-tools";
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", `Cell ${this.number}`);
    tools.append(this.go, button("Edit", () => this.edit()));
    if (this.number > 1) tools.append(button("Run all above", () => chapter.runAbove(this)));
    tools.append(this.reset, this.count);
    this.input.append(tools);
  }

  // Whether the reader's code has changed since it last ran successfully.
  get stale() {
    return this.source !== this.original && (this.ran !== this.source || this.failed);
  }

  // The code to run.
  get program() {
    return this.source;
  }

  // The code and outputs for a notebook. Outputs of an earlier version of the code are left out.
  get forFile() {
    const { source, ran, given } = this;
    return { source, given: ran === source ? given : undefined };
  }

  async edit(event) {
    if (!this.editing) {
      this.editing = import("./editor.js");
      const { edit } = await this.editing;
      const place = document.createElement("div");
      place.className = "run-editor highlight";
      this.pre.before(place);
      this.editor = edit(place, {
        source: this.source,
        label: `Code of cell ${this.number}. Press Escape, then Tab, to leave it.`,
        changed: (source) => this.written(source),
        run: () => this.chapter.run([this]),
        leave: () => this.go.focus(),
      });
      this.pre.hidden = true;
    }
    await this.editing;
    this.editor.focus();
    const at = event && this.editor.posAtCoords({ x: event.clientX, y: event.clientY });
    if (at) this.editor.dispatch({ selection: { anchor: at } });
  }

  written(source) {
    this.source = source;
    const changed = source !== this.original;
    if (changed) this.pre.textContent = source;
    else this.pre.replaceChildren(...[...this.code].map((node) => node.cloneNode(true)));
    this.reset.hidden = !changed;
    if (changed && this.fold) this.fold.open = true;
    this.element.classList.toggle("run-edited", changed);
    this.element.classList.toggle("run-stale", this.ran !== undefined && this.ran !== source);
    this.chapter.keep(this);
  }

  // Replace the cell's source and remove its outputs. `was` is the chapter's source when the reader began
  // to edit the cell, which differs from the original if the chapter has changed since.
  set(source, was = this.original) {
    if (this.editor && this.editor.state.doc.toString() !== source) {
      this.editor.dispatch({ changes: { from: 0, to: this.editor.state.doc.length, insert: source } });
    }
    this.written(source);
    this.reset.textContent = was === this.original ? RESET : RENEW;
    this.clear();
    for (const child of this.stored) child.hidden = source !== this.original; // outputs of the original
  }

  clear() {
    this.outputs.clear();
    this.element.classList.remove("run-busy", "run-done", "run-stale");
    this.count.textContent = "";
    for (const child of this.stored) child.hidden = false;
  }

  wait() {
    this.element.classList.add("run-busy");
    this.count.textContent = "[*]";
  }

  begin() {
    this.outputs.clear();
    for (const child of this.stored) {
      if (child.matches("details")) child.open = true; // which reveals the text after the answer
      child.hidden = true;
    }
  }

  end({ count }, messages) {
    this.given = { count, messages };
    this.element.classList.remove("run-busy");
    this.element.classList.toggle("run-stale", this.ran !== this.source); // changed while it ran
    this.element.classList.add("run-done");
    this.count.textContent = count ? `[${count}]` : "";
  }

  // The run didn't finish.
  leave() {
    this.element.classList.remove("run-busy");
    this.count.textContent = "";
  }

  // Add a sentence below the outputs, optionally with a button.
  offer(says, label, act) {
    const place = document.createElement("p");
    place.className = "run-offer";
    place.append(says, ...(label ? [" ", button(label, act)] : []));
    this.outputs.element.hidden = false;
    this.outputs.element.append(place);
  }
}
