// What the page says: quietly to who listens to it, and aloud what is wrong.

import { byId, make } from "./dom.js";

/** Says something to who listens to the page, and shows it; `more` is seen elsewhere already. */
export function say(words, more = "") {
  byId("said")?.replaceChildren(words, ...(more ? [make("span", { class: "unseen" }, more)] : []));
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
