// Attempts at the puzzles of a set, kept in the browser; the rating that they make, and a table.
//
// attempt   the first time that a puzzle is tried; it ends with the first wrong turn, with a hint,
//           when the solution is shown, or at the end of the line
// mark      how it went: see `Session.mark`; only `solved` is solved
// known     whether a theme was chosen, and so known before
// weight    how much an attempt counts for the rating: half where a hint ended it, and half where a
//           theme was known
// sitting   the number of the sitting in which it was made
// scale     how ratings are told: their `mean`, the `unit` of ability, and how far abilities spread
//           (`prior`), as simulated solvers have them

import { SITTING } from "./sitting.js";
import { forGood } from "./store.js";

const MARKS = ["solved", "helped", "missed"];

export class Attempts {
  /** The attempts at these puzzles, kept under this name, which other puzzles may share. */
  constructor(name, puzzles, scale) {
    this.name = `ruleproof-attempts-${name}`;
    this.ratings = new Map(puzzles.map((one) => [one.id, one.rating]));
    this.scale = scale;
  }

  /** Whether the browser keeps attempts when the page is closed. */
  get kept() {
    return forGood.keeps(this.name);
  }

  /** All attempts of the name; of what the browser keeps, whatever is one. */
  get all() {
    const found = forGood.read(this.name, []);
    return Array.isArray(found) ? found.filter(valid) : [];
  }

  keep(attempts) {
    forGood.set(this.name, JSON.stringify(attempts));
  }

  /** The attempts at puzzles of this set. */
  get list() {
    return this.all.filter((one) => this.ratings.has(one.id));
  }

  /** Those made in this sitting. */
  get ofSitting() {
    return this.list.filter((one) => one.sitting === SITTING);
  }

  /** Some attempts in words: their number, how they ended, the rating that they make. */
  told(attempts) {
    const rating = this.rating(attempts);
    const [solved, helped, missed] = MARKS.map((mark) =>
      attempts.filter((one) => one.mark === mark).length);
    return `${attempts.length} tried, ${solved} solved`
      + (helped ? `, ${helped} ended by a hint` : "") + (missed ? `, ${missed} gone wrong` : "")
      + (rating ? `, your rating ${rating.value} ± ${rating.error}` : "");
  }

  /** Notes an attempt, unless the puzzle was tried before. */
  note({ id, mark, turns, seconds, known }) {
    const before = this.all;
    if (before.some((one) => one.id === id)) return;
    this.keep([...before, { id, mark, turns, seconds, known, sitting: SITTING }]);
  }

  /** Forgets the attempts at puzzles of this set. */
  clear() {
    this.keep(this.all.filter((one) => !this.ratings.has(one.id)));
  }

  /** The likeliest rating of who made these attempts, with its standard error; null without any. */
  rating(attempts) {
    const { mean, unit, prior } = this.scale;
    const rated = attempts.map((one) => ({ ...one, rating: this.ratings.get(one.id) }))
      .filter((one) => one.rating !== null);
    if (!rated.length) return null;
    const chance = (ability, one) => 1 / (1 + Math.exp((one.rating - mean) / unit - ability));
    const excess = (ability) => rated.reduce(
      (sum, one) => sum + weight(one) * (chance(ability, one) - isSolved(one)), ability / prior ** 2);
    let [low, high] = [-20, 20];
    for (let round = 0; round < 60; round += 1) {
      const middle = (low + high) / 2;
      if (excess(middle) < 0) low = middle;
      else high = middle;
    }
    const information = rated.reduce((sum, one) => {
      const likely = chance(low, one);
      return sum + weight(one) * likely * (1 - likely);
    }, 1 / prior ** 2);
    return { value: Math.round(mean + unit * low), error: Math.round(unit / Math.sqrt(information)) };
  }

  /** The attempts as the table that `ruleproof puzzles rate` reads. */
  get table() {
    const rows = this.list.map((one) =>
      [quoted(one.id), one.turns, one.seconds.toFixed(1), isSolved(one) ? "yes" : "no"].join(","));
    return ["id,turns,seconds,solved", ...rows, ""].join("\n");
  }
}

const isSolved = (one) => one.mark === "solved";

const weight = ({ mark, known }) => (mark === "helped" ? 0.5 : 1) * (known ? 0.5 : 1);

/** Whether something that the browser kept is an attempt. */
const valid = (one) => typeof one?.id === "string" && MARKS.includes(one.mark)
  && Number.isInteger(one.turns) && one.turns >= 0 && one.seconds >= 0 && one.seconds < 1e9;

/** A field of a table. */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
