// What the page says: quietly to who listens to it, and aloud what is wrong.

import { byId, make } from "./dom.js";

/** Says something to who listens to the page, and shows it. */
export function say(words) {
  const said = byId("said");
  if (said) said.textContent = words;
}

/** Shows what is wrong, as a refusal tells it; nothing hides it. */
export function complain(error) {
  const place = byId("problem");
  place.hidden = !error;
  place.replaceChildren();
  if (!error) return;
  if (error.faults?.length > 1) {
    place.append(make("ul", {}, ...error.faults.map((fault) => make("li", {}, fault))));
  } else {
    place.append(error.message);
  }
  say("");
}
