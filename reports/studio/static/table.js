// What Analyse and Play have in common: the position on the board, moves by click and by text,
// stepping through the line, and why a click is no move.
//
// Board, line and address change together, once the studio has answered, one change after the other.
// While one is open, no move can be chosen, and steps wait.

import { ask } from "./api.js";
import { byId, capital, counted, explained, heading } from "./dom.js";
import { Line } from "./line.js";
import { Picture } from "./picture.js";
import { complain, say } from "./saying.js";
import { Turn } from "./turn.js";
import { Tree, showTree } from "./variations.js";

export class Table {
  /**
   * The table of a page. `changed` is called with each new position, `may` says whether moves may
   * be made now and `waits` why not, `other` may take a click on a cell for itself, `left` hears that
   * somebody goes elsewhere in the line. With `variations` lines that are left stay, as a tree.
   */
  constructor({
    changed, may = () => true, other = () => false, played = () => {}, waits = () => "",
    left = () => {}, variations = null,
  }) {
    Object.assign(this, { changed, may, other, played, waits, left, variations });
    this.tree = variations ?? new Tree();
    this.opened = JSON.parse(byId("content").dataset.opened);
    this.line = new Line(this.opened);
    this.told = this.opened;
    this.held = false;
    this.open = 0;
    this.looks = 0;
    this.changes = Promise.resolve();
    this.board = new Picture(byId("board"), {
      pick: (cell) => !this.other(cell) && this.turn.click(cell), escape: () => this.turn.drop(),
    });
    const [offers, typed, list] = ["choice", "move", "legal"].map(byId);
    this.turn = new Turn({ grid: this.board.grid, offers, typed, list }, {
      waits: () => this.may() && !this.held && !this.open,
      shows: () => this.may(),
      held: () => this.hold(),
      play: (move) => this.play(move),
      follow: (cell) => this.follow(cell),
      refuse: (cell, before) => this.explain(before, cell),
      strange: (words) => this.playTyped(words.split(/\s+/)),
      words: (step) => this.wordsFor(step),
    });
    this.listenToButtons();
    this.take(this.opened);
    this.keep();
    byId("content").classList.add("ready");
  }

  listenToButtons() {
    const steps = { first: -Infinity, back: -1, forth: 1, last: Infinity };
    for (const [id, many] of Object.entries(steps)) byId(id).onclick = () => this.step(many);
    byId("flip").onclick = () => this.to((line) => line.with({ flip: !line.flip }));
    byId("typing").onsubmit = (event) => {
      event.preventDefault();
      this.turn.type(byId("move").value);
    };
    document.addEventListener("keydown", (event) => {
      const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      const typed = event.target.closest("input, textarea, select, [role=gridcell], [role=radiogroup]");
      if (!(event.key in keys) || typed || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.step(keys[event.key]);
    });
  }

  /** Offers the steps that can be made. */
  steps() {
    const { at, moves } = this.line;
    const disable = (ids, none) => ids.forEach((id) => byId(id) && (byId(id).disabled = this.held || none));
    disable(["first", "back", "undo"], at === 0);
    disable(["forth", "last"], at === moves.length);
    disable(["flip"], false);
  }

  get choosing() {
    return this.turn.choosing;
  }

  /** Shows what the server tells of the position. */
  take(told) {
    this.told = told;
    this.looks += 1;
    this.line = this.line.heard(told);
    this.list();
    this.turn.begin(told.moves.map((move) => move.text),
      told.moves.map((move) => move.changes), told.drawing.cells.map((cell) => cell.name),
      told.drawing.cells.filter((cell) => cell.token !== ".").map((cell) => cell.name));
    this.board.show(told.drawing, `${told.title} on ${told.board}`);
    const way = told.over ? null : heading(told.headings[told.side]);
    byId("outcome").replaceChildren(told.outcome, ...(way ? [way] : []));
    for (const id of ["outcome", "board"]) byId(id).classList.toggle("over", told.over);
    byId("beside").textContent = told.beside;
    this.steps();
    byId("flip").setAttribute("aria-pressed", this.line.flip);
    this.turn.mark();
    this.changed(told);
  }

  /** Lists the moves of the line, and the lines that were left. */
  list() {
    if (!this.variations) this.tree = new Tree();
    this.tree.add(this.line);
    const { at, moves } = this.line;
    if (at === moves.length) this.line = this.line.with(this.tree.through(moves));
    showTree(byId("line"), this.tree, this.line, this.told.players, this.opened.paints,
      (moves) => this.goTo((line) => line.with(this.tree.through(moves))));
  }

  /** The link to what is shown, with the lines that were left and the comments. */
  get link() {
    return this.line.link() + (this.tree.branches ? `#${encodeURIComponent(this.tree.text())}` : "");
  }

  /** Has the address of the page say where it is. */
  keep() {
    history.replaceState(null, "", this.link);
  }

  /** The words for a move that is legal here; empty where its text says it all. */
  wordsFor(move) {
    return this.told.moves.find(({ text }) => text === move)?.words ?? "";
  }

  /**
   * Changes the line, after all changes that are under way: `change` makes another of the line that
   * stands then; without one, or no longer `wanted`, nothing happens. Returns whether the line changed.
   */
  to(change, words = "", wanted = () => true) {
    this.count(1);
    const done = this.changes.then(async () => {
      const next = wanted() ? change(this.line) : null;
      if (!next) return false;
      const told = await ask("position", { ...next.asked(), flip: next.flip });
      if (!wanted()) return false;
      this.show(next, told, words);
      return true;
    }).catch((error) => {
      complain(error);
      return false;
    }).finally(() => this.count(-1));
    this.changes = done;
    return done;
  }

  /** Counts the changes that are under way. */
  count(more) {
    this.open += more;
    byId("board").setAttribute("aria-busy", this.open > 0);
  }

  /** Shows another line and what the server tells of its position, and says so. */
  show(line, told, words) {
    const active = document.activeElement;
    const held = ["choice", "moves", "line"].find((id) => byId(id)?.contains(active));
    complain(null);
    this.line = line;
    this.take(told);
    this.keep();
    if (held === "line") byId("line").querySelector("[aria-current]").focus();
    else if (held || active.disabled) this.board.focus();
    const many = told.over ? "" : ` ${counted(told.moves.length, "move")}.`;
    say(words, `${told.outcome}.${many}`);
  }

  /** Plays moves of a text one after the other; returns whether all were played. */
  async playTyped(moves) {
    for (const move of moves) if (!(await this.play(move))) return false;
    return true;
  }

  /** Plays a move by its text, unless another change is under way; returns whether it was played. */
  async play(move) {
    if (this.held || this.open) return false;
    if (!this.may()) {
      this.hold();
      return false;
    }
    if (await this.move(move)) {
      this.played(move);
      return true;
    }
    this.turn.drop();
    return false;
  }

  /** Has a move played behind the changes that are under way. */
  move(move, wanted) {
    const side = capital(this.told.side);
    return this.to((line) => line.play(move), `${side}: ${explained(move, this.wordsFor(move))}. `, wanted);
  }

  /** Plays moves that are known to be legal, one after the other, until `signal` ends that. */
  async playAll(moves, pause = 0, signal = null) {
    for (const move of moves) {
      if (!(await this.move(move, () => !signal?.aborted))) return false;
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return true;
  }

  /** Says what is chosen, and lets the page follow. */
  follow(cell) {
    if (cell) complain(null);
    const many = counted(this.choosing.candidates.length, "move");
    if (cell && this.choosing.cells.length) say(`${cell} chosen, ${many}.`);
    this.changed(this.told, true);
  }

  /** Says why no move can be made now. */
  hold() {
    const message = this.held || this.may() ? "" : this.waits();
    if (message) complain({ message });
  }

  /** Says why no legal move goes on with this cell after those that were clicked before. */
  async explain(before, cell) {
    if (this.told.over) {
      complain({ message: `${this.told.outcome}. The game is over.` });
      return;
    }
    const none = before.length ? `No move goes from ${before.join(", ")} to ${cell}.`
      : `No move begins on ${cell}.`;
    const current = this.turn.asking();
    try {
      const cells = [...before.slice(0, 1), cell];
      const found = await ask("why", { ...this.line.asked(), cells });
      const told = found.filter((one) => one.why).map((one) => `${one.move}: ${one.why}`);
      if (current()) complain({ message: told[0] ?? none });
    } catch (error) {
      if (current()) complain(error);
    }
  }

  step(many) {
    if (!this.held) this.goTo((line) => line.step(many));
  }

  go(at) {
    return this.goTo((line) => line.with({ at }));
  }

  /** Goes elsewhere in the line. */
  goTo(change) {
    this.left();
    return this.to(change);
  }

  /** Shows the position after so many moves without going there; null goes back. */
  async peek(at) {
    const look = (this.looks += 1);
    const shown = at === null ? this.told : null;
    const asked = { ...this.line.asked(at ?? 0), flip: this.line.flip };
    const told = shown ?? (await ask("position", asked).catch(() => this.told));
    if (look !== this.looks) return;
    this.board.show(told.drawing, `${told.title} on ${told.board}`);
    byId("outcome").firstChild.textContent = told.outcome;
    byId("beside").textContent = told.beside;
    if (shown) {
      this.turn.mark();
      this.changed(this.told, true);
    }
  }
}
