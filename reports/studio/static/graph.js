// The value along a line of play: up is good for the first player. Pointing at a place shows it.

import { COMPILING, Search, listen } from "./api.js";
import { byId, capital, counted, draw, make } from "./dom.js";
import { complain, say } from "./saying.js";
import { shadeAll } from "./values.js";

const WIDE = 320, HIGH = 96, EDGE = 12;

export class Graph {
  constructor(table) {
    this.table = table;
    this.known = new Map();
    this.of = null;
    this.search = new Search((signal) => this.listen(signal));
    byId("graph-button").onclick = () => {
      if (this.search.control) this.search.stop();
      else this.search.start().catch(complain);
    };
  }

  /** The whole line, as a text. */
  get key() {
    const { line } = this.table;
    return JSON.stringify(line.asked(line.moves.length));
  }

  async listen(signal) {
    const { line } = this.table;
    this.known = new Map();
    this.of = this.key;
    this.doing = "Beginning …";
    byId("graph").hidden = false;
    this.show();
    const asked = { ...line.asked(line.moves.length), seconds: 30 };
    await listen("line", asked, (event, what) => {
      const doing = { waiting: `Waiting, ${what?.ahead} ahead.`, compiling: what ? COMPILING : "",
        begun: "Searching …", progress: "Searching …", done: "" }[event];
      const news = event === "place" || (doing !== undefined && doing !== this.doing);
      if (event === "place") this.known.set(what.place, what);
      this.doing = doing ?? this.doing;
      if (news) this.show();
      if (event === "done") {
        const found = `Values of ${counted(this.known.size, "position")} of the line`;
        say(what.complete ? `${found}.` : `${found}: ${what.reason}.`);
      }
    }, signal);
  }

  /** Shows the graph for the line as it is; of another line nothing is known. */
  show() {
    const host = byId("graph");
    const { line, told } = this.table;
    if (host.hidden) return;
    if (this.key !== this.of) {
      host.hidden = true;
      this.search.stop();
      return;
    }
    const last = Math.max(1, line.moves.length);
    const x = (place) => EDGE + ((WIDE - 2 * EDGE) * place) / last;
    const y = (shade) => HIGH / 2 - shade * (HIGH / 2 - EDGE);
    const picture = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "group",
      "aria-label": `Value along the line; up is good for ${told.players[0]}` });
    picture.append(draw("line", { class: "axis", x1: EDGE, x2: WIDE - EDGE, y1: HIGH / 2, y2: HIGH / 2 }));
    picture.append(draw("line", { class: "now", x1: x(line.at), x2: x(line.at), y1: 2, y2: HIGH - 2 }));
    shadeAll(this.known.values());
    const places = [...this.known.values()].filter((one) => one.shade !== null)
      .sort((a, b) => a.place - b.place);
    for (const run of runs(places)) {
      const points = run.map((one) => `${x(one.place)},${y(one.shade)}`).join(" ");
      picture.append(draw("polyline", { points, class: "run" }));
    }
    for (const one of places) picture.append(this.point(one, x(one.place), y(one.shade)));
    const words = `${capital(told.players[0])} above, ${capital(told.players[1] ?? "")} below.`;
    const missing = line.moves.length + 1 - places.length;
    host.replaceChildren(picture, make("p", { class: "quiet" },
      words + (missing ? ` ${missing} of ${line.moves.length + 1} not known.` : "")
      + (this.search.control && this.doing ? ` ${this.doing}` : "")));
  }

  point(one, x, y) {
    const label = `After ${one.place} moves: ${one.words}`;
    const dot = draw("circle", { cx: x, cy: y, r: 5, tabindex: 0, role: "button", "aria-label": label });
    dot.append(draw("title", {}, label));
    dot.onclick = () => this.table.go(one.place);
    dot.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") this.table.go(one.place);
    };
    dot.onpointerenter = () => this.table.peek(one.place);
    dot.onpointerleave = () => this.table.peek(null);
    return dot;
  }
}

/** The places cut where one is not known. */
function runs(places) {
  const found = [];
  for (const one of places) {
    if (found.length && found.at(-1).at(-1).place === one.place - 1) found.at(-1).push(one);
    else found.push([one]);
  }
  return found;
}
