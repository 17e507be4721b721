// The pages of the floor: the dealer's, and the supervisor's. They follow the log, send commands and answer keys.
import { entry, pick } from "./entry.js";
import { say, fields } from "./rackcard.js";
import { SETTLE_MS, felt, give, hooks, refresh, seat, seatCode, strip, table } from "./live.js";

const form = document.getElementById("entry-form");
const enters = form && "enters" in form.dataset;

Object.assign(hooks, { settled: () => shown(), ended() { document.getElementById("table").inert = true; } });

/** What a redrawn page needs: the ticks, the point on the pad, what was understood of the call. */
function shown() {
  for (const cell of document.querySelectorAll(".cell[data-phase]")) {
    cell.classList.toggle("point", cell.dataset.phase === strip().dataset.phase);
  }
  showTicks();
  echo();
}

// ---- the outcome: one tap, or keys and Enter; betting is closed first
let busy = false;
async function enter(outcome) {
  if (busy) return;
  busy = true;
  try {
    if (strip().dataset.betting === "open" && !(await give({ do: "close-betting" }, { draws: false }))) return;
    if (await give({ do: "outcome", outcome })) { form.reset(); entry.clear(form); }
  } finally { busy = false; }
}

async function enterTyped() {
  await entry.ready();
  const outcome = entry.entered(form);
  if (outcome === null) return say(entry.lacks() || "Enter the outcome first.");
  return enter(outcome);
}

// ---- a correction: the right outcome and a reason
const correcting = document.getElementById("correcting");
const isCorrecting = () => Boolean(correcting) && !correcting.hidden;

function correct(on) {
  if (!correcting) return;
  correcting.hidden = !on;
  form.classList.toggle("is-correcting", on);
  if (on) { form.elements.reason.focus(); form.scrollIntoView({ block: "nearest" }); }
  else { form.reset(); entry.clear(form); }
}

async function sendCorrection() {
  await entry.ready();
  const outcome = entry.entered(form);
  if (outcome === null) return say("Enter the correct outcome first.");
  const command = { do: "correct", outcome, reason: form.elements.reason.value };
  if (form.elements.round.value) command.round = Number(form.elements.round.value);
  if (await give(command)) { form.reset(); if (enters) correct(false); else entry.clear(form); }
}

// ---- the list: what is done is ticked off on this screen, and stays so for this outcome
const ticksOf = () => `ticks ${table} ${strip().dataset.round}`;
const ticked = () => new Set(JSON.parse(sessionStorage.getItem(ticksOf()) || "[]"));

function showTicks() {
  const done = ticked();
  let isFirst = true;
  for (const box of felt.querySelectorAll("[data-task]")) {
    box.checked = done.has(box.dataset.task);
    box.closest("li").classList.toggle("now", isFirst && !box.checked);
    if (!box.checked) isFirst = false;
  }
}

function tick(box) {
  const done = ticked();
  if (box.checked) done.add(box.dataset.task); else done.delete(box.dataset.task);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`ticks ${table} `)) sessionStorage.removeItem(key);
  sessionStorage.setItem(ticksOf(), JSON.stringify([...done]));
  showTicks();
}

// ---- the call bet
const call = document.getElementById("call");
const book = document.getElementById("book");
let asked = 0;
let understood = null;

async function read() {
  const own = ++asked;
  const toke = document.getElementById("toke").checked && !/dealers$/.test(call.value.trim()) ? " for the dealers" : "";
  const query = new URLSearchParams({ text: call.value + toke, ...(seat() === null ? {} : { seat: seat() }) });
  const answer = await fetch(`/tables/${table}/call?${query}`).then((one) => one.json()).catch(() => null);
  if (own === asked) understood = answer;
  return answer;
}

const part = (name, text) => { const one = document.createElement(name); one.textContent = text; return one; };

/** Say what was understood of the call so far. */
async function echo() {
  if (!call) return;
  const line = document.getElementById("echo");
  line.dataset.rest ??= line.textContent;
  const isClosed = strip().dataset.betting === "closed";
  if (!call.value.trim()) {
    asked += 1;
    understood = null;
    book.hidden = true;
    line.classList.remove("refused");
    line.textContent = isClosed ? line.dataset.closed : line.dataset.rest;
    return;
  }
  const answer = await read();
  if (!answer || answer !== understood) return;
  line.classList.toggle("refused", Boolean(answer.refused));
  book.hidden = !answer.command || Boolean(answer.refused);
  if (!answer.command) {
    line.replaceChildren(part("span", `${(answer.refused || answer.message || "").replace(/^./, (one) => one.toUpperCase())}.`));
    return;
  }
  const said = [part("b", answer.seat), part("span", answer.player), part("em", answer.amount), part("strong", answer.wager)];
  said[0].className = "seat";
  line.replaceChildren(...said.filter((one) => one.textContent), part("small", answer.refused || answer.note));
}
call?.addEventListener("input", echo);
document.getElementById("toke")?.addEventListener("change", echo);

async function bookCall() {
  if (!call.value.trim()) return;
  const answer = await read();
  if (!answer?.command || answer.refused) {
    await echo();
    return say(answer?.refused || answer?.message || "The server cannot be reached.");
  }
  if (await give(answer.command)) {
    call.value = "";
    document.getElementById("toke").checked = false;
    await echo();
  }
}

// ---- buttons
const sure = document.getElementById("sure");
function askFirst(button) {
  const yes = document.getElementById("sure-yes");
  document.getElementById("sure-text").textContent = button.dataset.sure;
  document.getElementById("sure-part").hidden = !("part" in button.dataset);
  document.getElementById("sure-amount").value = "";
  yes.textContent = button.dataset.yes;
  yes.dataset.command = button.dataset.command || button.dataset.ask;
  sure.showModal();
  yes.focus();
}

function obey(button) {
  const command = JSON.parse(button.dataset.command);
  const amount = document.getElementById("sure-amount")?.value;
  if (button.closest("#sure") && amount) command.amount = Math.round(Number(amount) * 100);
  button.closest("dialog")?.close();
  return give(command);
}

let tapped = { cell: null, at: 0 };
function tap(cell) {
  if (isCorrecting() || !enters) return pick(form, cell);
  const isSecond = tapped.cell === cell && Date.now() - tapped.at < SETTLE_MS; // of a double click, not another roll
  tapped = { cell, at: Date.now() };
  if (isSecond) return null;
  return enter(JSON.parse(cell.dataset.outcome));
}

function select(button) {
  const url = `/tables/${table}/felt?view=dealer&seat=${button.dataset.seat}`;
  felt.setAttribute("hx-get", url);
  history.replaceState(null, "", `?seat=${button.dataset.seat}`);
  htmx.process(felt);
  refresh();
}

const drawer = document.getElementById("drawer");
function toggleDrawer() {
  if (!drawer) return;
  drawer.hidden = !drawer.hidden;
  document.getElementById("menu").setAttribute("aria-expanded", String(!drawer.hidden));
  (drawer.hidden ? document.getElementById("menu") : drawer.querySelector("input, button"))?.focus();
}

const BUTTONS = [
  [".cell[data-outcome]", tap],
  ["button[data-seat]", select],
  ["[data-drawer], #menu", toggleDrawer],
  ["[data-correct]", () => correct(!isCorrecting())],
  ["[data-correct-off]", () => correct(false)],
  ["[data-undo]", (button) => give({ do: "take-down", seat: seat(), ...JSON.parse(button.dataset.undo) })],
  ["[data-sure]", askFirst],
  ["[data-command]", obey],
  ["[data-code]", seatCode],
];
document.addEventListener("click", async (event) => {
  for (const [selector, press] of BUTTONS) {
    const button = event.target.closest(selector);
    if (button) { await press(button); return; }
  }
  entry.press(event.target);
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-task]")) tick(event.target);
  else if (enters && !isCorrecting() && event.target.closest("[data-at-once]") && entry.entered(form)) enterTyped();
});
document.addEventListener("submit", async (event) => {
  const one = event.target;
  if (one.id === "entry-form") {
    event.preventDefault();
    // Enter in the field of the reason means the correction that the reason is for.
    const isCorrection = !enters || document.activeElement?.name === "reason" || event.submitter?.value === "correct";
    await (isCorrection ? sendCorrection() : enterTyped());
  } else if (one.id === "call-form") {
    event.preventDefault();
    await bookCall();
  } else if (one.dataset.do) {
    event.preventDefault();
    if (await give({ do: one.dataset.do, ...fields(one) })) one.reset();
  }
});

// ---- keys
form?.addEventListener("pointerdown", (event) => { if (!event.target.closest("#correcting")) entry.clear(form); });
document.addEventListener("keydown", (event) => {
  if (document.getElementById("main").inert) return;
  if (event.key === "Escape" && drawer && !drawer.hidden) return toggleDrawer();
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target === call && event.key === "Escape") return call.blur();
  if (event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return;
  const key = event.key.toLowerCase();
  const press = (id) => { const button = document.getElementById(id); if (button) { event.preventDefault(); button.click(); } };
  if (enters && entry.key(key, form)) return;
  if (enters && key === "enter" && entry.isTyped()) {
    event.preventDefault();
    if (entry.lacks()) say(entry.lacks());
    else if (isCorrecting()) sendCorrection();
    else enterTyped();
  }
  else if (key === "n") press("no-more");
  else if (key === "u") press("undo");
  else if (key === "m") { event.preventDefault(); toggleDrawer(); }
  else if (key === "c" && call) { event.preventDefault(); call.focus(); }
  else if (key === "o") { event.preventDefault(); felt.querySelector(".ask")?.focus(); }
  else if (key === "?") document.getElementById("keys")?.showModal();
});
shown();
