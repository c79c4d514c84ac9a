// The entry form while somebody taps: the price in words, what is missing on the button, keys, steps, sums.

import { answers, blank, fill } from "./draft.js";
import { gameOf, missing } from "./game.js";
import { ended, filled, priced, wordsOf } from "./price.js";

const QUIET = 1000; // milliseconds after the last tap until the price is read out

const write = (place, text) => place.textContent !== text && (place.textContent = text);
const whole = (text) => (/^\s*\d{1,3}\s*$/.test(text) ? Number(text) : NaN);
const isEmpty = ({ value }) => !value.trim();
// Changes a control as a key of the browser's own would: the form hears of it.
const type = (value, control) => {
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
};

export function attend(form, kit) {
  const one = (selector) => form.querySelector(selector);
  const makers = { ".augen": augenOf, ".stepper": runOf, ".row-augen_by_seat": pilesOf, ".row-tricks_by_seat": pilesOf, ".clear": clearOf };
  const parts = Object.entries(makers).flatMap(([name, make]) => (one(name) ? make({ form, kit, one, box: one(name) }) : []));
  const [lacks, sum, told] = [".lacks", ".sum", "[data-told]"].map(one);
  let before, timer;

  const show = () => {
    const pairs = [...new FormData(form)];
    if (before === (before = JSON.stringify(pairs))) return;
    const game = gameOf(pairs, kit);
    const lack = missing(pairs, kit);
    const found = lack ? null : priced(game, kit);
    const said = found ? wordsOf(found, kit, kit.names) : { sum: lack || game.protocol ? "" : sum.dataset.odd };
    form.classList.toggle("incomplete", lack !== "");
    write(lacks, lacks.dataset[lack] ?? "");
    for (const part of ["sum", "value", "pays"]) write(one(`.${part}`), said[part] ?? "");
    const texts = [...parts.map((part) => part.show?.(game)), said.sum, said.value, said.pays];
    clearTimeout(timer);
    timer = setTimeout(() => write(told, texts.filter(Boolean).join(". ")), QUIET);
  };
  for (const event of ["input", "change"]) {
    form.addEventListener(event, ({ target }) => {
      for (const part of parts) part.hear?.(target);
      show();
    });
  }
  form.classList.add("by-hand");
  show();
}

// The Augen of one side, on keys; what the others have, and whether that is won, stands beside them.
function augenOf({ form, kit, one, box }) {
  const [opener, verdict] = [".pad-open", ".verdict"].map(one);
  const inputs = [...box.querySelectorAll("input")];
  const all = kit.prices.augen.at(-1)[1];
  const can = (text) => kit.prices.augen.some(([from, to]) => whole(text) >= from && whole(text) <= to);
  const face = (selector) => one(`${selector} + .face`)?.textContent.trim();
  const active = () => one(".on input");

  const open = (yes, next = yes ? active() : opener) => {
    box.classList.toggle("open", yes);
    opener.setAttribute("aria-expanded", yes);
    next?.focus({ preventScroll: true });
  };
  const refuse = () => {
    verdict.classList.add("wrong");
    write(verdict, filled(verdict.dataset.impossible, { augen: active().value }));
  };
  const done = () => (isEmpty(active()) || can(active().value) ? open(false) : refuse());

  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    if (target.closest(".pad-open")) open(!box.matches(".open"));
    else if (!box.contains(target)) open(false, null);
    if (key === "done") return done();
    if (key) type(key === "back" ? active().value.slice(0, -1) : (active().value + key).slice(0, 3), active());
  });
  box.addEventListener("keydown", (event) => {
    if (!box.matches(".open")) return;
    if (event.key === "Escape") open(false);
    if (event.key !== "Enter" || !inputs.includes(event.target)) return;
    event.preventDefault();
    done();
  });
  const turnTo = (input) => inputs.forEach((other) => other.parentNode.classList.toggle("on", other === input));
  for (const input of inputs) {
    input.inputMode = "none"; // there are keys already
    input.addEventListener("focus", () => turnTo(input));
  }
  turnTo(inputs[0]);
  box.classList.toggle("folds", !one(".augen .has-errors"));

  return {
    hear(target) {
      if (inputs.includes(target) && target.value) inputs.find((input) => input !== target).value = "";
    },
    show({ result, schneider, schwarz, ...game }) {
      const augen = [game.augen, all - game.opponent_augen].find(Number.isInteger);
      const text = augen === undefined ? "" : filled(verdict.dataset.opponents, { augen, others: all - augen });
      const end = (text && ended(game, kit)) || {};
      const won = end.tier && face(`[name=result][value=${end.won ? "won" : "lost"}]`);
      verdict.classList.remove("wrong");
      write(opener.lastElementChild, text);
      write(verdict, [text, end.void ? kit.words.void : won, won && face(`[name=${end.tier}]`)].filter(Boolean).join(" · "));
      if (!["", ..."0123456789"].some((digit) => can(active().value + digit))) refuse();
      return verdict.textContent;
    },
  };
}

// The Laufende, one more or less, of one side or the other: the list says how many there are, and where they count.
function runOf({ form, one, box }) {
  const list = box.querySelector("select");
  const side = () => (list.value.startsWith("ohne") ? "ohne" : "mit");
  const count = (value) => Number(value.split("-")[1] ?? 0);
  let contract;
  const values = (which) => {
    const all = [...list.querySelectorAll(`[value^=${which}]`)];
    const counted = all.filter(({ dataset }) => dataset.counts?.split(" ").includes(contract));
    return (counted.length ? counted : all).map(({ value }) => value);
  };
  form.addEventListener("click", ({ target }) => {
    const { step = 0, side: turns } = target.closest("[data-step], [data-side]")?.dataset ?? {};
    if (!step && !turns) return;
    const known = turns ? values(side() === "mit" ? "ohne" : "mit") : ["", ...values(side())];
    const at = known.findLastIndex((value) => count(value) <= count(list.value));
    type(known[Math.max(at + Number(step), 0)] ?? list.value, list);
  });
  return {
    show(game) {
      contract = game.contract;
      one("[data-side]").setAttribute("aria-pressed", side() === "ohne");
    },
  };
}

// Augen or tricks of all four: what they come to. With three of them the fourth is known.
function pilesOf({ kit, one, box }) {
  const wanted = Number(box.querySelector(".piles").dataset.all);
  const told = box.querySelector(".sum-of");
  const seat = (input) => input.closest("[data-seat]").dataset.seat;
  const playing = () => [...box.querySelectorAll("input")].filter((input) => !one(`[name=sitting_out][value="${seat(input)}"]:checked`));
  const sumOf = (inputs) => inputs.reduce((sum, input) => sum + (isEmpty(input) ? 0 : whole(input.value)), 0);

  return {
    hear(target) {
      const inputs = playing();
      if (!inputs.includes(target)) return;
      target.dataset.rest = "";
      const empty = inputs.filter(isEmpty);
      const last = inputs.find(({ dataset }) => dataset.rest) ?? (empty.length === 1 && empty[0]);
      if (!last || last === target) return;
      const others = inputs.filter((input) => input !== last);
      const rest = wanted - sumOf(others);
      last.value = last.dataset.rest = !others.some(isEmpty) && rest >= 0 ? rest : "";
    },
    show() {
      const inputs = playing();
      const sum = sumOf(inputs);
      const last = inputs.find(({ dataset }) => dataset.rest);
      const wrong = sum > wanted || (sum < wanted && !inputs.some(isEmpty));
      const code = wrong ? "wrong" : sum === wanted ? (last ? "rest" : "right") : sum > 0 ? "open" : "";
      write(told, filled(told.dataset[code] ?? "", { sum, wanted, rest: wanted - sum, name: last && kit.names[seat(last)] }));
      told.classList.toggle("wrong", wrong);
      return told.textContent;
    },
  };
}

// The button that empties the form, also of what the server had put there. Until something new is said, it takes that back.
function clearOf({ form, one, box: button }) {
  const label = button.textContent;
  let kept = null;
  const keep = (pairs) => write(button, (kept = pairs) ? button.dataset.undo : label);

  form.addEventListener("reset", (event) => {
    event.preventDefault();
    const old = kept;
    keep(old ? null : answers(form));
    if (old) fill(form, old);
    else blank(form, form.elements.uuid.value);
  });
  return { hear: (target) => kept && (target !== form || one("[name=who]:checked")) && keep(null) };
}
