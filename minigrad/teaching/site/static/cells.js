// Where a page can run its cells, the modules that do it are loaded. Python itself comes with the first
// run. A page that was opened from a disk, or in an old browser, reads as it is.

const RUNNING = new URL("running/chapter.js", document.currentScript.src);
const ABLE = location.protocol.startsWith("http") &&
  [window.WebAssembly, window.Worker, window.DecompressionStream, window.indexedDB].every(Boolean);

document.addEventListener("DOMContentLoaded", async () => {
  const place = document.querySelector("[data-chapter]");
  if (!place || !ABLE) return;
  const { open } = await import(RUNNING);
  await open(place);
});
