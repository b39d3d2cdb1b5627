// A line of play: where it begins, its moves, how many of them are played; and links to it.

import { byId } from "./dom.js";

export class Line {
  /** The line that a page was opened with. */
  constructor(opened) {
    this.game = opened.game;
    this.board = opened.board;
    this.settings = opened.settings;
    this.changed = opened.changed;
    this.start = opened.start;
    this.moves = opened.moves_played;
    this.told = opened.whole_line;
    this.at = opened.at;
    this.flip = opened.flip;
    this.claim = opened.claim;
    this.opened = this.moves.join(" ");
  }

  /** This line with other parts. A line itself never changes: what is asked of one stays so. */
  with(parts) {
    return Object.assign(Object.create(Line.prototype), this, parts);
  }

  /** The position after so many moves, as a request names it. */
  asked(at = this.at) {
    return {
      game: this.game,
      board: this.board,
      settings: this.settings,
      start: this.start,
      line: this.moves.slice(0, at),
    };
  }

  /** The line with a move after those played; the rest is forgotten, unless the line goes on so. */
  play(move) {
    const line = this.moves[this.at] === move ? this : this.cut(this.at);
    const moves = line === this ? this.moves : [...line.moves, move];
    return line.with({ moves, at: this.at + 1 });
  }

  /** The line with no more than so many moves. */
  cut(at) {
    return this.with({ at, moves: this.moves.slice(0, at), told: this.told.slice(0, at) });
  }

  /** The line so many moves further on, or back; null at its end. */
  step(many) {
    const at = Math.max(0, Math.min(this.moves.length, this.at + many));
    return at === this.at ? null : this.with({ at });
  }

  /** The line with what the server says of the moves played. */
  heard(told) {
    return told.line.length >= this.told.length ? this.with({ told: told.line }) : this;
  }

  /** The link to this line on a page. */
  link(page = location.pathname) {
    const words = new URLSearchParams({ game: this.game, board: this.board });
    for (const [name, value] of Object.entries(this.changed)) words.append("set", `${name}=${value}`);
    if (this.start) words.append("start", this.start);
    if (this.moves.length) words.append("line", this.moves.join(" "));
    if (this.at < this.moves.length) words.append("at", this.at);
    if (this.flip) words.append("flip", "1");
    if (this.claim && this.moves.join(" ") === this.opened) words.append("claim", this.claim);
    const table = byId("source")?.value;
    if (table) words.append("table", table);
    return `${page}?${words}`;
  }
}
