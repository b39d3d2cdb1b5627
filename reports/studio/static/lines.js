// Puzzles as lines of JSON: what a set's file holds, and what the list of a set says of each.

/** The lines of a set's file, compressed or not. */
export async function linesOf(file) {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = start[0] === 0x1f && start[1] === 0x8b;
  const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const text = await new Response(stream).text();
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/**
 * What the puzzles of some lines are called; an error names the first line that is none. `titles`: of
 * the games, by name.
 */
export const stubs = (lines, titles = {}) => lines.map((line, place) => {
  try {
    return stub(JSON.parse(line), titles);
  } catch {
    throw new Error(`Line ${place + 1} is no puzzle of a set: ${line.slice(0, 60)}`);
  }
});

function stub({ id, game, rating, themes, stipulation }, titles) {
  if (typeof id !== "string" || !id) throw new Error("no id");
  return {
    id,
    game: titles[game] ?? String(game),
    level: Number(rating?.level) || null,
    rating: Number(rating?.value) || null,
    themes: (themes ?? []).map(String),
    asked: asked(stipulation),
  };
}

/** The question in a few words: see `Stipulation.title`. */
function asked({ aim, goal }) {
  const win = goal?.name === "win";
  if (win && aim === "avert") return "save the game";
  if (win && aim === "reach" && goal.amount > 1) return "win by a margin";
  const behind = { avert: ", to be prevented", help: ", with help" };
  return goal ? goal.name.replaceAll("-", " ") + (behind[aim] ?? "") : aim.replaceAll("-", " ");
}
