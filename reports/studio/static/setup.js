// Setting a position up: a click puts a piece on a cell, the text says the same, and all that is
// wrong with it is told at once.

import { ask } from "./api.js";
import { byId, capital, make } from "./dom.js";
import { complain, say } from "./saying.js";

export class Setup {
  constructor(table) {
    this.table = table;
    this.on = false;
    this.reads = 0;
    byId("set-up").onclick = () => (this.on ? this.leave() : table.changes.then(() => this.begin()));
    byId("set-up-cancel").onclick = () => this.leave();
    byId("set-up-done").onclick = () => this.done();
    byId("set-up-empty").onclick = () => this.empty();
    byId("set-up-text").oninput = () => this.soon(() => this.read());
    byId("set-up-side").onchange = byId("set-up-keys").oninput = () => this.soon(() => this.write());
  }

  begin() {
    this.on = true;
    this.press();
    const { told } = this.table;
    byId("set-up-side").replaceChildren(
      ...told.players.map((name) => make("option", { value: name }, capital(name))),
    );
    this.offer(told);
    const keys = Object.entries(told.keys).map(([key, value]) => `${key}=${value}`);
    byId("set-up-keys").placeholder = keys.join(" ");
    byId("set-up-keys").parentElement.hidden = !keys.length;
    this.hold(told.text);
    this.read();
    byId("set-up-text").focus();
  }

  /** Puts a position's text in place of what stands there, such as a drawing of it. */
  hold(text) {
    byId("set-up-text").value = text;
    this.split(text);
  }

  /** Takes what a text says apart: tokens row by row, the side to move, the rest. */
  split(text) {
    const [picture, words = ""] = text.split(";");
    this.rows = picture.trim().split("/").map((row) => row.trim().split(/\s+/));
    const [side, ...keys] = words.trim().split(/\s+/);
    if (this.table.told.players.includes(side)) byId("set-up-side").value = side;
    byId("set-up-keys").value = keys.join(" ");
  }

  /** Offers the pieces that a click can put: the game's tokens, those that are there, and any. */
  offer(told) {
    const there = told.drawing.cells.map((cell) => cell.token);
    const tokens = { ...told.tokens };
    for (const token of there) tokens[token] ??= token;
    this.token = Object.keys(tokens)[1] ?? ".";
    const inputs = Object.entries(tokens).map(([token, words]) => {
      const input = make("input", { type: "radio", name: "token", value: token });
      input.checked = token === this.token;
      input.onchange = () => (this.token = token);
      return make("label", {}, input, make("span", {}, words === token ? token : capital(words)));
    });
    const own = make("input", { class: "own", placeholder: "other", maxLength: 24,
      "aria-label": "another piece, as text", spellcheck: false });
    own.oninput = () => (this.token = own.value.trim() || ".");
    byId("palette").replaceChildren(...inputs, own);
  }

  /** Puts the chosen piece on a cell, or takes it away where it is there already. */
  put(cell) {
    const shown = this.shown;
    const y = shown.findIndex((row) => row.includes(cell));
    const x = shown[y].indexOf(cell);
    const fits = shown.every((row, place) => row.length === this.rows[place]?.length);
    if (!fits) this.rows = this.bare();
    this.rows[y][x] = this.rows[y][x] === this.token ? "." : this.token;
    this.write();
  }

  /** The rows of the board as the text has them. */
  get shown() {
    const { rows } = this.table.told.drawing;
    return this.table.line.flip ? rows.map((row) => [...row].reverse()).reverse() : rows;
  }

  /** The rows of tokens of the empty board. */
  bare() {
    return this.shown.map((row) => row.map((name) => (name ? "." : "-")));
  }

  empty() {
    this.rows = this.bare();
    this.write();
  }

  write() {
    const picture = this.rows.map((row) => row.join(" ")).join(" / ");
    const keys = byId("set-up-keys").value.trim();
    byId("set-up-text").value = `${picture} ; ${byId("set-up-side").value}${keys ? ` ${keys}` : ""}`;
    this.read();
  }

  /** Does something once nobody types; until then nobody knows whether the position is legal. */
  soon(act) {
    this.supersede();
    this.timer = setTimeout(act, 150);
  }

  /** Has no earlier text matter any more; returns the number of the one that does. */
  supersede() {
    clearTimeout(this.timer);
    byId("set-up-done").disabled = true;
    return (this.reads += 1);
  }

  /** Asks what the text shows, and shows it with its faults, unless another text is asked about. */
  async read() {
    const mine = this.supersede();
    const text = byId("set-up-text").value;
    this.split(text);
    const { line, board } = this.table;
    try {
      const asked = { ...line.asked(0), line: [], start: text, flip: line.flip };
      const told = await ask("setup", asked);
      if (mine !== this.reads) return;
      if (/\b(to move|moves)\b/i.test(text) && !told.faults.length) this.hold(told.text);
      board.show(told.drawing, `Setting up ${told.title}`);
      this.tell(told.faults, told.outcome);
    } catch (error) {
      if (mine === this.reads) this.tell(error.faults?.length ? error.faults : [error.message], "");
    }
  }

  tell(faults, outcome) {
    byId("faults").replaceChildren(...faults.map((fault) => make("li", {}, fault)));
    byId("set-up-done").disabled = faults.length > 0;
    say(faults.length ? "" : `A legal position. ${outcome}.`);
  }

  async done() {
    const start = byId("set-up-text").value.trim();
    if (await this.table.to((line) => line.with({ start, moves: [], told: [], at: 0 }))) this.close();
  }

  leave() {
    this.close();
    complain(null);
    this.table.take(this.table.told);
  }

  close() {
    this.supersede();
    const inside = byId("set-up-panel").contains(document.activeElement);
    this.on = false;
    this.press();
    if (inside) byId("set-up").focus();
  }

  press() {
    byId("set-up-panel").hidden = !this.on;
    byId("set-up").setAttribute("aria-pressed", this.on);
    byId("content").classList.toggle("setting-up", this.on);
    this.table.held = this.on;
    this.table.steps();
    // what these tell is of the position before
    for (const panel of document.querySelectorAll(".side > .panel:not(.told-rules)")) {
      panel.inert = this.on;
    }
  }
}
