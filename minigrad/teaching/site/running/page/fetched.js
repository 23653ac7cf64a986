// The files of the runtime, with how much of them has come. Their addresses carry their digests, so
// what the browser has kept is right, however old it is.

const LIST = new URL("files.json", import.meta.url);

// The list of files; `report` hears how much of those that were asked for has come.
export async function list(report) {
  const files = await (await fetch(LIST)).json();
  return { files, report, loaded: 0, total: 0 };
}

// The content of a file, as `read` makes it of a stream.
export async function fetched(name, all, read) {
  const { bytes, digest } = all.files[name];
  all.total += bytes;
  const address = new URL(`${name}.gz?${digest}`, LIST);
  const response = await fetch(address, { cache: "force-cache" });
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
