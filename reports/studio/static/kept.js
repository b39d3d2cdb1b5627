// Sets of puzzles that this browser keeps: lines of JSON by the name of their set. A browser that
// keeps nothing has them until the page is left.
//
// Several tabs may edit one set. So a change is made to the lines that are kept, not to those that a
// tab shows, in one transaction; and other tabs hear of it.

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

/** What one transaction finds or does; `act` is called with all sets, a map, and may change it. */
async function within(mode, act) {
  const found = await database();
  if (!found) return act(memory);
  return new Promise((resolve, reject) => {
    const transaction = found.transaction(STORE, mode);
    const store = transaction.objectStore(STORE);
    const [names, sets] = [store.getAllKeys(), store.getAll()];
    let answer, wrong;
    sets.onsuccess = () => {
      const before = new Map(names.result.map((name, place) => [name, sets.result[place]]));
      const after = new Map(before);
      try {
        answer = act(after);
      } catch (error) {
        wrong = error;
        return;
      }
      for (const name of before.keys()) if (!after.has(name)) store.delete(name);
      for (const [name, lines] of after) if (before.get(name) !== lines) store.put(lines, name);
    };
    transaction.oncomplete = () => (wrong ? reject(wrong) : resolve(answer));
    transaction.onabort = () =>
      reject(new Error("The browser keeps no more; save the set as a file."));
  });
}

const others = (() => {
  try {
    return new BroadcastChannel("ruleproof-sets");
  } catch {
    return null;
  }
})();

/** Changes sets, and lets other tabs know. */
async function change(act) {
  const answer = await within("readwrite", act);
  others?.postMessage("changed");
  return answer;
}

/** Has `act` called when another tab has changed sets. */
export const follow = (act) => others?.addEventListener("message", act);

/** The names of all sets. */
export const keptNames = () => within("readonly", (sets) => [...sets.keys()]);

/** The lines of a set, undefined where there is none. */
export const keptLines = (name) => within("readonly", (sets) => sets.get(name));

/** The name itself, or with a number where it is taken. */
function fresh(name, sets) {
  let found = name;
  for (let number = 2; sets.has(found); number += 1) found = `${name} ${number}`;
  return found;
}

const gone = (name) =>
  new Error(`This browser keeps no set “${name}” any more: another tab has renamed or deleted it.`);

/** Keeps a new set under that name, or one like it where the name is taken; returns the name. */
export const keepNew = (wanted, lines) => change((sets) => {
  const name = fresh(wanted, sets);
  sets.set(name, lines);
  return name;
});

/**
 * Changes the lines of a set, as `act` makes them of those kept (`begins` where there is no set of
 * that name); returns them.
 */
export const changeKept = (name, act, begins = null) => change((sets) => {
  const before = sets.get(name) ?? begins;
  if (!before) throw gone(name);
  sets.set(name, act(before));
  return sets.get(name);
});

/** Gives a set another name, or one like it where that is taken; returns the name. */
export const renameKept = (name, wanted) => change((sets) => {
  const lines = sets.get(name);
  if (!lines) throw gone(name);
  sets.delete(name);
  const found = fresh(wanted, sets);
  sets.set(found, lines);
  return found;
});

/** Forgets a set. */
export const forget = (name) => change((sets) => sets.delete(name));
