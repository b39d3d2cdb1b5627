// Analyse: the page put together.

import { choosing } from "./chooser.js";
import { byId } from "./dom.js";
import { Graph } from "./graph.js";
import { Judging } from "./judging.js";
import { complain, overhear } from "./saying.js";
import { Setup } from "./setup.js";
import { sharing } from "./share.js";
import { Table } from "./table.js";
import { Threats } from "./threats.js";
import { Values } from "./values.js";
import { Tree } from "./variations.js";

let values, graph, judging, threats, setup;

/** The lines that the address holds. */
function opened() {
  const text = location.hash.slice(1);
  try {
    return text ? Tree.read(decodeURIComponent(text)).tree : new Tree();
  } catch {
    complain({ message: "The variations in the address cannot be read." });
    return new Tree();
  }
}

/** The moves that lead to the position shown. */
const here = () => table.line.moves.slice(0, table.line.at);

let table = null;
table = new Table({
  variations: opened(),
  changed(told, same = false) {
    if (table) showComment();
    byId("picture").textContent = told.picture;
    byId("text").textContent = told.text;
    if (same) values?.list();
    else values?.show(told);
    graph?.show();
    judging?.show();
    threats?.show();
  },
  other(cell) {
    if (setup?.on) setup.put(cell);
    return Boolean(setup?.on);
  },
});

values = new Values(table);
graph = new Graph(table);
judging = new Judging(table);
if (byId("threats")) threats = new Threats(table);
setup = new Setup(table);
for (const id of ["progress", "threats-said", "judging-said"]) if (byId(id)) overhear(byId(id));
choosing();
sharing(table);

function showComment() {
  byId("comment").value = table.tree.at(here()).comment;
  byId("lift").hidden = table.tree.through([]).moves.slice(0, table.line.at).join(" ") === here().join(" ");
}

byId("comment").oninput = () => {
  table.tree.at(here()).comment = byId("comment").value.trim();
  table.list();
  table.keep();
};
byId("lift").onclick = () => {
  table.tree.lift(here());
  table.list();
  table.keep();
  showComment();
};
byId("undo").onclick = () => table.to((line) => {
  if (!line.at) return null;
  table.tree.remove(line.moves.slice(0, line.at));
  return line.cut(line.at - 1);
}, "Taken back. ");
showComment();
values.show(table.told);
judging.show();
threats?.show();
