// What a reader wrote, kept in the browser: one record for each chapter, and one of the exercises.

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

// Some browsers keep nothing in private windows. A page runs without it.
const orNothing = (promise) => promise.catch(() => undefined);

export const read = (key) => orNothing(within("readonly", (store) => store.get(key)));
export const write = (key, value) => orNothing(within("readwrite", (store) => store.put(value, key)));
export const remove = (key) => orNothing(within("readwrite", (store) => store.delete(key)));
export const keys = async () => (await orNothing(within("readonly", (store) => store.getAllKeys()))) ?? [];
