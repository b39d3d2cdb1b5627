// How a turn is chosen where a puzzle waits for one, and what is said meanwhile.

import { capital, ended } from "./dom.js";
import { differing, fullCells, positionText } from "./position.js";
import { waysOn } from "./said.js";
import { Turn } from "./turn.js";
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

  /** Chooses on another board from now on. */
  on(board) {
    const { solver } = this;
    const { offers, typed, list } = solver.panel;
    offers.classList.remove("kept");
    this.turn = new Turn({ grid: board.grid, offers, typed, list }, {
      waits: () => solver.waits,
      play: (text) => solver.play(text),
      follow: (cell) => this.follow(cell),
      refuse: (cell, before) => this.refuse(cell, before),
      strange: (words) => this.strange(words),
      words: (step) => solver.ground.moves[step],
      peek: (step, begins) => this.peek(step, begins),
    });
  }

  /** Chooses among the turns in the position of the session, which stood as `before` at first. */
  begin(before) {
    const { session, ground, panel } = this.solver;
    const { here } = session;
    const first = session.rightFirst;
    this.before = before;
    this.drawn = 0;
    this.turn.begin(first.map((entry) => entry[0]),
      first.map((entry) => differing(here, session.after(here, entry[2]))),
      ground.cells.map((cell) => cell.name), fullCells(here));
    panel.typed.value = "";
  }

  get choosing() {
    return this.turn.choosing;
  }

  /** The puzzle as far as it is played, for who tells why something is no turn. */
  get told() {
    const { session, ground } = this.solver;
    return { session, ground, texts: this.turn.texts };
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

  /** Says why no turn goes on at a cell. */
  refuse(cell, before) {
    const why = refusal(this.told, cell);
    this.solver.panel.interject(why || nothingThere(this.told, cell));
    if (this.explain && !why) this.tellWhy([...before, cell]);
  }

  /** Says why no turn goes on at these cells, once that is known and unless something else is said. */
  async tellWhy(cells) {
    const current = this.turn.asking();
    const why = await this.explain(this.asText, [...this.choosing.taken], cells).catch((error) => error.message);
    if (why && current()) this.solver.panel.interject(why);
  }

  /** The position as a text. */
  get asText() {
    return positionText(this.solver.session.here, this.solver.ground.rows);
  }

  /** Shows the turn as far as its steps are taken, and says what is chosen and how to go on. */
  follow(cell) {
    const { session, board, panel } = this.solver;
    const { taken, cells, open, offered } = this.choosing;
    const how = waysOn(open.size, offered);
    const drawn = taken.length !== this.drawn;
    if (drawn) {
      this.drawn = taken.length;
      this.drawTaken();
    }
    if (cell && cells.includes(cell)) {
      const words = board.words(session.here.cells[cell]);
      panel.interject(`${cell}, ${words}: selected. ${capital(how)}; choose ${cell} again to let it go.`);
    } else if (drawn && taken.length) panel.interject(`Go on: ${how}.`);
    else if (drawn || cell) panel.resume();
  }

  /** Typed words that are no listed turn: says so, or has them judged. */
  async strange(typed) {
    if (!this.judge) {
      this.solver.panel.interject(unlisted(this.told, typed));
      return false;
    }
    return this.ask(typed);
  }

  /**
   * Has a typed turn judged that is not listed, and plays the one that it comes to the same as; returns
   * whether one was played.
   */
  async ask(typed) {
    const { solver } = this;
    const { session } = solver;
    const current = this.turn.asking();
    const listed = session.entries.filter((entry) => !entry[4]).map((entry) => entry[0]);
    let told;
    try {
      told = await this.judge(this.asText, typed, listed);
    } catch (error) {
      told = { failed: error.message };
    }
    if (!current() || session !== solver.session || solver.pending) return false;
    const equal = session.entries.find((entry) => entry[0] === told.equal);
    if (told.failed) solver.panel.interject(`${typed} could not be judged: ${ended(told.failed)}`);
    else if (told.why) solver.panel.interject(`${typed} is not legal here: ${ended(told.why)}`);
    else if (equal) solver.playEntry([typed, ...equal.slice(1, 4), equal[0]]);
    else solver.panel.interject(`${typed} is legal, but the puzzle does not list it.`);
    return Boolean(equal);
  }
}
