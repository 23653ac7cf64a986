// The reader's data, saved in the browser (IndexedDB): a record for each chapter, the solved exercises
// with the times at which they were solved, and the place that the reader last visited.

const NAME = "minigrad";
const STORE = "kept";

const opened = () => new Promise((done, failed) => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

async function within(mode, act) {
  const database = await opened();
  try {
    return await new Promise((done, failed) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    database.close();
  }
}

// Some browsers save nothing in private windows. The pages also work without it.
const orNothing = (promise) => promise.catch(() => undefined);

// Make a change, and notify the parts of the page that show saved data.
async function changing(act) {
  await orNothing(within("readwrite", act));
  document.dispatchEvent(new CustomEvent("mg-kept"));
}

export const read = (key) => orNothing(within("readonly", (store) => store.get(key)));
export const write = (key, value) => changing((store) => store.put(value, key));
export const remove = (key) => changing((store) => store.delete(key));

// Change a value in one step, because another window may change it at the same time.
export const update = (key, change) => changing((store) => {
  const request = store.get(key);
  request.onsuccess = () => store.put(change(request.result), key);
  return request;
});

// All saved data by its key, or undefined if the browser saves nothing.
export async function everything() {
  const [keys, values] = await Promise.all([
    orNothing(within("readonly", (store) => store.getAllKeys())),
    orNothing(within("readonly", (store) => store.getAll())),
  ]);
  return keys && Object.fromEntries(keys.map((key, i) => [key, values[i]]));
}
