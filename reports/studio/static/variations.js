// The tree of the lines that were tried from one start, with comments. The first move of each fork
// goes on with the main line. As text it is SGF, which `ruleproof play` and `annotate` read too.

import { make } from "./dom.js";

const COLOURS = ["B", "W", "R", "G"];
const PART = /[();]|([A-Z]+)\s*\[((?:\\[^]|[^\\\]])*)\]/g;

const inside = (text) => text.replace(/[\\\]]/g, "\\$&");
const outside = (text) => text.replace(/\\([^])/g, "$1");

/** A move that was tried: whose it is, what the studio and a person say of it, what was tried next. */
const node = (move, player) => ({ move, player, told: null, comment: "", next: [] });

/** The node of a move after another, which is made if it is not there. */
function after(before, move, player) {
  const found = before.next.find((one) => one.move === move) ?? node(move, player);
  if (!before.next.includes(found)) before.next.push(found);
  return found;
}

export class Tree {
  constructor() {
    this.root = node("");
  }

  /** The nodes of a line from the start, as far as they are there. */
  path(moves) {
    const found = [];
    let at = this.root;
    for (const move of moves) {
      at = at.next.find((one) => one.move === move);
      if (!at) break;
      found.push(at);
    }
    return found;
  }

  /** The node that a line leads to. */
  at(moves) {
    return moves.length ? this.path(moves)[moves.length - 1] : this.root;
  }

  /** Takes in a line, with what the studio says of its moves. */
  add({ moves, told }) {
    let at = this.root;
    moves.forEach((move, place) => {
      at = after(at, move);
      at.told = told[place] ?? at.told;
      at.player = at.told?.player ?? at.player;
    });
  }

  /** Forgets the last move of a line, and all that was tried after it. */
  remove(moves) {
    const before = this.at(moves.slice(0, -1));
    if (before) before.next = before.next.filter((one) => one.move !== moves.at(-1));
  }

  /** Makes a line the main line. */
  lift(moves) {
    let at = this.root;
    for (const one of this.path(moves)) {
      at.next = [one, ...at.next.filter((other) => other !== one)];
      at = one;
    }
  }

  /** The line through a node: the moves that lead there, and its main line; the place of the node. */
  through(moves) {
    const nodes = this.path(moves);
    for (let at = nodes.at(-1) ?? this.root; at.next.length; nodes.push(at)) [at] = at.next;
    const unknown = nodes.findIndex((one) => !one.told);
    return {
      at: moves.length,
      moves: nodes.map((one) => one.move),
      told: nodes.slice(0, unknown < 0 ? nodes.length : unknown).map((one) => one.told),
    };
  }

  /** Whether there is more than one line without a word. */
  get branches() {
    const more = (one) => Boolean(one.comment) || one.next.length > 1 || one.next.some(more);
    return more(this.root);
  }

  /** The tree as SGF; `about` is said at the start, as the rules. */
  text(about = "") {
    const said = (one) => (one.comment ? `C[${inside(one.comment)}]` : "");
    const rest = (one, depth) => {
      const lines = one.next.map((next) => {
        const colour = COLOURS[next.player ?? depth % 2] ?? "B";
        return `;${colour}[${inside(next.move)}]${said(next)}${rest(next, depth + 1)}`;
      });
      return lines.length > 1 ? lines.map((line) => `(${line})`).join("") : lines.join("");
    };
    return `(;FF[4]${about && `RU[${inside(about)}]`}${said(this.root)}${rest(this.root, 0)})`;
  }

  /** The tree of an SGF text and what it says of the rules. An `Error` if it is none. */
  static read(text) {
    const tree = new Tree(), forks = [];
    let at = tree.root, about = "";
    for (const [part, name, value] of text.matchAll(PART)) {
      if (part === "(") forks.push(at);
      else if (part === ")") at = forks.pop() ?? tree.root;
      else if (COLOURS.includes(name)) {
        at = after(at, outside(value), COLOURS.indexOf(name));
      } else if (name === "C") at.comment = outside(value);
      else if (name === "RU") about = outside(value);
    }
    if (!text.trimStart().startsWith("(;") || forks.length) throw new Error("This is no whole SGF file.");
    return { tree, about };
  }
}

/**
 * Shows a tree in that element: the main line, and after a move what was tried in its place. `go` is
 * called with the moves that lead to the one that is pressed.
 */
export function showTree(host, tree, line, players, paints, go) {
  const shown = [tree.root, ...tree.path(line.moves.slice(0, line.at))];
  const button = (one, moves) => {
    const { player } = one;
    const made = make("button", { class: "ply", onclick: () => go(moves) }, moves.length ? "" : "start");
    if (moves.length) {
      made.append(
        make("span", { class: "number" }, `${moves.length}`),
        make("i", { class: paints[player] ?? "", title: players[player] ?? "" }),
        make("span", { class: "unseen" }, `${players[player] ?? ""} `),
        one.move,
      );
    }
    if (one === shown.at(-1)) made.setAttribute("aria-current", "step");
    made.classList.toggle("ahead", !shown.includes(one));
    return one.comment ? [made, make("span", { class: "note" }, one.comment)] : [made];
  };
  const put = (into, from, before) => {
    for (let at = from, moves = before; at.next.length;) {
      const [main, ...others] = at.next;
      into.append(...button(main, [...moves, main.move]));
      for (const other of others) {
        const aside = make("div", { class: "variation", role: "group", "aria-label": `Instead of ${main.move}` });
        const there = [...moves, other.move];
        aside.append(...button(other, there));
        put(aside, other, there);
        into.append(aside);
      }
      [at, moves] = [main, [...moves, main.move]];
    }
  };
  host.replaceChildren(...button(tree.root, []));
  put(host, tree.root, []);
  const current = host.querySelector("[aria-current]");
  if (current) host.scrollTop = current.offsetTop - host.offsetTop - host.clientHeight / 2;
}
