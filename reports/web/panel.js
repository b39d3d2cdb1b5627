// What stands beside the board of a puzzle: what is asked, what is said, how to answer, what to do.

import { button, capital, disc, heading, make, repeating, themeWords } from "./dom.js";
import { keySentences } from "./position.js";

const STARS = ["", "★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★"];

/** The sentences of a rulebook that can be read in several ways, with those taken here. */
const doubtful = (readings) => (readings.length ? [make("details", { class: "readings" },
  make("summary", {}, "Where the rulebook can be read in several ways"),
  ...readings.map(([sentence, taken]) => make("p", {}, make("em", {}, sentence), ` ${taken}`)))] : []);

export class Panel {
  /** The panel of a solver, which does what its buttons say; `step` and `random` lead to others. */
  constructor(solver, { step, random }) {
    this.title = make("h2", { id: "puzzle", tabIndex: -1 });
    this.facts = make("p", { class: "facts" });
    this.origin = make("p", { class: "facts origin" });
    this.teaches = make("p", { class: "teaches" });
    this.sentence = make("p", { class: "sentence" });
    this.beside = make("p", { class: "beside" });
    this.mover = make("p", { class: "mover" });
    this.standing = ["", ""];
    this.said = make("p", { class: "said", role: "status", "aria-live": "polite", tabIndex: -1 });
    this.offers = make("div", { class: "offers", role: "group", "aria-label": "Turns to choose" });
    this.typed = make("input", {
      id: "turn", list: "turns", autocomplete: "off", autocapitalize: "off", spellcheck: false,
    });
    this.list = make("datalist", { id: "turns" });
    this.form = make("form", {}, make("label", { for: "turn" }, "Your turn"), this.typed, this.list,
      make("button", { type: "submit" }, "Play"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      solver.type(this.typed.value);
    });
    this.retry = button("Try again", null, "main");
    this.back = button("Take back", () => solver.takeBack(), "main");
    this.hint = button("Hint", () => solver.giveHint());
    this.solution = button("Show the solution", () => solver.giveUp());
    this.others = button("Another defence", () => solver.otherDefence());
    this.again = button("From the diagram again", () => solver.restart());
    this.forward = repeating("Next", () => step(1));
    this.actions = make("div", { class: "actions" }, this.retry, this.back, this.hint, this.solution,
      this.others, this.again);
    this.revealed = make("div", { class: "told" });
    this.rules = make("details", { class: "rules" });
    this.notation = make("details", { class: "rules notation" });
    // first: a text of another length must not bring another button under the pointer
    const steps = make("nav", { class: "steps", "aria-label": "Puzzles" },
      repeating("Previous", () => step(-1)), this.forward, repeating("Random", () => random()));
    this.task = make("section", { class: "task", "aria-labelledby": "puzzle" }, steps, this.title,
      this.facts, this.teaches, this.mover, this.sentence, this.beside);
    this.rest = make("div", { class: "rest" }, this.offers, this.form, this.actions, this.revealed,
      this.rules, this.notation, this.origin);
  }

  /**
   * Says something to who looks on or listens; `how` a turn was: `right`, `wrong` or neither. `more` is
   * for who listens: it is seen elsewhere.
   */
  say(words, how = "", more = "") {
    this.before = null;
    this.standing = [words, how];
    this.said.textContent = words;
    if (more) this.said.append(make("span", { class: "unseen" }, ` ${more}`));
    this.said.className = `said ${how}`;
  }

  /**
   * Has the focus on what is said of a turn, so that the key which played it does nothing else when it
   * is pressed again.
   */
  attend() {
    this.said.focus({ preventScroll: true });
  }

  /** Says something in between, until `resume` brings back what stood before or more is said. */
  interject(words) {
    const before = this.before ?? this.standing;
    this.say(words);
    this.before = before;
  }

  /** Says again what stood before something was said in between. */
  resume() {
    if (this.before) this.say(...this.before);
  }

  /** Shows what is asked; `alike`: all puzzles of the set are of this game. */
  ask(puzzle, ground, number, alike) {
    const { title, teaches, asks } = puzzle.lesson ?? {};
    this.title.textContent = title ? `${number}. ${title}` : `Puzzle ${number}`;
    this.teaches.textContent = teaches ?? "";
    this.facts.textContent = [alike ? "" : puzzle.game, puzzle.settings].filter(Boolean).join(" · ");
    const by = puzzle.author ? ` · by ${puzzle.author}` : "";
    this.origin.textContent = title ? "" : `${puzzle.board}${by} · ${puzzle.id}`;
    const side = puzzle.position.split(";")[1].trim().split(/\s+/)[0];
    const whose = `${capital(side)} to move. `;
    this.sentence.textContent = asks ?? (puzzle.sentence.startsWith(whose)
      ? puzzle.sentence.slice(whose.length) : puzzle.sentence);
    this.revealed.replaceChildren();
    this.retry.hidden = true;
    this.rules.hidden = !ground.play.length;
    this.rules.replaceChildren(make("summary", {}, `How ${puzzle.game} is played`),
      ...ground.play.map((words) => make("p", {}, words)), ...doubtful(ground.readings));
    const written = ground.notation.flatMap(([text, means]) =>
      [make("dt", {}, text), make("dd", {}, means)]);
    this.notation.hidden = !written.length;
    this.notation.replaceChildren(make("summary", {}, "How turns are written"),
      make("dl", {}, ...written));
  }

  /**
   * Shows that the puzzle of that number is not there yet, and why; `again`, if given, tries it again. What
   * stood here keeps its space, unseen.
   */
  lack(number, words, again) {
    this.title.textContent = number ? `Puzzle ${number}` : "";
    for (const part of [this.revealed, this.offers, this.list]) part.replaceChildren();
    for (const part of [this.back, this.hint, this.solution, this.again, this.others]) part.hidden = true;
    this.typed.disabled = true;
    this.retry.hidden = !again;
    this.retry.onclick = again;
    this.say(words);
  }

  /** Shows whose turn it is; and what the position says besides, with more if there is more. */
  toMove(position, ground, more = "") {
    const { side } = position;
    this.mover.replaceChildren(disc(ground.paints[side]), `${capital(side)} to move`,
      heading(ground.headings[side]) ?? "");
    this.beside.textContent = `${keySentences(position, ground)} ${more}`.trim();
  }

  /** Shows the buttons that do something now; nothing can be typed while a reply waits. */
  buttons({ done, played, left }, pending, waits) {
    this.back.hidden = !pending;
    this.back.textContent = "Take back";
    this.hint.hidden = this.solution.hidden = done || pending;
    this.again.hidden = pending || !played;
    this.others.hidden = !done || !left;
    this.others.textContent = `Another defence (${left})`;
    this.typed.disabled = done || waits;
    this.form.hidden = done;
    this.forward.classList.toggle("main", done);
  }

  /** Tells what was hidden until now: solution, level, themes; `stepping`: buttons for the line. */
  reveal({ line, tries, level, rating, themes, composed, link, lesson }, stepping = null) {
    const rows = [["Solution", line]];
    if (lesson) [tries, level, themes, composed, link] = [[], 0, [], false, ""];
    if (tries.length) {
      const told = ([turn, reply]) => `${turn} fails${reply ? ` to ${reply}` : ""}`;
      rows.push(["Tries", tries.slice(0, 6).map(told).join("; ")]);
    }
    if (level) rows.push(["Level", `${STARS[level]} (rated ${rating})`]);
    if (themes.length) rows.push(["Themes", themes.map(themeWords).join(", ")]);
    if (composed) rows.push(["Origin", "composed; no game that leads here is given"]);
    const list = make("dl", {});
    for (const [name, words] of rows) list.append(make("dt", {}, name), make("dd", {}, words));
    this.revealed.replaceChildren(...(stepping ? [stepping] : []), list);
    if (link) this.revealed.append(make("p", {}, make("a", { href: link }, "Analyse this position")));
  }
}
