// A chapter's record: the cells that the reader edited, and the first guesses.
import * as kept from "./kept.js";

const LATER = 300; // milliseconds from the last keystroke until the record is saved

export class Record {
  constructor(chapter) {
    this.key = `chapter:${chapter}`;
    this.changes = [];
    addEventListener("pagehide", () => this.save());
  }

  empty() {
    return { cells: {}, guesses: {}, firsts: {} };
  }

  async read() {
    this.content = { ...this.empty(), ...(await kept.read(this.key)) };
    return this.content;
  }

  // Change the record now, and save it a moment later.
  change(act) {
    act(this.content);
    this.changes.push(act);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), LATER);
  }

  async save() {
    clearTimeout(this.timer);
    const changes = this.changes.splice(0);
    if (!changes.length) return;
    await kept.update(this.key, (stored) => {
      const record = { ...this.empty(), ...stored };
      changes.forEach((act) => act(record));
      return record;
    });
  }

  keep({ id, source, original }) {
    this.change(({ cells }) => {
      if (source === original) delete cells[id];
      else cells[id] = { source, was: original };
    });
  }

  // Only the first guess counts, because after it the reader has seen the answer.
  guessed(name, right, written) {
    if (this.content.guesses[name] !== undefined) return;
    this.change(({ guesses, firsts }) => {
      guesses[name] ??= right;
      firsts[name] ??= written;
    });
  }

  async forget() {
    clearTimeout(this.timer);
    this.changes = [];
    this.content = this.empty();
    await kept.remove(this.key);
  }
}
