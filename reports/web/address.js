// The address of the puzzle that is shown. Each one that is opened is an entry of the browser's
// history: Back and Forward lead from puzzle to puzzle, and to load the page again shows the same one.

/** Has the address be this one: as a new entry of the history, or in place of the one that stands. */
export function visit(address, replaces = false) {
  if (new URL(address, location.href).href === location.href) return;
  if (replaces) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}
