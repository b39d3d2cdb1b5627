// The address of the puzzle that is shown. Each one that is opened is an entry of the browser's
// history: Back and Forward lead from puzzle to puzzle, and to load the page again shows the same one.
// A page in a frame that has no address of its own goes without.

/** Has the address be this one: as a new entry of the history, or in place of the one that stands. */
export function visit(address, replaces = false) {
  try {
    const wanted = new URL(address, location.href).href;
    if (wanted === location.href) return;
    if (replaces) history.replaceState(null, "", wanted);
    else history.pushState(null, "", wanted);
  } catch (error) {
    if (error.name !== "SecurityError") throw error;
  }
}
