// The form that chooses game, board and settings. Another game has other settings, so it is opened at
// once; a board or a setting that cannot be is told in the form.

import { ask } from "./api.js";
import { byId } from "./dom.js";

/** The game that a form with fields `board` and `set.NAME` asks about, as a request names it. */
export function gameOf(form, game) {
  const settings = {};
  for (const [name, value] of new FormData(form)) {
    if (name.startsWith("set.") && value.trim()) settings[name.slice(4)] = value.trim();
  }
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
      await ask("position", gameOf(form, game.value));
      form.submit();
    } catch (error) {
      const place = byId("chooser-problem");
      place.hidden = false;
      place.textContent = error.message;
      form.elements.namedItem("board").focus();
    }
  };
}
