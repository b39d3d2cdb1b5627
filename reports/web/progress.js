// What was solved, kept in the browser; a browser that keeps nothing loses it with the page.
//
// mark     of a puzzle: how it went the last time, see `Session.mark`
// streak   puzzles solved in a row in this sitting; `best`: the longest ever
//
// Several tabs may show one set: what the browser keeps is read again before a puzzle is noted.

import { SITTING } from "./sitting.js";

export class Progress {
  constructor(name) {
    this.name = `ruleproof-solve-${name}`;
    this.kept = true;
    this.marks = {};
    this.streak = 0;
    this.best = 0;
    this.read();
    try {
      const { sitting, streak } = parsed(sessionStorage.getItem(this.name));
      this.streak = sitting === SITTING ? streak : 0;
    } catch {
      this.kept = false;
    }
  }

  /** Takes over what other tabs noted. */
  read() {
    if (!this.kept) return;
    try {
      const { marks = {}, best = 0 } = parsed(localStorage.getItem(this.name));
      Object.assign(this, { marks, best });
    } catch {
      this.kept = false;
    }
  }

  /** Notes how a puzzle went. */
  note(id, mark) {
    this.read();
    this.marks[id] = mark;
    this.streak = mark === "solved" ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this.keep();
  }

  /** Forgets how these puzzles went, and the streak. */
  forget(ids) {
    this.read();
    for (const id of ids) delete this.marks[id];
    this.streak = 0;
    this.keep();
  }

  keep() {
    const { marks, best, streak } = this;
    try {
      localStorage.setItem(this.name, JSON.stringify({ marks, best }));
      sessionStorage.setItem(this.name, JSON.stringify({ streak, sitting: SITTING }));
    } catch {
      this.kept = false;
    }
  }
}

/** What a text of JSON holds; nothing where it is none. */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
