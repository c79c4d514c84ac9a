// Starts the service worker, where the browser has one (https or localhost), and tells it whose page this is, in which language.

const { worker, login } = document.querySelector("script[data-worker]").dataset;

if (navigator.serviceWorker) {
  navigator.serviceWorker.register(worker).catch(() => {}); // forbidden, or no network: the page works without
  navigator.serviceWorker.controller?.postMessage({ login, language: document.documentElement.lang });
}
