// The projector: fetches the next page every few seconds, keeps the clock, and says when nobody answers.

import { ask, isOut } from "./server.js";

const head = document.querySelector("[data-projector]");
const [at, notice] = head.children;
const watch = document.querySelector(".clock");
const words = head.dataset;
const clock = new Intl.DateTimeFormat("de", { hour: "2-digit", minute: "2-digit", timeZone: words.zone });
const patience = Number(words.patience);
let ahead = 0; // milliseconds by which the server's clock is ahead of this one: that of a television may be wrong
let asking = false;

const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

const tick = () => write(watch, clock.format(Date.now() + ahead));

function stale(is) {
  document.documentElement.dataset.state = is ? "stale" : "fresh";
  write(notice, is ? "· " + words.stale : "");
}

async function turn() {
  const answer = await ask(document.querySelector("[data-next]").dataset.next, patience);
  if (isOut(answer)) return stale(true);
  if (!answer.ok) throw new Error(answer.status);
  ahead = (Date.parse(answer.headers.get("Date")) || Date.now()) - Date.now();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("[data-live]").replaceWith(page.querySelector("[data-live]"));
  write(at, words.at.replace("{time}", clock.format(Date.now() + ahead)));
  stale(false);
}

setInterval(async () => {
  if (asking) return;
  asking = true;
  try {
    await turn();
  } catch {
    stale(true);
  }
  asking = false;
}, Number(words.every));

setInterval(tick, 1000);
tick();
