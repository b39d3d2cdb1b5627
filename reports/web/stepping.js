// The line of a solution, stepped through on the board.
//
// line   the positions of the line, the diagram first, each with the turn that led there

import { keepFocus, make, repeating } from "./dom.js";

/** The line of a session's puzzle. */
export function lineOf(session) {
  const { puzzle, start } = session;
  const found = [{ turn: "", position: start }];
  const play = (turn, changes) =>
    found.push({ turn, position: session.after(found.at(-1).position, changes) });
  for (let node = 0; node !== null;) {
    const [turn, , changes, replies] = puzzle.nodes[node].turns.find(([, kind]) => kind === "right");
    play(turn, changes);
    const reply = replies.find(([text]) => text === (puzzle.main[node] ?? ""));
    if (reply?.[0]) play(reply[0], reply[1]);
    node = reply?.[2] ?? null;
  }
  return found;
}

/**
 * Buttons that step through a line; null where it has no turn. `show` is called with a position, the
 * one before it, and words for the turn; it returns whether it could be shown.
 */
export function stepper(line, show) {
  if (line.length < 2) return null;
  let at = 0;
  const go = (to) => {
    const { turn, position } = line[to];
    const words = to ? `The solution, turn ${to} of ${line.length - 1}: ${turn}.` : "The diagram.";
    if (!show(position, line[to - 1]?.position ?? null, words)) return;
    at = to;
    keepFocus(buttons, () => {
      back.disabled = at === 0;
      on.disabled = at === line.length - 1;
    }, (how) => (at ? back : on).focus(how));
  };
  const back = repeating("Step back", () => go(at - 1));
  const on = repeating("Step on", () => go(at + 1));
  back.disabled = true;
  const label = "The solution on the board";
  const buttons = make("div", { class: "actions", role: "group", "aria-label": label }, back, on);
  return buttons;
}
