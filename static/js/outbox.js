// What was entered and is not in the book yet: kept in this browser, in order, until the server has said what became of it.

const STORE = "outbox";
let base;

const asked = (request) =>
  new Promise((give, fail) => {
    request.onsuccess = () => give(request.result);
    request.onerror = () => fail(request.error);
  });

function opened() {
  base ??= (() => {
    const request = indexedDB.open("scorebook", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "uuid" });
    return asked(request);
  })();
  return base;
}

// Changes all of it in one go: a browser that dies in between has either everything or nothing of it.
async function changed(change) {
  const transaction = (await opened()).transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE);
  await new Promise((give, fail) => {
    transaction.oncomplete = give;
    transaction.onabort = () => fail(transaction.error);
    const all = store.getAll();
    all.onsuccess = () => change(store, all.result.sort((one, other) => one.order - other.order));
  });
}

// The games of a sheet that wait, the first one first.
export async function waiting(sheet) {
  const all = await asked((await opened()).transaction(STORE).objectStore(STORE).getAll());
  return all.filter((item) => item.sheet === sheet).sort((one, other) => one.order - other.order);
}

// Keeps a game. It stands behind those that wait already; one with the same uuid is put in its own place.
export const keep = (item) =>
  changed((store, all) => {
    const order = all.find((one) => one.uuid === item.uuid)?.order ?? (all.at(-1)?.order ?? 0) + 1;
    store.put({ ...item, order, problem: null });
  });

// Says what hinders a game; with null it may be sent again, after game `after` if that is said.
export const hinder = (uuid, problem, after) =>
  changed((store, all) => {
    const item = all.find((one) => one.uuid === uuid);
    if (item) store.put({ ...item, problem, after_number: after ?? item.after_number });
  });

// Lets go of a game that is in the book by now, or is not to be there at all; the next one comes after game `last`.
export const settle = (uuid, last) =>
  changed((store, all) => {
    const item = all.find((one) => one.uuid === uuid);
    if (!item) return;
    store.delete(uuid);
    const next = all.find((one) => one.sheet === item.sheet && one.order > item.order);
    if (next) store.put({ ...next, after_number: last ?? item.after_number });
  });
