// The runtime of a page: it runs cells in a worker, `worker.js`. Interrupting a worker would need HTTP
// headers that few servers send. So Stop ends the worker, and a new worker runs the finished cells again.

export class Stopped extends Error {}

export class Runtime {
  // `report` is called with the progress of each step before a cell runs: fetching, starting, and
  // bringing back.
  constructor(address, report) {
    this.address = address; // of its worker
    this.report = report;
    this.ran = []; // the sources that made the current state, in order
    this.number = 0;
    this.ready = null;
  }

  start(done) {
    this.done = done ?? this.done;
    this.ready ??= new Promise((ready, failed) => {
      this.worker = new Worker(this.address, { type: "module" });
      this.waiting = { ready, failed };
      this.worker.onmessage = ({ data }) => this.heard(data);
      this.worker.onmessageerror = () => this.fail(new Error("the page can't read what the worker sends"));
      this.worker.onerror = (event) => this.fail(new Error(event.message || "the worker didn't start"));
      this.worker.postMessage({ type: "start", module: this.module, done: this.done });
    });
    return this.ready;
  }

  // Run a cell and return its outcome. `show` is called with each output as it comes.
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

  // End the worker immediately. The state is restored when the next cell is run.
  stop() {
    const { running, waiting } = this;
    this.running = null;
    this.leave();
    waiting?.failed(new Stopped());
    running?.failed(new Stopped());
  }

  // Run the finished cells again, without showing their outputs, which are already on the page.
  async bringBack() {
    await this.start();
    const sources = this.ran;
    for (const [i, source] of sources.entries()) {
      this.report({ step: "bringing back", loaded: i, total: sources.length });
      await this.pass(source, () => {});
    }
  }

  // Forget all cells that have run.
  restart() {
    this.stop();
    this.ran = [];
  }
}
