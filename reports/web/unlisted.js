// Words for what is no turn here, by what the page holds: the turns of the puzzle's tree, and reasons
// for single cells. `told` is what `Solver.told` gives.

import { ended } from "./dom.js";
import { inSteps, withoutIdle } from "./turns.js";

const IDLE = "Steps that take no empty cell are left out here.";

const wordsFor = ({ ground }, token) => ground.words[token] ?? token;

/** Why an empty cell is no legal turn; empty where the page does not know. */
export function refusal({ session, ground }, cell) {
  const why = ground.reasons[session.refused(cell)];
  return why ? `${cell} is not legal here: ${ended(why.replaceAll("{}", cell))}` : "";
}

/** The answer to a click on a cell where no turn goes on. */
export function nothingThere(told, cell) {
  const more = inSteps(told.texts) ? ` ${IDLE}` : "";
  return `${cell}, ${wordsFor(told, told.session.here.cells[cell])}: no turn goes on there.${more}`;
}

/** The answer to a typed turn that is not listed. */
export function unlisted(told, typed) {
  const { session, texts } = told;
  const { here, entries, whole } = session;
  const why = refusal(told, typed.toLowerCase());
  if (why) return why;
  const strange = typed.toLowerCase().match(/[a-z]+[0-9]+/g)?.find((name) => !(name in here.cells));
  if (strange) return `${typed} is not legal here: the board has no cell ${strange}.`;
  const taken = (text) => {
    const { cells } = session.after(here, entries.find(([one]) => one === text)[2]);
    return new Set(Object.keys(cells).filter((name) => cells[name] !== "."));
  };
  const near = inSteps(texts) ? withoutIdle(texts, typed, taken) : null;
  if (near) return `Leave out ${near.idle.join(" ")} and play ${near.text}. ${IDLE}`;
  const held = here.cells[typed.toLowerCase()] ?? ".";
  const there = held === "." ? "" : ` (${wordsFor(told, held)})`;
  if (whole) return `${typed}${there} is not legal here.`;
  return `${typed} is not listed here, legal or not: of turns that take the same cells, this `
    + "puzzle lists only one.";
}
