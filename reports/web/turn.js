// One turn being chosen on a board: by clicks on cells, by buttons for steps, by typed words. Every
// page with a board has its turns chosen here.

import { button, keepFocus, make, turnButton } from "./dom.js";
import { Choosing, meant } from "./turns.js";

const MOST_OFFERED = 40;
const MOST_LISTED = 400;

/** Whether these steps are few enough to be buttons. */
export const mayOffer = (steps) => steps.length > 0 && steps.length <= MOST_OFFERED;

export class Turn {
  /**
   * `parts`: the `grid` of the board, the element `offers` for buttons, the field `typed` and its
   * `list`. `does`: what the page does.
   *
   * waits()               whether a turn may be chosen now; `held()`, if given, says why not
   * play(text)            plays a turn; may promise whether it was played
   * follow(cell)          the choice has changed, by a click on that cell or (null) by something else
   * refuse(cell, before)  no turn goes on at that cell, behind the cells clicked before
   * strange(words)        the typed words are none of the turns
   * words(step)           the words for a step, if it needs any
   * peek(step, begins)    somebody looks at a button for a step, or does so no more; may be missing
   */
  constructor(parts, does) {
    Object.assign(this, parts);
    this.does = does;
    this.acts = 0;
    this.begin([], [], [], []);
  }

  /** Has one of these turns chosen: see `Choosing`. */
  begin(texts, changes, names, full) {
    this.acts += 1;
    // a space is kept for buttons where a cell may leave a turn in doubt: nothing moves when they come
    if (texts.some((text) => !/^[a-z]+[0-9]+$/.test(text))) this.offers.classList.add("kept");
    this.texts = texts;
    this.choosing = new Choosing(texts, changes, names, full);
    // in an order that does not say which of them is right
    const listed = [...texts].sort().slice(0, MOST_LISTED);
    this.list.replaceChildren(...listed.map((value) => make("option", { value })));
  }

  /** Marks the cells that may be clicked, and offers steps without cells, or in doubt, as buttons. */
  mark() {
    const { taken, cells, open, offered } = this.choosing;
    const shows = (this.does.shows ?? this.does.waits)();
    this.grid.mark(shows ? open : new Set(), cells, taken.length + cells.length > 0);
    const begun = taken.length ? [make("span", { class: "taken" }, `${taken.join(" ")} …`),
      button("Take the step back", () => this.back())] : [];
    const steps = shows && mayOffer(offered) ? offered : [];
    const peek = this.does.peek ?? (() => {});
    keepFocus(this.offers, () => this.offers.replaceChildren(...begun, ...steps.map((step) =>
      turnButton(step, this.does.words(step), () => this.take(step), (begins) => peek(step, begins)))),
    (how) => this.focus(how));
  }

  /** Puts the focus on the next step of a turn that is begun, else on the board. */
  focus(how) {
    const next = this.choosing.taken.length ? this.offers.querySelector(".step") : null;
    (next ?? this.grid).focus(how);
  }

  /** Whether a turn may be chosen now; says why not. */
  free() {
    this.acts += 1;
    if (this.does.waits()) return true;
    this.does.held?.();
    return false;
  }

  /** A question that is out of date once something else is done: whether nothing has been, since. */
  asking() {
    const mine = this.acts;
    return () => mine === this.acts;
  }

  /** A click on a cell; returns whether it plays a turn. */
  click(cell) {
    if (!this.free()) return false;
    const before = [...this.choosing.cells];
    const found = this.choosing.click(cell);
    if (found === undefined) this.does.refuse(cell, before);
    this.chose(found, found === undefined ? null : cell);
    return Boolean(found);
  }

  /** Takes a step. */
  take(step) {
    if (this.free()) this.chose(this.choosing.take(step));
  }

  chose(text, cell = null) {
    if (text) return this.does.play(text);
    this.does.follow(cell);
    this.mark();
    return null;
  }

  /** Takes the last step of a turn back. */
  back() {
    if (!this.free()) return;
    this.choosing.back();
    this.chose(null);
    this.grid.focus();
  }

  /** Lets go of what is chosen. */
  drop() {
    this.acts += 1;
    this.choosing.clear();
    this.chose(null);
  }

  /** Typed words; the field is empty once they are played. */
  async type(words) {
    if (!words.trim() || !this.free()) return;
    const found = meant(this.texts, words, this.choosing.taken);
    if (found?.steps) this.choosing.begin(found.steps);
    const done = await (found ? this.chose(found.text) : this.does.strange(words.trim()));
    if ((found || done) && done !== false && this.typed.value === words) this.typed.value = "";
  }
}
