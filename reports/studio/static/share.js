// Taking a position along: a link, text, drawings, game records.

import { AsItStands, ask, askText } from "./api.js";
import { byId, save } from "./dom.js";
import { complain, say } from "./saying.js";
import { Tree } from "./variations.js";

/** Puts text where it can be pasted from. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    complain({ message: `The browser does not let pages copy. ${what}: ${text}` });
  }
}

/** The name of a file about this line. */
const fileName = ({ line }, end) =>
  `${line.game}-${line.board.replace(/[^a-z0-9]+/g, "-")}-${line.at}.${end}`;

/** Saves the game so far as a record. */
export async function saveRecord(table) {
  try {
    const record = await ask("record", table.line.asked());
    save(JSON.stringify(record, null, 1), fileName(table, "json"), "application/json");
    say("Game record saved.");
  } catch (error) {
    complain(error);
  }
}

/** The drawing as an image of pixels, twice as fine as it stands there. */
async function pixels(svg, { width, height }) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(2 * width);
  canvas.height = Math.round(2 * height);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Has the buttons of the page do what they say. */
export function sharing(table) {
  const drawing = () => askText("drawing", { ...table.line.asked(), flip: table.line.flip });
  const buttons = {
    "copy-link": () => copy(location.origin + table.link, "Link"),
    "copy-text": () => copy(table.told.text, "Position"),
    "save-svg": async () => save(await drawing(), fileName(table, "svg"), "image/svg+xml"),
    "save-png": async () =>
      save(await pixels(await drawing(), table.told.drawing), fileName(table, "png"), "image/png"),
    "save-record": () => saveRecord(table),
    "save-sgf": () => save(table.tree.text(table.line.cut(0).link("")), fileName(table, "sgf"), "text/plain"),
  };
  for (const [id, act] of Object.entries(buttons)) {
    if (byId(id)) byId(id).onclick = () => Promise.resolve(act()).catch(complain);
  }
  byId("open-record")?.addEventListener("change", (event) => openRecord(table, event.target));
}

/** Opens an SGF file: of this board, if it does not say its own. */
function openTree(table, text) {
  const { tree, about } = Tree.read(text);
  const words = new URLSearchParams(about || table.line.cut(0).link(""));
  words.set("line", tree.through([]).moves.join(" "));
  words.set("at", 0);
  location.assign(`/analyse?${words}#${encodeURIComponent(tree.text())}`);
}

async function openRecord(table, input) {
  try {
    const text = await input.files[0].text();
    if (text.trimStart().startsWith("(;")) return openTree(table, text);
    const found = new AsItStands(text);
    const asked = await ask("record/open", found);
    const words = new URLSearchParams({ game: asked.game, board: asked.board });
    for (const [name, value] of Object.entries(asked.settings)) words.append("set", `${name}=${value}`);
    if (asked.start) words.append("start", asked.start);
    words.append("line", asked.line.join(" "));
    location.assign(`/analyse?${words}`);
  } catch (error) {
    complain(error);
  } finally {
    input.value = "";
  }
}
