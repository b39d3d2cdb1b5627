// What is said of a turn that was played: `told` is what `Session.play` returns of it.

import { capital, explained } from "./dom.js";
import { differing } from "./position.js";
import { mayOffer } from "./turn.js";

/** How a turn is given. */
export const WAY = "Choose a cell on the board, or type a turn.";
export const ENDED = "The line ends here.";
/** How a puzzle was solved, by its mark. */
export const SOLVED = {
  solved: "Solved.", helped: "Solved, with a hint.", missed: "Solved, after a wrong turn.",
};

/** How a turn goes on, in words: by a click if cells are `open`, by a button if steps are offered. */
export const waysOn = (open, offered) => [open ? "choose a marked cell" : "",
  mayOffer(offered) ? "choose a turn below" : ""].filter(Boolean).join(", or ");

const MOST_NAMED = 6;

/**
 * The words for the reply, with those for it among `moves`, and which cells it empties without naming
 * them.
 */
export function replyWords({ reply, then, last }, moves) {
  const named = reply.match(/[a-z]+[0-9]+/g) ?? [];
  const gone = differing(then, last).filter((name) => last.cells[name] === "." && !named.includes(name));
  const cells = gone.length > MOST_NAMED ? `${gone.length} cells`
    : [gone.slice(0, -1).join(", "), ...gone.slice(-1)].filter(Boolean).join(" and ");
  return `${capital(then.side)} replies ${explained(reply, moves[reply])}${cells ? `, which empties ${cells}` : ""}`;
}

/** Whether the puzzle goes on with another position than the one after the turn itself. */
export const goesElsewhere = ({ own, then, done }) => !done && differing(own, then).length > 0;

/** The words for a right turn. */
export function rightWords(told) {
  const { kind, text, equal, went } = told;
  const goesOn = goesElsewhere(told) ? `; the puzzle goes on with ${went}` : "";
  if (kind === "also") return `${text} works as well${goesOn || ` as ${went}`}.`;
  if (text === went) return `${text} is right.`;
  const like = equal === text ? ", as good as" : ": it comes to the same as";
  return `${text} is right${like} ${went}${goesOn}.`;
}

/** The words for a wrong turn, and for one that is only too slow; `moves`: words for replies. */
export function wrongWords(told, moves) {
  const { kind, text, equal, reply } = told;
  const slow = kind === "late";
  const short = reply ? "fails" : "fails: the task is not met with it";
  const late = slow ? "gets there, but a turn too late" : short;
  const why = equal === text ? late : `comes to the same as ${equal}, which ${late}`;
  const answer = reply ? `: ${replyWords(told, moves)}` : "";
  const next = slow ? "It does not count against you; there is a faster way." : "Try something else.";
  return `${text} ${why}${answer}. ${next}`;
}

/**
 * The words for a hint, so many `given` before; `pointed`: the last one told where to look here. The
 * puzzle's own hints come first, and are about the diagram.
 */
export function nextHint({ puzzle: { hints }, right: [turn], entries, played }, given, pointed) {
  const first = turn.match(/[a-z]+[0-9]+/)?.[0];
  const early = !played.length && hints.length > 0;
  if (early && given < hints.length) return `Hint: ${hints[given]}`;
  return !early && !pointed && first ? `Hint: look at ${first}.` : lastHint(entries, turn);
}

/** The words for the hint that tells the turn, one of several where others are right `also`. */
const lastHint = (entries, turn) => {
  const several = entries.some(([, kind]) => kind === "also");
  return `That was the last hint. ${several ? "A right" : "The"} turn is ${turn}.`;
};
