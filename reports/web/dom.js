// Small helpers for pages: elements are made, never written as markup.

const SVG = "http://www.w3.org/2000/svg";

/** The element of that id. */
export const byId = (id) => document.getElementById(id);

/** A new element: `props` are its properties, or attributes where it has no such property. */
export function make(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The name of a theme as words. */
export const themeWords = (name) => name.replaceAll("-", " ");

/** The words as a sentence: with a full stop, unless they end with one, quoted or not. */
export const ended = (words) => (/[.!?]”?$/.test(words) ? words : `${words}.`);

/** A new button that does something. */
export const button = (words, onclick, kind = "") =>
  make("button", { type: "button", class: kind, onclick }, words);

/** A new button that may be clicked several times in a row. */
export function repeating(words, onclick) {
  const made = button(words, onclick);
  made.dataset.repeats = "";
  return made;
}

/** The text of a turn, with the words for it if there are any. */
export const explained = (text, words) => (words ? `${text} (${words})` : text);

/**
 * A new button for a turn: its text, and the words for it if there are any. `peek` is called with true
 * when somebody points to it or comes to it by keys, with false when that ends.
 */
export function turnButton(text, words, onclick, peek = () => {}) {
  const made = button(text, onclick, "step");
  if (words) made.append(make("span", { class: "means" }, ` ${words}`));
  for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => peek(true));
  for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => peek(false));
  return made;
}

/**
 * Does something. `otherwise` gives the focus another place where what had it in `host` went away, or
 * can be used no more.
 */
export function keepFocus(host, act, otherwise) {
  const had = document.activeElement;
  const own = host.contains(had);
  const seen = own && had.matches("button:focus-visible");
  act();
  const moved = ![had, document.body].includes(document.activeElement);
  if (own && !moved && (had.disabled || !had.getClientRects().length)) otherwise({ preventScroll: !seen });
}

/** A new SVG element with these attributes. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A new SVG group that holds the shapes of a text. */
export function shapes(text, attributes = {}) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return draw("g", attributes,
    ...[...read.documentElement.childNodes].map((one) => document.importNode(one, true)));
}

/** The data that the page holds in the element of that id: JSON, compressed, as letters. */
export async function held(id) {
  const packed = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Has the browser save something as a file. */
export function save(content, name, type) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** An arrow that shows the way a player's pieces travel, in degrees; null where there is none. */
export function heading(degrees) {
  if (degrees === undefined) return null;
  const way = ["to the right", "downwards", "to the left", "upwards"][Math.round(degrees / 90) % 4];
  const arrow = make("span", { class: "heading", "aria-hidden": "true" }, "➜");
  arrow.style.rotate = `${degrees}deg`;
  return make("span", { title: `plays ${way}` }, " ", arrow,
    make("span", { class: "unseen" }, `, who plays ${way}`));
}

/** A disc in a player's paints: what it is filled with, and its rim. */
export function disc([fill, rim]) {
  const round = make("i", { class: "disc", ariaHidden: "true" });
  Object.assign(round.style, { background: fill, borderColor: rim });
  return round;
}

/** A number with its noun, such as `3 moves`. */
export const counted = (many, one, more = `${one}s`) =>
  `${many.toLocaleString("en")} ${many === 1 ? one : more}`;

/** The words with a capital first letter. */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether whoever looks on wants things to stay still. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A double click, and a key that is held down, count as one click: who clicks twice has not seen yet
// what the first click did. Buttons that are made to be clicked again and again say so (`data-repeats`).
if (globalThis.document) {
  const PRESSED = "button, a, [role=button], [role=gridcell]";
  const again = (event, repeated) => {
    const pressed = repeated && event.target.closest?.(PRESSED);
    if (!pressed || "repeats" in pressed.dataset) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", (event) => again(event, event.detail > 1), true);
  document.addEventListener("keydown", (event) =>
    again(event, event.repeat && ["Enter", " "].includes(event.key)), true);
}
