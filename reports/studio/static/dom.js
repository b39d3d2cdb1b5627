// Small helpers for pages: elements are made, never written as markup.

/** The element of that id. */
export const byId = (id) => document.getElementById(id);

/** A new element; `props` are set as properties, or as attributes where their names have a dash. */
export function make(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.includes("-") || name === "role" || name === "list") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** A new SVG element with these attributes. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

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

/** What is said of many things at once, such as `3 moves`. */
export const counted = (many, one, more = `${one}s`) =>
  `${many.toLocaleString("en")} ${many === 1 ? one : more}`;

/** The words with a capital first letter. */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether whoever looks on wants things to stay still. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
