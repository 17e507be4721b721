// Pays in the lab: sliders and numbers send amounts, and show the edges that the server finds for them.
import { say } from "./rackcard.js";

const area = document.getElementById("text");
const tried = document.getElementById("tried");
const find = (id) => document.getElementById(id);
let busy = false;
let again = false;

const controls = () => [...document.querySelectorAll("input[type=number][data-pay]")];
const changed = () => controls().filter((one) => one.value !== one.dataset.was && Number(one.value) > 0);

async function ask(url, body) {
  const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.message);
  return data;
}

function show(edges) {
  for (const one of document.querySelectorAll("[data-edge]")) {
    const found = edges.find((edge) => edge.key === one.dataset.edge);
    one.textContent = found ? found.edge : one.dataset.was;
    one.classList.toggle("players", found ? found.players : one.dataset.was.startsWith("player"));
    const moved = document.querySelector(`[data-moved="${CSS.escape(one.dataset.edge)}"]`);
    moved.textContent = found ? `was ${one.dataset.was} ${found.moved}` : "";
  }
}

/** Ask for the edges under the amounts shown; one question at a time, the newest last. */
async function reprice() {
  const now = changed();
  find("apply-pays").disabled = find("undo-pays").disabled = !now.length;
  if (!now.length) { tried.value = ""; show([]); return; }
  if (busy) { again = true; return; }
  busy = true;
  try {
    const sent = Object.fromEntries(now.map((one) => [one.dataset.pay, one.value]));
    const found = await ask("/lab/reprice", { text: area.value, pays: sent });
    tried.value = found.text;
    show(found.edges);
  } catch (error) { say(error.message); }
  busy = false;
  if (again) { again = false; reprice(); }
}

document.addEventListener("input", ({ target }) => {
  if (!target.dataset?.pay) return;
  for (const one of document.querySelectorAll(`[data-pay="${target.dataset.pay}"]`)) {
    if (one !== target) one.value = target.value;
    one.classList.toggle("changed", one.type === "number" && one.value !== one.dataset.was);
  }
  const goal = find("goal")?.elements.pay;
  if (goal) goal.value = target.dataset.pay;
  reprice();
});

function set(number, amount) {
  const one = document.querySelector(`input[type=number][data-pay="${number}"]`);
  one.value = amount;
  one.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "goal") return;
  event.preventDefault();
  const { edge, pay } = event.target.elements;
  const box = find("goal-found");
  try {
    const found = await ask("/lab/goal", { text: area.value, pay: Number(pay.value), edge: edge.value });
    const sentence = document.createElement("p");
    sentence.textContent = found.sentence;
    const row = document.createElement("div");
    row.className = "row";
    for (const one of found.choices) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one.label;
      button.addEventListener("click", () => set(pay.value, one.amount));
      row.append(button);
    }
    box.replaceChildren(sentence, row);
  } catch (error) { box.textContent = error.message; }
});

/** Buttons of the panel; ``put`` writes a whole text into the editor. */
export function listen(put) {
  document.addEventListener("click", ({ target }) => {
    if (target.id === "apply-pays" && tried.value) { put(tried.value); tried.value = ""; }
    if (target.id === "undo-pays") for (const one of controls()) if (one.value !== one.dataset.was) set(one.dataset.pay, one.dataset.was);
  });
}
