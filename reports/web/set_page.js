// Begins: the page's own set, in the page's own places.

import { byId } from "./dom.js";
import { Solver } from "./solver.js";

new Solver(byId("solver"), byId("tally"), JSON.parse(byId("set").textContent));
