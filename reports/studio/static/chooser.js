// The form that chooses game, board and settings: another game has other settings, so it is opened
// at once.

import { byId } from "./dom.js";

/** Has the form open another game when one is chosen. */
export function choosing() {
  const form = byId("chooser");
  const game = form.elements.namedItem("game");
  game.onchange = () => location.assign(`${form.getAttribute("action")}?game=${game.value}`);
}
