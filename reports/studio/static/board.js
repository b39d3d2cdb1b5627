// The board: the server's drawing with a grid laid over it, for mice, fingers, keys and screen
// readers alike. One cell is in the order of tabs, arrows go on from there.

import { make } from "./dom.js";

/** The drawing that the text of an SVG holds, as an element of this page. */
export function parsed(svg) {
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const element = document.importNode(found, true);
  element.setAttribute("aria-hidden", "true");
  element.removeAttribute("role");
  return element;
}

export class Board {
  /** A board in that element; `pick` is called with the name of a cell that is chosen. */
  constructor(host, { pick, escape = () => {} }) {
    this.host = host;
    this.pick = pick;
    this.focused = null;
    this.cells = new Map();
    host.addEventListener("click", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      if (cell) this.choose(cell);
    });
    host.addEventListener("keydown", (event) => {
      if (event.key === "Escape") escape();
      else this.key(event);
    });
  }

  /** Shows a drawing as the server tells it. */
  show(drawing, label) {
    const kept = this.host.contains(document.activeElement);
    this.rows = drawing.rows;
    this.host.style.setProperty("--ratio", drawing.width / drawing.height);
    this.host.style.setProperty("--cell", `${drawing.cell}%`);
    this.host.style.setProperty("--cells-across", 100 / drawing.cell);
    this.host.classList.toggle("named", drawing.named);
    const told = new Map(drawing.cells.map((cell) => [cell.name, cell]));
    this.cells = new Map();
    const grid = make("div", { className: "grid", role: "grid", "aria-label": label });
    for (const row of drawing.rows) {
      const line = make("div", { role: "row" });
      for (const name of row.filter(Boolean)) line.append(this.cell(told.get(name)));
      grid.append(line);
    }
    this.host.replaceChildren(parsed(drawing.svg), grid);
    if (!this.cells.has(this.focused)) this.focused = drawing.rows[0].find(Boolean);
    const current = this.cells.get(this.focused);
    if (current) current.tabIndex = 0;
    if (kept) current?.focus();
  }

  cell(told) {
    const element = make("div", { role: "gridcell", tabIndex: -1, className: "cell" });
    element.dataset.cell = told.name;
    element.dataset.words = `${told.name}, ${told.words}`;
    element.setAttribute("aria-label", element.dataset.words);
    element.style.left = `${told.x}%`;
    element.style.top = `${told.y}%`;
    element.classList.toggle("full", told.token !== ".");
    this.cells.set(told.name, element);
    return element;
  }

  /** Marks the cells where a move may begin or go on, and those chosen so far. */
  mark(open, chosen) {
    for (const [name, cell] of this.cells) {
      cell.classList.toggle("open", open.has(name));
      cell.classList.toggle("picked", chosen.includes(name));
      cell.setAttribute("aria-selected", chosen.includes(name));
    }
  }

  /** Shows a value on each of these cells: a map from names to `{short, words, shade}`. */
  values(worths) {
    for (const [name, cell] of this.cells) {
      const worth = worths.get(name);
      cell.replaceChildren();
      cell.setAttribute("aria-label", cell.dataset.words + (worth ? `, ${worth.words}` : ""));
      if (!worth || worth.shade === null) continue;
      const badge = make("span", { className: "worth", "aria-hidden": "true" }, worth.short);
      badge.classList.toggle("long", worth.short.length > 2);
      shadeOf(badge, worth.shade);
      cell.append(badge);
    }
  }

  /** Shows a word on cells, for a picture that the server has not drawn yet. */
  tokens(words) {
    for (const [name, cell] of this.cells) {
      cell.replaceChildren();
      const word = words.get(name);
      if (word !== undefined) cell.append(make("span", { className: "token" }, word));
    }
  }

  /** Puts the focus on the cell that has it when one comes by tab. */
  focus() {
    this.cells.get(this.focused)?.focus();
  }

  choose(cell) {
    this.move(cell.dataset.cell, false);
    this.pick(cell.dataset.cell);
  }

  move(name, focus = true) {
    const before = this.cells.get(this.focused);
    if (before) before.tabIndex = -1;
    this.focused = name;
    const cell = this.cells.get(name);
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  key(event) {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.pick(cell.dataset.cell);
    else {
      const next = this.neighbour(cell.dataset.cell, event.key);
      if (next === undefined) return;
      if (next) this.move(next);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The cell that a key leads to, null at the edge, undefined for other keys. */
  neighbour(name, key) {
    const y = this.rows.findIndex((row) => row.includes(name));
    const row = this.rows[y].filter(Boolean);
    const x = row.indexOf(name);
    const steps = { ArrowLeft: row[x - 1], ArrowRight: row[x + 1], Home: row[0], End: row.at(-1) };
    if (key in steps) return steps[key] ?? null;
    const other = { ArrowUp: this.rows[y - 1], ArrowDown: this.rows[y + 1] };
    if (!(key in other)) return undefined;
    const place = (one) => parseFloat(this.cells.get(one).style.left);
    const far = (one) => Math.abs(place(one) - place(name));
    const names = (other[key] ?? []).filter(Boolean);
    return names.length ? names.reduce((a, b) => (far(b) < far(a) ? b : a)) : null;
  }
}

/** Paints an element in the colour of a value from -1 to 1; the style sheet mixes it. */
export function shadeOf(element, shade) {
  element.classList.toggle("bad", shade < 0);
  element.style.setProperty("--part", `${Math.round(100 * Math.abs(shade) ** 0.8)}%`);
  element.classList.toggle("strong", shade > 0.8);
}
