// The entry form on pages that show no more than it: fetches what it needs, and attends to it.

import { attend } from "./entry.js";

const form = document.querySelector("form.entry");
const answer = form && (await fetch(form.dataset.kit).catch(() => null));
if (answer?.ok) attend(form, await answer.json());
