// Sets of puzzles that this browser keeps: lines of JSON by the name of their set. A browser that
// keeps nothing has them until the page is left.

const memory = new Map();
const STORE = "sets";
let opening = null;

/** The store, null where there is none. */
function database() {
  opening ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open("ruleproof", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opening;
}

/** What `act` finds in the store, or `otherwise` in memory. */
async function within(mode, act, otherwise) {
  const found = await database();
  if (!found) return otherwise();
  return new Promise((resolve, reject) => {
    const asked = act(found.transaction(STORE, mode).objectStore(STORE));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(new Error("The browser keeps no more; save the set as a file."));
  });
}

/** The names of all sets. */
export const keptNames = () =>
  within("readonly", (store) => store.getAllKeys(), () => [...memory.keys()]);

/** The lines of a set, undefined where there is none. */
export const keptLines = (name) =>
  within("readonly", (store) => store.get(name), () => memory.get(name));

/** Keeps a set. */
export const keep = (name, lines) =>
  within("readwrite", (store) => store.put(lines, name), () => memory.set(name, lines));

/** Forgets a set. */
export const forget = (name) =>
  within("readwrite", (store) => store.delete(name), () => memory.delete(name));

/** The name itself, or with a number where it is taken. */
export function fresh(name, taken) {
  let found = name;
  for (let number = 2; taken.includes(found); number += 1) found = `${name} ${number}`;
  return found;
}
