// From clicks to moves: cells are chosen one after the other until one move is meant.

export class Picking {
  /** Clicks among these moves, each with the cells that its text names and those it changes. */
  constructor(moves) {
    this.moves = moves;
    this.chosen = [];
  }

  /** The moves that the cells chosen so far can mean. */
  get candidates() {
    return this.moves.filter((move) => begins(move, this.chosen));
  }

  /** The cells that may be chosen next. */
  get open() {
    const at = this.chosen.length;
    const found = new Set();
    for (const move of this.candidates) {
      if (at < move.cells.length) found.add(move.cells[at]);
      else if (at > 0) for (const cell of move.changes) found.add(cell);
    }
    return found;
  }

  /**
   * Chooses a cell. Returns the move that is meant, `null` while several may be, or `undefined`
   * where none is: nothing is chosen then.
   */
  choose(cell) {
    const before = this.chosen;
    const again = before.length > 0 && before.at(-1) === cell;
    if (again) {
      const ready = this.candidates.filter((move) => move.cells.length === before.length);
      if (ready.length === 1) return ready[0];
      this.chosen = [];
      return null;
    }
    this.chosen = [...before, cell];
    let found = this.candidates;
    if (!found.length && before.length) {
      this.chosen = [cell];
      found = this.candidates;
    }
    if (!found.length) {
      this.chosen = [];
      return undefined;
    }
    const complete = found.length === 1 && found[0].cells.length <= this.chosen.length;
    return complete ? found[0] : null;
  }

  /** Forgets what was chosen. */
  clear() {
    this.chosen = [];
  }
}

/** Whether the cells, in this order, can be the beginning of a move. */
function begins(move, cells) {
  return cells.every((cell, place) =>
    place < move.cells.length
      ? move.cells[place] === cell
      : place > 0 && move.changes.includes(cell),
  );
}
