// What this browser keeps for pages, by name: for good, or until the tab is closed. A browser that
// keeps nothing (site data blocked, no room left) has it until the page is left.

class Store {
  /** The store behind `localStorage` or `sessionStorage`. */
  constructor(kind) {
    this.kind = kind;
    this.unkept = new Map();
  }

  /** The text kept under a name; null if there is none. */
  get(name) {
    if (this.unkept.has(name)) return this.unkept.get(name);
    try {
      return globalThis[this.kind].getItem(name);
    } catch {
      return null;
    }
  }

  /** What the JSON kept under a name holds; `otherwise` if there is none. */
  read(name, otherwise = {}) {
    try {
      return JSON.parse(this.get(name)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  /** Keeps a text under a name. */
  set(name, text) {
    try {
      globalThis[this.kind].setItem(name, text);
      this.unkept.delete(name);
    } catch {
      this.unkept.set(name, text);
    }
  }

  /** Whether the browser keeps what stands under a name. */
  keeps(name) {
    if (this.unkept.has(name)) return false;
    try {
      return Boolean(globalThis[this.kind]);
    } catch {
      return false;
    }
  }
}

/** What stays until somebody clears it. */
export const forGood = new Store("localStorage");
/** What stays until the tab is closed. */
export const forTab = new Store("sessionStorage");
