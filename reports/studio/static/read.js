// Read: the claims of a rulebook, checked while one reads.

import { COMPILING, Search, listen } from "./api.js";
import { reporting } from "./report.js";
import { byId, counted, make } from "./dom.js";
import { overhear } from "./saying.js";
import { forTab } from "./store.js";

const button = byId("check");
const KEPT = `verdicts of ${byId("content").dataset.asked}`;
let found = [];

const checking = new Search(async (signal) => {
  found = [];
  button.setAttribute("aria-pressed", "true");
  button.textContent = "Stop";
  const asked = JSON.parse(byId("content").dataset.asked);
  const seconds = Number(byId("check-seconds").value);
  try {
    await listen("claims", { ...asked, seconds }, hear, signal);
  } finally {
    button.setAttribute("aria-pressed", "false");
    button.textContent = "Check them";
  }
});

function hear(event, what) {
  const told = {
    waiting: () => `Waiting, ${counted(what.ahead, "search", "searches")} ahead.`,
    begun: () => "Beginning …",
    compiling: () => (what ? COMPILING : "Checking …"),
    verdict: () => `${counted(found.length, "verdict")} so far …`,
    done: () => `${counted(found.length, "verdict")}${what.complete ? "." : `: ${what.reason}.`}`,
  };
  if (event === "verdict") {
    found.push(what);
    forTab.set(KEPT, JSON.stringify(found));
    show(what);
  }
  if (event in told) byId("check-progress").textContent = told[event]();
}

/** Writes a verdict into the row of its claim. */
function show(verdict) {
  const row = byId(`claim-${verdict.id}`);
  if (!row) return;
  row.classList.toggle("surprise", !verdict.as_expected);
  const cell = row.querySelector(".outcome");
  const parts = [
    make("span", { class: `verdict ${verdict.verdict}` },
      make("span", { "aria-hidden": "true" }, verdict.sign), ` ${verdict.verdict}`),
    verdict.found ? `: ${verdict.found}` : null,
    verdict.as_expected ? null : make("b", { class: "alarm" }, ` expected: ${verdict.expected}`),
    make("span", { class: "quiet" }, ` ${verdict.scope}, ${verdict.method}`),
  ];
  cell.replaceChildren(...parts.filter(Boolean));
  const evidence = row.querySelector(".evidence");
  evidence.replaceChildren();
  if (verdict.finding) evidence.append(make("p", { class: "finding-line" }, verdict.finding));
  if (verdict.link) {
    const word = verdict.verdict === "witnessed" ? "Play the game that shows it" : "Play the counterexample";
    evidence.append(make("a", { href: verdict.link }, word,
      make("span", { class: "unseen" }, ` of claim ${verdict.id}`)));
  }
}

/** Shows the verdicts that this tab has heard before. */
function recall() {
  found = forTab.read(KEPT, []);
  for (const verdict of found) show(verdict);
  if (found.length) byId("check-progress").textContent = `${counted(found.length, "verdict")} from before.`;
}

reporting();
overhear(byId("report-progress"));
if (button) {
  overhear(byId("check-progress"));
  recall();
  button.onclick = () => {
    if (checking.control) checking.stop();
    else {
      checking.start().catch((error) => (byId("check-progress").textContent = error.message));
    }
  };
}
