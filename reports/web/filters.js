// Which puzzles are shown: by game, by level, by what is asked, by theme, by how they went before.

import { button, make, themeWords } from "./dom.js";

/** How a puzzle may have gone before, by its mark; one that is open yet has none. */
const WENT = {
  "not solved": (mark) => mark !== "solved",
  "with a hint": (mark) => mark === "helped",
  "gone wrong": (mark) => mark === "missed",
};

export class Filters {
  /**
   * Choices among these puzzles. `changed` is called after each, `shuffled` with whether a random
   * order is wanted, `forget` to mark all puzzles as not solved.
   */
  constructor(puzzles, { changed, shuffled, forget }) {
    this.puzzles = puzzles;
    this.changed = changed;
    this.traits = new Map();
    this.game = this.trait("game", "Game", (one) => [one.game]);
    this.game.addEventListener("change", () => this.fit());
    this.level = this.trait("level", "Level", (one) => (one.level ? [String(one.level)] : []));
    this.asked = this.trait("asked", "Asked for", (one) => [one.asked]);
    this.theme = this.trait("theme", "Theme", (one) => one.themes);
    this.mark = this.choice("mark", "Show", Object.keys(WENT));
    const order = make("input", { type: "checkbox", name: "order" });
    order.addEventListener("change", () => shuffled(order.checked));
    this.every = make("input", { type: "checkbox", name: "every" });
    this.element = make("details", { class: "filters" }, make("summary", {}, "Which puzzles"),
      ...this.selects.map((select) => select.parentElement),
      make("label", {}, order, " in random order"),
      make("label", {}, this.every, " ask for every defence"),
      button("Mark all as not solved", forget));
  }

  get selects() {
    return [...this.traits.keys(), this.mark];
  }

  /** Whether all defences are asked for. */
  get everyDefence() {
    return this.every.checked;
  }

  /** A choice among what puzzles have: `of(puzzle)` are the values of one. */
  trait(name, words, of) {
    const select = this.choice(name, words, this.puzzles.flatMap(of));
    this.traits.set(select, of);
    return select;
  }

  choice(name, words, values) {
    const select = make("select", { name }, make("option", { value: "" }, "all"));
    for (const value of [...new Set(values)].sort()) {
      select.append(make("option", { value }, name === "theme" ? themeWords(value) : value));
    }
    select.addEventListener("change", this.changed);
    make("label", {}, `${words} `, select).hidden = select.options.length < 3;
    return select;
  }

  /** Shows the puzzles of one game alone. */
  only(game) {
    this.game.value = game;
    this.fit();
  }

  /** Offers only what puzzles of the chosen game have. */
  fit() {
    const own = this.puzzles.filter((one) => !this.game.value || one.game === this.game.value);
    for (const [select, of] of this.traits) {
      if (select === this.game) continue;
      const had = new Set(own.flatMap(of));
      for (const option of [...select.options].slice(1)) {
        option.hidden = option.disabled = !had.has(option.value);
        if (option.hidden && option.selected) select.value = "";
      }
    }
  }

  /** Whether a puzzle that went like that is to be shown. */
  accepts(puzzle, mark) {
    return [...this.traits].every(([{ value }, of]) => !value || of(puzzle).includes(value))
      && (!this.mark.value || WENT[this.mark.value](mark));
  }

  /** Shows all again. */
  clear() {
    for (const select of this.selects) select.value = "";
    this.fit();
  }
}
