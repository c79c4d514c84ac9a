// While a switch of the house rules changes, the examples beside it do: the server works them out, as "Vorschau" asks it to.

const PAUSE = 250; // milliseconds after the last key

const form = document.querySelector("form[data-preview]");
const shown = form.querySelector("[data-previewed]");
let asked = 0;
let waiting;

async function preview({ fill = false } = {}) {
  const mine = ++asked;
  const answers = new URLSearchParams(new FormData(form));
  answers.set("tun", "vorschau");
  try {
    const answer = await fetch(form.action, { method: "POST", body: answers });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-previewed]");
    if (mine !== asked || !fresh?.childElementCount) return;
    shown.replaceChildren(...fresh.children);
    if (fill) page.querySelectorAll("input[type=text]").forEach(({ name, value }) => (form.elements[name].value = value));
  } catch {
    // Without a network the examples stay as they are; the button says so when it is tapped.
  }
}

const soon = () => {
  clearTimeout(waiting);
  waiting = setTimeout(preview, PAUSE);
};

form.addEventListener("input", soon);

// A tariff that is complete goes into the prices, so that it does not undo what is typed there later.
form.elements.tarif.addEventListener("change", () => {
  clearTimeout(waiting);
  preview({ fill: true });
});

// Somebody may have been quicker than this script, and a browser may have put back what was typed.
const isChanged = ({ type, checked, defaultChecked, value, defaultValue }) =>
  ["radio", "checkbox"].includes(type) ? checked !== defaultChecked : type === "text" && value !== defaultValue;
if ([...form.elements].some(isChanged)) soon();
