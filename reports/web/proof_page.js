// Begins: the page's own proof, in the page's own place.

import { byId } from "./dom.js";
import { Proof } from "./proof.js";

new Proof(byId("proof"), JSON.parse(byId("told").textContent));
