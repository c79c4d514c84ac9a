// A table's list from paper: the sum at once, a key for the sign, and Enter goes on to the next field.

const form = document.querySelector("form[data-list]");
const told = form.querySelector("[data-sum]");
const fields = [...form.querySelectorAll("input[type=text]")];
const points = fields.filter(({ name }) => name === "points");
let sent = false;

const plain = (text) => text.normalize("NFKC").replace(/\s+/gu, "").replace(/[\p{Pd}−]/gu, "-").replace(/^\+/u, "");
const isNumber = (text) => /^-?[0-9]{1,9}$/u.test(plain(text));
const written = (number) => String(number).replace("-", "−");

const add = () => {
  const typed = points.map(({ value }) => value).filter(isNumber);
  const sum = typed.reduce((all, text) => all + Number(plain(text)), 0);
  const { open, right, wrong } = told.dataset;
  const whole = typed.length === points.length;
  const isWrong = whole && wrong !== undefined && sum !== 0;
  told.textContent = typed.length ? (isWrong ? wrong : whole ? right : open).replace("{sum}", written(sum)) : "";
  told.classList.toggle("wrong", isWrong);
  told.classList.toggle("right", whole && !isWrong);
};

form.addEventListener("input", add);

form.addEventListener("keydown", (event) => {
  const next = fields[fields.indexOf(event.target) + 1];
  if (event.key !== "Enter" || event.isComposing || event.target.type !== "text" || !next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

form.addEventListener("click", ({ target }) => {
  const field = form.elements[target.dataset.sign];
  if (!field) return;
  const bare = plain(field.value);
  field.value = bare.startsWith("-") ? bare.slice(1) : `−${bare}`;
  field.focus();
  add();
});

// What is typed is nowhere else yet.
form.addEventListener("submit", () => (sent = true));
addEventListener("beforeunload", (event) => {
  if (!sent && fields.some(({ value, defaultValue }) => value !== defaultValue)) event.preventDefault();
});
addEventListener("pageshow", () => (sent = false));

form.querySelectorAll("[data-sign]").forEach((key) => (key.hidden = false));
add();
