// One puzzle being solved: every turn is judged from the tree, and the defender's replies follow.
//
// entry   a turn of a node: [text, class, changes, replies]; the class is right, same, also, late or
//         fails. One that comes to the same as a turn of the tree has that turn's class, changes and
//         replies, and its text as a fifth part
// begun   of a node: the changes that the first steps of a turn make, and those of turns that come to
//         the same as one of the tree, by their steps in the order of their texts
// reply   [text, changes, number of the node that follows, or null]; a text that is empty: there is
//         no defender, the solver goes on

import { changedPosition, readPosition } from "./position.js";
import { inSteps, stepsOf, unordered } from "./turns.js";

export class Session {
  constructor(puzzle, rows) {
    this.puzzle = puzzle;
    this.start = readPosition(puzzle.position, rows, puzzle.tint);
    this.missed = 0;
    this.tried = 0;
    this.hinted = 0;
    this.waiting = [];
    this.seen = new Set([0]);
    this.begin();
  }

  /** Goes back to the diagram. */
  begin() {
    this.here = this.start;
    this.node = 0;
    this.done = false;
    this.played = [];
  }

  /**
   * How the puzzle went so far: `solved`, if the first try of every turn was right, without a hint;
   * else `helped`, if a hint was all that was needed; else `missed`. A lesson is solved once it ends.
   */
  get mark() {
    if (this.puzzle.lesson && this.done) return "solved";
    if (this.missed) return "missed";
    return this.hinted ? "helped" : "solved";
  }

  /** The turns that may be played now. */
  get entries() {
    if (this.done) return [];
    const { turns, equal = {} } = this.puzzle.nodes[this.node];
    return turns.flatMap((entry) =>
      [entry, ...(equal[entry[0]] ?? []).map((text) => [text, ...entry.slice(1), entry[0]])]);
  }

  /** The entries, those that solve before others: of orders that are all legal one may be right. */
  get rightFirst() {
    const wrong = (entry) => Number(entry[1] === "fails" || entry[1] === "late");
    return this.entries.sort((one, other) => wrong(one) - wrong(other));
  }

  /** Whether the entries are all legal turns, those with idle steps apart. */
  get whole() {
    const { turns, equal } = this.puzzle.nodes[this.node];
    return Boolean(equal) || !inSteps(turns.map(([text]) => text));
  }

  /** The number of the reason why an empty cell is no turn here, undefined where none is told. */
  refused(cell) {
    const words = (this.puzzle.nodes[this.node].refused ?? "").split(" ");
    return words.find((word) => word.startsWith(`${cell}=`))?.split("=")[1];
  }

  /** The right turn of this node. */
  get right() {
    return this.entries.find((entry) => entry[1] === "right");
  }

  /** The position after some changes. */
  after(position, changes) {
    return changedPosition(position, changes, this.puzzle.players);
  }

  /**
   * The position after the first steps of a turn, in whatever order they were taken. A step is left
   * out where the page does not know how it looks without those that come later.
   */
  begun(steps) {
    const { begun = {} } = this.puzzle.nodes[this.node];
    let shown = [];
    let waiting = steps;
    for (let before = -1; before !== shown.length;) {
      before = shown.length;
      const held = [];
      for (const step of waiting) {
        if (unordered([...shown, step]) in begun) shown = [...shown, step];
        else held.push(step);
      }
      waiting = held;
    }
    return shown.length ? this.after(this.here, begun[unordered(shown)]) : this.here;
  }

  /** The position after a turn: its own where the page knows it, else that of the turn listed. */
  own([text, , changes]) {
    const { begun = {} } = this.puzzle.nodes[this.node];
    const told = begun[unordered(stepsOf(text))] ?? changes;
    return told ? this.after(this.here, told) : this.here;
  }

  /**
   * Judges a turn. Returns what to show: the class, the turn, the position after it, and for a
   * wrong one the refutation; a right one is played, with the reply, and `done` says whether the
   * line ends there. `own` is the position after the turn itself, `then` the one that the puzzle
   * goes on with, where another turn comes to the same or is right as well.
   */
  play(entry) {
    this.tried += 1;
    const [text, kind, , replies, equal = text] = entry;
    const own = this.own(entry);
    if (kind === "late" || kind === "fails") {
      this.missed += Number(kind === "fails");
      const reply = replies[0] ?? null;
      const last = reply ? this.after(own, reply[1]) : null;
      return { kind, text, equal, before: this.here, then: own, reply: reply?.[0] ?? "", last };
    }
    const [rightText, , rightChanges, answers] = this.right;
    const before = this.here;
    const then = rightChanges ? this.after(before, rightChanges) : before;
    const answer = this.answer(answers);
    this.played.push(rightText);
    const told = { kind, text, equal, went: rightText, before, own, then, reply: "", last: null };
    this.here = then;
    if (answer) this.follow(answer, told);
    else this.done = true;
    if (this.done && told.last) Object.assign(told, this.lastAfter(own, kind, answer));
    return { ...told, done: this.done };
  }

  /** The last reply of a line, to a turn that comes to the same; none to one that is right as well. */
  lastAfter(own, kind, [reply, changes]) {
    return kind === "also" ? { reply: "", last: null } : { reply, last: this.after(own, changes) };
  }

  /** The reply to play: that of the line, else the first that goes on; others wait. */
  answer(answers) {
    if (!answers.length) return null;
    const main = this.puzzle.main[this.node];
    const going = answers.filter((one) => one[2] !== null);
    const chosen = answers.find((one) => one[0] === main) ?? going[0] ?? answers[0];
    for (const other of going) {
      if (other === chosen || other[2] === chosen[2] || this.seen.has(other[2])) continue;
      this.waiting.push({ here: this.here, then: this.after(this.here, this.right[2]), answer: other });
    }
    return chosen;
  }

  /** Plays a reply. */
  follow(answer, told) {
    const [text, changes, next] = answer;
    if (text) {
      this.here = this.after(this.here, changes);
      this.played.push(text);
      told.reply = text;
      told.last = this.here;
    }
    this.done = next === null;
    if (next === null) return;
    this.node = next;
    this.seen.add(next);
  }

  /** The defences that lead to a position not yet played. */
  get others() {
    const fresh = new Map();
    for (const one of this.waiting) {
      if (!this.seen.has(one.answer[2]) && !fresh.has(one.answer[2])) fresh.set(one.answer[2], one);
    }
    return [...fresh.values()];
  }

  /** Goes on with a defence that has not been played yet; returns what to show. */
  other() {
    const next = this.others[0];
    this.done = false;
    this.here = next.then;
    this.played = ["…"];
    const told = { before: next.then, then: next.then, reply: "", last: null };
    this.follow(next.answer, told);
    return told;
  }
}
