// House rules in the office: files to and from the form, a table opened from them, a change at a table confirmed.
import { say, send } from "./rackcard.js";

const BYTES_MAX = 128 * 1024;
const find = (id) => document.getElementById(id);

// ---- choices that go together; before the form is sent, so while the event still goes down
document.addEventListener("change", ({ target }) => {
  if (target.dataset?.list) find(target.dataset.list).checked = true;
  if (!target.dataset?.together) return;
  for (const one of document.querySelectorAll("[data-together]")) {
    if (one.dataset.together === target.dataset.together && one.value === target.value) one.checked = true;
  }
}, true);

// ---- what a person has opened or is typing outlives an answer
let unfolded = new Map();
let asked = new Map();
const typed = () => new Map([...document.querySelectorAll("#house-form input[type=text][id]")].map((one) => [one.id, one.value]));
document.addEventListener("htmx:beforeRequest", () => { asked = typed(); });
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "house") return;
  unfolded = new Map([...event.target.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const now = document.activeElement;
  // what is being typed is sent when the field is left: an older answer must not take it away
  if (now?.closest("#house-form") && now.type === "text" && now.value !== asked.get(now.id)) event.detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "house") return;
  for (const [id, open] of unfolded) { const one = find(id); if (one) one.open = open; }
});

// ---- the file: while it is edited by hand the form waits
document.addEventListener("input", ({ target }) => {
  if (target.id !== "text" || !find("edited")) return;
  find("edited").hidden = false;
  find("house-form").inert = true;
});

document.addEventListener("change", async ({ target }) => {
  if (target.id !== "load") return;
  const texts = {};
  let rules = "";
  for (const file of target.files) {
    if (file.size > BYTES_MAX) { say(`${file.name} is larger than 128 KiB.`); return; }
    const text = await file.text();
    const card = /^card:\s*([a-z0-9-]+)\s*$/m.exec(text);
    if (/^house:/m.test(text)) rules = text; else if (card) texts[card[1]] = text;
  }
  target.value = "";
  if (!rules) { say("None of these files is house rules: one of them must have a line that starts with “house:”."); return; }
  say("");
  find("text").value = rules;
  find("texts").value = Object.keys(texts).length ? JSON.stringify(texts) : "";
  find("text").dispatchEvent(new Event("input", { bubbles: true }));
  find("to-form")?.click();
});

document.addEventListener("click", ({ target }) => {
  if (target.id !== "save") return;
  const text = find("text").value;
  const id = /^house: *([a-z0-9]+(?:-[a-z0-9]+)*) *(?:#.*)?$/m.exec(text);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  link.download = `${id ? id[1] : "house"}.yaml`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

const texts = () => JSON.parse(find("texts").value || "{}");

document.addEventListener("click", async ({ target }) => {
  if (target.id !== "open-table") return;
  const table = find("table-id");
  if (!table.reportValidity()) return;
  target.disabled = true;
  say("");
  try {
    await send("/api/tables", { table: table.value, house: find("text").value, texts: texts(), live: true });
    location.assign(`/tables/${table.value}/supervisor`);
  } catch (error) { say(error.message); target.disabled = false; }
});

// ---- a change at an open table: what was compared is what is sent
document.addEventListener("htmx:afterSettle", ({ target }) => { if (target.id === "main") find("comparison")?.focus(); });
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("#confirm-change");
  if (!form) return;
  event.preventDefault();
  const { table, version } = form.dataset;
  const body = { do: "change-house", house: form.elements.house.value, reason: form.elements.reason.value };
  body.texts = JSON.parse(form.elements.texts.value || "{}");
  say("");
  try {
    await send(`/api/tables/${table}/commands`, body, { headers: { "X-Expected-Version": version } });
    location.assign(`/tables/${table}/house`);
  } catch (error) { say(error.message); }
});
