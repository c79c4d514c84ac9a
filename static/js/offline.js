// On the page for when there is no network: leads to the sheets that the service worker keeps on this device, the latest first.

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
  const [item, way, name] = ["li", "a", "strong"].map((tag) => document.createElement(tag));
  Object.assign(way, { href: pathname, className: "card" });
  name.textContent = title;
  way.append(name);
  item.append(way);
  return item;
};

const sheets = window.caches ? await kept() : [];
shown.querySelector("ul").replaceChildren(...sheets.reverse().map(link));
shown.hidden = !sheets.length;
