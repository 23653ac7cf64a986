// Another backend: Pyodide, from the address that was chosen when the site was built. It handles the
// same messages as `worker.js`.
import { fetched, list } from "./fetched.js";
import { call, lines } from "./kernel.js";

const ARCHIVE = "minigrad.zip";
const PLACE = `/lib/${ARCHIVE}`;

const send = (type, content) => postMessage({ type, ...content });
let python;
let running = null; // the number of the cell that runs

async function start({ done, backend: { address, packages } }) {
  const files = await list([ARCHIVE], (progress) => send("progress", progress));
  const archive = await fetched(ARCHIVE, files, (body) => new Response(body).arrayBuffer());
  send("progress", { step: "starting" });
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  python = await loadPyodide({ indexURL: address });
  const hear = lines((message) => send("message", { run: running, message }));
  const write = (bytes) => (hear(bytes), bytes.length);
  python.setStdout({ write });
  python.setStderr({ write });
  await python.loadPackage(packages);
  python.FS.writeFile(PLACE, new Uint8Array(archive));
  python.runPython(`__import__("sys").path.insert(1, "${PLACE}")`);
  python.runPython(call("begin", { done }));
  send("ready", {});
}

async function run({ run, source }) {
  running = run;
  await python.loadPackagesFromImports(source); // such as matplotlib
  python.runPython(call("run", source));
  send("finished", { run, memory: python._module.HEAPU8.byteLength });
}

addEventListener("message", async ({ data }) => {
  try {
    await { start, run }[data.type](data);
  } catch (error) {
    send("failed", { run: data.run, reason: String(error) });
  }
});
