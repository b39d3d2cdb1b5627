// The page's own set, in the page's own places. The address ends in `#` and the id of the puzzle that
// is shown.

import { visit } from "./address.js";
import { byId, held } from "./dom.js";
import { Walk } from "./walk.js";

/** Begins; `more`, given what gives the walk, is what else a walk may know. */
export async function begin(more = () => ({})) {
  const told = await held("set");

  /** What the address names. */
  const named = () => location.hash.slice(1);

  /** The number of the puzzle of that id; null where there is none. */
  function numberOf(id) {
    const number = told.puzzles.findIndex((one) => one.id === id);
    return number < 0 ? null : number;
  }

  /** Says so where there is no puzzle of that id. */
  function miss(id) {
    if (id && numberOf(id) === null && !byId(id)) {
      walk.solver.panel.interject(`No puzzle of this page has the id ${id}.`);
    }
  }

  const asked = named();
  let begins = true;
  const walk = new Walk(byId("solver"), byId("tally"), told, {
    ...more(() => walk),
    at: numberOf(asked),
    opened: (number) => {
      visit(`#${told.puzzles[number].id}`, begins);
      begins = false;
    },
  });
  miss(asked);

  addEventListener("hashchange", () => {
    const id = named();
    const number = numberOf(id);
    if (number === null) {
      visit(`#${walk.puzzle.id}`, true);
      miss(id);
    } else if (number !== walk.number) walk.go(number);
  });
}
