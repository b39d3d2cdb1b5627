// A walk through a set of puzzles, one at a time, with filters and what went wrong before.
//
// told     the set: its name, the `scale` of ratings, and its puzzles. One that is not whole yet
//          has an id, its game, rating, level, what is asked, and themes; `told.load` promises the rest
// number   of a puzzle: its place in the set, from 0 on; `shown` are the numbers that may be opened
// place    of a puzzle: its place among those shown

import { Attempts } from "./attempts.js";
import { button, counted, make, save } from "./dom.js";
import { Filters } from "./filters.js";
import { Progress } from "./progress.js";
import { Solver } from "./solver.js";

const COUNTS = "The first attempt at each puzzle counts; a hint or a wrong turn ends it. It is solved "
  + "where the first try of every turn was right, without a hint.";
const KEPT = "A sitting lasts until the tab is closed; this browser keeps the attempts of all sittings "
  + "until you clear them.";
const UNKEPT = "This browser keeps nothing: save the attempts before you close the page.";
/** Milliseconds after which the page says that a puzzle is being loaded. */
const PATIENCE = 500;

export class Walk {
  /**
   * A walk in the element `host`, through what `told` holds; `tally` shows how many are solved, and
   * `opened` is called with the number of a puzzle that is opened. `at` is the number of the one to
   * begin with, `game` the title of the one to show puzzles of, `words` what to say of the set; `judge`
   * and `explain` are those of a `Solver`.
   */
  constructor(host, tally, told, {
    opened = () => {}, at = null, game = "", words = "", judge, explain,
  } = {}) {
    this.host = host;
    this.tally = tally;
    this.told = told;
    this.opened = opened;
    this.progress = new Progress(told.set);
    this.attempts = new Attempts(told.set, told.puzzles, told.scale);
    this.order = told.puzzles.map((_, number) => number);
    this.shown = this.order;
    this.at = 0;
    this.openings = 0;
    this.solver = new Solver({
      step: (by) => this.step(by),
      random: () => this.random(),
      attempted: (puzzle, how) => this.attempt(puzzle, how),
      noted: (puzzle, mark) => this.note(puzzle, mark),
      everyDefence: () => this.filters.everyDefence,
      judge,
      explain,
    });
    this.build();
    this.follow();
    if (game) this.only(game);
    this.open(at ?? this.firstOpen(), words);
  }

  build() {
    this.dots = make("ol", { class: "dots" });
    this.rated = make("p", {});
    this.counts = make("p", { class: "rule" });
    const saving = button("Save the attempts", () =>
      save(this.attempts.table, "attempts.csv", "text/csv"));
    saving.title = "A table that `ruleproof puzzles rate` reads";
    this.tried = make("div", { class: "attempts" }, this.rated, saving,
      button("Clear the attempts", () => this.clear()), this.counts);
    this.filters = new Filters(this.told.puzzles, {
      changed: () => this.filter(),
      shuffled: (on) => this.shuffle(on),
      forget: () => this.forget(),
    });
    this.host.classList.add("solver");
    this.host.classList.toggle("lessons", this.told.puzzles.every((one) => one.lesson));
    this.host.replaceChildren(this.solver.element, this.tried, this.filters.element, this.dots);
  }

  /** Shows what other tabs note, as long as this walk is on the page. */
  follow() {
    const over = new AbortController();
    const look = () => {
      if (!this.dots.isConnected) over.abort();
      else if (!document.hidden) {
        this.progress.read();
        this.count();
      }
    };
    addEventListener("storage", look, { signal: over.signal });
    document.addEventListener("visibilitychange", look, { signal: over.signal });
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

  /** Leaves out the puzzles of other games. */
  only(game) {
    this.filters.only(game);
    const { puzzles } = this.told;
    this.shown = this.order.filter((number) => puzzles[number].game === game);
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
    this.open(kept < 0 ? 0 : kept, none ? "No puzzle is like that; all are shown." : this.many);
  }

  /** How many puzzles match what was chosen, in words. */
  get many() {
    const [all, shown] = [this.order.length, this.shown.length];
    if (shown === all) return `All ${counted(all, "puzzle")} match.`;
    return `${shown.toLocaleString("en")} of ${counted(all, "puzzle")} ${shown === 1 ? "matches" : "match"}.`;
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

  /**
   * Opens the puzzle at that place; one that is not whole yet is loaded first. `words` tell why it is
   * this one, where nobody opened it by itself.
   */
  open(place, words = "") {
    this.at = place;
    const mine = ++this.openings;
    const { number, puzzle } = this;
    this.opened(number);
    this.count();
    if (puzzle.nodes) {
      this.pose(words);
      return;
    }
    this.solver.lack(number + 1);
    const patience = setTimeout(() => {
      if (mine === this.openings) this.solver.panel.say("Loading the puzzle …");
    }, PATIENCE);
    this.told.load(number).then((whole) => {
      Object.assign(puzzle, whole);
      if (mine === this.openings) this.pose(words);
    }, (error) => {
      if (mine === this.openings) this.solver.lack(number + 1, error.message, () => this.retry(words));
    }).finally(() => clearTimeout(patience));
  }

  /** Opens the puzzle once more that could not be loaded. */
  retry(words) {
    this.open(this.at, words);
    this.solver.attend();
  }

  /** Poses the puzzle that is open. */
  pose(words) {
    const { puzzle, number, told } = this;
    const alike = told.puzzles.every((one) => one.game === puzzle.game);
    this.solver.pose(puzzle, told.grounds[puzzle.ground], number + 1, { alike, words });
    this.solver.panel.forward.disabled = Boolean(puzzle.lesson) && number + 1 === told.puzzles.length;
  }

  count() {
    const marks = this.told.puzzles.map((one) => this.progress.marks[one.id]);
    const [solved, helped, missed] = ["solved", "helped", "missed"].map((how) =>
      marks.filter((mark) => mark === how).length);
    const { streak, best } = this.progress;
    if (this.puzzle.lesson) this.tally.textContent = `${solved} of ${marks.length} done`;
    else this.tally.textContent = `${solved} of ${marks.length} solved`
      + (helped ? ` · ${helped} with a hint` : "")
      + (missed ? ` · ${missed} gone wrong` : "")
      + (streak > 1 ? ` · ${streak} in a row` : "") + (best > 2 ? ` · best ${best}` : "");
    const focused = [...this.dots.children].findIndex((one) => one.contains(document.activeElement));
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
    this.dots.children[focused]?.firstChild.focus({ preventScroll: true });
    const current = this.dots.children[this.at];
    this.dots.scrollTop = current.offsetTop - this.dots.offsetTop - this.dots.clientHeight / 2;
    this.tellAttempts();
  }

  /** Tells how many puzzles of the set were tried, now and before, the ratings, and what counts. */
  tellAttempts() {
    const { list, ofSitting, kept } = this.attempts;
    this.tried.hidden = !list.length;
    const told = [
      ofSitting.length ? `This sitting: ${this.attempts.told(ofSitting)}.` : "",
      list.length > ofSitting.length ? `In all: ${this.attempts.told(list)}.` : "",
    ];
    this.rated.textContent = told.filter(Boolean).join(" ");
    this.counts.textContent = `${COUNTS} ${kept ? KEPT : UNKEPT}`;
  }

  /** Marks all puzzles of this set as not solved, once that is confirmed. */
  forget() {
    const many = counted(this.told.puzzles.length, "puzzle");
    if (!confirm(`Mark ${many} as not solved? The table of attempts stays as it is.`)) return;
    this.progress.forget(this.told.puzzles.map((one) => one.id));
    this.filter();
  }

  /** Clears the attempts at puzzles of this set, once that is confirmed. */
  clear() {
    const many = counted(this.attempts.list.length, "attempt");
    if (!confirm(`Clear ${many}? They are kept nowhere else, unless you saved them.`)) return;
    this.attempts.clear();
    this.tellAttempts();
    this.solver.panel.title.focus({ preventScroll: true });
  }

  /** Notes an attempt at a puzzle. */
  attempt({ id }, how) {
    this.attempts.note({ id, ...how, known: Boolean(this.filters.theme.value) });
    this.tellAttempts();
  }

  /** Notes how a puzzle went. */
  note(puzzle, mark) {
    this.progress.note(puzzle.id, mark);
    this.count();
  }
}
