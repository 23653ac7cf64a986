// A chapter's page: its cells, the Python that runs them, and the reader's changes.
import { arrive } from "./arrive.js";
import { Bar } from "./bar.js";
import { Cell } from "./cell.js";
import { Guess } from "./guess.js";
import * as kept from "./kept.js";
import { Record } from "./record.js";
import { Runtime, Stopped } from "./runtime.js";
import * as solved from "./solved.js";
import { addTools } from "./tools.js";

const CHECK = /^check\("([^"]+)"/m;
const MISSING = /^name '(\w+)' is not defined/;
const FORMS = [/^(?:def|class) NAME\b/, /^(?:[\w, ]+, )?\(?NAME(?:, [\w, ()*]+)?\)? *(?::[^=\n]+)?=(?!=)/, /^(?:from [\w.]+ )?import (?:[^#\n]*\W)?NAME\b/,
  /^from [\w.]+ import \([^)]*\bNAME\b/, /^(?:for|with) [^#\n]*\bNAME\b/];

// Whether running a program gives a value to a name.
const binds = (program, name) => FORMS.some(({ source }) => new RegExp(source.replace("NAME", name), "m").test(program));

const read = async (name) => (await fetch(new URL(name, import.meta.url))).json();

export async function open(place) {
  const name = place.dataset.chapter;
  const chapter = new Chapter(name, await read(`chapters/${name}.json`));
  await chapter.restore();
  addTools(place, chapter);
  document.documentElement.classList.add("runs");
  arrive();
  return chapter;
}

export class Chapter {
  constructor(name, { file, cells }) {
    Object.assign(this, { name, file });
    this.record = new Record(name);
    this.bar = new Bar(() => this.stop());
    this.runtime = new Runtime(new URL("worker.js", import.meta.url), (progress) => this.bar.show(progress));
    this.queue = [];
    this.cells = cells.map((cell, i) => {
      const element = document.querySelector(`[class~="tag_cell-${cell.id}"]`);
      if (element) return new Cell(element, cell, i + 1, this);
      return new Guess(document.querySelector(`form[data-cell="${cell.id}"]`), cell, i + 1, this);
    });
  }

  // Saving in the browser.

  async restore() {
    const { cells } = await this.record.read();
    this.restoring = true;
    for (const cell of this.cells) {
      const written = cells[cell.id];
      if (written) cell.set(written.source, written.was);
    }
    this.restoring = false;
  }

  keep(cell) {
    if (this.restoring) return;
    this.record.keep(cell);
    this.visit(cell);
  }

  guessed(guess, right) {
    this.record.guessed(guess.name, right, guess.written);
  }

  // Remember where the reader is, for "Continue" on the first page.
  visit(cell) {
    const section = cell.place.closest("section[id]");
    if (this.visited === section) return;
    this.visited = section;
    const heading = section?.querySelector(":scope > h2, :scope > h3")?.firstChild.textContent ?? "";
    kept.write("last", { chapter: this.name, anchor: heading && section.id, heading });
  }

  // The cells' code and outputs, in the form that a notebook stores.
  get cellsForFile() {
    return Object.fromEntries(this.cells.map((cell) => [cell.id, cell.forFile]));
  }

  async reset() {
    this.stop();
    this.current = null; // a cell that was stopped by the reset says nothing about it
    this.runtime.restart();
    this.lost = false;
    this.restoring = true;
    for (const cell of this.cells) {
      cell.set(cell.original);
      cell.ran = undefined;
    }
    this.restoring = false;
    await this.record.forget();
  }

  // Running.

  above(cell) {
    return this.cells.slice(0, Math.max(this.cells.indexOf(cell.of ?? cell), 0));
  }

  // The answers that the reader has changed since they ran. A check would still judge the old versions.
  unread(cell) {
    if (!CHECK.test(cell.program)) return [];
    const section = cell.place.closest("section");
    return this.above(cell).filter((one) => one.stale && one.place.closest("section") === section);
  }

  runAbove(cell) {
    return this.run(this.above(cell).filter((one) => one instanceof Cell));
  }

  runAll() {
    return this.run(this.cells.filter((cell) => cell instanceof Cell));
  }

  // Put cells into the queue. A cell that compares a guess runs after the guess, and a check runs after
  // its answer if the answer has changed. The cell that runs now has its turn again if it has changed.
  run(asked) {
    for (const cell of asked.flatMap((one) => [...this.unread(one), one])) {
      const waiting = this.current ? this.queue.slice(1) : this.queue;
      if (waiting.includes(cell) || (cell === this.current && cell.program === this.source)) continue;
      const guess = this.above(cell).findLast((one) => one instanceof Guess);
      if (guess && guess.ran !== guess.program && !this.queue.includes(guess)) this.queue.push(guess);
      this.queue.push(cell);
      cell.wait();
    }
    this.working ??= this.work().finally(() => {
      this.working = null;
      this.bar.hide();
      document.dispatchEvent(new CustomEvent("mg-idle"));
    });
    return this.working;
  }

  async work() {
    try {
      this.runtime.done ??= await solved.read();
      if (this.lost) await this.runtime.bringBack();
      else await this.runtime.start();
      this.lost = false;
      while (this.queue.length) await this.one(this.queue[0]);
    } catch (error) {
      this.broken(error);
    }
  }

  async one(cell) {
    const source = cell.program;
    [this.current, this.source] = [cell, source];
    const running = { step: "running", cell, cells: this.cells.length };
    this.bar.show(running);
    this.bar.announce(""); // or the same output again would not be read
    cell.begin();
    this.visit(cell);
    const before = this.runtime.done;
    const outputs = [];
    const ended = await this.runtime.run(source, (message) => {
      if (message.type === "waiting") {
        this.bar.show({ ...running, ...message });
        return;
      }
      outputs.push(message);
      cell.outputs?.show(message);
    });
    this.current = null;
    this.queue.shift();
    cell.ran = source;
    cell.failed = !ended.ok;
    cell.end(ended, outputs);
    if (!ended.ok && !cell.fails && this.bring(cell, outputs)) return;
    if (this.queue.includes(cell)) cell.wait();
    const goesOn = this.queue.length && (ended.ok || cell.fails);
    if (!goesOn) this.bar.announce(`Cell ${cell.number} ${ended.ok ? "has run" : "failed"}. ${cell.outputs?.text ?? ""}`);
    await solved.note(before, this.runtime.done);
    const detail = { id: cell.id, ok: ended.ok, memory: ended.memory, outputs };
    document.dispatchEvent(new CustomEvent("mg-ran", { detail })); // for code that observes the page
    if (ended.ok) this.offerHint(cell, source);
    if (ended.ok || cell.fails) return;
    this.drop();
    this.advise(cell);
  }

  // If a name is missing that a cell above defines, run that cell without showing its outputs, and then try
  // again. So an exercise also runs on a fresh page. Return whether there's such a cell.
  bring(cell, outputs) {
    const missing = MISSING.exec(outputs.find(({ type }) => type === "error")?.text ?? "")?.[1];
    const needed = missing && this.above(cell).findLast((one) => one instanceof Cell && one.ran === undefined && binds(one.program, missing));
    if (!needed) return false;
    cell.outputs?.clear(); // or the error would be seen until the cell runs again
    needed.ran = needed.program;
    const nothing = () => {};
    const quiet = { program: needed.program, place: needed.place, number: needed.number, of: needed, fails: false };
    this.queue.unshift(Object.assign(quiet, { wait: nothing, begin: nothing, end: nothing, leave: nothing, offer: cell.offer?.bind(cell) }), cell);
    cell.wait();
    return true;
  }

  // A missing name is usually defined in a cell that hasn't run.
  advise(cell) {
    const above = this.above(cell).filter((one) => one instanceof Cell && one.ran === undefined);
    if (!above.length || !/^NameError/.test(cell.outputs?.text)) return;
    cell.offer("That name may be defined in a cell above that hasn't run yet.", "Run all above, then this", () =>
      this.run([...above, cell]));
  }

  // Below a check that isn't passed yet, a button gives the exercise's next hint.
  offerHint(cell, source, label = "Show a hint") {
    const name = CHECK.exec(source)?.[1];
    if (!name || !cell.outputs?.element.textContent.match(/Not (tried )?yet/)) return;
    cell.offer("", label, (pressed) => {
      pressed.parentElement.remove();
      const hint = { program: `hint("${name}")`, place: cell.place, number: cell.number, outputs: cell.outputs, fails: true };
      const [wait, begin, leave] = [() => {}, () => {}, () => {}];
      const end = () => this.offerHint(cell, source, "Show another hint");
      this.run([Object.assign(hint, { wait, begin, leave, end, offer: cell.offer.bind(cell) })]);
    });
  }

  drop() {
    for (const cell of this.queue) cell.leave();
    this.queue = [];
  }

  stop() {
    if (!this.working) return;
    this.runtime.stop();
  }

  broken(error) {
    const cell = this.current ?? this.queue[0];
    const ran = this.current !== null && this.current !== undefined;
    this.current = null;
    this.drop();
    this.lost = this.runtime.ran.length > 0;
    let says = `Python can't run here (${error.message}). You can download the notebook under More, at the top, and run it on your own machine.`;
    if (error instanceof Stopped) {
      if (!ran) return;
      cell.place.scrollIntoView({ block: "nearest" }); // it may be out of view
      says = "Stopped. When you next run a cell, the cells that had finished run again first.";
    }
    cell?.offer?.(says);
    this.bar.announce(says);
  }
}
