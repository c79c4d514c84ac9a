// The second screen: asks every few seconds how far the evening is, takes over what changed, and says when nobody answers.

import { ask, isOut } from "./server.js";

const head = document.querySelector("[data-wall]");
const [at, notice] = head.children;
const words = head.dataset;
const clock = new Intl.DateTimeFormat("de", { hour: "2-digit", minute: "2-digit", timeZone: words.zone });
const every = Number(words.every);
const patience = Number(words.patience);
let heard = performance.now();
let asking = false;

const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

// By the server's clock: that of a television may be wrong.
const fresh = (answer) => {
  heard = performance.now();
  const now = Date.parse(answer.headers.get("Date")) || Date.now();
  write(at, words.at.replace("{time}", clock.format(now)));
  say("fresh");
};

const say = (state) => {
  document.documentElement.dataset.state = state;
  write(notice, state === "fresh" ? "" : "· " + words[state]);
  document.querySelector(".out").hidden = state !== "out";
};

// Pictures are changed, not replaced, so that the old one stays until the new one is there.
function takeOver(page) {
  for (const old of document.querySelectorAll("[data-live]")) {
    const part = page.querySelector(`[data-live="${old.dataset.live}"]`);
    if (!part || part.outerHTML === old.outerHTML) continue;
    if (old.matches("source, img")) for (const { name, value } of part.attributes) old.setAttribute(name, value);
    else old.replaceWith(part);
  }
}

async function look() {
  const stand = await ask(words.stand, patience);
  if (isOut(stand)) return say("out");
  if (!stand.ok) return;
  const { version } = await stand.json();
  if (version !== words.wall) {
    const answer = await ask(location.href, patience);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    takeOver(page);
    words.wall = page.querySelector("[data-wall]").dataset.wall;
  }
  fresh(stand);
}

setInterval(async () => {
  if (performance.now() - heard > patience && document.documentElement.dataset.state !== "out") say("stale");
  if (asking) return;
  asking = true;
  try {
    await look();
  } catch {
    // No network: after a while the line above says so.
  }
  asking = false;
}, every);

// What does not fit on a television is paged through. Whoever reads for himself is left alone for a while.
const PAGE = 12000;
const ALONE = 60000; // milliseconds
let touched = -ALONE;

for (const event of ["pointerdown", "wheel", "keydown"]) addEventListener(event, () => (touched = performance.now()));

setInterval(() => {
  if (!matchMedia("(min-width: 60rem)").matches || performance.now() - touched < ALONE) return;
  const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  scrollTo(0, isEnd ? 0 : scrollY + innerHeight * 0.8);
}, PAGE);
