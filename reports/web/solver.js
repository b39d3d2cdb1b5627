// One puzzle solved on its board: turns, refutations, hints, the solution.
//
// ground   the board that a puzzle stands on
// number   of a puzzle: as the page shows it, from 1 on

import { Answering } from "./answering.js";
import { Board } from "./board.js";
import { capital, keepFocus, make, still } from "./dom.js";
import { Panel } from "./panel.js";
import {
  ENDED, SOLVED, WAY, goesElsewhere, nextHint, replyWords, rightWords, wrongWords,
} from "./said.js";
import { Session } from "./session.js";
import { lineOf, stepper } from "./stepping.js";

export class Solver {
  /**
   * A board with its panel, in `element`. `step` and `random` lead to other puzzles. `attempted`
   * hears how the attempt at a puzzle ended, as soon as a hint or a wrong turn settles it; `noted`
   * hears how the puzzle went, the first time that it is known. `everyDefence` tells whether all
   * defences are asked for. `judge` tells of a typed turn in a position why it is not legal, and else which
   * of the turns listed there comes to the same; without it the page judges by what is listed.
   * `explain` tells why no legal turn goes on at some cells, after the steps taken so far.
   */
  constructor({ step, random, attempted, noted, everyDefence, judge, explain }) {
    this.attempted = attempted;
    this.noted = noted;
    this.everyDefence = everyDefence;
    this.answering = new Answering(this, { judge, explain });
    this.turn = 0;
    this.panel = new Panel(this, { step, random });
    this.boardHost = make("div", { class: "board-host" });
    const { task, said, rest } = this.panel;
    this.element = make("div", { class: "table" }, task, this.boardHost, said, rest);
  }

  // ---- the puzzle

  /**
   * Poses a puzzle; `alike`: all puzzles of its set are of the same game. `words` tell why it is this
   * one, where nobody opened it by itself.
   */
  pose(puzzle, ground, number, { alike, words }) {
    this.turn += 1;
    this.puzzle = puzzle;
    this.session = new Session(puzzle, ground.rows);
    this.known = this.settled = false;
    this.pointed = null;
    this.since = Date.now();
    if (this.ground !== ground) {
      this.ground = ground;
      this.board = new Board(this.boardHost, ground, {
        pick: (cell) => this.click(cell), escape: () => this.drop(),
      });
      this.answering.on(this.board);
    }
    this.element.classList.remove("lacking", "first");
    this.panel.ask(puzzle, ground, number, alike);
    this.begin(null);
    this.panel.say(`${words} ${WAY}`.trim(), "", words && `Puzzle ${number}: ${puzzle.sentence}`);
  }

  /** Shows that the puzzle of that number is not there, and why; `again`, if given, tries it again. */
  lack(number, words = "", again = null) {
    this.turn += 1;
    this.session = null;
    this.pending = true;
    this.refuted = false;
    this.element.classList.add("lacking");
    this.element.classList.toggle("first", !this.board);
    this.panel.lack(number, words, again);
  }

  /** Has who looks on see the task of a puzzle that is opened, and who listens hear its title. */
  attend() {
    this.panel.title.focus({ preventScroll: true });
    this.panel.task.scrollIntoView({ block: "nearest" });
  }

  // ---- a turn

  /** Has a turn chosen in the position of the session. */
  begin(words, before = null, how = "") {
    this.turn += 1; // what was to be shown a moment later is not shown any more
    this.pending = this.refuted = this.stepping = false;
    this.element.classList.toggle("solved", this.session.done);
    this.answering.begin(before);
    this.show(this.session.here, before);
    this.buttons();
    this.answering.turn.mark();
    if (words !== null) this.panel.say(words, how);
  }

  /** Whether a turn is waited for. */
  get waits() {
    return this.session !== null && !this.session.done && !this.pending;
  }

  show(position, before) {
    const { node } = this.session;
    const here = position === this.session.here && !this.session.done;
    const more = here ? this.puzzle.besides[node] : "";
    this.panel.toMove(position, this.ground, more ?? "");
    this.draw(position, before);
  }

  draw(position, before) {
    this.shown = position;
    const label = `${this.puzzle.game}, ${capital(position.side)} to move`;
    this.board.show(position, { before, label, asked: this.puzzle.marked });
  }

  buttons() {
    const { done, played, others } = this.session;
    const waits = this.pending && !this.refuted;
    this.holdFocus(() => this.panel.buttons(
      { done, played: played.length, left: others.length }, this.pending, waits));
  }

  /** Changes the panel. The focus goes to the board where what had it goes away. */
  holdFocus(change) {
    keepFocus(this.element, change, (how) => this.board.grid.focus(how));
  }

  /**
   * A click on a cell. Where a refutation is shown, it takes the turn back, and goes on where the cell
   * is as it was before. Where the solution is shown, it leaves that. Returns whether it plays a turn.
   */
  click(cell) {
    if (this.refuted) {
      const changed = this.shown.cells[cell] !== this.session.here.cells[cell];
      const { stepping } = this;
      this.takeBack();
      if (stepping || changed || !this.answering.choosing.open.has(cell)) return false;
    }
    return this.waits && this.answering.turn.click(cell);
  }

  /** A typed turn; where a refutation is shown, it takes the wrong one back first. */
  type(words) {
    if (this.refuted && words.trim()) this.begin("Your turn again.");
    this.answering.turn.type(words);
  }

  /** Escape: lets go of what is chosen, or takes back the turn that is refuted. */
  drop() {
    if (!this.session) return;
    if (this.pending) this.takeBack();
    this.panel.resume();
    this.answering.turn.drop();
  }

  play(text) {
    this.playEntry(this.session.entries.find((one) => one[0] === text));
  }

  playEntry(entry) {
    const told = this.session.play(entry);
    this.answering.choosing.clear();
    if (told.kind === "fails" || told.kind === "late") this.refute(told);
    else this.goOn(told);
  }

  /** Shows what a right turn does, and the reply. */
  goOn(told) {
    const also = rightWords(told);
    this.show(told.own, told.before);
    if (!told.done) {
      const reply = told.reply ? ` ${replyWords(told, this.ground.moves)}.` : "";
      this.afterwards(told.reply || goesElsewhere(told),
        () => this.begin(`${also}${reply} Go on.`, told.reply ? told.then : told.before, "right"));
      return;
    }
    const last = told.last ? ` ${told.reply} does not help ${capital(told.then.side)}.` : "";
    this.afterwards(told.last, () => {
      if (told.last) this.show(told.last, told.own);
      this.finish(`${also}${last}`);
    });
  }

  /**
   * Shows a wrong turn, then the reply that refutes it, until it is taken back. One that is only too
   * slow does not count against the solver.
   */
  refute(told) {
    const slow = told.kind === "late";
    if (!slow) this.note();
    this.pending = true;
    this.buttons();
    this.answering.turn.mark();
    this.show(told.then, told.before);
    this.afterwards(told.reply, () => {
      if (told.last) this.show(told.last, told.then);
      this.refuted = true;
      this.buttons();
      this.panel.say(wrongWords(told, this.ground.moves), slow ? "" : "wrong");
      this.panel.attend();
    });
  }

  takeBack() {
    const { done } = this.session;
    this.begin(done ? ENDED : "Your turn again.");
    if (done) this.panel.mover.textContent = ENDED;
    this.board.grid.focus();
  }

  /** Does it a moment later, or at once where nothing is to be seen before. */
  afterwards(waits, action) {
    const mine = ++this.turn;
    if (!waits || still()) action();
    else {
      this.pending = true;
      this.answering.turn.mark();
      this.panel.say("");
      setTimeout(() => {
        if (mine === this.turn) action();
      }, 750);
    }
  }

  // ---- the end of a line

  finish(words) {
    this.pending = false;
    this.note();
    if (this.session.others.length && this.everyDefence()) {
      this.panel.say(`${words} There are other defences.`);
      this.otherDefence();
      return;
    }
    this.answering.choosing.clear();
    this.answering.turn.mark();
    this.buttons();
    this.panel.mover.textContent = ENDED;
    this.element.classList.add("solved");
    this.reveal();
    this.panel.say(`${words} ${this.puzzle.lesson?.ends ?? SOLVED[this.session.mark]}`, "right");
    this.panel.attend();
  }

  otherDefence() {
    const told = this.session.other();
    const words = replyWords(told, this.ground.moves);
    this.begin(`Another defence: ${words}.`, told.then);
  }

  restart() {
    this.turn += 1;
    this.session.begin();
    this.begin("The diagram again.");
  }

  giveHint() {
    const given = this.session.hinted;
    this.session.hinted += 1;
    this.settle();
    this.panel.say(nextHint(this.session, given, this.pointed === this.session.node));
    this.pointed = this.session.node;
  }

  giveUp() {
    this.session.missed += 1;
    this.note();
    this.reveal();
    const key = this.puzzle.nodes[0].turns.find((one) => one[1] === "right")[0];
    this.panel.say(`The solution begins with ${key}.`);
  }

  /** Tells what was hidden, and lets the line of the solution be stepped through. */
  reveal() {
    this.panel.reveal(this.puzzle, stepper(lineOf(this.session), (...shown) => this.stepTo(...shown)));
  }

  /** Shows a position of the solution's line until it is left; not while a reply waits. */
  stepTo(position, before, words) {
    if (this.pending && !this.refuted) return false;
    this.pending = this.refuted = this.stepping = true;
    this.buttons();
    this.answering.turn.mark();
    this.show(position, before);
    this.panel.say(words);
    this.panel.back.textContent = "Leave the solution";
    return true;
  }

  /** Tells how the attempt ended, the first time that it is settled. */
  settle() {
    if (this.settled || this.puzzle.lesson) return;
    this.settled = true;
    const { mark, tried } = this.session;
    const seconds = (Date.now() - this.since) / 1000;
    this.attempted(this.puzzle, { mark, turns: tried, seconds });
  }

  /** Tells how the puzzle went, the first time that it is known. */
  note() {
    this.settle();
    if (this.known || (this.puzzle.lesson && !this.session.done)) return;
    this.known = true;
    this.noted(this.puzzle, this.session.mark);
  }
}
