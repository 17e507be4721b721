// A table's page: follows the log, sends commands, answers keys. It computes no pay and knows no game's rules.
import { send, say, fields } from "./rackcard.js";

const felt = document.getElementById("felt");
const { table, view } = felt.dataset;
const strip = () => document.getElementById("strip");
/** Whose chips a press moves: as the page shows it now. */
const seat = () => (strip().dataset.seat === "" ? null : Number(strip().dataset.seat));
const version = () => Number(strip().dataset.version);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const SETTLE_MS = 700;
let newest = version();
let refreshing = false;

// ---- following the log
function refresh() {
  if (refreshing) return;
  refreshing = true;
  htmx.trigger(felt, "refresh");
}
// What a person has chosen or typed on the felt, and which offers were let ride, outlive a redrawing.
let chosen = new Map();
let ridden = new Set();
felt.addEventListener("htmx:beforeSwap", () => {
  chosen = new Map([...felt.querySelectorAll("select[id], input[id^=part-]")].map((one) => [one.id, one.value]));
});
felt.addEventListener("htmx:afterSwap", () => {
  for (const [id, value] of chosen) {
    const one = document.getElementById(id);
    if (one && value !== "") { one.value = value; one.dispatchEvent(new Event("input", { bubbles: true })); }
  }
  for (const offer of felt.querySelectorAll(".offer")) offer.hidden = ridden.has(`${offer.id} ${offer.dataset.round}`);
  settle();
});

/** A button that appears where another stood wakes a moment later: the second press of a double click meant the other. */
function settle() {
  const fresh = [...felt.querySelectorAll("[data-careful]")];
  setTimeout(() => { for (const one of fresh) one.disabled = false; }, SETTLE_MS);
}
settle();

felt.addEventListener("htmx:afterRequest", () => { refreshing = false; });
felt.addEventListener("htmx:afterSettle", () => {
  refreshing = false;
  const said = document.getElementById("said");
  if (said.textContent !== strip().dataset.said) said.textContent = strip().dataset.said;
  document.body.dispatchEvent(new Event("meters"));
  if (version() < newest) refresh();
});

/** The dice tumble for a moment before what they settle is shown; any key or press ends it. */
function tumble() {
  const box = document.getElementById("result");
  if (still || !box || document.hidden) return Promise.resolve();
  box.classList.add("rolling");
  return new Promise((done) => {
    const end = () => { removeEventListener("pointerdown", end); removeEventListener("keydown", end); clearTimeout(timer); done(); };
    const timer = setTimeout(end, 650);
    addEventListener("pointerdown", end);
    addEventListener("keydown", end);
  });
}

async function moved(seq, kind) {
  if (seq <= newest) return;
  newest = seq;
  if (kind === "outcome") await tumble();
  if (version() < newest) refresh();
}

const KINDS = ["opened", "seated", "bought-in", "bet", "taken-down", "betting-closed", "outcome", "no-roll", "claimed", "corrected", "voided", "cards-changed", "advice-changed", "left", "frozen", "resumed", "paused", "confirmed", "closed"];
function follow() {
  const source = new EventSource(`/api/tables/${table}/events?after=${newest}`);
  for (const kind of KINDS) source.addEventListener(kind, (event) => moved(Number(event.lastEventId), kind));
  source.onopen = () => { if (document.body.dataset.lost) { delete document.body.dataset.lost; say(""); refresh(); } };
  source.onerror = async () => {
    document.body.dataset.lost = "yes";
    const answer = await fetch(`/api/tables/${table}`).catch(() => null);
    if (answer && [401, 403].includes(answer.status)) {
      source.close();
      say((await answer.json()).message);
      return;
    }
    say("The table cannot be reached; what you see may be old. Trying again …");
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
}
follow();

// ---- commands
async function give(command, options) {
  say("");
  try {
    const answer = await send(`/api/tables/${table}/commands`, command, options);
    await moved(answer.entry.seq, answer.entry.kind);
    return answer;
  } catch (error) {
    if (error.code !== "locked") say(error.message);
    if (error.code === "frozen") refresh();
    return null;
  }
}

const chip = () => Number(document.querySelector('input[name="chip"]:checked')?.value || 0);
function bet(card, wager) {
  if (seat() === null) return say("Choose a seat first: whose chips are they?");
  return give({ do: "bet", seat: seat(), card, wager, amount: chip() });
}

let rolling = false;
async function roll(button) {
  if (rolling) return;
  rolling = true;
  button.disabled = true;
  try {
    if (button.dataset.roll === "open" && !(await give({ do: "close-betting" }))) return;
    await give({ do: "generate" });
  } finally {
    rolling = false;
    button.disabled = false;
  }
}

document.addEventListener("click", async (event) => {
  const at = (selector) => event.target.closest(selector);
  let found;
  if ((found = at("[data-bet]"))) {
    if (found.getAttribute("aria-disabled") === "true") return say(found.dataset.why);
    const { card, wager } = JSON.parse(found.dataset.bet);
    await bet(card, wager);
  } else if ((found = at("[data-place]"))) {
    await bet(Number(found.dataset.card), document.getElementById(found.dataset.place).value);
  } else if ((found = at("[data-take]"))) {
    const part = document.getElementById(`part-${found.dataset.number}`)?.value;
    const command = { do: found.dataset.take, seat: Number(found.dataset.for), wager: Number(found.dataset.number) };
    if (part) command.amount = Math.round(Number(part) * 100);
    await give(command);
  } else if ((found = at("[data-ride]"))) {
    const offer = found.closest(".offer");
    ridden.add(`${offer.id} ${offer.dataset.round}`);
    offer.hidden = true;
    document.getElementById("roll")?.focus();
  } else if ((found = at("[data-roll]"))) {
    await roll(found);
  } else if ((found = at("[data-undo]"))) {
    await give({ do: "take-down", seat: seat(), ...JSON.parse(found.dataset.undo) });
  } else if ((found = at("[data-command]"))) {
    await give(JSON.parse(found.dataset.command));
  } else if ((found = at("[data-code]"))) {
    try {
      const answer = await send(`/api/tables/${table}/seats/${found.dataset.code}/code`, {});
      say(`Code for seat ${answer.seat}: ${answer.code} (good for 15 minutes, at ${location.host}/join)`);
    } catch (error) { say(error.message); }
  } else if ((found = at("[data-rank]"))) {
    const into = lastHand || document.querySelector("[data-cards]");
    into.value = `${into.value.trim()} ${found.dataset.rank}`.trim();
    into.focus();
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id === "entry-form") {
    event.preventDefault();
    // Enter in the field of the reason means the correction that the reason is for.
    const what = document.activeElement?.name === "reason" ? "correct" : event.submitter?.value || "outcome";
    if (view === "dealer" || what === "correct") await enter(form, what);
  } else if (form.dataset.do) {
    event.preventDefault();
    if (await give({ do: form.dataset.do, ...fields(form) })) form.reset();
  } else if (form.id === "tray-form") event.preventDefault();
});

// ---- the dealer's entry
let lastHand = null;
document.addEventListener("focusin", (event) => { if (event.target.matches("[data-cards]")) lastHand = event.target; });

function entered(form) {
  const value = (name) => form.querySelector(`[name="${name}"]:checked`)?.value;
  const hand = (name) => form.elements[name].value.toUpperCase().split(/[\s,]+/).filter(Boolean);
  if (form.dataset.game === "craps") return value("first") && value("second") ? [Number(value("first")), Number(value("second"))] : null;
  if (form.dataset.game === "roulette") return value("pocket") ?? null;
  return { player: hand("player"), banker: hand("banker") };
}

async function enter(form, what) {
  typed = "";
  const outcome = entered(form);
  if (outcome === null) return say("Choose what came first.");
  const command = { do: what, outcome };
  if (what === "correct") command.reason = form.elements.reason.value;
  if (await give(command)) form.reset();
}

// ---- keys
let typed = "";
document.getElementById("entry-form")?.addEventListener("pointerdown", () => { typed = ""; });
document.addEventListener("input", (event) => {
  if (!event.target.matches("input[id^=part-]")) return;
  const number = event.target.id.slice("part-".length);
  for (const one of document.querySelectorAll(`[data-take][data-number="${number}"]`)) {
    one.textContent = event.target.value ? `${one.dataset.label} $${event.target.value} of the stake` : one.dataset.label;
  }
});
document.addEventListener("keydown", (event) => {
  if (document.getElementById("main").inert) return;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input:not([type=radio]), textarea, select")) return;
  const key = event.key.toLowerCase();
  const press = (id) => { const button = document.getElementById(id); if (button) { event.preventDefault(); button.click(); } };
  if (key === "r") press("roll");
  else if (key === "n") press("no-more");
  else if (key === "u") press("undo");
  else if (key === "o") document.querySelector(".offer .take")?.focus();
  else if (key === "?") document.getElementById("keys").showModal();
  else if (/^[0-9]$/.test(key) && document.getElementById("entry-form") && view === "dealer") type(key);
  else if (key === "enter" && typed) {
    event.preventDefault();
    const form = document.getElementById("entry-form");
    if (form.dataset.game === "craps" && typed.length < 2) say("Type both faces, then Enter.");
    else enter(form, "outcome");
  }
  else if (/^[1-5]$/.test(key)) { const one = document.querySelectorAll('input[name="chip"]')[Number(key) - 1]; if (one) one.checked = true; }
});

/** Digits fill the dealer's entry: two faces, or a pocket. */
function type(digit) {
  const form = document.getElementById("entry-form");
  if (typed === "" || (form.dataset.game === "craps" && typed.length === 2)) { form.reset(); typed = ""; }
  const choose = (name, value) => { const one = form.querySelector(`[name="${name}"][value="${value}"]`); if (one) one.checked = true; return one; };
  if (form.dataset.game === "craps") {
    if (digit < "1" || digit > "6") return;
    typed += digit;
    choose("first", typed[0]);
    if (typed[1]) choose("second", typed[1]);
  } else if (form.dataset.game === "roulette") {
    typed = choose("pocket", typed + digit) ? typed + digit : (choose("pocket", digit), digit);
  }
}
