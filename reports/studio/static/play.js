// Play: people and opponents take turns, whoever is to move.

import { COMPILING, Search, listen } from "./api.js";
import { choosing } from "./chooser.js";
import { byId, capital, still } from "./dom.js";
import { complain, overhear } from "./saying.js";
import { sharing } from "./share.js";
import { Table } from "./table.js";

const PAUSE = 350;
const SECONDS = 5;
const LOOKING = "Looking for a good move …";
const seats = [...document.querySelectorAll("[data-seat]")];
let replying = null;
let hinting = null;

/** Who has the colour that is to move: players may have exchanged theirs. */
const toMove = (told) => (told.exchanged ? 1 - told.turn : told.turn);

let table = null;
table = new Table({
  changed(told, same = false) {
    if (!table) return;
    byId("to-analyse").href = table.line.link("/analyse");
    byId("hint").disabled = told.over;
    byId("take-back").disabled = table.line.at === 0;
    if (!same) hinting?.stop();
    if (!same && !replying?.control) byId("thinking").textContent = "";
    if (replying) offerToAsk(told);
  },
  may: () => !seats[toMove(table?.told ?? { turn: 0 })]?.value,
  played: () => reply(),
  left() {
    replying.stop();
    hinting.stop();
  },
  waits() {
    const { over, outcome } = table.told;
    if (over) return `${outcome}. The game is over.`;
    const side = capital(table.told.side);
    if (replying.control) return `${side} is thinking; wait, or take back.`;
    return table.line.at < table.line.moves.length
      ? `${side} is played by the computer: step forward again, or take back.`
      : `${side} is played by the computer, which has not moved: ask it again, or choose You.`;
  },
});

replying = new Search(async (signal) => {
  let told = table.told;
  while (!told.over && seats[toMove(told)].value && table.line.at === table.line.moves.length) {
    const player = seats[toMove(told)].value;
    const turn = await chosen(player, signal, `${capital(told.side)} is thinking …`);
    if (!turn) return;
    const pause = still() ? 0 : PAUSE;
    if (!(await table.playAll(turn.moves, pause, signal))) return;
    byId("thinking").textContent =
      player === "perfect" ? (turn.exact ? "Played exactly." : "Not solved in time: played by strength.") : "";
    told = table.told;
    if (!told.over && seats.every((seat) => seat.value)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (signal.aborted) return;
  }
});

/** The turn that a player chooses here; nothing where the search ended without one. */
async function chosen(player, signal, words) {
  let turn = null;
  byId("thinking").textContent = words;
  const seed = Math.floor(Math.random() * 2 ** 31);
  const asked = { ...table.line.asked(), player, seed, seconds: SECONDS };
  try {
    await listen("reply", asked, (event, what) => {
      if (event === "turn") turn = what;
      if (event === "waiting" && what.ahead) byId("thinking").textContent = `Waiting, ${what.ahead} ahead.`;
      if (event === "compiling") byId("thinking").textContent = what ? COMPILING : words;
      if (event === "done" && !what.complete) complain({ message: `No turn was found: ${what.reason}.` });
    }, signal);
  } finally {
    if (!signal.aborted) byId("thinking").textContent = "";
  }
  return turn;
}

/** The hint for the position shown: the line that leads there, its steps, and how many are shown. */
let hint = { line: null, steps: [], shown: 0 };

hinting = new Search(async (signal) => {
  const line = JSON.stringify(table.line.asked());
  if (hint.line !== line) {
    let found = null;
    byId("thinking").textContent = LOOKING;
    await listen("hint", { ...table.line.asked(), seconds: SECONDS }, (event, what) => {
      if (event === "hint") found = what;
      if (event === "waiting" && what.ahead) byId("thinking").textContent = `Waiting, ${what.ahead} ahead.`;
      if (event === "compiling") byId("thinking").textContent = what ? COMPILING : LOOKING;
      if (event === "done" && !what.complete) complain({ message: `No hint was found: ${what.reason}.` });
    }, signal).finally(() => {
      if (!signal.aborted) byId("thinking").textContent = "";
    });
    if (!found) return;
    hint = { line, shown: 0, ...found };
  }
  hint.shown = Math.min(hint.shown + 1, hint.steps.length);
  byId("thinking").textContent = hint.steps.slice(0, hint.shown).join(" ");
  if (hint.shown < hint.steps.length) return;
  const move = table.told.moves.find((one) => one.text === hint.moves[0]);
  table.board.grid.mark(new Set(move?.cells ?? []), move?.cells.slice(0, 1) ?? [], true);
});

/** Has opponents play as long as it is their turn. Where one does not, it can be asked again. */
function reply() {
  hinting.stop();
  byId("thinking").textContent = "";
  byId("ask-again").hidden = true;
  replying.start().catch(complain).finally(() => {
    offerToAsk(table.told);
    table.turn.mark();
  });
  table.turn.mark();
}

/** Offers to ask the computer again where it is to move, and does not. */
function offerToAsk(told) {
  const { at, moves } = table.line;
  const asked = replying.control || replying.wanted;
  byId("ask-again").hidden = asked || told.over || at < moves.length || !seats[toMove(told)].value;
}

byId("ask-again").onclick = () => {
  complain(null);
  reply();
};

byId("begin").onclick = async () => {
  table.left();
  if (await table.to((line) => line.cut(0), "A new game. ")) reply();
};

/** Whether a person is to move after so many moves of the line. */
const person = (line, at) =>
  !seats[at < line.at ? line.told[at].seat : toMove(table.told)].value;

/** The line without one step of the turn that a person has begun, else without whole turns, up to a person's. */
function takenBack(line) {
  if (!line.at) return null;
  let { at } = line;
  const within = () => at > 0 && !line.told[at - 1].ends;
  const oneStep = person(line, at) && within();
  const alone = seats.every((seat) => seat.value);
  do {
    at -= 1;
    while (!oneStep && within()) at -= 1;
  } while (at && !person(line, at) && !alone);
  return line.cut(at);
}

byId("take-back").onclick = async () => {
  table.left();
  const done = await table.to(takenBack, "Taken back. ");
  if (done && !person(table.line, table.line.at) && seats.some((seat) => !seat.value)) reply();
};

byId("hint").onclick = () => {
  if (!table.told.over && !replying.control) hinting.start().catch(complain);
};

for (const seat of seats) seat.onchange = reply;
overhear(byId("thinking"));
table.changed(table.told, true);
choosing();
sharing(table);
reply();
