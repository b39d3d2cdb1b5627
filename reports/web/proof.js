// A proof played through: whoever looks on plays for the side against it, and it answers.
//
// node   `[plies left, moves, whether the proof is to move]`; the proof's own moves are one
// move   `[text, changes, next]`: the number of a node, or below 0 that of an end of play
// past   what play came through: places, each with its position, the node and whose turn it is

import { Board } from "./board.js";
import { button, capital, counted, disc, explained, heading, make, repeating, still } from "./dom.js";
import { changedPosition, differing, fullCells, keySentences, readPosition } from "./position.js";
import { Turn } from "./turn.js";

const PAUSE = 700;

export class Proof {
  /** The proof that `told` holds, in the element `host`. */
  constructor(host, told) {
    this.told = told;
    this.waiting = 0;
    this.build(host);
    this.choose(0);
  }

  build(host) {
    const boardHost = make("div", { class: "board-host" });
    this.title = make("h2", { id: "promise" });
    this.facts = make("p", { class: "facts" });
    this.which = make("select", { id: "which" }, ...this.told.strategies.map(({ promise }, value) =>
      make("option", { value }, promise)));
    this.which.addEventListener("change", () => this.choose(Number(this.which.value)));
    const choice = make("p", { hidden: this.told.strategies.length < 2 },
      make("label", { for: "which" }, "Proved: "), this.which);
    this.mover = make("p", { class: "mover" });
    this.beside = make("p", { class: "beside" });
    this.said = make("p", { class: "said", role: "status", "aria-live": "polite", tabIndex: -1 });
    const offers = make("div", { class: "offers", role: "group", "aria-label": "Moves to choose" });
    this.typed = make("input", { id: "move", list: "moves", autocomplete: "off",
      autocapitalize: "off", spellcheck: false });
    const list = make("datalist", { id: "moves" });
    const form = make("form", {}, make("label", { for: "move" }, "Your move"), this.typed, list,
      make("button", { type: "submit" }, "Play"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.turn.type(this.typed.value);
    });
    this.back = repeating("Take back", () => this.takeBack());
    this.again = button("From the start", () => this.begin());
    this.longest = button("Play for me", () => this.play(this.toughest), "main");
    this.longest.title = "The move after which the proof needs most plies";
    this.line = make("ol", { class: "played", "aria-label": "The moves so far" });
    const task = make("section", { class: "task", "aria-labelledby": "promise" }, this.title, this.facts,
      choice, this.mover, this.beside);
    const rest = make("div", { class: "rest" }, offers, form,
      make("div", { class: "actions" }, this.longest, this.back, this.again), this.line);
    host.classList.add("solver");
    host.replaceChildren(make("div", { class: "table" }, task, boardHost, this.said, rest));
    this.board = new Board(boardHost, this.told.ground, {
      pick: (cell) => this.turn.click(cell), escape: () => this.turn.drop(),
    });
    this.turn = new Turn({ grid: this.board.grid, offers, typed: this.typed, list }, {
      waits: () => this.asked,
      play: (text) => this.play(this.moves.find(([one]) => one === text)),
      follow: () => {},
      refuse: (cell) => this.say(`${cell}: no move begins there.`),
      strange: (words) => this.say(`${words} is no legal move here.`),
      words: (step) => this.told.ground.moves[step],
    });
  }

  /** Turns to one of the strategies. */
  choose(number) {
    this.strategy = this.told.strategies[number];
    this.title.textContent = this.strategy.promise;
    this.facts.textContent = `You play ${capital(this.strategy.against)}; the proof answers`
      + `${this.told.settings ? ` · ${this.told.settings}` : ""}.`;
    this.begin();
  }

  begin() {
    const position = readPosition(this.told.position, this.told.ground.rows, this.told.tint);
    this.past = [{ position, node: 0, mine: this.strategy.mine, move: "" }];
    this.goOn("");
  }

  get here() {
    return this.past.at(-1);
  }

  /** The moves that may be played now. */
  get moves() {
    return this.here.node < 0 ? [] : this.strategy.nodes[this.here.node][1];
  }

  /** Whether whoever looks on is to move. */
  get asked() {
    return !this.here.mine && this.moves.length > 0;
  }

  /** The move after which the proof needs most plies; the first where nobody counts them. */
  get toughest() {
    const left = ([, , next]) => (next < 0 ? -1 : (this.strategy.nodes[next][0] ?? 0));
    return this.moves.reduce((best, move) => (left(move) > left(best) ? move : best));
  }

  /** Shows where play has come, and lets the proof move if it is its turn. */
  goOn(words) {
    const mine = (this.waiting += 1);
    const { node, mine: proof } = this.here;
    this.show();
    if (node < 0) this.end(`${words} ${this.strategy.ends[-1 - node]}`);
    else if (!this.moves.length) this.end(`${words} What is promised is certain from here on.`);
    else if (!proof) this.say(`${words} ${capital(this.here.position.side)} to move: try anything.`);
    else {
      const [move] = this.moves;
      const told = explained(move[0], this.told.ground.moves[move[0]]);
      const answer = () => {
        if (mine === this.waiting) this.take(move, `${words} The proof plays ${told}.`);
      };
      if (still()) answer();
      else {
        this.say(words);
        setTimeout(answer, PAUSE);
      }
    }
  }

  end(words) {
    this.say(words);
    this.said.focus({ preventScroll: true });
  }

  /** Plays a move of whoever looks on. */
  play(move) {
    this.take(move, `${capital(this.here.position.side)}: ${move[0]}.`);
  }

  take([text, changes, next], words) {
    const { position, mine } = this.here;
    const after = changedPosition(position, changes, this.told.players);
    const proof = next < 0 ? mine : this.strategy.nodes[next][2];
    this.past.push({ position: after, node: next, mine: proof, move: text });
    this.goOn(words.trim());
  }

  takeBack() {
    do this.past.pop();
    while (this.past.length > 1 && this.here.mine);
    this.waiting += 1;
    this.goOn("Taken back.");
    this.board.grid.focus();
  }

  /** The plies within which the game then ends, null where that is not known. */
  get left() {
    const { counts, plies, nodes } = this.strategy;
    if (!counts || this.here.node < 0) return null;
    const last = this.past.findLastIndex(({ mine, node }) => mine && node >= 0);
    const from = last < 0 ? plies : nodes[this.past[last].node][0];
    return from === null ? null : from - (this.past.length - 1 - Math.max(0, last));
  }

  // ---- what is shown

  show() {
    const { position, node } = this.here;
    const before = this.past.at(-2)?.position ?? null;
    const { left } = this;
    const { ground } = this.told;
    const plies = left === null ? "" : ` · at most ${counted(left, "ply", "plies")} left`;
    this.mover.replaceChildren(
      ...(node < 0 ? ["Play is over"] : [disc(ground.paints[position.side]),
        `${capital(position.side)} to move`, heading(ground.headings[position.side]) ?? ""]), plies);
    this.beside.textContent = keySentences(position, ground);
    this.board.show(position, { before, label: `${capital(position.side)} to move` });
    const texts = this.asked ? this.moves.map(([text]) => text) : [];
    this.turn.begin(texts, (this.asked ? this.moves : []).map(([, changes]) =>
      differing(position, changedPosition(position, changes, this.told.players))),
    this.told.ground.cells.map((cell) => cell.name), fullCells(position));
    this.typed.value = "";
    this.typed.disabled = this.longest.disabled = !this.asked;
    this.back.disabled = !this.past.some(({ mine }, place) => !mine && place < this.past.length - 1);
    this.line.replaceChildren(...this.past.slice(1).map(({ move }, place) => make("li", {}, `${place + 1}. ${move}`)));
    this.turn.mark();
  }

  say(words) {
    this.said.textContent = words.trim();
  }
}
