// A walk through a set of puzzles, one at a time, with filters and what went wrong before.
//
// told     the set: its name, the `scale` of ratings, and its puzzles. One that is not whole yet
//          has an id, its rating, level, stipulation and themes; `told.load` promises the rest
// number   of a puzzle: its place in the set, from 0 on; `shown` are the numbers that may be opened
// place    of a puzzle: its place among those shown

import { button, make, save } from "./dom.js";
import { Filters } from "./filters.js";
import { Progress } from "./progress.js";
import { Sitting } from "./sitting.js";
import { Solver } from "./solver.js";

export class Walk {
  /**
   * A walk in the element `host`, through what `told` holds; `tally` shows how many are solved, and
   * `opened` is called with the number of a puzzle that is opened. `at` is the number of the one to
   * begin with, `sitting` one that goes on, `judge` that of a `Solver`.
   */
  constructor(host, tally, told, { opened = () => {}, at = null, sitting = null, judge } = {}) {
    this.host = host;
    this.tally = tally;
    this.told = told;
    this.opened = opened;
    this.progress = new Progress(told.set);
    this.sitting = sitting ?? new Sitting(told.scale);
    this.order = told.puzzles.map((_, number) => number);
    this.shown = this.order;
    this.at = 0;
    this.openings = 0;
    this.solver = new Solver({
      step: (by) => this.step(by),
      random: () => this.random(),
      noted: (puzzle, how) => this.note(puzzle, how),
      everyDefence: () => this.filters.everyDefence,
      judge,
    });
    this.build();
    this.open(at ?? this.firstOpen());
  }

  build() {
    this.dots = make("ol", { class: "dots" });
    this.rated = make("p", {});
    this.attempts = button("Save the attempts", () =>
      save(this.sitting.table, "attempts.csv", "text/csv"));
    this.attempts.title = "A table that `ruleproof puzzles rate --attempts` reads";
    this.sat = make("div", { class: "sitting" }, this.rated, this.attempts);
    this.filters = new Filters(this.told.puzzles, {
      changed: () => this.filter(),
      shuffled: (on) => this.shuffle(on),
      forget: () => {
        this.progress.forget(this.told.puzzles.map((one) => one.id));
        this.filter();
      },
    });
    this.host.classList.add("solver");
    this.host.replaceChildren(this.solver.element, this.sat, this.filters.element, this.dots);
  }

  // ---- which puzzle

  /** The number of the puzzle that is open. */
  get number() {
    return this.shown[this.at];
  }

  get puzzle() {
    return this.told.puzzles[this.number];
  }

  firstOpen() {
    const open = this.shown.findIndex((one) => !this.progress.marks[this.told.puzzles[one].id]);
    return Math.max(0, open);
  }

  filter() {
    const before = this.puzzle;
    const { puzzles } = this.told;
    this.shown = this.order.filter((number) =>
      this.filters.accepts(puzzles[number], this.progress.marks[puzzles[number].id]));
    const none = !this.shown.length;
    if (none) {
      this.filters.clear();
      this.shown = this.order;
    }
    const kept = this.shown.findIndex((number) => puzzles[number] === before);
    this.open(kept < 0 ? 0 : kept);
    if (none) this.solver.panel.say("No puzzle is like that; all are shown.");
  }

  /** Has the puzzles come in a random order, or in that of the set. */
  shuffle(on) {
    const all = this.told.puzzles.map((_, number) => number);
    const chance = new Map(all.map((number) => [number, Math.random()]));
    this.order = on ? all.sort((one, other) => chance.get(one) - chance.get(other)) : all;
    this.filter();
  }

  /** Opens the puzzle of that number; one that the filters leave out is shown with all the others. */
  go(number) {
    if (!this.shown.includes(number)) {
      this.filters.clear();
      this.shown = this.order;
    }
    this.open(this.shown.indexOf(number));
    this.solver.attend();
  }

  step(by) {
    this.open((this.at + by + this.shown.length) % this.shown.length);
    this.solver.attend();
  }

  random() {
    const open = this.shown.map((_, place) => place).filter(
      (place) => place !== this.at && !this.progress.marks[this.told.puzzles[this.shown[place]].id]);
    const from = open.length ? open : this.shown.map((_, place) => place);
    this.open(from[Math.floor(Math.random() * from.length)]);
    this.solver.attend();
  }

  /** Opens the puzzle at that place; one that is not whole yet is loaded first. */
  open(place) {
    this.at = place;
    const mine = ++this.openings;
    const { number, puzzle } = this;
    this.opened(number);
    this.count();
    if (puzzle.nodes) {
      this.pose();
      return;
    }
    this.solver.lack(number + 1, "Coming …");
    this.told.load(number).then((whole) => {
      Object.assign(puzzle, whole);
      if (mine === this.openings) this.pose();
    }, (error) => {
      if (mine === this.openings) this.solver.lack(number + 1, error.message);
    });
  }

  /** Poses the puzzle that is open. */
  pose() {
    const { puzzle, number, told } = this;
    const alike = told.puzzles.every((one) => one.game === puzzle.game);
    this.solver.pose(puzzle, told.grounds[puzzle.ground], number + 1, alike);
  }

  count() {
    const marks = this.told.puzzles.map((one) => this.progress.marks[one.id]);
    const solved = marks.filter((mark) => mark === "solved" || mark === "helped").length;
    const { streak, best } = this.progress;
    this.tally.textContent = `${solved} of ${marks.length} solved`
      + (streak > 1 ? ` · ${streak} in a row` : "") + (best > 2 ? ` · best ${best}` : "");
    this.dots.replaceChildren(...this.shown.map((number, place) => {
      const how = marks[number] ?? "open";
      const dot = button(String(number + 1), () => {
        this.open(place);
        this.solver.attend();
      }, how);
      dot.setAttribute("aria-label", `Puzzle ${number + 1}, ${how}`);
      if (place === this.at) dot.setAttribute("aria-current", "true");
      return make("li", {}, dot);
    }));
    const current = this.dots.children[this.at];
    this.dots.scrollTop = current.offsetTop - this.dots.offsetTop - this.dots.clientHeight / 2;
    const { rating, attempts } = this.sitting;
    this.sat.hidden = !attempts.length;
    this.rated.textContent = `This sitting: ${attempts.length} tried`
      + (rating ? `, your rating ${rating.value} ± ${rating.error}` : "");
  }

  /** Notes how a puzzle went. */
  note(puzzle, { mark, turns, hints, seconds }) {
    this.progress.note(puzzle.id, mark);
    this.sitting.note({
      id: puzzle.id, rating: puzzle.rating, turns, solved: mark !== "missed", seconds, hints,
      known: Boolean(this.filters.theme.value),
    });
    this.count();
  }
}
