// The grid over the drawing of a board, for mice, fingers, keys and screen readers alike. One cell is
// in the order of tabs, arrows go on from there.

import { make } from "./dom.js";

export class Grid {
  /**
   * A grid; `pick` is called with the name of a cell that is chosen, and returns whether that played a
   * turn; `escape` is called to give up.
   */
  constructor({ pick, escape = () => {} }) {
    this.pick = pick;
    this.rows = [];
    this.cells = new Map();
    this.focused = null;
    // the cell whose key has just done something, here or before the focus came here by itself:
    // pressed again, it does nothing
    this.spent = null;
    this.element = make("div", { class: "grid", role: "grid" });
    this.element.addEventListener("click", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      if (!cell) return;
      this.move(cell.dataset.cell, false);
      this.pick(cell.dataset.cell);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") escape();
      else this.key(event);
    });
  }

  /** Lays cells out: their names row by row, and `told` of each its name and place in hundredths. */
  lay(rows, told) {
    const kept = this.element.contains(document.activeElement);
    const places = new Map(told.map((cell) => [cell.name, cell]));
    this.rows = rows;
    this.cells = new Map();
    this.element.replaceChildren(...rows.map((row) => make("div", { role: "row" },
      ...row.filter(Boolean).map((name) => this.cell(places.get(name))))));
    if (!this.cells.has(this.focused)) this.focused = rows[0].find(Boolean);
    const current = this.cells.get(this.focused);
    current.tabIndex = 0;
    if (kept) current.focus();
  }

  cell({ name, x, y }) {
    const element = make("div", { role: "gridcell", tabIndex: -1, class: "cell" });
    element.dataset.cell = name;
    element.style.left = `${x}%`;
    element.style.top = `${y}%`;
    this.cells.set(name, element);
    return element;
  }

  /**
   * Says what stands on a cell: `place` and `piece` in words, and `value`, if one is known; one that
   * is full looks so where it may be chosen.
   */
  say(name, { full, ...told }) {
    const cell = this.cells.get(name);
    cell.told = { ...cell.told, ...told };
    this.name(cell);
    if (full !== undefined) cell.classList.toggle("full", full);
  }

  /** Names a cell: its coordinates, its place on the board, what stands there, its value, its mark. */
  name(cell) {
    const { place, piece, value } = cell.told ?? {};
    const parts = [cell.dataset.cell, place, piece, value, cell.marked && "marked"];
    cell.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }

  /**
   * Marks the cells that may be chosen, and those that have been. The marks are seen once a turn is
   * `begun`, and then are part of the cells' names, too.
   */
  mark(open, chosen, begun = false) {
    this.element.classList.toggle("choosing", begun);
    for (const [name, cell] of this.cells) {
      cell.marked = begun && open.has(name) && !chosen.includes(name);
      this.name(cell);
      cell.classList.toggle("open", open.has(name));
      cell.classList.toggle("picked", chosen.includes(name));
      cell.setAttribute("aria-selected", chosen.includes(name));
    }
  }

  /** Puts the focus on the cell that has it when one comes by tab. */
  focus(how) {
    this.spent = this.focused;
    this.cells.get(this.focused)?.focus(how);
  }

  move(name, focus = true) {
    this.spent = null;
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
    const { cell: name } = cell.dataset;
    if (event.key === "Enter" || event.key === " ") {
      if (this.focused !== name) this.move(name, false);
      this.spent = this.spent !== name && this.pick(name) ? name : null;
    } else {
      const next = this.neighbour(name, event.key);
      if (next === undefined) return;
      if (next) this.move(next);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The cell that a key leads to, null at the edge, undefined for other keys. */
  neighbour(name, key) {
    const { rows } = this;
    const y = rows.findIndex((row) => row.includes(name));
    const row = rows[y].filter(Boolean);
    const x = row.indexOf(name);
    const steps = { ArrowLeft: row[x - 1], ArrowRight: row[x + 1], Home: row[0], End: row.at(-1) };
    if (key in steps) return steps[key] ?? null;
    const other = { ArrowUp: rows[y - 1], ArrowDown: rows[y + 1] };
    if (!(key in other)) return undefined;
    const place = (one) => parseFloat(this.cells.get(one).style.left);
    const far = (one) => Math.abs(place(one) - place(name));
    const names = (other[key] ?? []).filter(Boolean);
    return names.length ? names.reduce((a, b) => (far(b) < far(a) ? b : a)) : null;
  }
}
