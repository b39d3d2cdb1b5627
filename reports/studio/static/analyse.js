// Analyse: the page put together.

import { choosing } from "./chooser.js";
import { byId } from "./dom.js";
import { Graph } from "./graph.js";
import { Judging } from "./judging.js";
import { overhear } from "./saying.js";
import { Setup } from "./setup.js";
import { sharing } from "./share.js";
import { Table } from "./table.js";
import { Threats } from "./threats.js";
import { Values } from "./values.js";

let values, graph, judging, threats, setup;

let table = null;
table = new Table({
  changed(told, same = false) {
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
byId("undo").onclick = () => table.to((line) => line.at > 0 && line.cut(line.at - 1), "Taken back. ");
values.show(table.told);
judging.show();
threats?.show();
