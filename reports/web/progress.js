// What was solved, kept in the browser; a browser that keeps nothing loses it with the page.
//
// mark     of a puzzle: how it went the last time, see `Session.mark`
// streak   puzzles solved in a row in this sitting; `best`: the longest ever

import { SITTING } from "./sitting.js";

export class Progress {
  constructor(name) {
    this.name = `ruleproof-solve-${name}`;
    this.marks = {};
    this.streak = 0;
    this.best = 0;
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "{}");
      this.marks = kept.marks ?? {};
      this.streak = kept.sitting === SITTING ? (kept.streak ?? 0) : 0;
      this.best = kept.best ?? 0;
    } catch {
      this.kept = false;
    }
  }

  /** Notes how a puzzle went. */
  note(id, mark) {
    this.marks[id] = mark;
    this.streak = mark === "solved" ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this.keep();
  }

  /** Forgets how these puzzles went, and the streak. */
  forget(ids) {
    for (const id of ids) delete this.marks[id];
    this.streak = 0;
    this.keep();
  }

  keep() {
    const { marks, streak, best } = this;
    try {
      localStorage.setItem(this.name, JSON.stringify({ marks, streak, best, sitting: SITTING }));
    } catch {
      this.kept = false;
    }
  }
}
