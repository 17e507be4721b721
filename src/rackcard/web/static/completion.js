// Completion in the lab: what may be written at the cursor, asked of the server, chosen by keys or pointer.
import { cursor, placeOf, write } from "./editor.js";

const area = document.getElementById("text");
const box = document.getElementById("completing");
const list = document.getElementById("completions");
const hint = document.getElementById("hint");
const heard = document.getElementById("completed");
const WAIT = 140;
let proposals = [];
let from = 0;
let chosen = -1;
let asked = 0;
let timer = 0;

export function close() {
  asked += 1;
  clearTimeout(timer);
  box.hidden = true;
  proposals = [];
  chosen = -1;
  area.removeAttribute("aria-activedescendant");
}

function choose(index) {
  chosen = index;
  [...list.children].forEach((one, number) => one.setAttribute("aria-selected", String(number === index)));
  const one = list.children[index];
  one?.scrollIntoView({ block: "nearest" });
  if (one) area.setAttribute("aria-activedescendant", one.id); else area.removeAttribute("aria-activedescendant");
  hint.textContent = proposals[index]?.hint ?? "";
}

function accept(index) {
  const one = proposals[index];
  const [start, end] = [from, area.selectionStart];
  close();
  write(start, end, one.insert);
}

function show(found, at, first) {
  const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
  from = area.selectionStart - line.length + found.column - 1;
  const typed = line.slice(found.column - 1);
  proposals = found.proposals.filter((one) => one.insert.trim() !== typed.trim());
  if (!proposals.length) { close(); return; }
  list.replaceChildren(...proposals.map((one, index) => {
    const item = document.createElement("li");
    item.id = `completion-${index}`;
    item.setAttribute("role", "option");
    item.dataset.kind = one.kind;
    item.textContent = one.label;
    return item;
  }));
  box.hidden = false;
  const place = placeOf(at.line, found.column);
  const wide = box.parentElement.clientWidth - box.offsetWidth - 8;
  const scroller = document.getElementById("editor");
  const below = place.top + place.height + box.offsetHeight < scroller.scrollTop + scroller.clientHeight;
  const above = place.top - box.offsetHeight > scroller.scrollTop;
  box.style.left = `${Math.max(4, Math.min(place.left, wide))}px`;
  box.style.top = `${below || !above ? place.top + place.height + 4 : place.top - box.offsetHeight - 4}px`;
  choose(first ? 0 : -1);
  heard.textContent = `${proposals.length} completions`;
}

async function ask(first) {
  const number = asked += 1;
  const at = cursor();
  const text = area.value;
  try {
    const answer = await fetch("/lab/complete", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text, ...at }),
    });
    if (!answer.ok || number !== asked || area.value !== text) return;
    show(await answer.json(), at, first);
  } catch { close(); }
}

area.addEventListener("input", (event) => {
  clearTimeout(timer);
  asked += 1;
  const isTyped = event.inputType === "insertText" || event.inputType?.startsWith("delete");
  if (!isTyped || (event.inputType !== "insertText" && box.hidden)) { close(); return; }
  timer = setTimeout(() => ask(false), WAIT);
});

area.addEventListener("keydown", (event) => {
  if (event.key === " " && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    clearTimeout(timer);
    ask(true);
    return;
  }
  if (box.hidden) return;
  const last = proposals.length - 1;
  if (event.key === "ArrowDown") choose(chosen >= last ? 0 : chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen <= 0 ? last : chosen - 1);
  else if (event.key === "Escape") close();
  else if (event.key === "Tab" && !event.shiftKey) accept(Math.max(chosen, 0));
  else if (event.key === "Enter" && chosen >= 0) accept(chosen);
  else { if (event.key === "ArrowLeft" || event.key === "ArrowRight") close(); return; }
  event.preventDefault();
}, true);

list.addEventListener("mousedown", (event) => {
  const item = event.target.closest("li");
  if (!item) return;
  event.preventDefault();
  accept([...list.children].indexOf(item));
});
area.addEventListener("blur", () => setTimeout(close, 150));
