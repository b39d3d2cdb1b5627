// How a turn is chosen where a puzzle waits for one: clicks, typed words, buttons for steps.

import { capital, ended } from "./dom.js";
import { differing, fullCells, positionText } from "./position.js";
import { waysOn } from "./said.js";
import { Choosing, meant } from "./turns.js";
import { nothingThere, refusal, unlisted } from "./unlisted.js";

export class Answering {
  /**
   * Chooses turns for a solver, who plays them. `judge` and `explain`: as in `Solver`.
   */
  constructor(solver, { judge, explain }) {
    this.solver = solver;
    this.judge = judge;
    this.explain = explain;
  }

  /** Chooses among the turns in the position of the session, which stood as `before` at first. */
  begin(before) {
    const { session, ground, panel } = this.solver;
    const { here } = session;
    const first = session.rightFirst;
    this.before = before;
    this.drawn = 0;
    this.choosing = new Choosing(first.map((entry) => entry[0]),
      first.map((entry) => differing(here, session.after(here, entry[2]))),
      ground.cells.map((cell) => cell.name), fullCells(here));
    panel.offerTexts(session.entries.map((entry) => entry[0]));
  }

  /** The turns that may be played now, those that solve before others. */
  get texts() {
    return this.solver.session.rightFirst.map((entry) => entry[0]);
  }

  /** The puzzle as far as it is played, for who tells why something is no turn. */
  get told() {
    const { session, ground } = this.solver;
    return { session, ground, texts: this.texts };
  }

  /** Marks the cells that may be clicked, and offers steps as buttons. */
  mark() {
    const { solver, choosing } = this;
    const begun = choosing.taken.length + choosing.cells.length > 0;
    solver.board.grid.mark(solver.waits ? choosing.open : new Set(), choosing.cells, begun);
    solver.holdFocus(() => solver.panel.offerSteps(
      choosing.taken, solver.waits ? choosing.offered : [], solver.ground.moves,
      {
        take: (step) => this.chose(choosing.take(step)),
        back: () => this.takeStepBack(),
        peek: (step, begins) => this.peek(step, begins),
      }));
  }

  /** Shows the board as a step would leave it, until whoever looks at it `begins` no more. */
  peek(step, begins) {
    const { session, waits } = this.solver;
    const { taken } = this.choosing;
    if (!waits) return;
    if (!begins) this.drawTaken();
    else {
      const whole = taken.length ? undefined : session.entries.find(([text]) => text === step);
      this.solver.draw(whole ? session.own(whole) : session.begun([...taken, step]), session.here);
    }
  }

  /** Draws the board with the steps that are taken. */
  drawTaken() {
    const { session } = this.solver;
    const { taken } = this.choosing;
    this.solver.show(session.begun(taken), taken.length ? session.here : this.before);
  }

  /** A click on a cell, while a turn is waited for. */
  click(cell) {
    const clicked = [...this.choosing.cells, cell];
    const found = this.choosing.click(cell);
    if (found !== undefined) this.tellChosen(cell);
    else {
      const why = refusal(this.told, cell);
      this.solver.panel.interject(why || nothingThere(this.told, cell));
      if (this.explain && !why) this.tellWhy(clicked);
    }
    this.chose(found);
  }

  /** Says why no turn goes on at these cells, once that is known and unless something else is said. */
  async tellWhy(cells) {
    const { panel } = this.solver;
    const said = panel.standing;
    const why = await this.explain(this.asText, [...this.choosing.taken], cells).catch((error) => error.message);
    if (why && said === panel.standing) panel.interject(why);
  }

  /** The position as a text. */
  get asText() {
    return positionText(this.solver.session.here, this.solver.ground.rows);
  }

  /** Says that a cell is chosen and how to go on, or once more what was said before. */
  tellChosen(cell) {
    const { session, board, panel } = this.solver;
    const { cells, open, offered } = this.choosing;
    if (!cells.includes(cell)) {
      panel.resume();
      return;
    }
    const how = capital(waysOn(open.size, offered));
    const words = board.words(session.here.cells[cell]);
    panel.interject(`${cell}, ${words}: selected. ${how}; choose ${cell} again to let it go.`);
  }

  chose(text) {
    if (text) this.solver.play(text);
    else this.follow();
  }

  /** Shows the turn as far as its steps are taken, and says how to go on. */
  follow() {
    const { taken, open, offered } = this.choosing;
    if (taken.length !== this.drawn) {
      this.drawn = taken.length;
      const { panel } = this.solver;
      this.drawTaken();
      if (taken.length) panel.interject(`Go on: ${waysOn(open.size, offered)}.`);
      else panel.resume();
    }
    this.mark();
  }

  /** Takes the last step of a turn back. */
  takeStepBack() {
    this.choosing.back();
    this.follow();
    this.solver.board.grid.focus();
  }

  /** Lets go of what is chosen. */
  drop() {
    this.choosing.clear();
    this.solver.panel.resume();
    this.follow();
  }

  /** Typed words, while a turn is waited for. */
  type(words) {
    const { panel } = this.solver;
    const found = meant(this.texts, words, this.choosing.taken);
    if (found?.text) this.solver.play(found.text);
    else if (found) {
      this.choosing.begin(found.steps);
      panel.typed.value = "";
      this.follow();
    } else if (this.judge) this.ask(words.trim());
    else panel.interject(unlisted(this.told, words.trim()));
  }

  /** Has a typed turn judged that is not listed, and plays the one that it comes to the same as. */
  async ask(typed) {
    const { solver } = this;
    const { session } = solver;
    const { here } = session;
    const listed = session.entries.filter((entry) => !entry[4]).map((entry) => entry[0]);
    let told;
    try {
      told = await this.judge(this.asText, typed, listed);
    } catch (error) {
      told = { failed: error.message };
    }
    if (session !== solver.session || here !== session.here || solver.pending) return;
    const equal = session.entries.find((entry) => entry[0] === told.equal);
    if (told.failed) solver.panel.interject(`${typed} could not be judged: ${ended(told.failed)}`);
    else if (told.why) solver.panel.interject(`${typed} is not legal here: ${ended(told.why)}`);
    else if (equal) solver.playEntry([typed, ...equal.slice(1, 4), equal[0]]);
    else solver.panel.interject(`${typed} is legal, but the puzzle does not list it.`);
  }
}
