// The page: a set of puzzles, one at a time, with filters, hints and what went wrong before.

import { Board, make } from "./board.js";
import { Filters } from "./filters.js";
import { Progress } from "./progress.js";
import { Session } from "./session.js";
import { Choosing, meant } from "./turns.js";
import { differing, readPosition } from "./position.js";

const MOST_OFFERED = 24;
const MOST_LISTED = 200;
const STARS = ["", "★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★"];

/** Whether whoever looks on wants things to stay still. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export class Solver {
  /** Solving in the element `host`, of what `told` holds; `tally` shows how many are solved. */
  constructor(host, tally, told) {
    this.host = host;
    this.tally = tally;
    this.told = told;
    this.progress = new Progress(told.set);
    this.shown = told.puzzles.map((_, number) => number);
    this.at = 0;
    this.turn = 0;
    this.build();
    this.open(this.firstOpen());
  }

  // ---- the parts of the page

  build() {
    const button = (words, action, kind = "") => {
      const made = make("button", { type: "button", class: kind }, words);
      made.addEventListener("click", action);
      return made;
    };
    this.boardHost = make("div", { class: "board-host" });
    this.title = make("h2", { id: "puzzle", tabindex: "-1" });
    this.facts = make("p", { class: "facts" });
    this.sentence = make("p", { class: "sentence" });
    this.mover = make("p", { class: "mover" });
    this.said = make("p", { class: "said", role: "status", "aria-live": "polite" });
    this.offers = make("div", { class: "offers", role: "group", "aria-label": "Turns to choose" });
    this.typed = make("input", {
      id: "turn", list: "turns", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    });
    this.list = make("datalist", { id: "turns" });
    const form = make("form", {}, make("label", { for: "turn" }, "Your turn"), this.typed, this.list,
      make("button", { type: "submit" }, "Play"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(this.typed.value);
    });
    this.back = button("Take back", () => this.takeBack(), "main");
    this.hint = button("Hint", () => this.giveHint());
    this.solution = button("Show the solution", () => this.giveUp());
    this.others = button("Another defence", () => this.otherDefence());
    this.again = button("From the diagram again", () => this.restart());
    this.forward = button("Next", () => this.step(1));
    this.actions = make("div", { class: "actions" }, this.back, this.hint, this.solution,
      this.others, this.again);
    this.revealed = make("div", { class: "told" });
    this.rules = make("details", { class: "rules" });
    const steps = make("nav", { class: "steps", "aria-label": "Puzzles" },
      button("Previous", () => this.step(-1)), this.forward,
      button("Random", () => this.random()));
    this.dots = make("ol", { class: "dots" });
    this.filters = new Filters(this.told.puzzles, () => this.filter(), button("Forget my results", () => {
      this.progress.forget();
      this.filter();
    }));
    const panel = make("section", { class: "panel", "aria-labelledby": "puzzle" }, this.title,
      this.facts, this.sentence, this.mover, this.said, this.offers, form, this.actions,
      this.revealed, steps, this.rules);
    this.host.replaceChildren(
      make("div", { class: "table" }, this.boardHost, panel), this.filters.element, this.dots);
  }

  // ---- which puzzle

  get puzzle() {
    return this.told.puzzles[this.shown[this.at]];
  }

  firstOpen() {
    const open = this.shown.findIndex((one) => !this.progress.marks[this.told.puzzles[one].id]);
    return Math.max(0, open);
  }

  filter() {
    const before = this.puzzle;
    const { puzzles } = this.told;
    const all = puzzles.map((_, number) => number);
    this.shown = all.filter((number) =>
      this.filters.accepts(puzzles[number], this.progress.marks[puzzles[number].id]));
    const none = !this.shown.length;
    if (none) {
      this.filters.clear();
      this.shown = all;
    }
    const kept = this.shown.findIndex((number) => puzzles[number] === before);
    this.open(kept < 0 ? 0 : kept);
    if (none) this.say("No puzzle is like that; all are shown.");
  }

  step(by) {
    this.open((this.at + by + this.shown.length) % this.shown.length);
    this.title.focus();
  }

  random() {
    const open = this.shown.map((_, place) => place).filter(
      (place) => place !== this.at && !this.progress.marks[this.told.puzzles[this.shown[place]].id]);
    const from = open.length ? open : this.shown.map((_, place) => place);
    this.open(from[Math.floor(Math.random() * from.length)]);
    this.title.focus();
  }

  open(place) {
    this.at = place;
    this.turn += 1;
    const puzzle = this.puzzle;
    const ground = this.told.grounds[puzzle.ground];
    this.session = new Session(puzzle, ground.rows);
    this.noted = false;
    if (this.ground !== ground) {
      this.ground = ground;
      this.board = new Board(this.boardHost, ground, {
        pick: (cell) => this.click(cell), escape: () => this.drop(),
      });
      this.rules.hidden = !ground.play.length;
      this.rules.replaceChildren(make("summary", {}, `How ${puzzle.game} is played`),
        ...ground.play.map((words) => make("p", {}, words)));
    }
    this.title.textContent = `Puzzle ${this.shown[place] + 1}`;
    this.facts.textContent = [puzzle.game, puzzle.board, puzzle.settings, puzzle.id]
      .filter(Boolean).join(" · ");
    this.sentence.textContent = puzzle.sentence;
    this.revealed.replaceChildren();
    this.begin("");
    if (puzzle.aim === "proof-game") this.diagram();
    this.count();
  }

  /** Shows the diagram of a proof game beside the start. */
  diagram() {
    const host = make("figure", { class: "target" });
    const goal = new Board(host, this.ground, { pick: () => {}, escape: () => {} });
    goal.show(readPosition(this.puzzle.diagram, this.ground.rows), { label: "The diagram" });
    host.append(make("figcaption", {}, "The diagram"));
    this.revealed.append(host);
  }

  count() {
    const marks = this.told.puzzles.map((one) => this.progress.marks[one.id]);
    const solved = marks.filter((mark) => mark === "solved" || mark === "helped").length;
    const { streak, best } = this.progress;
    this.tally.textContent =
      `${solved} of ${marks.length} solved`
      + (streak > 1 ? ` · ${streak} in a row` : "") + (best > 2 ? ` · best ${best}` : "");
    this.dots.replaceChildren(...this.shown.map((number, place) => {
      const how = marks[number] ?? "open";
      const dot = make("button", { type: "button", class: how }, String(number + 1));
      dot.setAttribute("aria-label", `Puzzle ${number + 1}, ${how}`);
      if (place === this.at) dot.setAttribute("aria-current", "true");
      dot.addEventListener("click", () => this.open(place));
      return make("li", {}, dot);
    }));
  }

  // ---- a turn

  /** Lets the solver choose a turn in the position of the session. */
  begin(words, before = null) {
    this.pending = false;
    const entries = this.session.entries;
    const here = this.session.here;
    const names = this.ground.cells.map((cell) => cell.name);
    const open = this.puzzle.aim === "last-turn" ? [] : entries;
    const first = this.rightFirst(open);
    this.choosing = new Choosing(first.map((entry) => entry[0]),
      first.map((entry) => differing(here, this.session.after(here, entry[2]))), names);
    this.list.replaceChildren(...open.slice(0, MOST_LISTED).map(
      (entry) => make("option", { value: entry[0] })));
    this.show(here, before);
    this.typed.value = "";
    this.buttons();
    this.mark();
    if (words !== null) this.say(words);
  }

  /** The entries, those that solve before others: of orders that are all legal one may be right. */
  rightFirst(entries) {
    const wrong = (entry) => Number(entry[1] === "fails" || entry[1] === "late");
    return [...entries].sort((one, other) => wrong(one) - wrong(other));
  }

  show(position, before) {
    const keys = Object.entries(position.keys).map(([key, value]) => `${key} ${value}`);
    const side = capital(position.side);
    this.mover.replaceChildren(make("span", { class: "whose" }, `${side} to move`),
      keys.length ? ` · ${keys.join(" · ")}` : "");
    this.board.show(position, {
      before, label: `${this.puzzle.game}, ${side} to move`, asked: this.puzzle.marked,
    });
  }

  buttons() {
    const done = this.session.done;
    const left = this.session.others.length;
    this.back.hidden = !this.pending;
    this.hint.hidden = done || this.pending;
    this.solution.hidden = done || this.pending;
    this.again.hidden = this.pending || !this.session.played.length;
    this.others.hidden = !done || !left;
    this.others.textContent = `Another defence (${left})`;
    this.typed.disabled = done || this.pending;
    this.forward.classList.toggle("main", done);
  }

  mark() {
    this.board.choice(this.session.done || this.pending ? new Set() : this.choosing.open,
      this.choosing.cells);
    const taken = this.choosing.taken;
    const offered = this.session.done || this.pending ? [] : this.choosing.offered;
    this.offers.replaceChildren();
    if (taken.length) this.offers.append(make("span", { class: "taken" }, `${taken.join(" ")} …`));
    if (offered.length > MOST_OFFERED) return;
    for (const step of offered) {
      const button = make("button", { type: "button" }, step);
      button.addEventListener("click", () => this.chose(this.choosing.take(step)));
      this.offers.append(button);
    }
  }

  click(cell) {
    if (this.session.done || this.pending) return;
    const found = this.choosing.click(cell);
    if (found === undefined) {
      const words = this.board.words(this.session.here.cells[cell]);
      this.say(`${cell}, ${words}: no turn goes on there.`);
    }
    this.chose(found);
  }

  chose(text) {
    if (text) this.play(text);
    else this.mark();
  }

  drop() {
    if (this.pending) this.takeBack();
    this.choosing.clear();
    this.mark();
  }

  type(words) {
    if (this.pending) return;
    if (!words.trim()) return;
    const texts = this.rightFirst(this.session.entries).map((entry) => entry[0]);
    const found = meant(texts, words);
    if (found !== undefined) this.play(found);
    else if (this.puzzle.aim === "last-turn") this.wrongWord(words);
    else this.say(`${words.trim()} is no legal turn here.`);
  }

  wrongWord(words) {
    this.session.missed += 1;
    this.note("missed");
    this.say(`${words.trim()} was not it.`);
  }

  play(text) {
    const entry = this.session.entries.find((one) => one[0] === text);
    const told = this.session.play(entry);
    this.choosing.clear();
    if (told.kind === "fails" || told.kind === "late") this.refute(told);
    else this.goOn(told);
  }

  /** Shows what a right turn does, and the reply. */
  goOn(told) {
    const also = told.kind === "also" ? `${told.text} works as well; the solution goes on with `
      + `${told.went}.` : `${told.went}: right.`;
    this.show(told.then, told.before);
    if (!told.done) {
      const reply = told.reply ? ` ${capital(told.then.side)} replies ${told.reply}.` : "";
      this.afterwards(told.reply, () => this.begin(`${also}${reply} Go on.`, told.reply ? told.then : told.before));
      return;
    }
    const last = told.reply ? ` ${told.reply} does not help ${capital(told.then.side)}.` : "";
    this.afterwards(told.reply, () => {
      if (told.last) this.show(told.last, told.then);
      this.finish(`${also}${last}`);
    });
  }

  /** Shows a wrong turn, then the reply that refutes it, until it is taken back. */
  refute(told) {
    if (told.kind === "fails") this.note("missed");
    this.pending = true;
    this.buttons();
    this.mark();
    this.show(told.then, told.before);
    const late = "gets there, but too late";
    const why = told.kind === "late" ? late : "fails";
    const reply = told.reply ? `: ${capital(told.then.side)} replies ${told.reply}` : "";
    this.afterwards(told.reply, () => {
      if (told.last) this.show(told.last, told.then);
      this.say(`${told.text} ${why}${reply}. Try something else.`);
      this.back.focus();
    });
  }

  takeBack() {
    this.begin("Your turn again.");
    this.board.focus(this.board.focused);
  }

  /** Does it a moment later, or at once where nothing is to be seen before. */
  afterwards(waits, action) {
    const mine = ++this.turn;
    if (!waits || still()) action();
    else {
      this.pending = true;
      setTimeout(() => {
        if (mine === this.turn) action();
      }, 750);
    }
  }

  // ---- the end of a line

  finish(words) {
    this.pending = false;
    this.note(this.session.missed ? "missed" : this.session.hinted ? "helped" : "solved");
    const left = this.session.others.length;
    if (left && this.filters.everyDefence) {
      this.say(`${words} There are other defences.`);
      this.otherDefence();
      return;
    }
    this.choosing.clear();
    this.mark();
    this.buttons();
    this.mover.textContent = "The line ends here.";
    this.reveal();
    this.say(`${words} Solved.`);
    this.forward.focus();
  }

  otherDefence() {
    const told = this.session.other();
    this.begin(`${capital(told.then.side)} replies ${told.reply} instead.`, told.then);
  }

  restart() {
    this.turn += 1;
    this.session.begin();
    this.begin("The diagram again.");
  }

  giveHint() {
    const hints = this.puzzle.hints;
    const given = this.session.hinted;
    this.session.hinted += 1;
    const right = this.session.right;
    const first = right[0].match(/[a-z]+[0-9]+/)?.[0];
    if (!this.session.played.length && given < hints.length) this.say(`Hint: ${hints[given]}`);
    else if (given <= hints.length && first) this.say(`Hint: look at ${first}.`);
    else this.say(`Hint: ${right[0]}.`);
  }

  giveUp() {
    this.session.missed += 1;
    this.note("missed");
    this.reveal();
    this.say(`The solution begins with ${this.puzzle.nodes[0].turns.find((one) => one[1] === "right")[0]}.`);
  }

  /** Tells what was hidden until now: solution, level, themes. */
  reveal() {
    const { line, tries, level, rating, themes, composed } = this.puzzle;
    const rows = [["Solution", line]];
    if (tries.length) {
      rows.push(["Tries", tries.slice(0, 6).map(([turn, reply]) => `${turn}? ${reply}!`).join("; ")]);
    }
    if (level) rows.push(["Level", `${STARS[level]} (rated ${rating})`]);
    if (themes.length) rows.push(["Themes", themes.join(", ")]);
    if (composed) rows.push(["Origin", "composed; no game that leads here is given"]);
    const list = make("dl", {});
    for (const [name, words] of rows) {
      list.append(make("dt", {}, name), make("dd", {}, words));
    }
    this.revealed.replaceChildren(list);
  }

  note(mark) {
    if (this.noted) return;
    this.noted = true;
    this.progress.note(this.puzzle.id, mark);
    this.count();
  }

  say(words) {
    this.said.textContent = words;
  }
}
