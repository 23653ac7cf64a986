// A chapter's page: its cells, in order, with one Python behind them, and what a reader wrote.
import { Bar } from "./bar.js";
import { Cell } from "./cell.js";
import { Guess } from "./guess.js";
import * as kept from "./kept.js";
import { Runtime, Stopped } from "./runtime.js";
import { addTools } from "./tools.js";

const BACKEND = new URL("worker.js", import.meta.url);
const LATER = 300; // milliseconds after a key, before what was written is kept

export async function open(place) {
  const name = place.dataset.chapter;
  const listed = await (await fetch(new URL(`chapters/${name}.json`, import.meta.url))).json();
  const chapter = new Chapter(name, listed);
  await chapter.restore();
  addTools(place, chapter);
  document.documentElement.classList.add("runs");
  return chapter;
}

export class Chapter {
  constructor(name, { edition, file, cells }) {
    Object.assign(this, { name, edition, file });
    this.bar = new Bar(() => this.stop());
    this.runtime = new Runtime(BACKEND, (progress) => this.bar.show(progress));
    this.queue = [];
    this.cells = cells.map((cell, i) => {
      const element = document.querySelector(`[class~="tag_cell-${cell.id}"]`);
      if (element) return new Cell(element, cell, i + 1, this);
      return new Guess(document.querySelector(`form[data-cell="${cell.id}"]`), cell, this);
    });
  }

  // What the browser keeps.

  async restore() {
    this.record = (await kept.read(`chapter:${this.name}`)) ?? { edition: this.edition, cells: {} };
    this.restoring = true;
    for (const cell of this.cells) {
      const written = this.record.cells[cell.id];
      if (written !== undefined) cell.set(written.source);
    }
    this.restoring = false;
  }

  keep(cell) {
    if (this.restoring) return;
    if (cell.source === cell.original) delete this.record.cells[cell.id];
    else this.record.cells[cell.id] = { source: cell.source, was: cell.original };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), LATER);
  }

  save() {
    clearTimeout(this.timer);
    this.record.edition = this.edition;
    return kept.write(`chapter:${this.name}`, this.record);
  }

  get sources() {
    return Object.fromEntries(this.cells.map((cell) => [cell.id, cell.source]));
  }

  async reset() {
    this.stop();
    this.runtime.restart();
    this.lost = false;
    this.restoring = true;
    for (const cell of this.cells) {
      cell.set(cell.original);
      cell.ran = undefined;
    }
    this.restoring = false;
    this.record = { edition: this.edition, cells: {} };
    clearTimeout(this.timer);
    await kept.remove(`chapter:${this.name}`);
  }

  // Running.

  above(cell) {
    return this.cells.slice(0, this.cells.indexOf(cell));
  }

  runAbove(cell) {
    return this.run(this.above(cell).filter((one) => one instanceof Cell));
  }

  runAll() {
    return this.run(this.cells.filter((cell) => cell instanceof Cell));
  }

  // Put cells into the queue. One that asks for a guess is run after the guess.
  run(cells) {
    for (const cell of cells) {
      if (this.queue.includes(cell)) continue;
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
      this.runtime.done ??= (await kept.read("done")) ?? {};
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
    this.current = cell;
    this.bar.show({ step: "running", left: this.queue.length - 1 });
    cell.begin();
    const outputs = [];
    const ended = await this.runtime.run(source, (message) => {
      outputs.push(message);
      cell.outputs?.show(message);
    });
    this.current = null;
    this.queue.shift();
    cell.ran = source;
    cell.end(ended);
    await kept.write("done", this.runtime.done);
    const detail = { id: cell.id, ok: ended.ok, memory: ended.memory, outputs };
    document.dispatchEvent(new CustomEvent("mg-ran", { detail })); // for whoever watches the page
    if (ended.ok || cell.fails) return;
    this.drop();
    this.advise(cell);
  }

  // A name that isn't there comes, as a rule, from a cell that hasn't run.
  advise(cell) {
    const above = this.above(cell).filter((one) => one instanceof Cell && one.ran === undefined);
    if (!above.length || !/^NameError/.test(cell.outputs.text)) return;
    cell.offer("A cell above may define that name, and it hasn't run yet.", "Run all above, then this", () =>
      this.run([...above, cell]));
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
    if (error instanceof Stopped) {
      if (ran) cell?.offer?.("Stopped. What the cells before it computed comes back with the next run.");
      return;
    }
    cell?.offer?.(`Python doesn't run here (${error.message}). You can download the notebook, and run it on your own machine.`);
  }
}
