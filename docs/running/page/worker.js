// Python in a worker: a WASI build of Python with an in-memory file system. The worker receives "start"
// and "run", and sends "progress", "ready", "message", "finished", and "failed". The reader's program
// can't reach the page in any other way.
import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } from "./shim/index.js";
import { fetched, list } from "./fetched.js";
import { call, lines } from "./kernel.js";

const PROGRAM = "python.wasm";
const ARCHIVES = ["library.zip", "minigrad.zip"];
const HOME = "/home";
const LIBRARY = "/usr/local/lib";
// Python's image was saved with another archive at this path, so its cached directory has to be cleared.
const START = `
def begin():
    import sys, zipimport
    zipimport._zip_directory_cache.clear()
    sys.path_importer_cache.clear()
    sys.path.insert(1, "${LIBRARY}/minigrad.zip")
begin()
del begin
`;
const ENVIRONMENT = [`HOME=${HOME}`, `TMPDIR=${HOME}`, `MPLCONFIGDIR=${HOME}`, "NO_COLOR=1", "OPENBLAS_NUM_THREADS=1"];

const send = (type, content) => postMessage({ type, ...content });
let python;
let running = null; // the number of the current run

const listener = () => lines(heard);

function heard(message) {
  if (message.type === "fetch") python.add(message.file);
  else send("message", { run: running, message });
}

class Python {
  static async start(module, files) {
    const program = module ?? (await fetched(PROGRAM, files, (body) => WebAssembly.compileStreaming(
      new Response(body, { headers: { "Content-Type": "application/wasm" } }))));
    const archives = await Promise.all(ARCHIVES.map((name) =>
      fetched(name, files, (body) => new Response(body).arrayBuffer())));
    return new Python(program, archives);
  }

  constructor(program, [library, minigrad]) {
    this.program = program;
    const readonly = { readonly: true };
    this.library = new Map([
      ["python315.zip", new File(library, readonly)],
      ["minigrad.zip", new File(minigrad, readonly)],
    ]);
    const folders = [
      new PreopenDirectory(LIBRARY, this.library),
      new PreopenDirectory(HOME, [["notebooks", new Directory([])]]),
    ];
    const streams = [new OpenFile(new File([])), new ConsoleStdout(listener()), new ConsoleStdout(listener())];
    this.wasi = new WASI(["/usr/local/bin/python.wasm"], ENVIRONMENT, [...streams, ...folders], { debug: false });
  }

  async boot() {
    const imports = { wasi_snapshot_preview1: this.wasi.wasiImport, host: { call: () => -1 } };
    const instance = await WebAssembly.instantiate(this.program, imports);
    this.wasi.inst = instance;
    this.exports = instance.exports;
    this.exports._initialize?.();
  }

  // Add a file that is only now needed. In a worker, a synchronous request is allowed.
  add(name) {
    const { bytes, digest } = this.files[name];
    send("progress", { step: "fetching", what: "what this cell imports", loaded: 0, total: bytes });
    const request = new XMLHttpRequest();
    request.open("GET", new URL(`${name}.gz?${digest}`, import.meta.url), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status === 200) this.library.set(`${name}.gz`, new File(request.response, { readonly: true }));
  }

  run(code) {
    const bytes = new TextEncoder().encode(code);
    const place = this.exports.host_alloc(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    return this.exports.turn(place, bytes.length);
  }
}

async function start({ module, done }) {
  const names = module ? ARCHIVES : [PROGRAM, ...ARCHIVES];
  const files = await list(names, (progress) => send("progress", progress));
  python = await Python.start(module, files);
  python.files = files.files;
  send("progress", { step: "starting" });
  await python.boot();
  python.run(START);
  python.run(call("begin", { done }));
  send("ready", { module: python.program });
}

function run({ run, source }) {
  running = run;
  python.run(call("run", source));
  send("finished", { run, memory: python.exports.memory.buffer.byteLength });
}

addEventListener("message", async ({ data }) => {
  try {
    await { start, run }[data.type](data);
  } catch (error) {
    send("failed", { run: data.run, reason: String(error) });
  }
});
