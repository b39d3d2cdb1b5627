// Positions as text, and what a turn changes in them.
//
// token    what stands on a cell, `.` for nothing
// changes  words such as `c4=B d5=. passes=1 white #2`: cells, keys, the side to move where it is
//          not simply the next one, and how the board is tinted from here on
// tint     the number of the tints of a position, among those of its ground

/** The position of a text `ROWS ; SIDE key=value …` on a ground with these rows of cells, tinted so. */
export function readPosition(text, rows, tint = 0) {
  const [picture, words] = text.split(";");
  const tokens = picture.split("/").map((row) => row.trim().split(/\s+/));
  const cells = {};
  rows.forEach((row, y) =>
    row.forEach((name, x) => {
      if (name) cells[name] = tokens[y][x];
    }),
  );
  const [side, ...pairs] = words.trim().split(/\s+/);
  return { cells, side, keys: Object.fromEntries(pairs.map((pair) => pair.split("="))), tint };
}

/** The text of a position: see `readPosition`. */
export function positionText({ cells, side, keys }, rows) {
  const picture = rows.map((row) => row.map((name) => (name ? cells[name] : "-")).join(" ")).join(" / ");
  const words = Object.entries(keys).map(([key, value]) => `${key}=${value}`);
  return `${picture} ; ${[side, ...words].join(" ")}`;
}

/** The position after the changes; players are named in turn order. */
export function changedPosition(position, words, players) {
  const cells = { ...position.cells };
  const keys = { ...position.keys };
  let { tint } = position;
  let side = players[(players.indexOf(position.side) + 1) % players.length];
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const at = word.indexOf("=");
    const key = word.slice(0, at);
    if (word.startsWith("#")) tint = Number(word.slice(1));
    else if (at < 0) side = word;
    else if (key in cells) cells[key] = word.slice(at + 1);
    else keys[key] = word.slice(at + 1);
  }
  return { cells, side, keys, tint };
}

/** The names of the cells on which something stands. */
export const fullCells = ({ cells }) => Object.keys(cells).filter((name) => cells[name] !== ".");

/** The names of the cells on which two positions differ. */
export const differing = (one, other) =>
  Object.keys(one.cells).filter((name) => one.cells[name] !== other.cells[name]);

/**
 * The sentences for what a position says besides its cells, by the keys and sentences of its ground;
 * see `Words.keys` of a rulebook.
 */
export function keySentences({ keys }, ground) {
  const sentences = new Map(Object.entries(ground.sentences));
  const found = Object.entries({ ...ground.keys, ...keys }).map(([key, value]) => {
    const told = sentences.get(`${key}=${value}`) ?? sentences.get(key) ?? "";
    const parts = new Map([["value", value], ...Object.entries(value.split(","))]);
    return told.replaceAll(/\{(\w+)\}/g, (_, name) => parts.get(name) ?? "");
  });
  return found.filter(Boolean).join(" ");
}
