// While a list from paper is typed, each line says what it is worth: the server works it out, as "Prüfen" asks it to.
// Enter goes to the next line; one more is there when the last is reached.

import { uuid } from "./uuid.js";

const PAUSE = 250; // milliseconds after the last key

const form = document.querySelector("form[data-paper]");
const told = form.querySelector("[data-told]");
const book = form.querySelector("button.main");
let asked = 0;
let waiting;
let line; // in which the person is

const rows = () => [...form.querySelectorAll("[data-row]")];
const inputs = (row) => [...row.querySelectorAll("tr:first-child input:not([type=hidden])")];
const isEmpty = (row) => inputs(row).every(({ value }) => !value.trim());

const numberOf = (row) => row.querySelector("[data-number]").firstChild;

const clear = (row) => {
  row.dataset.state = "";
  row.querySelector("[data-dealer]").textContent = "";
  row.querySelectorAll(".says td > *, .errors, small").forEach((part) => part.remove());
  inputs(row).forEach((input) => ["aria-invalid", "aria-describedby"].forEach((name) => input.removeAttribute(name)));
};

const add = () => {
  const last = rows().at(-1);
  last.insertAdjacentHTML("afterend", last.outerHTML.replaceAll(last.dataset.row, uuid()));
  const row = rows().at(-1);
  inputs(row).forEach((input) => (input.value = ""));
  numberOf(row).data = Number(numberOf(row).data) + 1;
  clear(row);
  return row;
};

// A field that somebody is in, or has yet to reach, is not wrong.
const isOpen = (input) => input === document.activeElement || (line?.contains(input) && !input.value.trim());

const mark = (input, fresh) => {
  const quiet = fresh.hasAttribute("aria-invalid") && isOpen(input);
  const beside = quiet ? [] : [...fresh.parentElement.children].filter((part) => part !== fresh);
  input.parentElement.querySelectorAll(".errors, small").forEach((part) => part.remove());
  input.after(...beside);
  input.setAttribute("aria-label", fresh.getAttribute("aria-label"));
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (fresh.hasAttribute(name) && !quiet) input.setAttribute(name, fresh.getAttribute(name));
    else input.removeAttribute(name);
  }
};

const say = (row, fresh) => {
  row.dataset.state = fresh.dataset.state;
  numberOf(row).data = numberOf(fresh).data;
  row.querySelector("[data-dealer]").textContent = fresh.querySelector("[data-dealer]").textContent;
  const before = inputs(row);
  inputs(fresh).forEach((input, place) => mark(before[place], input));
  const [old, said] = [row, fresh].map((part) => part.querySelector(".says"));
  if (old.textContent !== said.textContent) old.replaceWith(said); // else somebody may be about to tick its box
};

const check = async () => {
  const mine = ++asked;
  const typed = new URLSearchParams(new FormData(form));
  typed.set("tun", "pruefen");
  try {
    const answer = await fetch(form.action, { method: "POST", body: typed });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const sums = page.querySelector("[data-sums]");
    if (mine !== asked || !sums) return;
    for (const fresh of page.querySelectorAll("[data-row]")) {
      const row = form.querySelector(`[data-row="${fresh.dataset.row}"]`);
      if (row && !isEmpty(row)) say(row, fresh);
    }
    rows().filter(isEmpty).forEach(clear);
    form.querySelector("[data-sums]").replaceWith(sums);
    const said = line?.querySelector(".says").textContent.trim();
    if (said && said !== told.textContent) told.textContent = said;
  } catch {
    // Without a network nothing is said; the button does so when it is tapped.
  }
};

const soon = (pause = PAUSE) => {
  clearTimeout(waiting);
  waiting = setTimeout(check, pause);
};

form.addEventListener("input", () => soon());

form.addEventListener("focusin", ({ target }) => {
  const now = target.closest("[data-row]");
  if (now === line) return;
  line = now;
  soon(0);
});

form.addEventListener("keydown", (event) => {
  const row = event.target.closest("[data-row]");
  if (event.key !== "Enter" || event.isComposing || !row) return;
  event.preventDefault();
  const all = rows();
  const later = all.slice(all.indexOf(row) + 1);
  if (isEmpty(row) && later.every(isEmpty)) book.focus();
  else inputs(later[0] ?? add())[0].focus();
});

// What is typed is nowhere else yet.
let sent = false;
form.addEventListener("submit", () => (sent = true));
addEventListener("beforeunload", (event) => {
  if (!sent && !rows().every(isEmpty)) event.preventDefault();
});
addEventListener("pageshow", () => (sent = false));

// Somebody may have been quicker than this script, and a browser may have put back what was typed.
line = document.activeElement.closest("[data-row]") ?? undefined;
if (!rows().every(isEmpty)) soon(0);
