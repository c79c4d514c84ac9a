// The sheet on the tablet: books without leaving the page, with or without a network, and shows what others book.

import * as board from "./board.js";
import { answers, blank, fill, forget, isBegun, restore, save, turn } from "./draft.js";
import { attend } from "./entry.js";
import { gameOf, missing } from "./game.js";
import { hinder, keep, settle, waiting } from "./outbox.js";
import { inWords, priced } from "./price.js";
import { Sync } from "./sync.js";
import { uuid } from "./uuid.js";

const root = document.querySelector("[data-sheet]");
const sheet = Number(root.dataset.sheet);
const sync = new Sync({ sheet, to: root.dataset.to, state: root.dataset.state, taken, changed: show });
const form = () => document.querySelector("form.entry");
const isFresh = () => !form().querySelector("[role=alert], .question, .message");

let kit = null;
let booking = false;

// --- Shown ---

async function show() {
  const items = await waiting(sheet);
  const others = items.filter((item) => item.uuid !== form()?.elements.uuid.value);
  const code = sync.shut ? "shut" : items[0]?.problem ? "stuck" : sync.why ? "down" : !sync.reached ? "offline" : items.length ? "waiting" : "saved";
  board.tell(code, items.length);
  board.list(others, sync.why);
  if (!form() || !kit) return;
  const next = board.goOn(others, sync.last, kit);
  if (isFresh() && !isBegun(form())) turn(form(), next);
}

// A game of ours is in the book: what is being entered comes after it.
function taken(item, number) {
  const after = form()?.elements.after_number;
  if (Number(after?.value) === item.after_number) after.value = number;
}

// Fetches the page anew and takes over its parts; a game that somebody is entering stays as it is.
async function refresh(address = location.search.includes("alle") ? location.href : root.dataset.home) {
  const answer = await fetch(address, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const begun = form() && (isBegun(form()) || !isFresh());
  for (const old of document.querySelectorAll("[data-live]")) {
    const { live } = old.dataset;
    const made = fresh.querySelector(`[data-live=${live}]`);
    if (!made || (begun && live === "entry" && made.querySelector("form"))) continue;
    if (live === "now") old.replaceWith(made);
    else old.replaceChildren(...made.childNodes);
  }
  if (!address.includes("alle")) history.replaceState(null, "", root.dataset.home);
  await begin();
}

async function tick() {
  const known = await sync.ask();
  if (known) {
    const before = sync.last;
    await sync.flush();
    const { version } = document.querySelector("[data-live=now]").dataset;
    if (known.version !== version || sync.last !== before) await refresh();
  }
  await show();
}

// --- Booked ---

// "Sauspiel, Sepp + Xaver, 20 Grundpreis = 0,20 €: Sepp +0,20 · …"
function said(here, { declarer, partner }, found) {
  const name = here.querySelector("[data-name][name=who]:checked, [data-name][name=contract]:checked").dataset.name;
  const who = [declarer, partner].flatMap((seat) => kit.names[seat] ?? []).join(" + ");
  return [name, who, found && inWords(found, kit, kit.names)].filter(Boolean).join(", ");
}

async function book() {
  const here = form();
  const pairs = answers(here);
  const lack = missing(pairs, kit);
  if (lack && sync.reached) return here.submit(); // the server says what is missing, and where
  if (lack) return here.querySelector(`.row-${lack} input`)?.focus();
  const game = gameOf(pairs, kit);
  const found = priced(game, kit);
  const item = {
    uuid: here.elements.uuid.value,
    sheet,
    after_number: Number(here.elements.after_number.value),
    seated: here.elements.seated.value.split(",").map(Number),
    accept: [...here.querySelectorAll("[name=accept]:checked")].flatMap(({ value }) => value.split(" ")),
    game,
    fields: pairs,
    payouts: found?.payouts ?? null,
    said: said(here, game, found),
  };
  await keep(item);
  forget(sheet);
  blank(here, uuid());
  scrollTo(0, 0);
  here.elements.who[0].focus({ preventScroll: true });
  await show();
  return item;
}

// Sends what was just kept, with all that waits before it. Refused, or without a login, it goes to the server as a form: that
// says at which field, and keeps it while somebody logs in.
async function send(item) {
  if (!sync.reached) return;
  await sync.flush();
  const left = (await waiting(sheet)).find((one) => one.uuid === item.uuid);
  if (left && (sync.shut || left.problem?.status === 422) && form() && !isBegun(form())) {
    fill(form(), item.fields);
    return form().submit();
  }
  if (!left) await refresh(`${root.dataset.home}?spiel=${item.uuid}`);
  await show();
}

document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  if (target !== form() || submitter?.hasAttribute("formaction") || !kit) return;
  event.preventDefault();
  if (booking) return;
  booking = true;
  document.querySelector("[data-live=done]").replaceChildren();
  const item = await book().catch(() => target.submit()); // a browser that keeps nothing
  booking = false;
  if (item) await send(item);
});

// --- Waiting ---

const doing = {
  again: (item) => hinder(item.uuid, null),
  same: (item) => settle(item.uuid, item.problem.last_number),
  other: (item) => hinder(item.uuid, null, item.problem.last_number),
  drop: (item) => settle(item.uuid, item.problem?.last_number ?? null),
  open: async (item) => {
    await hinder(item.uuid, { message: root.dataset.taken, since: [] });
    fill(form(), item.fields);
    form().scrollIntoView();
    form().querySelector("[name=who]:checked")?.focus();
  },
};

document.querySelector("[data-outbox]").addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-do]");
  const { sure } = button?.dataset ?? {};
  if (sure && button.textContent !== sure) return (button.textContent = sure);
  if (!button) return;
  const item = (await waiting(sheet)).find((one) => one.uuid === button.closest("[data-uuid]").dataset.uuid);
  if (item) await doing[button.dataset.do](item);
  await sync.flush();
  await tick();
});

// --- From the start, and after each change of the page ---

async function begin() {
  const here = form();
  if (!here || here.dataset.attended) return show();
  here.dataset.attended = "yes";
  if (isFresh() && !isBegun(here)) here.elements.uuid.value = uuid(); // a kept copy of the page has one that was used
  const answer = await fetch(here.dataset.kit, { cache: "no-cache" }).catch(() => null);
  if (answer?.ok) kit = await answer.json();
  if (kit) attend(here, kit);
  for (const event of ["input", "change"]) here.addEventListener(event, () => save(sheet, here));
  if (isBegun(here)) save(sheet, here);
  await show();
}

async function run() {
  await tick().catch(() => {}); // the next one may do better
  setTimeout(run, Number(root.dataset.every));
}

addEventListener("online", tick);
document.addEventListener("visibilitychange", tick);
// Without a worker there is no page to come back to as long as there is no network.
addEventListener("beforeunload", (event) => {
  if (!sync.reached && !navigator.serviceWorker?.controller) event.preventDefault();
});

try {
  if (form() && isFresh() && !isBegun(form()) && !location.search) restore(sheet, form());
} catch {
  // A browser that keeps nothing, or somebody else's text: the form is there all the same.
}
await begin();
run();
