// The board as the server draws it, with the grid over it, and values on its cells.

import { make } from "./dom.js";
import { Grid } from "./grid.js";

/** The drawing that the text of an SVG holds, as an element of this page. */
export function parsed(svg) {
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const element = document.importNode(found, true);
  element.setAttribute("aria-hidden", "true");
  element.removeAttribute("role");
  return element;
}

export class Picture {
  /** A board in that element; `pick` is called with the name of a cell that is chosen. */
  constructor(host, { pick, escape }) {
    this.host = host;
    this.grid = new Grid({ pick, escape });
    this.drawing = null;
  }

  /** Shows a drawing as the server tells it. */
  show(drawing, label) {
    this.host.style.setProperty("--ratio", drawing.width / drawing.height);
    this.host.style.setProperty("--cell", `${drawing.cell}%`);
    this.host.style.setProperty("--across", 100 / drawing.cell);
    this.host.classList.toggle("named", drawing.named);
    this.grid.element.setAttribute("aria-label", label);
    const fresh = parsed(drawing.svg);
    if (this.drawing) this.drawing.replaceWith(fresh);
    else this.host.replaceChildren(fresh, this.grid.element);
    this.drawing = fresh;
    this.grid.lay(drawing.rows, drawing.cells);
    for (const { name, place, words, token } of drawing.cells) {
      this.grid.say(name, { place, piece: words, full: token !== "." });
    }
  }

  /** Shows a value on each of these cells: a map from names to `{short, words, shade}`. */
  values(worths) {
    for (const [name, cell] of this.grid.cells) {
      const worth = worths.get(name);
      cell.replaceChildren();
      this.grid.say(name, { value: worth?.words ?? "" });
      if (!worth || worth.shade === null) continue;
      const badge = make("span", { class: "worth", "aria-hidden": "true" }, worth.short);
      badge.classList.toggle("long", worth.short.length > 2);
      shadeOf(badge, worth.shade);
      cell.append(badge);
    }
  }

  /** Puts the focus on the board. */
  focus() {
    this.grid.focus();
  }
}

/** Paints an element in the colour of a value from -1 to 1; the style sheet mixes it. */
export function shadeOf(element, shade) {
  element.classList.toggle("bad", shade < 0);
  element.style.setProperty("--part", `${Math.round(100 * Math.abs(shade) ** 0.8)}%`);
  element.classList.toggle("strong", shade > 0.8);
}
