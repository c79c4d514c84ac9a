// On the page for when there is no network: leads to the sheets that the service worker keeps on this device.

const shown = document.querySelector("[data-kept]");

const kept = async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(shown.dataset.kept) || pathname.endsWith(".json")) continue;
      const copy = await cache.match(request, { ignoreVary: true });
      const page = new DOMParser().parseFromString(await copy.text(), "text/html");
      found.push({ pathname, title: page.title });
    }
  }
  return found;
};

const link = ({ pathname, title }) => {
  const item = document.createElement("li");
  const way = Object.assign(document.createElement("a"), { href: pathname, className: "card", textContent: title });
  item.append(way);
  return item;
};

const sheets = window.caches ? await kept() : [];
shown.querySelector("ul").replaceChildren(...sheets.map(link));
shown.hidden = !sheets.length;
