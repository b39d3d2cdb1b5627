// Solve: the puzzles of a set proved anew, as `ruleproof puzzles check` does it.

import { COMPILING, Search, listen } from "./api.js";
import { byId, counted, make } from "./dom.js";
import { complain } from "./saying.js";

/**
 * Has the button prove the puzzles of the set that is shown; `lines` fetches them, `which` says which set
 * it is, as it stands. Returns what takes away what was found of another.
 */
export function checking(which, lines) {
  const button = byId("check-set");
  const host = byId("checked");
  let of = "";

  const say = (words, faults = []) => {
    host.hidden = !words;
    if (byId("checked-said").textContent !== words) byId("checked-said").textContent = words;
    byId("checked-faults").replaceChildren(...faults.map((fault) => make("li", {}, fault)));
  };

  const search = new Search(async (signal) => {
    complain(null);
    of = which();
    const file = (await lines()).join("\n");
    const all = file.split("\n").length;
    const many = counted(all, "puzzle");
    button.setAttribute("aria-pressed", "true");
    button.textContent = "Stop";
    let answer = null;
    const hear = (event, what) => {
      const words = {
        waiting: () => `Waiting, ${counted(what.ahead, "search", "searches")} ahead.`,
        begun: () => `Checking ${many} …`,
        compiling: () => (what ? COMPILING : `Checking ${many} …`),
        refused: () => `Refused: ${what.message}.`,
        done: () => (answer ? "" : `Not all were checked: ${what.reason}.`),
      }[event]?.();
      byId("checked-done").textContent = event === "progress" ? `${what.done} done` : "";
      if (event === "answer") {
        ({ answer } = what);
        if (answer) say(verdict(answer, all), answer.faults);
      } else if (words) say(words);
    };
    try {
      await listen("commands/puzzles-check", { file }, hear, signal);
    } finally {
      button.setAttribute("aria-pressed", "false");
      button.textContent = "Check";
      if (signal.aborted) say("");
    }
  });

  button.onclick = () => {
    if (search.control) search.stop();
    else search.start().catch((error) => say(error.message));
  };
  return () => {
    // what was told is of another set, or of this one before it was edited
    if (which() === of) return;
    search.stop();
    say("");
  };
}

/** What the command found, in a sentence. */
const verdict = ({ ok, faults }, all) => (ok
  ? `All is proved anew: ${counted(all, "puzzle")}.`
  : `Not all can be trusted: ${counted(faults.length, "fault")} in ${counted(all, "puzzle")}.`);
