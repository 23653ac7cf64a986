// Downloads of the runtime's files, with their progress. Each URL contains the file's digest, so a file
// in the browser's cache is never out of date.

const LIST = new URL("files.json", import.meta.url);
const KEPT = "minigrad-python";

// Browsers may drop such large files from their HTTP cache, so store them in a named cache. If a browser
// refuses that, the file is downloaded again each time.
async function kept(address) {
  const cache = await self.caches?.open(KEPT).catch(() => undefined);
  const found = await cache?.match(address);
  if (found) return found;
  const response = await fetch(address);
  if (response.ok && cache) keep(cache, address, response.clone()).catch(() => {});
  return response;
}

async function keep(cache, address, response) {
  await cache.delete(address, { ignoreSearch: true }); // the file of an older edition
  await cache.put(address, response);
}

// Load the list of files. `report` is called with the progress of downloading the files in `names`.
export async function list(names, report) {
  const files = await (await fetch(LIST)).json();
  const total = names.reduce((sum, name) => sum + files[name].bytes, 0);
  return { files, report, total, loaded: 0 };
}

// Download a file and return its content, which `read` makes from a stream.
export async function fetched(name, all, read) {
  const { digest } = all.files[name];
  const address = new URL(`${name}.gz?${digest}`, LIST);
  const response = await kept(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      all.loaded += chunk.byteLength;
      all.report({ step: "fetching", loaded: all.loaded, total: all.total });
      controller.enqueue(chunk);
    },
  }));
  return read(await unpacked(counted));
}

// If the server sent a Content-Encoding header, the browser has already unpacked the file.
async function unpacked(stream) {
  const [seen, whole] = stream.tee();
  const reader = seen.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const packed = value?.[0] === 0x1f && value[1] === 0x8b;
  return packed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
