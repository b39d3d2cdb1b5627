// Puzzles as lines of JSON: what a set's file holds, and what is known of a puzzle before the server
// has told it whole.

/** The lines of a set's file, compressed or not. */
export async function linesOf(file) {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = start[0] === 0x1f && start[1] === 0x8b;
  const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const text = await new Response(stream).text();
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** What the puzzles of some lines are called; an error names the first line that is none. */
export const stubs = (lines) => lines.map((line, place) => {
  try {
    return stub(JSON.parse(line));
  } catch {
    throw new Error(`Line ${place + 1} is no puzzle of a set: ${line.slice(0, 60)}`);
  }
});

function stub({ id, rating, themes, stipulation }) {
  if (typeof id !== "string" || !id) throw new Error("no id");
  return {
    id,
    level: Number(rating?.level) || null,
    rating: Number(rating?.value) || null,
    themes: (themes ?? []).map(String),
    stipulation: asked(stipulation),
  };
}

/** What is asked, as `ruleproof puzzles make --goal` names it. */
function asked({ aim, goal }) {
  if (!goal) return String(aim);
  if (goal.name === "win" && aim === "avert") return "save";
  if (goal.name === "win" && aim === "reach") return goal.amount > 1 ? "best" : "win";
  return aim === "reach" ? String(goal.name) : `${aim}-${goal.name}`;
}
