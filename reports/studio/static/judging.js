// Judge as a puzzle: is the position one under what is asked, and what stands in its way.

import { Search, ask, listen } from "./api.js";
import { button, byId, capital, counted, make } from "./dom.js";
import { fresh, keep, keptLines, keptNames } from "./kept.js";
import { complain } from "./saying.js";

const SHOWN = 12;
const OWN = "My puzzles";

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
    for (const id of ["goal", "turns"]) byId(id).onchange = () => this.clear();
  }

  /** Follows the table to another position; a report stays while the line goes through its diagram. */
  show() {
    const { line } = this.table;
    const key = JSON.stringify(line.asked());
    if (key === this.of) return;
    this.of = key;
    const at = this.diagram?.line.length ?? 0;
    if (JSON.stringify(line.asked(at)) !== JSON.stringify(this.diagram)) this.clear();
    this.offer();
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
    byId("judge").disabled = true;
    byId("goal").replaceChildren();
    if (this.table.told.over) {
      byId("judging-said").textContent = "The game is over: there is nothing to ask.";
      return;
    }
    try {
      const goals = await ask("goals", this.table.line.asked());
      if (of !== this.of) return;
      this.goals = goals;
      byId("goal").replaceChildren(...goals.map(({ words }, value) => make("option", { value }, words)));
      byId("judge").disabled = false;
      byId("judging-said").textContent = "";
    } catch (error) {
      byId("judging-said").textContent = error.message;
    }
  }

  start() {
    this.clear();
    this.diagram = this.table.line.asked();
    byId("judge").setAttribute("aria-pressed", "true");
    this.search.start().catch((error) => this.stop(error.message));
  }

  async listen(signal) {
    const { goal, on, amount } = this.goals[Number(byId("goal").value)];
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
        this.tell(what);
      }
    }, signal);
    byId("judge").setAttribute("aria-pressed", "false");
  }

  /** Shows a report: the verdict, and what a composer wants to know beside it. */
  tell(report) {
    const verdict = report.sound === null ? `${capital(report.reason)}.`
      : !report.sound ? `Not sound: ${report.reason}.`
      : report.unique ? "Sound and unique."
      : `Sound, but ${counted(report.solutions.length, "turn")} solve it.`;
    const rows = [
      [report.unique ? "Solution" : "Solutions", this.turns(report.solutions.map((one) => [one]))],
      ["Duals", report.duals
        ? [`after ${counted(report.duals, "reply", "replies")} more than one turn is right`] : []],
      ["Tries", this.turns(report.tries, "?", "!")],
      ["Set play", this.turns(report.set_play)],
      ["Refuted", this.turns(report.wrong)],
      ["To spare", report.spare.length ? [report.spare.join(", ")] : []],
      ["For a set", report.objection ? [`no: ${report.objection}`] : []],
      ["Level", report.puzzle?.rating
        ? [`${report.puzzle.rating.level} of 5, rated ${report.puzzle.rating.value}`] : []],
      ["Themes", report.puzzle?.themes.length ? [report.puzzle.themes.join(", ")] : []],
    ].filter(([, parts]) => parts.length);
    const list = make("dl", { class: "pairs" }, ...rows.map(([name, parts]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, ...parts))));
    byId("report").replaceChildren(make("p", { class: "worth-line" }, verdict),
      make("p", { class: "quiet" }, report.sentence), list);
    if (report.puzzle) {
      byId("report").append(make("div", { class: "row" },
        button("Add it to my puzzles", () => this.add(report.puzzle).catch(complain))));
    }
  }

  /** Turns with replies as buttons that play them here; more than a few are counted. */
  turns(pairs, after = "", behind = "") {
    const shown = pairs.slice(0, SHOWN).map(([turn, reply]) => {
      const words = reply ? `${turn}${after} ${reply}${behind}` : turn;
      const moves = `${turn} ${reply ?? ""}`.split(/\s+/).filter(Boolean);
      return button(words, () => this.play(moves), "ply");
    });
    const left = pairs.length - shown.length;
    return left > 0 ? [...shown, make("span", { class: "quiet" }, ` and ${left} more`)] : shown;
  }

  /** Shows moves on the board without leaving the report. */
  async play(moves) {
    await this.table.go(this.diagram.line.length);
    await this.table.playAll(moves);
  }

  /** Adds the puzzle to the set that this browser keeps for what is made here. */
  async add(puzzle) {
    const lines = (await keptLines(OWN)) ?? [];
    const known = lines.some((line) => JSON.parse(line).id === puzzle.id);
    if (!known) await keep(OWN, [...lines, JSON.stringify(puzzle)]);
    const words = new URLSearchParams({ set: `kept/${OWN}`, puzzle: puzzle.id });
    byId("report").append(make("p", {}, known ? "It is there already: " : "Added. ",
      make("a", { href: `/solve?${words}` }, "Solve it")));
  }
}
