// Play: people and opponents take turns, whoever is to move.

import { COMPILING, Search, listen } from "./api.js";
import { choosing } from "./chooser.js";
import { byId, capital, still } from "./dom.js";
import { complain, overhear } from "./saying.js";
import { sharing } from "./share.js";
import { Table } from "./table.js";

const PAUSE = 350;
const SECONDS = 5;
const seats = [...document.querySelectorAll("[data-seat]")];
let replying;
let hinting;

/** Who has the colour that is to move: players may have exchanged theirs. */
const toMove = (told) => (told.exchanged ? 1 - told.turn : told.turn);

let table = null;
table = new Table({
  changed(told, same = false) {
    byId("to-analyse").href = table ? table.line.link("/analyse") : byId("to-analyse").href;
    byId("take-back").disabled = byId("hint").disabled = told.over;
    byId("take-back").disabled = !table || table.line.at === 0;
    if (!same) hinting?.stop();
    if (!same && !replying?.control) byId("thinking").textContent = "";
    if (replying) offerToAsk(told);
  },
  may: () => !replying?.control && !seats[toMove(table?.told ?? { turn: 0 })]?.value,
  played: () => reply(),
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
    await table.playAll(turn.moves, pause, signal);
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
    byId("thinking").textContent = "";
  }
  return turn;
}

/** Has opponents play as long as it is their turn. Where one does not, it can be asked again. */
function reply() {
  hinting?.stop();
  byId("thinking").textContent = "";
  byId("ask-again").hidden = true;
  replying.start().catch(complain).finally(() => {
    offerToAsk(table.told);
    table.showMarks();
  });
  table.showMarks();
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
  replying.stop();
  Object.assign(table.line, { moves: [], told: [], at: 0 });
  await table.refresh("A new game. ");
  reply();
};

/** Whether the last move played leaves its turn unfinished. */
const within = () => table.line.at > 0 && !table.line.told[table.line.at - 1].ends;

/** Takes back one step of the turn that a person has begun, else whole turns, up to a person's. */
byId("take-back").onclick = async () => {
  replying.stop();
  const person = () => !seats[toMove(table.told)].value;
  const oneStep = person() && within();
  do {
    table.line.undo();
    while (!oneStep && within()) table.line.undo();
    await table.refresh("Taken back. ");
  } while (table.line.at && !person() && seats.some((seat) => !seat.value));
  if (!person() && seats.some((seat) => !seat.value)) reply();
};

byId("hint").onclick = async () => {
  if (table.told.over || replying.control) return;
  hinting?.stop();
  hinting = new Search(async (signal) => {
    const turn = await chosen("perfect", signal, "Looking for a good move …");
    if (!turn) return;
    const move = table.told.moves.find((one) => one.text === turn.moves[0]);
    table.board.mark(new Set(move?.cells ?? []), move?.cells.slice(0, 1) ?? []);
    const how = turn.exact ? "proved best" : "not proved, but strong";
    byId("thinking").textContent = `Try ${turn.moves.join(" ")} (${how}).`;
  });
  await hinting.start().catch(complain);
};

for (const seat of seats) seat.onchange = reply;
overhear(byId("thinking"));
choosing();
sharing(table);
reply();
