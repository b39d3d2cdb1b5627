// Solve: sets of puzzles, those that are served and those that this browser keeps.
//
// key   what the address calls a set: `served/NAME` or `kept/NAME`

import { visit } from "./address.js";
import { AsItStands, SILENT, ask } from "./api.js";
import { byId, counted, make, save } from "./dom.js";
import {
  changeKept, follow, forget, keepNew, keptLines, keptNames, renameKept,
} from "./kept.js";
import { linesOf, stubs } from "./lines.js";
import { complain, say } from "./saying.js";
import { checking } from "./proving.js";
import { refusing } from "./refusing.js";
import { Walk } from "./walk.js";

const scale = JSON.parse(byId("content").dataset.scale);
const titles = JSON.parse(byId("content").dataset.titles);
/** The served set with puzzles of each game that has one. */
const setOf = JSON.parse(byId("content").dataset.sets);
let served = [];
let key = "";
/** The lines of the set that is shown; null as long as nobody needs those of a served one. */
let lines = [];
let walk = null;
/** The puzzle that was taken out last, of the set that is shown; null once another is opened. */
let taken = null;
/** Takes away what was told of the set before. */
let retold = () => {};

const named = (chosen) => chosen.slice(chosen.indexOf("/") + 1);
const nameOf = () => named(key);
const isKept = () => key.startsWith("kept/");
const titleOf = () => served.find((one) => `served/${one.name}` === key)?.title ?? nameOf();

/** Offers all sets, the served ones first. */
async function offer() {
  const option = (value, words) => make("option", { value, selected: value === key }, words);
  const groups = [
    ["Served", served.map((one) => option(`served/${one.name}`, one.title))],
    ["Kept in this browser", (await keptNames()).map((name) => option(`kept/${name}`, name))],
  ];
  byId("sets").replaceChildren(...groups.filter(([, options]) => options.length)
    .map(([label, options]) => make("optgroup", { label }, ...options)));
  byId("sets").disabled = !byId("sets").options.length;
}

/** The operation that tells a served set, or a part of it. */
const part = (chosen, ...more) => ["sets", named(chosen), ...more].map(encodeURIComponent).join("/");

/** The lines of the set that is shown. */
async function allLines() {
  if (lines) return lines;
  const chosen = key;
  const found = (await ask(part(chosen))).lines;
  if (chosen === key) lines = found;
  return found;
}

/** Does something that needs the studio; where it does not answer, says to do `what` later. */
async function asking(act, what) {
  try {
    return await act();
  } catch (error) {
    if (error.message !== SILENT) throw error;
    throw new Error(`${SILENT} Once it runs again (“ruleproof serve”), ${what}.`);
  }
}

/**
 * Opens a set, at the puzzle of that id or number if one is given, with those of one game alone; its
 * address is a new entry of the history, unless it `replaces` the one that stands. `greets`: the page
 * says which set it is.
 */
async function open(chosen, { id = "", at = null, game = "", replaces = false, greets = false } = {}) {
  const kept = chosen.startsWith("kept/") ? ((await keptLines(named(chosen))) ?? []) : null;
  const puzzles = kept ? stubs(kept, titles) : await ask(part(chosen, "list"));
  if (chosen !== taken?.key) taken = null;
  key = chosen;
  lines = kept;
  await offer();
  const known = id ? puzzles.findIndex((one) => one.id === id) : -1;
  const place = known < 0 ? (at ?? -1) : known;
  const words = greets ? `${titleOf()}: ${counted(puzzles.length, "puzzle")}.` : "";
  show(puzzles, { place: Math.min(place, puzzles.length - 1), game, replaces, words });
}

/** The address of the set that is shown, or of a puzzle of it. */
function addressOf(puzzle = null) {
  if (!key) return "/solve";
  const words = puzzle ? { set: key, puzzle: puzzle.id } : { set: key };
  return `/solve?${new URLSearchParams(words)}`;
}

function show(puzzles, { place = -1, game = "", replaces = false, words = "" }) {
  retold();
  const none = !puzzles.length;
  byId("solver").hidden = none;
  byId("none").hidden = !none || Boolean(key);
  byId("save-set").disabled = byId("check-set").disabled = none;
  byId("name").value = nameOf();
  byId("take-out").disabled = none;
  byId("put-back").disabled = !taken;
  if (none) byId("earlier").disabled = byId("later").disabled = true;
  byId("delete-set").disabled = !isKept();
  walk = null;
  if (none) {
    byId("solver").replaceChildren();
    byId("tally").textContent = key ? "The set is empty." : "";
    visit(addressOf(), replaces);
    return;
  }
  const told = { set: "studio", scale, grounds: [], puzzles };
  told.load = async (which) => {
    const asked = lines ? () => ask("puzzle", new AsItStands(lines[which]))
      : () => ask(part(key, "puzzles", puzzles[which].id));
    const { puzzle, ground, link, played } = await asking(asked, "choose “Try again”");
    told.grounds.push(ground);
    return { ...puzzle, ground: told.grounds.length - 1, link, played };
  };
  walk = new Walk(byId("solver"), byId("tally"), told, {
    ...refusing(() => walk),
    at: place < 0 ? null : place,
    words,
    game: puzzles.some((one) => one.game === titles[game]) ? titles[game] : "",
    opened: (which) => {
      visit(addressOf(puzzles[which]), replaces);
      replaces = false;
      byId("earlier").disabled = which === 0;
      byId("later").disabled = which === puzzles.length - 1;
    },
  });
}

/**
 * Changes the set, as `change` makes it of the lines that are kept, or a copy of one that is served; and
 * shows it at the puzzle of that line.
 */
async function edit(change, at, words) {
  const copied = !isKept();
  const name = copied ? await keepNew(`${titleOf()}, edited`, change(await allLines())) : nameOf();
  if (!copied) await changeKept(name, change);
  await open(`kept/${name}`, { at: at(await keptLines(name)), replaces: true });
  say(copied ? `Copied into this browser as “${name}”. ${words()}` : words());
}

let busy = Promise.resolve();

/** Has what somebody does wait for what was begun before, and end in words where it fails. */
const does = (act) => (given) => {
  busy = busy.then(async () => {
    try {
      complain(null);
      await act(given);
    } catch (error) {
      complain(error);
    }
  });
};

/** Puts the focus on something that can be used where what had it cannot any more. */
function stay() {
  const at = document.activeElement;
  if (at && at !== document.body && !at.disabled) return;
  const others = ["take-out", "put-back", "open-set"].map(byId);
  others.find((one) => !one.disabled).focus();
}

const openSet = does(async (chosen) => {
  try {
    await asking(() => open(chosen, { greets: true }), "choose the set again");
  } finally {
    byId("sets").value = key;
  }
});
byId("sets").onchange = ({ target }) => openSet(target.value);

const openFile = does(async (file) => {
  const all = await linesOf(file);
  if (!all.length) throw new Error(`${file.name} holds no puzzle.`);
  const puzzles = stubs(all, titles);
  const known = Object.values(titles);
  const strange = puzzles.find(({ game }) => !known.includes(game));
  if (strange) {
    throw new Error(`${file.name} has puzzles of ${strange.game}, which is no game here (games: `
      + `${Object.keys(titles).join(", ")}).`);
  }
  const ids = puzzles.map(({ id }) => id);
  const found = all.filter((_, place) => ids.indexOf(ids[place]) === place);
  const twice = all.length - found.length;
  const wanted = file.name.replace(/\.(jsonl|json|gz)/g, "");
  const before = (await keptLines(wanted)) ?? [];
  if (before.join("\n") === found.join("\n")) {
    await open(`kept/${wanted}`);
    say(`This browser has kept “${wanted}” before.`);
    return;
  }
  const name = await keepNew(wanted, found);
  await open(`kept/${name}`);
  const left = twice ? ` (${counted(twice, "repeated line")} left out)` : "";
  say(`${counted(found.length, "puzzle")} opened${left}. Their solutions are taken from the file; `
    + "“Check” proves them.");
});
byId("open-set").onchange = ({ target }) => {
  const [file] = target.files;
  if (file) openFile(file);
  target.value = "";
};

byId("save-set").onclick = does(async () => save(`${(await allLines()).join("\n")}\n`,
  `${titleOf().replace(/[^\w.-]+/g, "-")}.jsonl`, "application/jsonl"));

/** Where a line stands among some; says so where another tab has taken it out. */
function placeOf(line, all) {
  const place = all.indexOf(line);
  if (place < 0) throw new Error("Another tab has taken this puzzle out of the set.");
  return place;
}

/** Moves the puzzle so many places on. */
async function shift(by) {
  if (!walk) return;
  const line = (await allLines())[walk.number];
  const moved = (all) => {
    const at = placeOf(line, all);
    return all.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, line);
  };
  await edit(moved, (all) => all.indexOf(line), () => `It is puzzle ${walk.number + 1} now.`);
}

byId("earlier").onclick = does(() => shift(-1));
byId("later").onclick = does(() => shift(1));
byId("take-out").onclick = does(async () => {
  if (!walk) return;
  const at = walk.number;
  const line = (await allLines())[at];
  await edit((all) => all.toSpliced(placeOf(line, all), 1), () => at, () => "Taken out.");
  taken = { key, at, line };
  byId("put-back").disabled = false;
  stay();
});
byId("put-back").onclick = does(async () => {
  if (!taken) return;
  const { at, line } = taken;
  taken = null;
  const back = (all) => (all.includes(line) ? all : all.toSpliced(at, 0, line));
  await edit(back, (all) => all.indexOf(line), () => "Put back.");
  stay();
});

const rename = does(async () => {
  const wanted = byId("name").value.trim();
  if (!wanted || wanted === nameOf()) return;
  const at = walk?.number ?? 0;
  const name = isKept() ? await renameKept(nameOf(), wanted) : await keepNew(wanted, await allLines());
  await open(`kept/${name}`, { at, replaces: true });
  say(name === wanted ? `It is called ${name} now.`
    : `Another set is called ${wanted}; this one is called ${name} now.`);
});
byId("renaming").onsubmit = (event) => {
  event.preventDefault();
  rename();
};

byId("delete-set").onclick = does(async () => {
  const name = nameOf();
  const many = counted(lines.length, "puzzle"); // only a kept set can be deleted: its lines are here
  if (lines.length && !confirm(`Delete “${name}” with ${many}? It is kept nowhere else.`)) return;
  await forget(name);
  await begin("", "");
  say(`${name} is deleted.`);
});

/** Follows what other tabs did to the sets. */
follow(does(async () => {
  const found = isKept() ? await keptLines(nameOf()) : [];
  if (!found) complain({ message: `Another tab has renamed or deleted “${nameOf()}”.` });
  if (!isKept() || !found || found.join("\n") === lines.join("\n")) await offer();
  else await open(key, { id: walk?.puzzle.id, at: walk?.number, replaces: true });
}));

/** Opens the set that is named, or the one that has the puzzle or the game, or the first there is. */
async function begin(set, id, game = "") {
  served = await ask("sets");
  const kept = (await keptNames()).map((name) => `kept/${name}`);
  const all = [...served.map((one) => `served/${one.name}`), ...kept];
  const holding = served.find((one) => one.ids.includes(id));
  const named = holding?.name ?? setOf[game];
  const chosen = all.includes(set) ? set : named ? `served/${named}` : (all[0] ?? "");
  if (chosen) {
    await open(chosen, { id, game, replaces: true });
    if (set && chosen !== set) complain({ message: `There is no set ${set} here.` });
    else if (game && !setOf[game]) complain({ message: `There are no puzzles of ${titles[game] ?? game} here.` });
    else if (id && !byId("sets").disabled && !walk?.told.puzzles.some((one) => one.id === id)) {
      complain({ message: `No puzzle here has the id ${id}.` });
    }
    return;
  }
  key = "";
  lines = [];
  await offer();
  show([], { replaces: true });
}

retold = checking(() => (isKept() ? lines.join("\n") : key), allLines);

/** Opens what the address names. */
const arrive = does(() => {
  const asked = new URLSearchParams(location.search);
  const [set, id, game] = ["set", "puzzle", "game"].map((name) => asked.get(name) ?? "");
  const number = walk && set === key ? walk.told.puzzles.findIndex((one) => one.id === id) : -1;
  if (number < 0) return asking(() => begin(set, id, game), "load this page again");
  return number === walk.number ? undefined : walk.go(number);
});
addEventListener("popstate", arrive);
arrive();
