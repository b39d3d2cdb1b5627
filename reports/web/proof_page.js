// Begins: the page's own proof, in the page's own place.

import { byId, held } from "./dom.js";
import { Proof } from "./proof.js";

new Proof(byId("proof"), await held("told"));
