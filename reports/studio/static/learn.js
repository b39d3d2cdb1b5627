// Learn: the lessons of a game; a turn that is not legal is refused in the words of the rules.

import { refusing } from "./refusing.js";
import { begin } from "./set.js";

await begin(refusing);
