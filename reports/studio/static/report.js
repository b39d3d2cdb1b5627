// Read: a report of the game, written by the studio.

import { COMPILING, Search, listen } from "./api.js";
import { gameOf } from "./chooser.js";
import { byId, counted, make } from "./dom.js";

const STEPS = {
  claims: "Checking claims …",
  readings: "Comparing readings …",
  games: "Playing games …",
  solving: "Solving small boards …",
  puzzles: "Making puzzles …",
};

/** Has the form write reports, and lists those that are there. */
export function reporting() {
  const form = byId("report-form");
  const button = byId("write");
  const said = byId("report-progress");
  const bar = byId("report-bar");
  let written = false;

  const writing = new Search(async (signal) => {
    written = false;
    button.setAttribute("aria-pressed", "true");
    button.textContent = "Stop";
    bar.hidden = false;
    try {
      const seconds = Number(form.elements.namedItem("seconds").value);
      await listen("report", { ...gameOf(form, form.dataset.game), seconds }, hear, signal);
    } finally {
      button.setAttribute("aria-pressed", "false");
      button.textContent = "Write it";
      bar.hidden = true;
      if (signal.aborted) said.textContent = "Stopped; nothing was written.";
    }
  }, true);

  function hear(event, what) {
    const told = {
      waiting: () => `Waiting, ${counted(what.ahead, "search", "searches")} ahead.`,
      begun: () => "Beginning …",
      compiling: () => what && COMPILING,
      progress: () => STEPS[what.stage],
      done: () => (written ? ended(what) : `No report: ${what.reason}.`),
    };
    if (event === "page") {
      list(what);
      written = true;
    }
    const words = told[event]?.();
    if (words && words !== said.textContent) said.textContent = words;
  }

  form.onsubmit = (submitted) => {
    submitted.preventDefault();
    if (writing.control) writing.stop();
    else writing.start().catch((error) => (said.textContent = error.message));
  };
}

/** The words when a report is there. */
const ended = ({ complete, reason }) =>
  complete ? "The report is there." : `The report is there, as far as it got: ${reason}.`;

/** Puts a report that is there before the others. */
function list(page) {
  const settings = Object.entries(page.changed).map(([name, value]) => `${name} = ${value} · `);
  const link = make("a", { href: page.link }, `${page.title} on ${page.board}`);
  byId("written").prepend(
    make("li", {}, link, make("span", { class: "quiet" }, ` ${settings.join("")}${page.hour}`)),
  );
  link.focus();
}
