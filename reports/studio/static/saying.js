// What the page says: quietly to who listens to it, and aloud what is wrong.
//
// Elements that show how far a search is are no live regions, since they change several times a second.

import { byId, make } from "./dom.js";

/** Words that stand so long, in thousandths of a second, are heard; others now and then. */
const STANDS = 1500;
const NOW_AND_THEN = 10_000;

/** Has who listens hear what an element shows of a search, without its every change. */
export function overhear(element) {
  const region = make("span", { class: "unseen", role: "status" });
  element.after(region);
  let last = -NOW_AND_THEN;
  let timer = null;
  const tell = () => {
    last = performance.now();
    region.textContent = element.textContent;
  };
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(tell, Math.min(STANDS, Math.max(0, last + NOW_AND_THEN - performance.now())));
  }).observe(element, { childList: true, characterData: true, subtree: true });
}

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
