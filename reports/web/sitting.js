// The sitting: it lasts until the tab is closed.

/** The number of this sitting; a browser that keeps nothing has a new one with each page. */
export const SITTING = (() => {
  const name = "ruleproof-sitting";
  try {
    const sitting = Number(sessionStorage.getItem(name)) || Date.now();
    sessionStorage.setItem(name, sitting);
    return sitting;
  } catch {
    return Date.now();
  }
})();
