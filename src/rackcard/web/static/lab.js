// The lab: line numbers, the faulty line marked, files to and from the disk, the draft kept through a reload.
import { say } from "./rackcard.js";

const text = document.getElementById("text");
const before = document.getElementById("before");
const gutter = document.getElementById("gutter");
const restart = document.getElementById("restart");
const BYTES_MAX = 128 * 1024;
const BEFORE_MAX = 60 * 1024; // beyond it the two texts together would not fit a request
const opened = text.value;
const key = text.dataset.key;

function number() {
  const faulty = Number(document.getElementById("verdict").dataset.line);
  const count = text.value.split("\n").length;
  gutter.replaceChildren();
  for (let line = 1; line <= count; line += 1) {
    if (line === faulty) {
      const mark = document.createElement("b");
      mark.textContent = `▸${line}`;
      gutter.append(mark, "\n");
    } else gutter.append(`${line}\n`);
  }
  gutter.append("\n\n"); // room below, for where the text has a scroll bar
  gutter.scrollTop = text.scrollTop;
  text.setAttribute("aria-invalid", faulty ? "true" : "false");
}

function place() {
  const lines = text.value.slice(0, text.selectionStart).split("\n");
  document.getElementById("place").textContent = `line ${lines.length}, column ${lines.at(-1).length + 1}`;
}

function changed() {
  number();
  place();
  restart.hidden = text.value === opened;
  try { sessionStorage.setItem(key, text.value); } catch { /* no room: the draft is only not kept */ }
}

function put(value, asBefore) {
  text.value = value;
  if (asBefore) before.value = value.length <= BEFORE_MAX ? value : "";
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

function jump(line, column) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(start, Math.min(start + 1, text.value.length));
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 4) * height);
  place();
}

text.addEventListener("input", changed);
text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });
for (const kind of ["keyup", "click", "focus"]) text.addEventListener(kind, place);

document.addEventListener("htmx:afterSwap", () => { say(""); number(); });
document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-jump]");
  if (target) jump(...target.dataset.jump.split(":").map(Number));
});

document.getElementById("save").addEventListener("click", () => {
  const id = /^card: *([a-z0-9]+(?:-[a-z0-9]+)*) *(?:#.*)?$/m.exec(text.value);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text.value], { type: "text/yaml" }));
  link.download = `${id ? id[1] : "card"}.yaml`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

document.getElementById("load").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  if (file.size > BYTES_MAX) say(`${file.name} is too large: a card may have at most ${BYTES_MAX / 1024} KiB.`);
  else put((await file.text()).replaceAll("\r\n", "\n"), true);
});

restart.addEventListener("click", () => { put(opened, true); text.focus(); });

// Before the form is sent, the text goes along.
document.addEventListener("submit", (event) => {
  if (event.target.id === "practice") event.target.elements.text.value = text.value;
}, true);

let draft = null;
try { draft = sessionStorage.getItem(key); } catch { /* not allowed: start from what was sent */ }
number();
place();
if (draft !== null && draft !== opened) {
  // htmx listens once the page is ready; a module runs before that.
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => put(draft, false)));
}
