// From clicks and typed words to turns.
//
// turn   a text such as `c4`, or of several steps such as `@c3 a1-b2 end`; steps may be given in
//        any order
// step   a part of a turn without blanks; the cells that it names are clicked one after the other
//
// A step that names no cell (`pass`, `end`) is a button. A click on a piece selects it and plays
// nothing, though one turn alone may begin there: that turn is a button too. A second click lets it go.

const CELL = /[a-z]+[0-9]+/g;
const CELL_IN = /[a-z]+[0-9]+/;

/** The steps of a turn's text. */
export const stepsOf = (text) => text.trim().split(/\s+/).filter(Boolean);

/** Steps without their order, as a text. */
export const unordered = (steps) => [...steps].sort().join(" ");

/** The steps that are left once some have been taken; null where those are not all among them. */
function less(steps, taken) {
  const rest = [...steps];
  for (const step of taken) {
    const at = rest.indexOf(step);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/**
 * What typed words mean among these turns, whatever the order of steps and capitals: `{ text }` of a
 * turn, `{ steps }` that several turns go on from, else undefined. Words that go on from the steps
 * taken come before words that begin anew. A step such as `end` says that the turn is whole; it can be
 * left out where nothing else can follow, and given where the game ends without it.
 */
export function meant(texts, words, taken = []) {
  const turns = texts.map((text) => ({ text, steps: stepsOf(text) }));
  const given = stepsOf(words);
  const ways = taken.length ? [[...taken, ...given], given] : [given];
  for (const exactly of [unordered, (steps) => unordered(steps).toLowerCase()]) {
    for (const steps of ways) {
      const found = turns.find((turn) => exactly(turn.steps) === exactly(steps));
      if (found) return { text: found.text };
    }
  }
  if (inSteps(texts) && given.length > 1 && ends(given)) {
    const whole = turns.filter(({ steps }) => !ends(steps)).map(({ text }) => text);
    const found = meant(whole, given.slice(0, -1).join(" "), taken);
    if (found?.text) return found;
  }
  for (const steps of ways.filter((one) => one.every((step) => CELL_IN.test(step.toLowerCase())))) {
    const begun = turns.map((turn) => ({ ...turn, own: among(turn.steps, steps) })).filter(({ own }) => own);
    const over = begun.every((turn) => turn.steps.length === steps.length + 1 && ends(turn.steps));
    if (begun.length) return over ? { text: begun[0].text } : { steps: begun[0].own };
  }
  return undefined;
}

/** The steps as a turn writes them, whatever their capitals; undefined where it has not all of them. */
function among(steps, wanted) {
  const rest = [...steps];
  const found = wanted.map((one) => {
    const at = rest.findIndex((step) => step.toLowerCase() === one.toLowerCase());
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  });
  return found.includes(undefined) ? undefined : found;
}

/** Whether turns have several steps. */
export const inSteps = (texts) => texts.some((text) => stepsOf(text).length > 1);

/**
 * The turn among these that a typed text means but for idle steps, which take nothing, and those
 * steps; null where there is none. `taken`: the cells that a turn leaves occupied, by its text.
 */
export function withoutIdle(texts, typed, taken) {
  const ending = (steps) => steps.filter((step) => step !== "end");
  const wanted = ending(stepsOf(typed.toLowerCase()));
  for (const text of texts) {
    const own = ending(stepsOf(text));
    const idle = less(wanted, own);
    if (!idle?.length) continue;
    const onto = idle.map((step) => step.match(CELL)?.at(-1));
    const occupied = taken(text);
    if (onto.every((cell) => occupied.has(cell))) return { text, idle };
  }
  return null;
}

/** Chooses one of some turns, click by click. */
export class Choosing {
  /**
   * `texts`: the turns; `changes`: for each the cells that it alters; `names`: all cells; `full`:
   * those on which something stands.
   */
  constructor(texts, changes, names, full) {
    this.turns = texts.map((text, place) => ({ text, steps: stepsOf(text), changes: changes[place] }));
    this.names = new Set(names);
    this.full = new Set(full);
    this.clear();
  }

  /** Forgets what was chosen. */
  clear() {
    this.taken = [];
    this.cells = [];
  }

  /** Takes all these steps, in place of what was chosen. */
  begin(steps) {
    this.taken = [...steps];
    this.cells = [];
  }

  /** Takes the last step back. */
  back() {
    this.taken.pop();
    this.cells = [];
  }

  /** The turns that the steps taken so far can belong to. */
  get possible() {
    return this.turns.filter((turn) => less(turn.steps, this.taken) !== null);
  }

  /** The steps that may come next, each with the cells to click and those that it also alters. */
  get nextSteps() {
    const found = new Map();
    for (const turn of this.possible) {
      const rest = less(turn.steps, this.taken);
      for (const step of rest) {
        if (found.has(step) || (rest.length > 1 && closes(turn, step))) continue;
        const cells = (step.match(CELL) ?? []).filter((name) => this.names.has(name));
        const besides = turn.steps.length > 1 ? [] : turn.changes;
        found.set(step, { step, cells, besides: besides.filter((name) => !cells.includes(name)) });
      }
    }
    return [...found.values()];
  }

  /** The steps that the cells clicked so far can begin. */
  get candidates() {
    return this.nextSteps.filter(({ cells, besides }) =>
      this.cells.every((cell, place) =>
        place < cells.length ? cells[place] === cell : place > 0 && besides.includes(cell),
      ),
    );
  }

  /** The cells that may be clicked next. */
  get open() {
    const at = this.cells.length;
    const found = new Set();
    for (const { cells, besides } of this.candidates) {
      if (at < cells.length) found.add(cells[at]);
      else if (at > 0) besides.forEach((cell) => found.add(cell));
    }
    return found;
  }

  /** The steps to offer as buttons: those without cells, and what a click leaves in doubt. */
  get offered() {
    const plain = this.nextSteps.filter(({ cells }) => !cells.length);
    const found = this.cells.length ? this.candidates : plain;
    return found.map(({ step }) => step).sort();
  }

  /**
   * Clicks a cell. Returns the text of a turn once one is complete, null until then, and undefined
   * where the cell means nothing.
   */
  click(cell) {
    const before = this.cells;
    if (before.length && before.at(-1) === cell) {
      this.cells = [];
      return null;
    }
    this.cells = [...before, cell];
    if (!this.candidates.length && before.length) this.cells = [cell];
    const found = this.candidates;
    if (!found.length) {
      this.cells = [];
      return undefined;
    }
    const picked = this.cells.length === 1 && this.full.has(cell);
    const alone = !picked && found.length === 1 && found[0].cells.length <= this.cells.length;
    return alone ? this.take(found[0].step) : null;
  }

  /** Takes a step. Returns the text of the turn once it is complete, else null. */
  take(step) {
    this.cells = [];
    this.taken.push(step);
    const done = this.possible.filter((turn) => turn.steps.length === this.taken.length);
    if (done.length && (done.length === this.possible.length || closes(done[0], step))) {
      return done[0].text;
    }
    const next = this.nextSteps;
    return next.length === 1 && !next[0].cells.length ? this.take(next[0].step) : null;
  }
}

/** Whether the step ends the turn, as `end` does: it is the last one and names no cell. */
const closes = (turn, step) => turn.steps.at(-1) === step && ends(turn.steps);

/** Whether the last of some steps names no cell. */
const ends = (steps) => !CELL_IN.test(steps.at(-1));
