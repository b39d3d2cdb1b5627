// A board put together from its parts: the bare drawing of a ground, and a drawing of each piece.

import { draw, make, shapes } from "./dom.js";
import { Grid } from "./grid.js";
import { differing } from "./position.js";

export class Board {
  /** A board in that element; `pick` is called with a cell that is chosen, `escape` to give up. */
  constructor(host, ground, { pick, escape }) {
    this.ground = ground;
    this.places = new Map(ground.cells.map((cell) => [cell.name, cell]));
    const [left, top, width, height] = ground.box;
    this.pieces = shapes("");
    this.marks = shapes("");
    this.drawing = draw("svg", {
      viewBox: `${left} ${top} ${width} ${height}`, class: "rp", "aria-hidden": "true",
      "text-anchor": "middle",
    }, shapes(ground.shapes), this.pieces, this.marks);
    this.tints = this.drawing.querySelector("[data-tints]");
    this.arrows = this.drawing.querySelector("[data-arrows]");
    this.grid = new Grid({ pick, escape });
    this.grid.lay(ground.rows, ground.cells);
    const frame = make("div", { class: "board" }, this.drawing, this.grid.element);
    frame.classList.toggle("named", ground.named);
    frame.style.setProperty("--ratio", width / height);
    frame.style.setProperty("--cell", `${ground.cell}%`);
    frame.style.setProperty("--across", 100 / ground.cell);
    host.replaceChildren(frame);
  }

  /** What stands on a cell, in words. */
  words(token) {
    return this.ground.words[token] ?? token;
  }

  /**
   * Shows a position; `before` is the one that it came from, whose changes are marked. What the board
   * showed already stands still.
   */
  show(position, { before = null, label = "", asked = [] } = {}) {
    this.grid.element.setAttribute("aria-label", label);
    const changed = new Set(before ? differing(before, position) : []);
    this.tints.replaceChildren(shapes(this.ground.tints[position.tint]));
    this.arrows.replaceChildren(shapes(this.ground.arrows[position.side] ?? ""));
    this.pieces.replaceChildren();
    this.marks.replaceChildren();
    const stood = this.shown ?? {};
    this.shown = position.cells;
    for (const [name, token] of Object.entries(position.cells)) {
      const place = this.places.get(name);
      const empty = token === ".";
      const named = this.drawing.querySelector(`g[data-cell="${name}"]`);
      if (named) named.style.display = empty ? "" : "none";
      this.grid.say(name, { place: place.place, piece: this.words(token), full: !empty });
      const moves = changed.has(name) && token !== stood[name];
      if (!empty) this.put(place, token, moves ? "piece come" : "piece");
      if (changed.has(name)) {
        if (empty && moves) this.put(place, before.cells[name], "piece gone");
        this.mark(place, empty ? "rp-gone" : "rp-last");
      }
      if (asked.includes(name)) this.mark(place, "rp-mark");
    }
  }

  put(place, token, kind) {
    const drawn = shapes(this.ground.pieces[token] ?? "", { class: kind });
    this.pieces.append(draw("g", { transform: `translate(${place.at[0]} ${place.at[1]})` }, drawn));
  }

  mark(place, kind) {
    const radius = { "rp-gone": 16, "rp-last": 21.8, "rp-mark": 23 }[kind];
    const dashes = { "rp-gone": "4 4", "rp-mark": "7 3" }[kind] ?? "none";
    const [cx, cy] = place.at;
    this.marks.append(draw("circle", { cx, cy, r: radius, class: kind, fill: "none",
      "stroke-width": 2.6, "stroke-dasharray": dashes }));
  }
}
