// Begins: the page's own set, in the page's own places.

import { Solver } from "./solver.js";

const byId = (id) => document.getElementById(id);

new Solver(byId("solver"), byId("tally"), JSON.parse(byId("set").textContent));
