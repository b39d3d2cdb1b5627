// Why a turn is not legal, as the studio knows it from the rules: for those who solve a puzzle.

import { ask } from "./api.js";
import { ended } from "./dom.js";

/** How turns of a walk's puzzle are judged that it does not list; `walk` gives the walk. */
export const refusing = (walk) => ({
  judge: (start, typed, listed) => ask("turn", { ...walk().puzzle.played, start, typed, listed }),
  explain: async (start, line, cells) => {
    const [first] = await ask("why", { ...walk().puzzle.played, start, line, cells });
    if (!first) return "";
    return first.why ? `${cells.length > 1 ? first.move : cells[0]} is not legal here: ${ended(first.why)}`
      : `${first.move} is legal, but the puzzle does not list it.`;
  },
});
