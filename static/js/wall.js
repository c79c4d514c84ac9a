// The second screen: asks every few seconds how far the evening is, takes over what changed, and says when nobody answers.

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

// Whoever has lost his login is sent to another page, or has no right any more.
const isOut = (answer) => answer.type === "opaqueredirect" || [401, 403, 404, 410].includes(answer.status);

async function ask(address) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), patience);
  try {
    const answer = await fetch(address, { redirect: "manual", signal: giveUp.signal });
    return { answer, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

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
  const stand = await ask(words.stand);
  if (isOut(stand.answer)) return say("out");
  if (!stand.answer.ok) return;
  if (JSON.parse(stand.text).version !== words.wall) {
    const { answer, text } = await ask(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    takeOver(page);
    words.wall = page.querySelector("[data-wall]").dataset.wall;
  }
  fresh(stand.answer);
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
