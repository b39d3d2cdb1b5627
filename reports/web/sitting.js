// A sitting: what was tried since the page was opened, the rating that it makes, and a table of it.
//
// attempt   the first time that a puzzle is tried; it ends with the first wrong turn, or the solution
// weight    how much an attempt counts for the rating: less after hints, or where the theme was known
// scale     how ratings are told: their `mean`, the `unit` of ability, and how far abilities spread
//           (`prior`), as simulated solvers have them

export class Sitting {
  constructor(scale) {
    this.scale = scale;
    this.attempts = [];
  }

  /** Notes an attempt, unless the puzzle was tried before. */
  note({ id, rating, turns, seconds, solved, hints, known }) {
    if (this.attempts.some((one) => one.id === id)) return;
    const weight = (known ? 0.5 : 1) / (1 + hints);
    this.attempts.push({ id, rating, turns, seconds, solved, hints, weight });
  }

  /** The likeliest rating of who sits here with its standard error; null while there is none. */
  get rating() {
    const { mean, unit, prior } = this.scale;
    const rated = this.attempts.filter((one) => one.rating !== null);
    if (!rated.length) return null;
    const chance = (ability, one) => 1 / (1 + Math.exp((one.rating - mean) / unit - ability));
    const excess = (ability) => rated.reduce(
      (sum, one) => sum + one.weight * (chance(ability, one) - one.solved), ability / prior ** 2);
    let [low, high] = [-20, 20];
    for (let round = 0; round < 60; round += 1) {
      const middle = (low + high) / 2;
      if (excess(middle) < 0) low = middle;
      else high = middle;
    }
    const information = rated.reduce((sum, one) => {
      const likely = chance(low, one);
      return sum + one.weight * likely * (1 - likely);
    }, 1 / prior ** 2);
    return { value: Math.round(mean + unit * low), error: Math.round(unit / Math.sqrt(information)) };
  }

  /**
   * The attempts as the table that `ruleproof puzzles rate --attempts` reads. Whoever needed a hint
   * has not solved the puzzle as it is printed.
   */
  get table() {
    const rows = this.attempts.map(({ id, turns, seconds, solved, hints }) =>
      [quoted(id), turns, seconds.toFixed(1), solved && !hints ? "yes" : "no"].join(","));
    return ["id,turns,seconds,solved", ...rows, ""].join("\n");
  }
}

/** A field of a table. */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
