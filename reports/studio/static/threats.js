// Threats: what the other side would play if it were to move, as exactly as values are known.

import { COMPILING, Search, listen } from "./api.js";
import { byId, capital, counted, make } from "./dom.js";
import { shadeOf } from "./picture.js";

const SHOWN = 40;
const CELL = /[a-z]+[0-9]+/g;

export class Threats {
  constructor(table) {
    this.table = table;
    this.of = "";
    this.going = false;
    this.search = new Search((signal) => this.listen(signal));
    byId("threats").onclick = () => (this.going ? this.stop("") : this.start());
  }

  /** Follows the table to another position. */
  show() {
    const key = JSON.stringify(this.table.line.asked());
    if (key !== this.of) {
      this.of = key;
      this.known = new Map();
      this.search.stop();
      byId("threats-list").replaceChildren();
      if (this.going) this.start();
    }
    this.mark();
  }

  start() {
    this.going = true;
    this.known = new Map();
    this.value = null;
    this.none = "";
    byId("threats").setAttribute("aria-pressed", "true");
    if (this.table.told.over) this.pause("The game is over.");
    else {
      this.search.start().catch((error) => this.pause(`${capital(error.message)}.`));
    }
  }

  /** Says why there are no threats here; they are told again in the next position that has some. */
  pause(words) {
    byId("threats-said").textContent = words;
    byId("threats-list").replaceChildren();
    this.known = new Map();
    this.mark();
  }

  stop(words) {
    this.going = false;
    this.search.stop();
    byId("threats").setAttribute("aria-pressed", "false");
    this.pause(words);
  }

  /** Who is not to move. */
  get other() {
    const { told } = this.table;
    return told.players.find((name) => name !== told.side);
  }

  async listen(signal) {
    byId("threats-said").textContent = "Beginning …";
    const asked = { ...this.table.line.asked(), seconds: Number(byId("seconds").value) };
    await listen("threats", asked, (event, what) => {
      if (event === "waiting") {
        byId("threats-said").textContent = `Waiting, ${counted(what.ahead, "search", "searches")} ahead.`;
      }
      if (event === "compiling" || (event === "progress" && !this.known.size && !this.value)) {
        byId("threats-said").textContent = event === "compiling" && what ? COMPILING : "Searching …";
      }
      if (event === "move") this.known.set(what.move, what);
      if (event === "value") this.value = what;
      if (event === "none") this.none = what.reason;
      if (this.none) this.pause(`No threats here: ${this.none}.`);
      else if (["move", "value", "done"].includes(event)) this.list(event === "done" ? what : null);
    }, signal);
  }

  /** The moves that are known to be best for the other side, if they are good for it. */
  get best() {
    const told = [...(this.known?.values() ?? [])].filter(({ gain }) => gain !== null);
    const most = Math.max(...told.map(({ gain }) => gain));
    return told.filter(({ gain }) => gain === most && (most > 0 || this.table.told.scored));
  }

  list(done) {
    const { best, value } = this;
    const side = capital(this.other);
    const sure = value && value.value !== null;
    const open = done && !done.complete ? ` Not all is known: ${done.reason}.` : "";
    const found = sure ? `If ${side} were to move: ${value.words}.` : `If ${side} were to move …`;
    const none = sure && !best.length ? " It threatens nothing." : "";
    byId("threats-said").textContent = found + none + open;
    byId("threats-list").replaceChildren(...best.slice(0, SHOWN).map((worth) => {
      const badge = make("span", { class: "badge", "aria-hidden": "true" }, worth.short);
      shadeOf(badge, Math.sign(worth.gain));
      return make("li", {}, badge, make("span", { class: "moves" }, ` ${worth.move} `),
        make("span", { class: "unseen" }, worth.words));
    }));
    this.mark();
  }

  /** Marks the cells that threats name. */
  mark() {
    const named = new Set(this.best.flatMap(({ move }) => move.match(CELL) ?? []));
    for (const [name, cell] of this.table.board.grid.cells) {
      cell.classList.toggle("threat", named.has(name));
    }
  }
}
