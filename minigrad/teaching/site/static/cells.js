// Where a page can run its cells, the modules that do it are loaded. Python itself comes with the first
// run. A page that was opened from a disk, or in an old browser, reads as it is.

const RUNNING = new URL("running/", document.currentScript.src);
const KEEPS = location.protocol.startsWith("http") && Boolean(window.indexedDB);
const ABLE = KEEPS && [window.WebAssembly, window.Worker, window.DecompressionStream].every(Boolean);

document.addEventListener("DOMContentLoaded", async () => {
  const place = document.querySelector("[data-chapter]");
  if (place && ABLE) await (await import(new URL("chapter.js", RUNNING))).open(place);
  if (KEEPS) await (await import(new URL("yours.js", RUNNING))).show();
});
