// Begins: the page's own set, in the page's own places. An address that ends in `#` and the id of a
// puzzle leads to it; the end goes once another puzzle is opened.

import { byId } from "./dom.js";
import { Walk } from "./walk.js";

const told = JSON.parse(byId("set").textContent);

/** The number of the puzzle that the address names; null where it names none. */
function named() {
  const number = told.puzzles.findIndex((one) => `#${one.id}` === location.hash);
  return number < 0 ? null : number;
}

const walk = new Walk(byId("solver"), byId("tally"), told, {
  at: named(),
  opened: (number) => {
    if (![null, number].includes(named())) history.replaceState(null, "", location.pathname);
  },
});

/** Says so where the address names a puzzle that is not there. */
function miss() {
  const id = location.hash.slice(1);
  if (id && named() === null && !byId(id)) {
    walk.solver.panel.interject(`No puzzle of this page has the id ${id}.`);
  }
}

addEventListener("hashchange", () => {
  const number = named();
  if (number !== null) walk.go(number);
  else miss();
});
miss();
