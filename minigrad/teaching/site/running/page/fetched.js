// The files of the runtime, with how much of them has come. Their addresses carry their digests, so
// what the browser has kept is right, however old it is.

const LIST = new URL("files.json", import.meta.url);
export const KEPT = "minigrad-python";

// A browser's own cache drops files of this size, so they're kept by name. Some browsers refuse that,
// and then the file is fetched again.
async function kept(address) {
  const cache = await self.caches?.open(KEPT).catch(() => undefined);
  const found = await cache?.match(address);
  if (found) return found;
  const response = await fetch(address);
  if (response.ok && cache) keep(cache, address, response.clone()).catch(() => {});
  return response;
}

async function keep(cache, address, response) {
  await cache.delete(address, { ignoreSearch: true }); // an older edition's
  await cache.put(address, response);
}

// The list of files, of which these are fetched; `report` hears how much of them has come.
export async function list(names, report) {
  const files = await (await fetch(LIST)).json();
  const total = names.reduce((sum, name) => sum + files[name].bytes, 0);
  return { files, report, total, loaded: 0 };
}

// The content of a file, as `read` makes it of a stream.
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

// Some servers say how such a file is packed, and then the browser has unpacked it already.
async function unpacked(stream) {
  const [seen, whole] = stream.tee();
  const reader = seen.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const packed = value?.[0] === 0x1f && value[1] === 0x8b;
  return packed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
