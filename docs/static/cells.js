// Loads the modules that run a page's cells, if the browser can run them. Python itself is downloaded at
// the first run. A page that was opened from a disk or in an old browser can only be read.

const RUNNING = new URL("running/", document.currentScript.src);
const KEEPS = location.protocol.startsWith("http") && Boolean(window.indexedDB);
const ABLE = KEEPS && [window.WebAssembly, window.Worker, window.DecompressionStream].every(Boolean);

document.addEventListener("DOMContentLoaded", async () => {
  const place = document.querySelector("[data-chapter]");
  document.documentElement.classList.toggle("reads", !ABLE);
  if (place && ABLE) await (await import(new URL("chapter.js", RUNNING))).open(place);
  if (KEEPS) await (await import(new URL("yours.js", RUNNING))).show();
});
