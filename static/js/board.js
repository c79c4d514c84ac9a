// What the page shows of the outbox: how things stand, the games that wait, the totals and the dealer with them.

import { figure, filled } from "./price.js";

export function tell(code, count) {
  const place = document.querySelector("[data-sync]");
  place.hidden = false;
  place.dataset.sync = code;
  const text = filled(place.dataset[code], { count });
  if (place.textContent !== text) place.textContent = text;
}

// One line a game, the first one first; only the first can be stuck, or says why the server takes nothing. What is shown already stays, unfolded or not.
export function list(items, why) {
  const box = document.querySelector("[data-outbox]");
  const known = JSON.stringify([items, why]);
  if (box.dataset.known === known) return;
  box.dataset.known = known;
  box.hidden = !items.length;
  const template = box.querySelector("template");
  const cards = items.map((item, place) => card(template.content.cloneNode(true), item, place === 0 && item.problem, place === 0 && why));
  box.querySelector(".waiting-list").replaceChildren(...cards);
}

function card(made, item, problem, why) {
  const root = made.firstElementChild;
  root.dataset.uuid = item.uuid;
  root.open = Boolean(problem || why);
  root.querySelector(".said").textContent = item.said;
  root.querySelector(".why").textContent = (problem?.message ?? why) || "";
  const since = problem?.since ?? [];
  for (const { said, same } of since) {
    const line = root.querySelector(".since").appendChild(document.createElement("li"));
    line.textContent = said;
    line.classList.toggle("same", same);
  }
  const asked = since.length > 0;
  const offered = { again: problem, same: asked, other: asked, open: document.querySelector("form.entry"), drop: !asked };
  for (const button of root.querySelectorAll("[data-do]")) button.hidden = !offered[button.dataset.do];
  return made;
}

// The totals with what waits, and whose turn it is after that; `last` is the last game that the server has taken.
export function goOn(items, last, kit) {
  const now = document.querySelector("[data-live=now]");
  const turns = JSON.parse(now.dataset.turns);
  const steps = Math.max(last - now.dataset.last, 0) + items.length;
  const [dealer, out] = turns[steps % turns.length];
  const title = document.querySelector("[data-title]");
  if (title) title.textContent = filled(title.dataset.title, { number: Number(now.dataset.last) + steps + 1, name: kit.names[dealer] });
  for (const place of document.querySelectorAll("[data-deals]")) place.hidden = Number(place.dataset.deals) !== dealer;
  for (const place of document.querySelectorAll("[data-total]")) {
    const more = items.reduce((sum, { seated, payouts }) => sum + (payouts?.[seated.indexOf(Number(place.dataset.total))] ?? 0), 0);
    const units = Number(place.dataset.units) + more;
    const amount = place.querySelector(".amount");
    amount.textContent = kit.figures.many.replace("{amount}", figure(units, kit, "+"));
    amount.classList.toggle("minus", units < 0);
    amount.classList.toggle("waits", more !== 0);
  }
  return { dealer, out, after: Math.max(last, Number(now.dataset.last)) };
}
