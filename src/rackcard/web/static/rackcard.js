// Shared by every page: the session token on requests, refusals as messages, logging in and out.

export const csrf = () => document.querySelector('meta[name="csrf"]').content;

function show(id, sentence) {
  const box = document.getElementById(id);
  box.querySelector("span").textContent = sentence || "";
  box.hidden = !sentence;
}

/** Show an error, in view wherever one has scrolled to and announced by screen readers; it stays until closed. */
export const say = (sentence) => show("alert", sentence);

/** Show good news, which stays until it is closed. */
export const tell = (sentence) => show("news", sentence);

let lost = "";

/** Show that the server cannot be reached, until it answers again. */
function unreachable(sentence) {
  lost = sentence;
  say(sentence);
}
function reached() {
  const shown = document.querySelector("#alert span");
  if (lost && shown?.textContent === lost) say("");
  lost = "";
}

const UNREACHABLE = "The server cannot be reached. Your last action may not have gone through."
  + " Check the table before you retry.";

/** A key for one command: whatever the network does, it takes effect once. */
export const newKey = () => crypto.randomUUID();

/** Send JSON; the answer, or a thrown error with its code. A lost connection is retried with the same key. */
export async function send(url, body, { method = "POST", key = newKey(), tries = 3, headers: more = {} } = {}) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf(), "Idempotency-Key": key, ...more };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
      reached();
      const data = await answer.json().catch(() => ({}));
      if (answer.ok) return data;
      const refused = new Error(data.message || `The server returned an error (${answer.status}). Try again.`);
      refused.code = data.code || String(answer.status);
      if (refused.code === "locked") lock();
      throw refused;
    } catch (error) {
      if (error.code || attempt === tries) {
        if (!error.code) { error.message = UNREACHABLE; lost = UNREACHABLE; }
        throw error;
      }
      await new Promise((done) => setTimeout(done, 300 * attempt));
    }
  }
}

/** The fields of a form as an object; empty ones left out, whole numbers as numbers where the input says so. */
export function fields(form) {
  const found = {};
  for (const [name, value] of new FormData(form)) {
    if (value === "") continue;
    const input = form.elements[name];
    found[name] = input instanceof HTMLElement && input.dataset.kind === "cents" ? Math.round(Number(value) * 100)
      : input instanceof HTMLElement && input.dataset.kind === "number" ? Number(value)
      : input instanceof HTMLElement && input.dataset.kind === "json" ? JSON.parse(value) : value;
  }
  return found;
}

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = csrf();
});
document.addEventListener("htmx:responseError", (event) => {
  let text = "";
  try { text = JSON.parse(event.detail.xhr.responseText).message; } catch { /* not a refusal of ours */ }
  say(text || `The server returned an error (${event.detail.xhr.status}). Reload the page.`);
});
document.addEventListener("htmx:sendError", () => unreachable("The server cannot be reached."));
document.addEventListener("htmx:afterOnLoad", reached);
window.addEventListener("online", () => fetch("/health").then(reached, () => {}));

document.addEventListener("click", async (event) => {
  if (event.target.closest("[data-log-out]")) {
    await send("/api/logout", {});
    location.assign("/");
  }
  const opener = event.target.closest("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog).showModal();
  const closer = event.target.closest("[data-close]");
  if (closer) closer.closest("dialog").close();
  const hush = event.target.closest("[data-hush]");
  if (hush) hush.parentElement.hidden = true;
});

// A form with data-send posts its fields as JSON, then goes where data-then says.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-send]");
  if (!form) return;
  event.preventDefault();
  const button = form.querySelector("button[type=submit], button:not([type])");
  if (button) button.disabled = true;
  say("");
  try {
    const answer = await send(form.dataset.send, fields(form), { key: form.dataset.key || (form.dataset.key = newKey()) });
    delete form.dataset.key;
    location.assign(form.dataset.then || answer.go || location.href);
  } catch (error) {
    delete form.dataset.key;
    say(error.message);
    if (button) button.disabled = false;
  }
});

// ---- the page of a dealer or supervisor who has been idle is locked; the server locks the session too
const over = document.getElementById("locked");
let used = Date.now();
let before = null;

/** Cover the page, and keep the keyboard out of what is below. */
function lock() {
  if (!over || (!over.hidden && document.getElementById("main").inert)) return;
  over.hidden = false;
  before = document.activeElement;
  for (const one of [document.getElementById("main"), document.querySelector(".bar")]) one.inert = true;
  over.querySelector('input[type="password"]').focus();
}

if (over) {
  if (!over.hidden) lock();
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { used = Date.now(); });
  setInterval(() => { if (Date.now() - used > Number(over.dataset.after) * 1000) lock(); }, 5000);
  document.getElementById("unlock-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send("/api/unlock", fields(event.target));
      event.target.reset();
      used = Date.now();
      over.hidden = true;
      for (const one of [document.getElementById("main"), document.querySelector(".bar")]) one.inert = false;
      const same = before?.isConnected ? before : document.getElementById(before?.id || "main");
      (same === document.body ? document.getElementById("main") : same)?.focus();
    } catch (error) { document.getElementById("unlock-said").textContent = error.message; }
  });
}
