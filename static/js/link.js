// A link that is to be sent on shows its whole address: the browser knows how it calls the server, the server need not.

for (const link of document.querySelectorAll("a[data-whole]")) link.textContent = link.href;
