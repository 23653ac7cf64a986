// What runs cells, whatever the backend: a worker that speaks the messages of `worker.js`. A worker
// can't be interrupted without headers that few servers send, so Stop ends it, and another one runs
// the cells again that had come to their end.

export class Stopped extends Error {}

export class Runtime {
  // `report` hears what goes on before a cell runs: fetching, starting, or bringing back.
  constructor(backend, report) {
    this.backend = backend; // its worker, and what that needs to know
    this.report = report;
    this.ran = []; // the sources, in order, that the state comes from
    this.number = 0;
    this.ready = null;
  }

  start(done) {
    this.done = done ?? this.done;
    this.ready ??= new Promise((ready, failed) => {
      this.worker = new Worker(this.backend.worker, { type: "module" });
      this.waiting = { ready, failed };
      this.worker.onmessage = ({ data }) => this.heard(data);
      this.worker.onmessageerror = () => this.fail(new Error("the page can't read what the worker sends"));
      this.worker.onerror = (event) => this.fail(new Error(event.message || "the worker didn't start"));
      this.worker.postMessage({ type: "start", module: this.module, done: this.done, backend: { ...this.backend, worker: undefined } });
    });
    return this.ready;
  }

  // The outcome of a cell; `show` hears its outputs as they come.
  async run(source, show) {
    await this.start();
    const ended = await this.pass(source, show);
    this.ran.push(source);
    return ended;
  }

  pass(source, show) {
    return new Promise((finished, failed) => {
      const run = ++this.number;
      this.running = { run, show, finished, failed };
      this.worker.postMessage({ type: "run", run, source });
    });
  }

  heard({ type, run, message, module, reason, ...rest }) {
    if (type === "progress") this.report(rest);
    if (type === "failed") this.fail(new Error(reason));
    if (type === "ready") {
      this.module = module; // compiled already, for the next worker
      this.waiting.ready();
    }
    if (run === undefined || run !== this.running?.run) return;
    if (type === "message" && message.type === "end") {
      this.running.end = message;
      this.done = message.done;
    } else if (type === "message") {
      this.running.show(message);
    }
    if (type === "finished") {
      const { finished, end } = this.running;
      this.running = null;
      finished({ ok: false, ...end, ...rest });
    }
  }

  fail(error) {
    this.leave();
    this.waiting?.failed(error);
    this.running?.failed(error);
    this.running = null;
  }

  leave() {
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
  }

  // End what runs, at once. The state is brought back as soon as a cell is run.
  stop() {
    const { running, waiting } = this;
    this.running = null;
    this.leave();
    waiting?.failed(new Stopped());
    running?.failed(new Stopped());
  }

  // Run again what had come to its end; its outputs are on the page already.
  async bringBack() {
    await this.start();
    const sources = this.ran;
    for (const [i, source] of sources.entries()) {
      this.report({ step: "bringing back", loaded: i, total: sources.length });
      await this.pass(source, () => {});
    }
  }

  // A fresh state, in which no cell has run.
  restart() {
    this.stop();
    this.ran = [];
  }
}
