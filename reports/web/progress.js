// What was solved, kept in the browser; a browser that keeps nothing loses it with the page.
//
// mark     of a puzzle: how it went the last time, see `Session.mark`
// streak   puzzles solved in a row in this sitting; `best`: the longest ever
//
// Several tabs may show one set: what the browser keeps is read again before a puzzle is noted.

import { SITTING } from "./sitting.js";
import { forGood, forTab } from "./store.js";

export class Progress {
  constructor(name) {
    this.name = `ruleproof-solve-${name}`;
    this.read();
    const { sitting, streak } = forTab.read(this.name);
    this.streak = sitting === SITTING ? streak : 0;
  }

  /** Takes over what other tabs noted. */
  read() {
    const { marks = {}, best = 0 } = forGood.read(this.name);
    Object.assign(this, { marks, best });
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
    forGood.set(this.name, JSON.stringify({ marks, best }));
    forTab.set(this.name, JSON.stringify({ streak, sitting: SITTING }));
  }
}
