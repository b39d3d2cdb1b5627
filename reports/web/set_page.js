// Begins a page that stands alone.

import { begin } from "./set.js";

await begin();
