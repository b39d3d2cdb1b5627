// The panel of values: every legal move in the colour of its worth, as it becomes known.

import { COMPILING, Search, ask, listen } from "./api.js";
import { byId, capital, counted, make } from "./dom.js";
import { shadeOf } from "./picture.js";
import { complain } from "./saying.js";

const SHOWN = 200;
const FEW = 24; // so many moves, and values that nobody asked for are looked for, if that is quick

export class Values {
  constructor(table) {
    this.table = table;
    this.known = new Map();
    this.value = null;
    this.player = ""; // whose points the values are, where it is not the one to move
    this.search = new Search((signal) => this.listen(signal));
    this.going = Boolean(byId("source")?.value);
    byId("search").onclick = () => (this.going ? this.stop() : this.start());
    byId("source")?.addEventListener("change", () => {
      this.spare();
      table.keep();
      if (byId("source").value) {
        this.forget();
        this.start();
      } else {
        this.stop();
        this.show(this.told);
        byId("progress").textContent = "";
      }
    });
    this.spare();
  }

  /** Shows a new position; what was known of the one before is forgotten. */
  show(told) {
    this.told = told;
    this.search.stop();
    this.forget();
    if (this.going) return this.start();
    byId("progress").textContent = "";
    if (!told.over && told.moves.length <= FEW) this.search.start().catch(() => this.forget());
  }

  /** Takes the values away that were found so far, by search or by another table. */
  forget() {
    this.known = new Map();
    this.value = null;
    this.player = "";
    this.list();
  }

  start() {
    if (this.told.over) {
      byId("worth").textContent = `${this.told.outcome}.`;
      return;
    }
    complain(null);
    this.going = true;
    this.press();
    this.list();
    this.search.start().catch((error) => {
      this.stop();
      if (byId("source")?.value) byId("progress").textContent = "";
      complain(error);
    });
  }

  stop() {
    const found = `${known(this.known)} of ${counted(this.told.moves.length, "move")} known`;
    byId("progress").textContent = this.going ? `Stopped: ${found}.` : "";
    this.going = false;
    this.search.stop();
    this.press();
    byId("bar").hidden = true;
    this.list();
  }

  /** Takes the button and the seconds away where a table answers: it is looked up at once. */
  spare() {
    const table = Boolean(byId("source")?.value);
    byId("search").hidden = byId("seconds").closest("label").hidden = table;
  }

  press() {
    byId("search").setAttribute("aria-pressed", this.going);
  }

  async listen(signal) {
    const source = byId("source")?.value ?? "";
    if (source) {
      await this.lookUp(source, signal);
      return;
    }
    if (!this.going) return this.glance(signal);
    byId("bar").hidden = false;
    byId("progress").textContent = "Beginning …";
    const asked = { ...this.table.line.asked(), seconds: Number(byId("seconds").value) };
    await listen("values", asked, (event, what) => this.hear(event, what), signal);
  }

  /** Shows the values of a position that is small; of others nothing. */
  async glance(signal) {
    const asked = { ...this.table.line.asked(), seconds: 1, compiles: false };
    const found = [];
    await listen("values", asked, (event, what) => {
      if (event === "done" && what.complete) for (const one of found) this.hear(...one);
      else if (event === "move" || event === "value") found.push([event, what]);
    }, signal);
  }

  async lookUp(name, signal) {
    const found = await ask(`tables/${encodeURIComponent(name)}`, this.table.line.asked(), signal);
    for (const worth of found.moves) this.known.set(worth.move, worth);
    this.value = found.value;
    this.player = found.player;
    this.list();
    byId("bar").hidden = true;
    byId("progress").textContent = found.value
      ? `As table ${name} has it${found.player ? `, which tells the points of ${found.player}` : ""}.`
      : `Table ${name}: ${found.reason}.`;
  }

  hear(event, what) {
    const many = this.told.moves.length;
    const told = {
      waiting: () => `Waiting, ${counted(what.ahead, "search", "searches")} ahead.`,
      begun: () => "Beginning …",
      compiling: () => (what ? COMPILING : "Searching …"),
      progress: () => `${known(this.known)} of ${counted(many, "move")} known; ${said(what)}`,
      done: () =>
        what.complete
          ? "All is known."
          : `${known(this.known)} of ${counted(many, "move")} known: ${what.reason}.`,
    }[event];
    if (told) byId("progress").textContent = told();
    if (event === "move") this.known.set(what.move, what);
    if (event === "value") this.value = what;
    if (event === "done") byId("bar").hidden = true;
    if (event === "move" || event === "value") this.later();
    if (event === "done") this.list();
  }

  /** Shows what is known soon; events may come many at a time. */
  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.list();
    });
  }

  /** Shows what is known, on the board and as a list, the best moves first. */
  list() {
    const { told } = this;
    shadeAll(this.known.values());
    const rows = [...told.moves].map((move) => ({ move, worth: this.known.get(move.text) }));
    if (this.known.size) rows.sort((a, b) => rank(b.worth) - rank(a.worth));
    const chosen = this.table.choosing.cells;
    const candidates = new Set(this.table.choosing.candidates.map(({ step }) => step));
    const shown = chosen.length ? rows.filter((row) => candidates.has(row.move.text)) : rows;
    const list = byId("moves");
    const held = list.contains(document.activeElement) ? document.activeElement.dataset.move : null;
    const longest = Math.max(3, ...told.moves.map((move) => move.text.length));
    list.style.setProperty("--move", `calc(${longest}ch + 3.75rem)`);
    list.replaceChildren(...shown.slice(0, SHOWN).map((row) => this.row(row)));
    list.classList.toggle("unasked", !this.known.size && !this.going);
    if (held) list.querySelector(`[data-move="${CSS.escape(held)}"]`)?.focus();
    if (shown.length > SHOWN) {
      list.append(make("li", { class: "quiet" }, `${shown.length - SHOWN} more`));
    }
    this.table.board.values(onCells(shown, chosen.length));
    const worth = byId("worth");
    worth.classList.toggle("known", (this.value?.value ?? null) !== null);
    worth.textContent = this.sentence();
  }

  row({ move, worth }) {
    const button = make("button", { onclick: () => this.table.play(move.text) });
    button.dataset.move = move.text;
    const badge = make("span", { class: "badge", "aria-hidden": "true" });
    if (worth && worth.shade !== null) {
      badge.textContent = worth.short;
      shadeOf(badge, worth.shade);
    } else {
      badge.classList.add("open");
      badge.textContent = worth ? "…" : "";
    }
    button.append(badge, make("span", { class: "moves" }, move.text));
    button.title = move.words;
    button.append(make("span", { class: "unseen" }, move.words ? ` ${move.words};` : ""));
    button.append(make("span", { class: "unseen" }, worth ? ` ${worth.words}` : ""));
    if (worth && worth.shade === null && worth.words !== "not known") {
      button.append(make("span", { class: "bounds" }, worth.words));
    }
    return make("li", {}, button);
  }

  sentence() {
    if (this.told.over) return `${this.told.outcome}.`;
    const side = capital(this.told.side);
    if (!this.value) return this.known.size || this.going ? `${side} to move.` : "Search finds the value of every move.";
    const { value, words } = this.value;
    if (value === null) return `${side} to move: ${words}.`;
    if (typeof value === "number") {
      return this.told.players.length > 2
        ? `${this.player ? capital(this.player) : side} is sure of ${words}.`
        : `With best play: ${words}.`;
    }
    return { win: `${side} wins`, draw: "With best play, a draw", loss: `${side} loses` }[value] +
      (words.includes(" in ") ? words.slice(words.indexOf(" in ")) : "") + ".";
  }
}

/** Gives each worth its shade, from -1 to 1, against the greatest gain that is known; else null. */
export function shadeAll(worths) {
  const all = [...worths];
  const most = Math.max(1, ...all.map((worth) => Math.abs(worth.gain ?? 0)));
  for (const worth of all) worth.shade = worth.gain === null ? null : worth.gain / most;
}

const known = (worths) => [...worths.values()].filter((worth) => worth.value !== null).length;

const said = (step) =>
  step.done ? `${step.stage}: ${counted(step.done, "step")}` : step.stage;

/** How far up in the list a move stands: known values first, good ones before bad ones. */
function rank(worth) {
  if (!worth) return -10;
  if (worth.shade === null) return -0.001;
  const soon = worth.distance ? 0.0001 * (1000 - Math.min(1000, worth.distance)) : 0;
  return worth.shade + (worth.shade > 0 ? soon : worth.shade < 0 ? -soon : 0);
}

/** The best worth of the moves that go on with each cell, in the order of the rows. */
function onCells(rows, place) {
  const found = new Map();
  for (const { move, worth } of rows) {
    const cell = move.cells[place];
    if (cell && worth && worth.shade !== null && !found.has(cell)) found.set(cell, worth);
  }
  return found;
}
