// What Analyse and Play have in common: the position on the board, moves by click and by text,
// stepping through the line, and why a click is no move.

import { ask } from "./api.js";
import { byId, capital, counted, explained, heading, make, turnButton } from "./dom.js";
import { Line, showLine } from "./line.js";
import { Picture } from "./picture.js";
import { complain, say } from "./saying.js";
import { Choosing } from "./turns.js";

export class Table {
  /**
   * The table of a page. `changed` is called with each new position, `may` says whether moves may
   * be made now and `waits` why not, `other` may take a click on a cell for itself.
   */
  constructor({
    changed, may = () => true, other = () => false, played = () => {}, waits = () => "",
  }) {
    this.opened = JSON.parse(byId("content").dataset.opened);
    this.line = new Line(this.opened);
    this.told = this.opened;
    this.changed = changed;
    this.may = may;
    this.other = other;
    this.played = played;
    this.waits = waits;
    this.held = false;
    this.choosing = new Choosing([], [], [], []);
    this.board = new Picture(byId("board"), {
      pick: (cell) => this.pick(cell),
      escape: () => this.forget(),
    });
    this.asking = 0;
    this.listenToButtons();
    this.take(this.opened);
    this.line.keep();
  }

  listenToButtons() {
    const steps = { first: -Infinity, back: -1, forth: 1, last: Infinity };
    for (const [id, many] of Object.entries(steps)) byId(id).onclick = () => this.step(many);
    byId("flip").onclick = () => this.turn();
    byId("typing").onsubmit = (event) => {
      event.preventDefault();
      const words = byId("move").value.trim().split(/\s+/).filter(Boolean);
      this.playTyped(words).then((done) => done && (byId("move").value = ""));
    };
    document.addEventListener("keydown", (event) => {
      const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      const typed = event.target.closest("input, textarea, select, [role=gridcell], [role=radiogroup]");
      if (!(event.key in keys) || typed || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.step(keys[event.key]);
    });
  }

  /** Shows what the server tells of the position. */
  take(told) {
    this.told = told;
    this.line.hear(told);
    this.choosing = new Choosing(told.moves.map((move) => move.text),
      told.moves.map((move) => move.changes), told.drawing.cells.map((cell) => cell.name),
      told.drawing.cells.filter((cell) => cell.token !== ".").map((cell) => cell.name));
    this.board.show(told.drawing, `${told.title} on ${told.board}`);
    const way = told.over ? null : heading(told.headings[told.side]);
    byId("outcome").replaceChildren(told.outcome, ...(way ? [way] : []));
    byId("outcome").classList.toggle("over", told.over);
    byId("beside").textContent = told.beside;
    byId("first").disabled = byId("back").disabled = this.line.at === 0;
    byId("forth").disabled = byId("last").disabled = this.line.at === this.line.moves.length;
    byId("flip").setAttribute("aria-pressed", this.line.flip);
    byId("legal").replaceChildren(
      ...told.moves.slice(0, 400).map((move) => make("option", { value: move.text })),
    );
    this.showMarks();
    showLine(byId("line"), this.line, told.players, this.opened.paints, (at) => this.go(at));
    this.changed(told);
  }

  /** Marks the cells that may be chosen; moves in doubt, or without a cell, become buttons. */
  showMarks() {
    const { open, cells, offered } = this.choosing;
    const may = this.may();
    this.board.mark(may ? open : new Set(), cells);
    const choice = byId("choice");
    choice.hidden = !may || !offered.length;
    choice.setAttribute("aria-label", cells.length ? "Moves that begin there" : "Moves without a cell");
    choice.replaceChildren(
      ...offered.slice(0, 60).map((step) => turnButton(step, this.wordsFor(step), () => this.play(step))),
    );
  }

  /** The words for a move that is legal here; empty where its text says it all. */
  wordsFor(move) {
    return this.told.moves.find(({ text }) => text === move)?.words ?? "";
  }

  /** Asks for the position again and shows it; returns whether that could be done. */
  async refresh(words = "") {
    const number = (this.asking += 1);
    const active = document.activeElement;
    const held = ["choice", "moves", "line"].find((id) => byId(id)?.contains(active));
    try {
      const told = await ask("position", { ...this.line.asked(), flip: this.line.flip });
      if (number !== this.asking) return true;
      complain(null);
      this.take(told);
      this.line.keep();
      if (held === "line") byId("line").querySelector("[aria-current]").focus();
      else if (held || active.disabled) this.board.focus();
      const many = told.over ? "" : ` ${counted(told.moves.length, "move")}.`;
      say(words, `${told.outcome}.${many}`);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  /** Plays typed moves one after the other; returns whether all were played. */
  async playTyped(words) {
    for (const move of words) if (!(await this.play(move))) return false;
    return true;
  }

  /** Plays a move by its text; returns whether it was legal. */
  async play(move) {
    if (this.held) return false;
    if (!this.may()) {
      this.hold();
      return false;
    }
    const { at, moves, told } = this.line;
    const { side } = this.told;
    const words = this.wordsFor(move);
    this.line.play(move);
    if (await this.refresh(`${capital(side)}: ${explained(move, words)}. `)) {
      this.played(move);
      return true;
    }
    Object.assign(this.line, { at, moves, told });
    this.forget();
    return false;
  }

  /** Plays moves that are known to be legal, one after the other, until `signal` ends that. */
  async playAll(moves, pause = 0, signal = null) {
    for (const move of moves) {
      if (signal?.aborted) return false;
      const { side } = this.told;
      const words = this.wordsFor(move);
      this.line.play(move);
      if (!(await this.refresh(`${capital(side)}: ${explained(move, words)}. `))) return false;
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return true;
  }

  async pick(cell) {
    if (this.other(cell)) return;
    if (!this.may()) {
      this.hold();
      return;
    }
    const before = [...this.choosing.cells];
    const move = this.choosing.click(cell);
    if (move) await this.play(move);
    else if (move === undefined) {
      this.showMarks();
      this.changed(this.told, true);
      await this.explain(before, cell);
    } else {
      complain(null);
      this.showMarks();
      const many = counted(this.choosing.candidates.length, "move");
      if (this.choosing.cells.length) say(`${cell} chosen, ${many}.`);
      this.changed(this.told, true);
    }
  }

  /** Says why no move can be made now. */
  hold() {
    const message = this.waits();
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
    try {
      const cells = [...before.slice(0, 1), cell];
      const found = await ask("why", { ...this.line.asked(), cells });
      const told = found.filter((one) => one.why).map((one) => `${one.move}: ${one.why}`);
      complain({ message: told[0] ?? none, faults: told.length > 1 ? told : [] });
    } catch (error) {
      complain(error);
    }
  }

  /** Takes back what was chosen so far. */
  forget() {
    this.choosing.clear();
    this.showMarks();
    this.changed(this.told, true);
  }

  step(many) {
    if (!this.held && this.line.step(many)) this.refresh();
  }

  go(at) {
    this.line.at = at;
    return this.refresh();
  }

  /** Shows the position after so many moves without going there; null goes back. */
  async peek(at) {
    const number = (this.asking += 1);
    const shown = at === null ? this.told : null;
    const asked = { ...this.line.asked(at ?? 0), flip: this.line.flip };
    const told = shown ?? (await ask("position", asked).catch(() => this.told));
    if (number !== this.asking) return;
    this.board.show(told.drawing, `${told.title} on ${told.board}`);
    byId("outcome").firstChild.textContent = told.outcome;
    byId("beside").textContent = told.beside;
    if (shown) {
      this.showMarks();
      this.changed(this.told, true);
    }
  }

  turn() {
    this.line.flip = !this.line.flip;
    return this.refresh();
  }
}
