// The form that chooses game, board and settings. Another game has other settings, so it is opened at
// once; a board or a setting that cannot be is told in the form.

import { ask } from "./api.js";
import { byId } from "./dom.js";

/** Whether a field says what it said when the page was opened. */
const untouched = (field) => (field.type === "radio" ? field.defaultChecked
  : field.selectedOptions?.[0].defaultSelected ?? field.value === field.defaultValue);

/**
 * The game that a form with fields `board` and `set.NAME` asks about, as a request names it. Another
 * edition has other defaults: with it goes only what somebody chose.
 */
export function gameOf(form, game) {
  const fields = [...form.elements].filter(({ name, type, checked }) =>
    name.startsWith("set.") && (type !== "radio" || checked));
  const another = fields.some((field) => field.name === "set.edition" && !untouched(field));
  const asked = fields.filter((field) => field.value.trim() && !(another && untouched(field)));
  const settings = Object.fromEntries(asked.map(({ name, value }) => [name.slice(4), value.trim()]));
  return { game, board: form.elements.namedItem("board").value.trim(), settings };
}

/** Has the form open another game when one is chosen. */
export function choosing() {
  const form = byId("chooser");
  const game = form.elements.namedItem("game");
  game.onchange = () => location.assign(`${form.getAttribute("action")}?game=${game.value}`);
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      const asked = gameOf(form, game.value);
      await ask("position", asked);
      const words = new URLSearchParams({ game: asked.game, board: asked.board });
      for (const [name, value] of Object.entries(asked.settings)) words.append("set", `${name}=${value}`);
      location.assign(`${form.getAttribute("action")}?${words}`);
    } catch (error) {
      const place = byId("chooser-problem");
      place.hidden = false;
      place.textContent = error.message;
      form.elements.namedItem("board").focus();
    }
  };
}
