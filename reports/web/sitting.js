// The sitting: it lasts until the tab is closed.

import { forTab } from "./store.js";

/** The number of this sitting; a browser that keeps nothing has a new one with each page. */
export const SITTING = Number(forTab.get("ruleproof-sitting")) || Date.now();
forTab.set("ruleproof-sitting", String(SITTING));
