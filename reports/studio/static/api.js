// Requests to the studio: questions with one answer, and searches that tell what they find.

import { forTab } from "./store.js";

const TAB = forTab.get("tab") ?? crypto.randomUUID?.() ?? String(Math.random()).slice(2);
forTab.set("tab", TAB);

/** The words while rules are compiled. */
export const COMPILING = "Compiling the rules, once for this board and kind of question …";

/** The words where there is no answer. */
export const SILENT = "The studio does not answer.";

const BROKE = "The search broke off: the studio does not answer any more.";

/** What the studio does not do, and why: `kind`, `place`, `message`, `faults`. */
export class Refused extends Error {
  constructor(told) {
    super(told.message);
    Object.assign(this, told);
  }
}

/** JSON that somebody else wrote: it goes to the studio as it stands, which reads it strictly. */
export class AsItStands {
  constructor(text) {
    this.text = text;
  }
}

const written = (body) => (body instanceof AsItStands ? body.text : JSON.stringify(body));

async function send(path, body, signal, accept = "*/*") {
  let answer;
  try {
    answer = await fetch(`/api/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", "X-Tab": TAB, Accept: accept },
      body: body === undefined ? undefined : written(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ kind: "request", place: "", message: SILENT });
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({ message: `refused (${answer.status})` }));
  throw new Refused(told);
}

/** The answer to a question. */
export const ask = async (path, body, signal) => (await send(path, body, signal)).json();

/** The answer to a question as text. */
export const askText = async (path, body) => (await send(path, body)).text();

/** Has `on` hear each event of a search until it is done or the signal ends it, or it breaks off. */
export async function listen(path, body, on, signal) {
  const answer = await send(path, body, signal, "text/event-stream");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let ended = false;
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (error.name === "AbortError") throw error;
      return { done: true };
    });
    if (done && (ended || signal?.aborted)) return;
    if (done) throw new Refused({ kind: "request", place: "", message: BROKE });
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      if (signal?.aborted) return;
      const [event, data] = block.split("\n");
      const name = event.slice("event: ".length);
      ended ||= name === "done";
      on(name, JSON.parse(data.slice("data: ".length)));
    }
  }
}

/**
 * A search that this page may have under way: a new one ends the one before, and none goes on while
 * the page is hidden, unless it is `patient`. `begin` is called with a signal each time the search
 * begins.
 */
export class Search {
  constructor(begin, patient = false) {
    this.begin = begin;
    this.wanted = false;
    this.control = null;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && !patient) this.control?.abort();
      else if (this.wanted && !this.control) this.start();
    });
    addEventListener("pagehide", () => this.control?.abort());
  }

  /** Begins the search anew; returns when it has ended. */
  async start() {
    this.control?.abort();
    this.wanted = true;
    const control = (this.control = new AbortController());
    try {
      await this.begin(control.signal);
      if (this.control === control) this.wanted = false;
    } catch (error) {
      if (error.name !== "AbortError") {
        if (this.control === control) this.wanted = false;
        throw error;
      }
    } finally {
      if (this.control === control) this.control = null;
    }
  }

  /** Ends the search. */
  stop() {
    this.wanted = false;
    this.control?.abort();
    this.control = null;
  }
}
