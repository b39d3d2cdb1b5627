// The board: a drawing put together from its parts, with a grid laid over it for mice, fingers, keys
// and screen readers. One cell is in the order of tabs, arrows go on from there.

import { differing } from "./position.js";

const SVG = "http://www.w3.org/2000/svg";

/** A new element with these attributes and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A new SVG group that holds the shapes of a text. */
export function shapes(text, attributes = {}) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  const group = document.createElementNS(SVG, "g");
  for (const [name, value] of Object.entries(attributes)) group.setAttribute(name, value);
  group.append(...[...read.documentElement.childNodes].map((one) => document.importNode(one, true)));
  return group;
}

export class Board {
  /** A board in that element; `pick` is called with a cell that is chosen, `escape` to give up. */
  constructor(host, ground, { pick, escape }) {
    this.host = host;
    this.ground = ground;
    this.pick = pick;
    this.places = new Map(ground.cells.map((cell) => [cell.name, cell]));
    this.cells = new Map();
    this.shown = null;
    const [left, top, width, height] = ground.box;
    this.drawing = document.createElementNS(SVG, "svg");
    this.drawing.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.drawing.setAttribute("class", "rp");
    this.drawing.setAttribute("aria-hidden", "true");
    this.drawing.setAttribute("text-anchor", "middle");
    this.pieces = shapes("");
    this.marks = shapes("");
    this.drawing.append(shapes(ground.shapes), this.pieces, this.marks);
    this.grid = make("div", { class: "grid", role: "grid" });
    for (const row of ground.rows) {
      const line = make("div", { role: "row" });
      for (const name of row.filter(Boolean)) line.append(this.cell(this.places.get(name)));
      this.grid.append(line);
    }
    this.focused = ground.rows[0].find(Boolean);
    this.cells.get(this.focused).tabIndex = 0;
    const frame = make("div", { class: "board" }, this.drawing, this.grid);
    frame.style.setProperty("--ratio", width / height);
    frame.style.setProperty("--cell", `${ground.cell}%`);
    frame.style.setProperty("--across", 100 / ground.cell);
    host.replaceChildren(frame);
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      if (!cell) return;
      this.focus(cell.dataset.cell, false);
      this.pick(cell.dataset.cell);
    });
    this.grid.addEventListener("keydown", (event) => {
      if (event.key === "Escape") escape();
      else this.key(event);
    });
  }

  cell(told) {
    const element = make("div", { role: "gridcell", tabindex: "-1", class: "cell" });
    element.dataset.cell = told.name;
    element.style.left = `${told.x}%`;
    element.style.top = `${told.y}%`;
    this.cells.set(told.name, element);
    return element;
  }

  /** What stands on a cell, in words. */
  words(token) {
    return this.ground.words[token] ?? token;
  }

  /** Shows a position; `before` is the one that it came from, whose changes are marked. */
  show(position, { before = null, label = "", asked = [] } = {}) {
    this.grid.setAttribute("aria-label", label);
    const changed = new Set(before ? differing(before, position) : []);
    this.pieces.replaceChildren();
    this.marks.replaceChildren();
    for (const [name, token] of Object.entries(position.cells)) {
      const place = this.places.get(name);
      const empty = token === ".";
      const named = this.drawing.querySelector(`g[data-cell="${name}"]`);
      if (named) named.style.display = empty ? "" : "none";
      this.cells.get(name).setAttribute("aria-label", `${name}, ${this.words(token)}`);
      this.cells.get(name).classList.toggle("full", !empty);
      if (!empty) this.put(place, token, changed.has(name) ? "piece come" : "piece");
      if (changed.has(name)) {
        if (empty) this.put(place, before.cells[name], "piece gone");
        this.mark(place, empty ? "rp-gone" : "rp-last");
      }
      if (asked.includes(name)) this.mark(place, "rp-mark");
    }
    this.shown = position;
  }

  put(place, token, kind) {
    const at = `translate(${place.at[0]} ${place.at[1]})`;
    const outer = shapes("", { transform: at });
    outer.append(shapes(this.ground.pieces[token] ?? "", { class: kind }));
    this.pieces.append(outer);
  }

  mark(place, kind) {
    const ring = document.createElementNS(SVG, "circle");
    const radius = { "rp-gone": 16, "rp-last": 21.8, "rp-mark": 23 }[kind];
    const [x, y] = place.at;
    const attributes = { cx: x, cy: y, r: radius, class: kind, fill: "none", "stroke-width": 2.6 };
    if (kind === "rp-gone") attributes["stroke-dasharray"] = "4 4";
    if (kind === "rp-mark") attributes["stroke-dasharray"] = "7 3";
    for (const [name, value] of Object.entries(attributes)) ring.setAttribute(name, value);
    this.marks.append(ring);
  }

  /** Marks the cells that may be chosen, and those that have been. */
  choice(open, chosen) {
    for (const [name, cell] of this.cells) {
      cell.classList.toggle("open", open.has(name));
      cell.classList.toggle("picked", chosen.includes(name));
      cell.setAttribute("aria-selected", chosen.includes(name));
    }
  }

  focus(name, really = true) {
    this.cells.get(this.focused).tabIndex = -1;
    this.focused = name;
    const cell = this.cells.get(name);
    cell.tabIndex = 0;
    if (really) cell.focus();
  }

  key(event) {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.pick(cell.dataset.cell);
    else {
      const next = this.neighbour(cell.dataset.cell, event.key);
      if (next === undefined) return;
      if (next) this.focus(next);
    }
    event.preventDefault();
  }

  /** The cell that a key leads to, null at the edge, undefined for other keys. */
  neighbour(name, key) {
    const rows = this.ground.rows;
    const y = rows.findIndex((row) => row.includes(name));
    const row = rows[y].filter(Boolean);
    const x = row.indexOf(name);
    const steps = { ArrowLeft: row[x - 1], ArrowRight: row[x + 1], Home: row[0], End: row.at(-1) };
    if (key in steps) return steps[key] ?? null;
    const other = { ArrowUp: rows[y - 1], ArrowDown: rows[y + 1] };
    if (!(key in other)) return undefined;
    const far = (one) => Math.abs(this.places.get(one).x - this.places.get(name).x);
    const names = (other[key] ?? []).filter(Boolean);
    return names.length ? names.reduce((a, b) => (far(b) < far(a) ? b : a)) : null;
  }
}
