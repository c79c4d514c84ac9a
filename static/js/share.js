// The result to send on: by what the device offers for that, else copied, else marked, so that one tap copies it.

const button = document.querySelector("[data-share]");
const text = document.querySelector(button.dataset.share);
const status = button.parentElement.querySelector("[role=status]");

// Without https a browser neither shares nor copies: then whoever reads does the last step himself.
const mark = () => {
  text.focus();
  text.select();
  status.textContent = button.dataset.marked;
};

async function copy() {
  try {
    await navigator.clipboard.writeText(text.value);
    status.textContent = button.dataset.copied;
  } catch {
    mark();
  }
}

async function share() {
  status.textContent = "";
  if (!navigator.share) return copy();
  try {
    await navigator.share({ text: text.value });
  } catch (error) {
    if (error.name !== "AbortError") await copy(); // else somebody changed his mind
  }
}

button.addEventListener("click", share);
button.hidden = false;
