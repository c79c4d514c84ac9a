// Sends what waits, one game after the other, and knows how things stand with the server.

import { hinder, settle, waiting } from "./outbox.js";
import { ask, isOut } from "./server.js";

const PATIENCE = 8000; // milliseconds until an answer counts as none

const asJson = async (answer) => (answer.headers.get("Content-Type")?.startsWith("application/json") ? answer.json() : null);

export class Sync {
  // `to` and `state`: where to send, and where to ask; `taken` hears of each game that is in the book by now.
  constructor({ sheet, to, state, taken, changed }) {
    Object.assign(this, { sheet, to, state, taken, changed });
    this.reached = true; // whether the server answered when it was asked last
    this.why = null; // why the server cannot take anything just now, in its words
    this.shut = false; // whether it lets this browser in no more
    this.known = null; // what it said last
    this.last = 0; // the number of the last game that it took from here
    this.running = null;
  }

  // Asks how the sheet stands. Gives what the server says; null where it cannot be reached.
  async ask() {
    try {
      const answer = await ask(this.state, PATIENCE, { cache: "no-cache" });
      const said = await asJson(answer);
      this.hear(answer, said);
      if (answer.ok) this.known = said;
      return answer.ok ? this.known : null;
    } catch {
      this.#unheard();
      return null;
    }
  }

  #unheard() {
    this.reached = false;
    this.why = null;
  }

  hear(answer, said) {
    this.reached = answer.status < 500;
    this.why = this.reached ? null : (said?.message ?? null);
    this.shut = isOut(answer);
  }

  // Sends all that waits; whoever asks while that goes on gets the same answer.
  flush() {
    this.running ??= this.#flush().finally(() => (this.running = null));
    return this.running;
  }

  async #flush() {
    for (;;) {
      const item = (await waiting(this.sheet))[0];
      if (!item || item.problem) break;
      const gone = await this.#send(item);
      await this.changed();
      if (!gone) break;
    }
  }

  // Gives whether the next game may be sent.
  async #send(item, again = true) {
    if (!this.known && !(await this.ask())) return false;
    let answer, said;
    try {
      answer = await this.#post(item);
      said = await asJson(answer);
    } catch {
      this.#unheard();
      return false;
    }
    this.hear(answer, said);
    if ((answer.ok && said) || said?.known) {
      await settle(item.uuid, said.number);
      this.last = Math.max(this.last, said.number);
      this.taken(item, said.number);
      return true;
    }
    if (answer.status === 400 && again) {
      this.known = null; // the token is another by now
      return this.#send(item, false);
    }
    if (this.reached && !this.shut) await hinder(item.uuid, { message: `${answer.status}`, since: [], ...said, status: answer.status });
    return false;
  }

  #post({ uuid, sheet, after_number, game, seated, accept }) {
    return ask(this.to, PATIENCE, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.known.csrf },
      body: JSON.stringify({ uuid, sheet, after_number, game, seated, accept }),
    });
  }
}
