// A table's page: follows the log, sends commands, answers keys. It computes no pay and knows no game's rules.
import { say, fields } from "./rackcard.js";
import { catchUp, felt, give, hooks, round, roundIn, seat, seatCode, show, table } from "./live.js";

export const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const TUMBLE_MS = 700;
/** Tells the other modules of the page what happens to the felt. */
const signal = (name, detail = {}) => felt.dispatchEvent(new CustomEvent(`felt:${name}`, { detail }));
let tumbling = false;
let tumbled = Promise.resolve(); // until the dice lie still
let waiting = ""; // what is to be drawn when the dice have tumbled
let cast = round(); // the newest round whose dice have tumbled

Object.assign(hooks, {
  /** The dice first, then what they settle. */
  holds(text) {
    const next = roundIn(text);
    if (!tumbling && (next <= cast || still || document.hidden)) return false;
    waiting = text;
    if (!tumbling) tumbled = tumble(next);
    return true;
  },
  isHeld: () => tumbling,
  async moved(kind) { if (kind === "outcome") await tumble(round() + 1); },
  before: () => signal("before"),
  after() {
    felt.classList.remove("rolling");
    cast = Math.max(cast, round());
    rove();
    offered();
    signal("after");
  },
  refocus: () => felt.querySelector(".offer:not([hidden]) [data-take]")
    || document.getElementById("roll") || document.getElementById("chip-1"),
  ended() {
    felt.inert = true;
    document.getElementById("tray-form")?.remove();
  },
});
felt.addEventListener("htmx:responseError", () => felt.classList.remove("rolling"));
felt.addEventListener("htmx:sendError", () => felt.classList.remove("rolling"));

// ---- offers: one at a time; which ones are left to ride outlives a drawing
const ridden = new Set();
const offers = () => [...felt.querySelectorAll(".offer")];
const rides = (offer) => ridden.has(`${offer.id} ${offer.dataset.round}`);
let looked = ""; // the offer that was turned to

function offered() {
  const left = offers().filter((one) => !rides(one));
  const shown = left.find((one) => one.id === looked) || left[0];
  for (const one of offers()) one.hidden = one !== shown;
  const line = document.getElementById("rides");
  if (!line) return;
  const names = offers().filter(rides).map((one) => one.dataset.title);
  line.hidden = !names.length;
  line.querySelector("span").textContent = `Riding: ${names.join(", ")}.`;
}
offered();

export function toOffer() {
  signal("offer");
  if (!offers().some((one) => !rides(one))) ridden.clear();
  offered();
  const first = felt.querySelector(".offer:not([hidden]) button.choice");
  first?.scrollIntoView({ block: "center" });
  first?.focus();
}

/** The dice tumble for a moment before the result is shown; any key or press ends it. */
async function tumble(next) {
  if (tumbling || next <= cast) return;
  cast = next;
  if (still || document.hidden) return;
  tumbling = true;
  felt.classList.add("rolling");
  signal("tumble");
  await new Promise((done) => {
    const end = () => { removeEventListener("pointerdown", end); removeEventListener("keydown", end); clearTimeout(timer); done(); };
    const timer = setTimeout(end, TUMBLE_MS);
    addEventListener("pointerdown", end);
    addEventListener("keydown", end);
  });
  tumbling = false;
  const text = waiting;
  waiting = "";
  if (text) show(text);
  catchUp();
}

// ---- bets and rolls
const toke = () => (document.getElementById("toke")?.checked ? { toke: true } : {});
const chip = () => Number(document.querySelector('input[name="chip"]:checked')?.value || 0);
function bet(card, wager, units = 1, behind = {}) {
  if (seat() === null) return say("Select a seat first.");
  return give({ do: "bet", seat: seat(), card, wager, amount: chip() * units, ...behind, ...toke() });
}

let rolling = false;
async function roll(button) {
  if (rolling) return;
  rolling = true;
  button.disabled = true;
  try {
    if (button.dataset.roll === "open" && !(await give({ do: "close-betting" }, { draws: false }))) return;
    await give({ do: "generate" });
    await tumbled;
  } finally {
    rolling = false;
    button.disabled = false;
  }
}

// ---- buttons: what each kind of button does, by the attribute that marks it; the first that fits is followed
async function betOn(tile) {
  const why = document.getElementById("boards").dataset.shut || tile.dataset.why;
  if (why) return say(why);
  const { card, wager, units, ...behind } = JSON.parse(tile.dataset.bet);
  signal("bet", { tile });
  return bet(card, wager, units, behind);
}

/** Several bets by one press; the first that is refused ends it. */
async function betOnAll(spot) {
  for (const { card, wager, units, ...behind } of JSON.parse(spot.dataset.bets)) {
    if (!(await bet(card, wager, units, behind))) return;
  }
}

const betOnPlace = (button) => bet(Number(button.dataset.card), document.getElementById(button.dataset.place).value);

function take(button) {
  const { take: word, for: whose, number } = button.dataset;
  const part = document.getElementById(`part-${number}`)?.value;
  const command = { do: word, seat: Number(whose), wager: Number(number) };
  if (part) command.amount = Math.round(Number(part) * 100);
  return give(command);
}

function ride(button) {
  const offer = button.closest(".offer");
  ridden.add(`${offer.id} ${offer.dataset.round}`);
  offered();
  (felt.querySelector(".offer:not([hidden]) [data-ride]") || document.getElementById("roll"))?.focus();
}

function rethink() {
  ridden.clear();
  toOffer();
}

function turnTo(button) {
  const left = offers().filter((one) => !rides(one));
  const here = left.indexOf(button.closest(".offer"));
  const next = left[(here + Number(button.dataset.step) + left.length) % left.length];
  looked = next.id;
  offered();
  next.querySelector(`[data-step="${button.dataset.step}"]`).focus();
}

const buyIn = (button) => give({ do: "buy-in", seat: seat(), amount: Number(button.dataset.buyIn) });
const undo = (button) => button.dataset.undo && give({ do: "take-down", seat: seat(), ...JSON.parse(button.dataset.undo) });

function askFirst(button) {
  const yes = document.getElementById("sure-yes");
  document.getElementById("sure-text").textContent = button.dataset.sure;
  yes.textContent = button.dataset.yes;
  yes.dataset.command = button.dataset.command;
  document.getElementById("sure").showModal();
}

function command(button) {
  button.closest("dialog")?.close();
  return give(JSON.parse(button.dataset.command));
}

export const BUTTONS = [
  ["[data-bet]", betOn],
  ["[data-bets]", betOnAll],
  ["[data-place]", betOnPlace],
  ["[data-take]", take],
  ["[data-ride]", ride],
  ["[data-rethink]", rethink],
  ["[data-to-offer]", toOffer],
  ["[data-step]", turnTo],
  ["[data-roll]", roll],
  ["[data-undo]", undo],
  ["[data-buy-in]", buyIn],
  ["[data-sure]", askFirst],
  ["[data-command]", command],
  ["[data-code]", seatCode],
];
document.addEventListener("click", async (event) => {
  for (const [selector, press] of BUTTONS) {
    const button = event.target.closest(selector);
    if (button) { await press(button); return; }
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id === "sit-form") {
    event.preventDefault();
    const { seat: where, name } = fields(form);
    const isSeated = await give({ do: "seat", seat: where, name })
      && await give({ do: "buy-in", seat: where, amount: Number(form.dataset.amount) });
    if (isSeated) location.assign(`/tables/${table}?seat=${where}`);
  } else if (form.dataset.do) {
    event.preventDefault();
    if (await give({ do: form.dataset.do, ...fields(form) })) form.reset();
  } else if (form.id === "tray-form") event.preventDefault();
});

// ---- part of a stake
document.addEventListener("input", (event) => {
  if (!event.target.matches("input[id^=part-]")) return;
  const number = event.target.id.slice("part-".length);
  for (const one of document.querySelectorAll(`[data-take][data-number="${number}"]`)) {
    one.textContent = event.target.value ? `${one.dataset.label} $${event.target.value} of the stake` : one.dataset.label;
  }
});

// ---- a layout is one stop for Tab; arrow keys move from place to place, as they are on the screen
let place = "";
const SPOTS = ":is([data-bet], [data-bets], [data-reach-step])";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The place last used is the one that Tab comes to. */
function rove() {
  for (const layout of felt.querySelectorAll(".layout")) {
    const found = layout.querySelector(`[id="${place}"]`);
    if (!found) continue;
    for (const one of layout.querySelectorAll('[tabindex="0"]')) one.tabIndex = -1;
    found.tabIndex = 0;
  }
}

function middle(one) {
  const shape = [...one.querySelectorAll(".shape")].find((drawn) => drawn.getClientRects().length) || one;
  const { left, top, width, height } = shape.getBoundingClientRect();
  return width ? [left + width / 2, top + height / 2] : null;
}

/** Move to the nearest place in a direction; one off to the side counts as farther. */
function step(from, [across, down]) {
  const [x, y] = middle(from);
  let nearest = null, least = Infinity;
  for (const one of from.closest(".layout").querySelectorAll(SPOTS)) {
    const at = middle(one);
    if (!at) continue;
    const ahead = (at[0] - x) * across + (at[1] - y) * down;
    const aside = Math.abs((at[0] - x) * down) + Math.abs((at[1] - y) * across);
    if (ahead > 2 && ahead + 3 * aside < least) { nearest = one; least = ahead + 3 * aside; }
  }
  nearest?.focus();
}

/** The numbers of a place light up while it is pointed at. */
function light(target) {
  const one = target.closest?.(".layout [data-covers]");
  for (const lit of felt.querySelectorAll(".layout .covered")) lit.classList.remove("covered");
  if (!one) return;
  const layout = one.closest(".layout");
  for (const pocket of one.dataset.covers.split(" ")) layout.querySelector(`.number[data-covers="${pocket}"]`)?.classList.add("covered");
}
felt.addEventListener("pointerover", (event) => light(event.target));
felt.addEventListener("pointerleave", (event) => light(event.target));
felt.addEventListener("focusin", (event) => {
  light(event.target);
  if (event.target.matches(`.layout ${SPOTS}`)) { place = event.target.id; rove(); }
});

/** Whether a key is meant for the table rather than for a field, a dialog or the browser. */
export const isForTable = (event) => !document.getElementById("main").inert && !event.ctrlKey && !event.metaKey
  && !event.altKey && !document.querySelector("dialog[open]") && !event.target.matches("input:not([type=radio]), textarea, select");

document.addEventListener("keydown", (event) => {
  if (document.getElementById("main").inert) return;
  if (ARROWS[event.key] && event.target.matches(`.layout ${SPOTS}`)) {
    event.preventDefault();
    step(event.target, ARROWS[event.key]);
    return;
  }
  if ((event.key === "Enter" || event.key === " ") && event.target.matches("g[role=button]")) { // a drawn button has no click of its own
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (!isForTable(event)) return;
  const key = event.key.toLowerCase();
  const press = (id) => { const button = document.getElementById(id); if (button) { event.preventDefault(); button.click(); } };
  if (key === "r") press("roll");
  else if (key === "u") press("undo");
  else if (key === "o") { event.preventDefault(); toOffer(); }
  else if (key === "?") document.getElementById("keys").showModal();
  else if (/^[1-5]$/.test(key)) { const one = document.querySelectorAll('input[name="chip"]')[Number(key) - 1]; if (one) one.checked = true; }
});
