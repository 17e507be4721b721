// What every page of a table does: it follows the log, gives commands, and keeps what a person was at when it is drawn again.
// A command is one request: its answer has the entry, and the part of the page that shows it.
import { say, send, tell } from "./rackcard.js";
import { follow } from "./stream.js";

export const felt = document.getElementById("felt");
export const { table } = felt.dataset;
export const strip = () => document.getElementById("strip");
/** Whose chips a press moves: as the page shows it now. */
export const seat = () => (strip().dataset.seat === "" ? null : Number(strip().dataset.seat));
export const round = () => Number(strip().dataset.round);
export const version = () => Number(strip().dataset.version);
export const SETTLE_MS = 700;
const LATE_MS = 3000;
/** What a page adds: whether a drawing has to wait, what an entry starts, and what goes before and after a drawing. */
export const hooks = {
  holds: () => false, isHeld: () => false, async moved() {}, before() {}, after() {}, settled() {}, ended() { felt.inert = true; },
};

let newest = version(); // the newest entry that is known of
let refreshing = false; // whether the page has asked for itself
let sending = 0; // commands on their way, whose answers draw the page
let changes = []; // what has changed in the drawing, not shown yet
let late = 0; // a timer: what the stream does not bring in time is asked for

export function refresh() {
  if (refreshing || hooks.isHeld()) return;
  refreshing = true;
  htmx.trigger(felt, "refresh");
}
/** Show what has come; ask for what should have. */
export function catchUp() {
  if (sending || hooks.isHeld()) return;
  for (const change of changes.splice(0)) show(change);
  clearTimeout(late);
  if (version() < newest) late = setTimeout(() => { if (!sending && version() < newest) refresh(); }, LATE_MS);
}

const inText = (text, name) => Number(new RegExp(`data-${name}="(\\d+)"`).exec(text)?.[1]);
/** The round that a drawing shows: a whole one, or a change. */
export const roundIn = (drawing) => inText(typeof drawing === "string" ? drawing : Object.values(drawing.set).join(" "), "round") || round();

// ---- drawing: what a person has selected or typed, where the focus was, and what is unfolded, outlive it
let kept = new Map();
let unfolded = [];
let focused = "";

/** Whether a drawing may be shown: it is not older than the page, and nothing holds it up. */
function admit(drawing) {
  const isWhole = typeof drawing === "string";
  if (isWhole ? inText(drawing, "version") < version() : drawing.version <= version()) return false;
  if (!isWhole && drawing.viewer !== strip().dataset.viewer) return false; // of a view that the page has turned from
  if (!isWhole && drawing.base > version()) { refresh(); return false; } // one before it has been missed
  if (hooks.holds(drawing)) return false;
  kept = new Map([...felt.querySelectorAll("select[id], input[id]")].map((one) => [one.id, one.value]));
  unfolded = [...felt.querySelectorAll("details[id][open]")].map((one) => one.id);
  const at = document.activeElement;
  focused = felt.contains(at) || at?.closest("#rail") ? at.id : "";
  hooks.before();
  return true;
}

/** Draw the page as an answer has it: the whole, or what has changed. */
export function show(drawing) {
  if (!admit(drawing)) return;
  if (typeof drawing === "string") { htmx.swap(felt, drawing, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 20 }); return; }
  change(drawing);
  htmx.trigger(felt, "htmx:afterSwap");
  htmx.trigger(felt, "htmx:afterSettle");
}

/** An element from its text, in the namespace of its place. */
function made(text, place) {
  const holder = document.createElement("template");
  const isDrawn = place.namespaceURI === "http://www.w3.org/2000/svg";
  holder.innerHTML = isDrawn ? `<svg>${text}</svg>` : text;
  const one = isDrawn ? holder.content.firstElementChild.firstElementChild : holder.content.firstElementChild;
  one.removeAttribute("hx-swap-oob");
  return one;
}

/** Children that came, went or moved; then the elements and attributes that differ. */
function change({ set, order }) {
  const placed = new Set();
  const fresh = [];
  for (const [id, names] of Object.entries(order)) {
    const parent = document.getElementById(id);
    const held = new Map([...parent.children].map((one) => [one.id, one]));
    const children = names.map((name) => {
      if (held.has(name)) return held.get(name);
      placed.add(name);
      fresh.push(made(set[name], parent));
      return fresh.at(-1);
    });
    for (const [name, one] of held) if (!names.includes(name)) one.remove();
    children.forEach((one, place) => { if (parent.children[place] !== one) parent.insertBefore(one, parent.children[place] ?? null); });
  }
  for (const [name, text] of Object.entries(set)) {
    if (placed.has(name)) continue;
    if (name.startsWith("@")) {
      const [id, attribute] = name.slice(1).split(" ");
      document.getElementById(id)?.setAttribute(attribute, text);
    } else {
      const old = document.getElementById(name);
      if (!old) continue;
      fresh.push(made(text, old.parentElement));
      old.replaceWith(fresh.at(-1));
    }
  }
  for (const one of fresh) htmx.process(one);
}

felt.addEventListener("htmx:configRequest", (event) => {
  if (event.target !== felt) return;
  event.detail.headers["X-Have"] = have();
  if (followed !== viewed().name) turn(followed = viewed().name);
});
felt.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target !== felt) return;
  const { xhr } = event.detail;
  const isChange = xhr.getResponseHeader("Content-Type")?.startsWith("application/json");
  event.detail.shouldSwap = !isChange && admit(xhr.responseText);
  if (isChange && xhr.status === 200) show(JSON.parse(xhr.responseText));
});
felt.addEventListener("htmx:afterRequest", (event) => {
  if (event.target !== felt) return;
  refreshing = false;
  if (event.detail.successful) catchUp();
});
felt.addEventListener("htmx:afterSwap", (event) => {
  if (event.target !== felt) return;
  for (const [id, value] of kept) {
    const one = document.getElementById(id);
    if (one && value !== "" && one.value !== value) { one.value = value; one.dispatchEvent(new Event("input", { bubbles: true })); }
  }
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  settle();
  hooks.after();
});
felt.addEventListener("htmx:afterSettle", (event) => {
  if (event.target !== felt) return;
  speak();
  if (focused && (document.activeElement === document.body || !document.activeElement)) {
    (document.getElementById(focused) || hooks.refocus?.())?.focus({ preventScroll: true });
  }
  hooks.settled();
  document.body.dispatchEvent(new Event("meters"));
  catchUp();
});

/** A button that replaces another is enabled a moment later: the second click of a double click meant the first one. */
function settle() {
  const fresh = [...felt.querySelectorAll("[data-careful]")];
  setTimeout(() => { for (const one of fresh) one.disabled = false; }, SETTLE_MS);
}
settle();

/** Announce to screen readers what has happened since the last announcement. */
let spoken = version();
function speak() {
  const fresh = JSON.parse(strip().dataset.said).filter(([seq]) => seq > spoken);
  spoken = version();
  if (fresh.length) document.getElementById("said").textContent = fresh.map(([, text]) => text).join(". ");
}

// ---- following the log
/** The view and the seat that this page shows. */
function viewed() {
  const asked = new URL(felt.getAttribute("hx-get"), location.href).searchParams.get("seat") ?? "";
  return { asked, name: `${felt.dataset.view}:${/^\d{0,3}$/.test(asked) ? asked : ""}` };
}
/** The drawing that this page has. */
const have = () => `${strip().dataset.viewer}:${version()}`;
let followed = viewed().name;
const turn = follow(table, followed, newest, felt.dataset.kinds.split(" "), {
  drawn(one) {
    changes.push(one);
    newest = Math.max(newest, one.version);
    catchUp();
  },
  async moved(seq, kind) {
    if (seq <= newest) return;
    newest = seq;
    if (!sending) await hooks.moved(kind);
    catchUp();
  },
  opened() { if (document.body.dataset.lost) { delete document.body.dataset.lost; say(""); refresh(); } },
  lost() {
    document.body.dataset.lost = "yes";
    say("The table cannot be reached. This page may be out of date. Reconnecting …");
  },
  async ended() {
    const answer = await fetch(`/api/tables/${table}`).catch(() => null);
    if (!answer || ![401, 403].includes(answer.status)) return;
    hooks.ended(); // this person may no longer see the table
    say((await answer.json()).message);
  },
});

// ---- commands
/** What the answer to a command is to draw. */
function drawing() {
  const { asked } = viewed();
  return { "X-View": felt.dataset.view, "X-Have": have(), ...(asked ? { "X-Seat": asked } : {}) };
}

/** Give a command and show what came of it; a refusal is thrown. One that another follows at once draws nothing. */
export async function order(command, { draws = true, ...options } = {}) {
  sending += 1;
  try {
    const answer = await send(`/api/tables/${table}/commands`, command, { ...options, headers: draws ? drawing() : {} });
    newest = Math.max(newest, answer.entry.seq);
    if (answer.felt || answer.change) show(answer.felt || answer.change);
    return answer;
  } finally {
    sending -= 1;
    setTimeout(catchUp); // a moment later, so that a command that follows at once is on its way
  }
}

export async function give(command, options) {
  say("");
  try {
    return await order(command, options);
  } catch (error) {
    if (error.code !== "locked") say(error.message);
    if (error.code === "frozen") refresh();
    return null;
  }
}

export async function seatCode(button) {
  try {
    const { seat: number, code, minutes } = await send(`/api/tables/${table}/seats/${button.dataset.code}/code`, {});
    tell(`Code for seat ${number}: ${code}. It expires in ${minutes} minutes; enter it at ${location.host}/join.`);
  } catch (error) { say(error.message); }
}
