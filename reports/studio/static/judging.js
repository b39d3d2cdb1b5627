// Judge as a puzzle: is the position one under what is asked, and what stands in its way.

import { Search, ask, listen } from "./api.js";
import { button, byId, capital, counted, make, themeWords } from "./dom.js";
import { changeKept } from "./kept.js";
import { complain } from "./saying.js";

const SHOWN = 12;
const OWN = "My puzzles";
const GROUPS = [
  ["Against every defence", ["reach", "avert"]],
  ["With help", ["help"]],
];
/** What the number of turns means, by the aim. */
const SPANS = { help: "in exactly" };

export class Judging {
  constructor(table) {
    this.table = table;
    this.goals = [];
    this.of = "";
    this.diagram = null;
    this.search = new Search((signal) => this.listen(signal));
    byId("judging").addEventListener("toggle", () => this.offer());
    byId("judge").onclick = () => {
      if (this.search.control) this.stop("Stopped.");
      else this.start();
    };
    byId("turns").onchange = () => this.clear();
    byId("goal").onchange = () => {
      this.clear();
      this.span();
    };
  }

  /**
   * Follows the table to another position; a report, and the form that asked for it, stay while the
   * line goes through its diagram.
   */
  show() {
    const { line } = this.table;
    const at = this.diagram?.line.length ?? 0;
    if (JSON.stringify(line.asked(at)) !== JSON.stringify(this.diagram)) this.follow();
  }

  /** Asks about the position on the table from now on. */
  follow() {
    const key = JSON.stringify(this.table.line.asked());
    if (key === this.of) return null;
    this.of = key;
    this.clear();
    return this.offer();
  }

  clear() {
    this.stop("");
    this.diagram = null;
    byId("report").replaceChildren();
  }

  stop(words) {
    this.search.stop();
    byId("judge").setAttribute("aria-pressed", "false");
    byId("judging-said").textContent = words;
  }

  /** Offers what can be asked here, as long as the panel is open. */
  async offer() {
    if (!byId("judging").open || this.offered === this.of) return;
    const of = (this.offered = this.of);
    const before = this.goal?.words;
    byId("judge").disabled = true;
    byId("goal").replaceChildren();
    byId("goal-note").textContent = "";
    if (this.table.told.over) {
      byId("judging-said").textContent = "The game is over: there is nothing to ask.";
      return;
    }
    try {
      const goals = await ask("goals", this.table.line.asked());
      if (of !== this.of) return;
      this.goals = goals;
      byId("goal").replaceChildren(...GROUPS.map(([label, aims]) =>
        make("optgroup", { label }, ...goals.map((one, value) => [one, value])
          .filter(([one]) => aims.includes(one.aim))
          .map(([one, value]) => make("option", { value }, capital(one.words)))))
        .filter((group) => group.children.length));
      const same = goals.findIndex(({ words }) => words === before);
      if (same >= 0) byId("goal").value = same;
      this.span();
      byId("judge").disabled = false;
      byId("judging-said").textContent = "";
    } catch (error) {
      if (of === this.of) byId("judging-said").textContent = error.message;
    }
  }

  /** The goal that is chosen; none before any are offered. */
  get goal() {
    return this.goals[Number(byId("goal").value)];
  }

  /** Explains the goal and what its number of turns means; a number is chosen where it needs one. */
  span() {
    const { aim, note, needs_turns: needed } = this.goal;
    byId("goal-note").textContent = note;
    byId("span").textContent = SPANS[aim] ?? "within";
    const open = byId("turns").querySelector("[value='']");
    open.disabled = open.hidden = needed;
    if (needed && !byId("turns").value) byId("turns").value = "2";
  }

  async start() {
    complain(null);
    await this.follow();
    if (byId("judge").disabled) return;
    this.clear();
    this.diagram = this.table.line.asked();
    byId("judge").setAttribute("aria-pressed", "true");
    this.search.start().catch((error) => this.stop(error.message));
  }

  async listen(signal) {
    const { goal, on, amount, aim } = this.goal;
    const turns = Number(byId("turns").value) || null;
    const asked = { ...this.diagram, goal, on, amount, turns, seconds: Number(byId("judging-seconds").value) };
    let told = null;
    await listen("judge", asked, (event, what) => {
      const words = {
        waiting: () => `Waiting, ${counted(what.ahead, "search", "searches")} ahead.`,
        begun: () => "Beginning …",
        compiling: () => (what ? "Compiling the rules, once for this game …" : "Judging …"),
        progress: () => "Judging …",
        report: () => "",
        done: () => (what.complete || (told && told.sound === null) ? ""
          : told ? `Not all is told: ${what.reason}.` : `Undecided: ${what.reason}.`),
      }[event];
      if (words) byId("judging-said").textContent = words();
      if (event === "report") {
        told = what;
        this.tell(what, aim);
      }
    }, signal);
    byId("judge").setAttribute("aria-pressed", "false");
  }

  /** Shows a report: the verdict, and what a composer wants to know beside it. */
  tell(report, aim) {
    const rows = [
      [report.unique ? "Solution" : "Solutions", this.turns(report.solutions.map((one) => [one]))],
      ["Main line", this.line(report)],
      ["Duals", report.duals
        ? [`after ${counted(report.duals, "reply", "replies")} more than one turn is right`] : []],
      ["Tries", this.turns(report.tries, "?", "!")],
      ["Set play", this.turns(report.set_play)],
      ["Refuted", this.turns(report.wrong.filter(([turn]) => !report.tries.some(([one]) => one === turn)))],
      ["To spare", report.spare.length ? [report.spare.join(", ")] : []],
      ["For a set", report.objection ? [`no: ${report.objection}`] : []],
      ["Level", report.puzzle?.rating
        ? [`${report.puzzle.rating.level} of 5, rated ${report.puzzle.rating.value}`] : []],
      ["Themes", report.puzzle?.themes.length ? [report.puzzle.themes.map(themeWords).join(", ")] : []],
    ].filter(([, parts]) => parts.length);
    const list = make("dl", { class: "pairs" }, ...rows.map(([name, parts]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, ...parts))));
    byId("report").replaceChildren(make("p", { class: "worth-line" }, verdict(report, aim)),
      make("p", { class: "quiet" }, report.sentence), list);
    if (report.puzzle) {
      byId("report").append(make("div", { class: "row" },
        button("Add it to my puzzles", () => this.add(report.puzzle).catch(complain))));
    }
  }

  /** Turns with replies as buttons that play them here; more than a few are counted. */
  turns(pairs, after = "", behind = "") {
    return few(pairs, ([turn, reply]) => {
      const words = reply ? `${turn}${after} ${reply}${behind}` : turn;
      const moves = `${turn} ${reply ?? ""}`.split(/,?\s+/).filter(Boolean);
      return button(words, () => this.play(moves), "ply");
    });
  }

  /** The main line, where it goes on behind the solution. */
  line({ line, puzzle }) {
    if (!line.length) return [];
    const words = line.join(line.some((turn) => turn.includes(" ")) ? ", " : " ");
    return [button(words, () => this.play(puzzle.solution), "ply")];
  }

  /** Shows moves on the board without leaving the report. */
  async play(moves) {
    if (await this.table.go(this.diagram.line.length)) await this.table.playAll(moves);
  }

  /** Adds the puzzle to the set that this browser keeps for what is made here. */
  async add(puzzle) {
    let known = false;
    await changeKept(OWN, (lines) => {
      known = lines.some((line) => JSON.parse(line).id === puzzle.id);
      return known ? lines : [...lines, JSON.stringify(puzzle)];
    }, []);
    const words = new URLSearchParams({ set: `kept/${OWN}`, puzzle: puzzle.id });
    byId("added")?.remove();
    byId("report").append(make("p", { id: "added" }, known ? "It is there already: " : "Added. ",
      make("a", { href: `/solve?${words}` }, "Solve it")));
  }
}

/** A report in a sentence. */
function verdict({ sound, unique, reason, solutions }, aim) {
  if (sound === null) return `${capital(reason)}.`;
  if (!sound) return `Not sound: ${reason}.`;
  if (unique) return "Sound and unique.";
  if (aim === "help") return "Sound, but more than one line does it.";
  const many = counted(solutions.length, "turn");
  return `Sound, but ${many} solve it.`;
}

/** The first few of a list, each as `shown` has it, and the number of the others. */
function few(all, shown) {
  const left = all.length - SHOWN;
  const first = all.slice(0, SHOWN).map(shown);
  return left > 0 ? [...first, make("span", { class: "quiet" }, ` and ${left} more`)] : first;
}

