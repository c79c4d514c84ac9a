// The service worker: keeps style and scripts, the sheets that were open here, and a page for when there is no network.
// The server writes SHELL above this: the version, the addresses of the files, and that of the page.

const BASE = new URL(self.registration.scope).pathname;
const OURS = `scorebook ${BASE} `;
const FILES = `${OURS}files ${SHELL.version}`;
const PAGES = `${OURS}pages ${SHELL.version}`;
const PATIENCE = 3000; // milliseconds, after which a copy is shown instead of what comes late
const MOST = 24; // pages that are kept: a dozen sheets, those of the last evenings, each with its kit

const STATIC = /^static\//;
const SHEET = /^listen\/\d+$/;
const KIT = /^listen\/\d+\/tablett\.json$/;
const SIGN_OUT = /^abmelden$/;

const pathOf = (url) => new URL(url).pathname.slice(BASE.length);
const plain = (url) => url.split(/[?#]/)[0];

// What is kept: pages of one login, as they come without questions in their address (`spiel` only says what was done).

const copyOf = async (url) => (await caches.open(PAGES)).match(plain(url), { ignoreVary: true });

const isKept = (url) => [...new URL(url).searchParams.keys()].every((name) => name === "spiel");

const isSecret = (answer) => /no-store/.test(answer.headers.get("Cache-Control"));

const keep = async (url, answer) => {
  const pages = await caches.open(PAGES);
  if (answer.ok && !answer.redirected && !isSecret(answer)) {
    if (!isKept(url)) return;
    await pages.delete(plain(url)); // so that it is the latest
    await pages.put(plain(url), answer);
    for (const old of (await pages.keys()).slice(0, -MOST)) await pages.delete(old);
  } else if (answer.status < 500) {
    await pages.delete(plain(url)); // gone, or not for us any more
  }
};

const onlyOf = async (login) => {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const copy = await pages.match(request, { ignoreVary: true });
    if (copy?.headers.get("X-Login") !== login) await pages.delete(request);
  }
};

const noted = async (answer) => {
  const login = answer.headers.get("X-Login");
  if (login !== null) await onlyOf(login);
};

// A new version comes in as a whole or not at all: its files, and all pages that are kept or open, fetched anew. So it
// may take over at once. The addresses of files carry their version: a page that lies open has its own already, and
// what comes up from here on, with a network or without, names those that are kept now.

const setUp = async () => {
  await (await caches.open(FILES)).addAll([...SHELL.files, SHELL.offline]);
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = new Set(open.map(({ url }) => plain(url)));
  for (const name of await caches.keys()) {
    if (!name.startsWith(`${OURS}pages `)) continue;
    for (const { url } of await (await caches.open(name)).keys()) known.add(url);
  }
  const sheets = [...known].filter((url) => SHEET.test(pathOf(url)));
  const kits = sheets.map((url) => `${url}/tablett.json`);
  await Promise.all([...sheets, ...kits].map(async (url) => keep(url, await fetch(url))));
};

const takeOver = async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== FILES && name !== PAGES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
};

self.addEventListener("install", (event) => event.waitUntil(setUp().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

// Answers

const fresh = async (event) => {
  const answer = await fetch(event.request);
  const copy = answer.clone();
  event.waitUntil(noted(answer).then(() => answer.type === "opaqueredirect" || keep(event.request.url, copy)));
  return answer;
};

// A copy that lacks the game just booked would invite to book it twice.
const usable = async (url) => {
  const copy = await copyOf(url);
  const game = new URL(url).searchParams.get("spiel");
  return copy && (!game || (await copy.clone().text()).includes(game)) ? copy : undefined;
};

const freshOrCopy = async (event) => {
  const copy = usable(event.request.url);
  const answer = fresh(event);
  event.waitUntil(answer.catch(() => {})); // what comes late is kept all the same
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(async () => (await copy) ?? answer);
  try {
    const first = await Promise.race([answer, late]);
    return first.status < 500 ? first : ((await copy) ?? first);
  } catch (error) {
    const kept = await copy;
    if (kept) return kept;
    throw error;
  }
};

const page = async (event, path) => {
  try {
    if (SHEET.test(path)) return await freshOrCopy(event);
    const answer = await fetch(event.request);
    event.waitUntil(noted(answer));
    return answer;
  } catch {
    return caches.match(SHELL.offline, { cacheName: FILES, ignoreVary: true });
  }
};

const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

// A script that fetches a sheet wants to know how it is now: it gets no copy. What is sent is none of our business.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (!request.url.startsWith(self.registration.scope)) return;
  if (request.method !== "GET") {
    if (SIGN_OUT.test(path)) event.waitUntil(caches.delete(PAGES));
  } else if (STATIC.test(path)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, path));
  else if (KIT.test(path)) event.respondWith(freshOrCopy(event));
  else if (SHEET.test(path)) event.respondWith(fresh(event));
});

// The answer to a form is a page too, which says whose it is once it is there; and the chosen language may be another.
const told = async ({ login, language }) => {
  if (login !== undefined) await onlyOf(login);
  const files = await caches.open(FILES);
  const offline = await files.match(SHELL.offline, { ignoreVary: true });
  if (offline?.headers.get("Content-Language") !== language) await files.add(SHELL.offline);
};

self.addEventListener("message", (event) => event.waitUntil(told(event.data).catch(() => {})));
