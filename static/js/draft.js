// The game that somebody is entering: read off its form, put back into it, and kept over reload, rotation and sleep.

const OWN = ["csrf_token", "accept"]; // what belongs to the page as it was made
const DAY = 24 * 60 * 60 * 1000;

export const answers = (form) => [...new FormData(form)].filter(([name]) => !OWN.includes(name));

const told = (form) => form.dispatchEvent(new Event("change", { bubbles: true }));

// Puts answers into the form, and takes out all others.
export function fill(form, pairs) {
  const places = {};
  for (const control of form.elements) {
    if (!control.name || OWN.includes(control.name)) continue;
    const texts = pairs.filter(([name]) => name === control.name).map(([, text]) => text);
    if (control.type === "radio" || control.type === "checkbox") control.checked = texts.includes(control.value);
    else control.value = texts[(places[control.name] = (places[control.name] ?? -1) + 1)] ?? "";
  }
  told(form);
}

// Empties the form for another game.
export function blank(form, uuid) {
  const pairs = ["players", "opposite", "seated", "after_number", "dealer"].map((name) => [name, form.elements[name]?.value ?? ""]);
  pairs.push(["uuid", uuid]);
  for (const one of form.querySelectorAll("[data-default], label:not(.spare) > input[type=radio][value='']")) pairs.push([one.name, one.value]);
  for (const one of form.querySelectorAll("[name=sitting_out]:checked")) pairs.push(["sitting_out", one.value]);
  for (const note of form.querySelectorAll(".summary, .message, .question, .errors")) note.remove();
  for (const wrong of form.querySelectorAll(".has-errors, [aria-invalid]")) {
    wrong.classList.remove("has-errors");
    wrong.removeAttribute("aria-invalid");
  }
  fill(form, pairs);
  form.querySelector("details.more")?.removeAttribute("open");
}

// Gives an empty form its dealer, who sits out with him, and the game after which it comes.
export function turn(form, { dealer, out, after }) {
  form.elements.after_number.value = after;
  if (form.elements.dealer.value === `${dealer}`) return;
  form.elements.dealer.value = dealer;
  for (const one of form.querySelectorAll("[name=sitting_out]")) one.checked = out.includes(Number(one.value));
  told(form);
}

export const isBegun = (form) => answers(form).some(([name, text]) => name === "who" && text) || [...form.querySelectorAll("input[inputmode]")].some((input) => input.value);

const key = (sheet) => `scorebook.draft.${sheet}`;

export const forget = (sheet) => localStorage.removeItem(key(sheet));

export function save(sheet, form) {
  if (isBegun(form)) localStorage.setItem(key(sheet), JSON.stringify({ at: Date.now(), pairs: answers(form) }));
  else forget(sheet);
}

// Puts back what was half entered, unless that is long ago or other people sit here by now.
export function restore(sheet, form) {
  const { at, pairs } = JSON.parse(localStorage.getItem(key(sheet))) ?? { at: 0 };
  const seated = pairs?.find(([name]) => name === "seated")?.[1];
  if (Date.now() - at < DAY && seated === form.elements.seated?.value) fill(form, pairs);
}
