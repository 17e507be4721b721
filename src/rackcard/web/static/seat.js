// A seat's page: repeating and taking down bets, tabs and sheets of a phone, and what the other modules add.
import { felt, order, seat } from "./live.js";
import { say } from "./rackcard.js";
import { BUTTONS, isForTable } from "./table.js";
import "./inspector.js";
import "./motion.js";
import "./sound.js";

const HOLD_MS = 450;
const DRAG_PX = 12;
const WIDE_MIN = 930; // below this a layout takes its narrow form: see layout.css
const byId = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 1000px)");

// ---- several commands with one press
let running = false;

/** Send commands one after another; those that are refused are told with their reasons. */
async function run(commands, leftOut = "") {
  if (running) return;
  running = true;
  say("");
  const told = leftOut ? [leftOut] : [];
  try {
    for (const [index, one] of commands.entries()) {
      try { await order(one, { draws: index === commands.length - 1 }); } catch (error) {
        if (error.code === "locked") break;
        told.push(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`);
        if (!error.code) break;
      }
    }
  } finally { running = false; }
  if (told.length) say(told.join(" "));
}

const repeat = (button) => button.dataset.commands && run(JSON.parse(button.dataset.commands), button.dataset.leftOut);

// ---- taking bets down: by a mode, a right click, a key, a drag off the felt, or the button of the inspector
const downs = () => JSON.parse(byId("down")?.dataset.down || "{}");
const spotOf = (target) => target.closest?.("#boards [data-bet]");
/** What may come down from a place; places behind several bets have one id for each. */
const downOf = (spot) => { const all = downs(); return all[spot.id] || all[spot.id.replace(/-\d+$/, "")]; };

export function takeDown(spot) {
  const here = downOf(spot);
  if (!here) return say("You have no bet here.");
  if (!here.wagers) return say(here.why);
  felt.dispatchEvent(new CustomEvent("felt:lift", { detail: { tile: spot } }));
  return run(here.wagers.map((wager) => ({ do: "take-down", seat: seat(), wager })));
}

function lifting(on) {
  document.body.classList.toggle("lifting", on);
  byId("down")?.setAttribute("aria-pressed", String(on));
}

const lift = async (spot) => { lifting(false); await takeDown(spot); };
const toggleLifting = (button) => {
  if (button.getAttribute("aria-disabled") !== "true") lifting(!document.body.classList.contains("lifting"));
};
felt.addEventListener("felt:after", () => lifting(document.body.classList.contains("lifting")));

document.addEventListener("contextmenu", (event) => {
  const spot = spotOf(event.target);
  if (!spot || !downOf(spot) || event.pointerType === "touch") return;
  event.preventDefault();
  takeDown(spot);
});

let dragged = null; // the place that a chip is dragged from, and where the drag began
let moved = false;
document.addEventListener("pointerdown", (event) => {
  const spot = spotOf(event.target);
  moved = false;
  dragged = spot && event.pointerType === "mouse" && event.button === 0 && downOf(spot)?.wagers
    ? { spot, x: event.clientX, y: event.clientY } : null;
});
document.addEventListener("pointermove", (event) => {
  if (dragged && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > DRAG_PX) {
    moved = true;
    document.body.classList.add("dragging");
  }
});
document.addEventListener("pointerup", (event) => {
  document.body.classList.remove("dragging");
  if (dragged && moved && !document.elementFromPoint(event.clientX, event.clientY)?.closest("#boards")) takeDown(dragged.spot);
  dragged = null;
});
document.addEventListener("dragstart", (event) => { if (spotOf(event.target)) event.preventDefault(); });
// A press that became a drag or a hold is not a click.
document.addEventListener("click", (event) => {
  if ((moved || held) && spotOf(event.target)) { event.stopImmediatePropagation(); event.preventDefault(); }
  moved = false;
  held = false;
}, true);

// ---- holding a place on a touch screen shows the inspector
let held = false;
let holding = 0;
document.addEventListener("pointerdown", (event) => {
  const spot = spotOf(event.target);
  held = false;
  clearTimeout(holding);
  if (!spot || event.pointerType === "mouse") return;
  const [x, y] = [event.clientX, event.clientY];
  holding = setTimeout(() => { held = true; spot.dispatchEvent(new CustomEvent("felt:inspect", { bubbles: true })); }, HOLD_MS);
  const stop = (next) => {
    if (next.type === "pointermove" && Math.hypot(next.clientX - x, next.clientY - y) < DRAG_PX) return;
    clearTimeout(holding);
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.removeEventListener(kind, stop);
  };
  for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.addEventListener(kind, stop);
});

// ---- a phone: one part of the felt at a time, and offers as a sheet
function showTab() {
  const parts = [...felt.querySelectorAll(".table-layout [data-part]")];
  const isPart = parts.some((part) => part.dataset.part === felt.dataset.tab);
  for (const part of parts) part.classList.toggle("off-tab", isPart && part.dataset.part !== felt.dataset.tab);
  for (const one of felt.querySelectorAll(".tabs [data-tab]")) {
    one.setAttribute("aria-pressed", String(one.dataset.tab === felt.dataset.tab));
  }
}
function turnTab(button) {
  felt.dataset.tab = button.dataset.tab;
  byId("boards").scrollTop = 0;
  showTab();
}
felt.addEventListener("felt:after", showTab);
showTab();
const tuck = (on) => felt.classList.toggle("tucked", on);
felt.addEventListener("felt:offer", () => tuck(false));

// ---- a base layout is as large as the room below the side bets lets it be
function fit() {
  const boards = byId("boards");
  const layout = boards.querySelector(".board.base > .layout");
  if (!layout) return;
  const board = layout.parentElement;
  board.style.maxWidth = "";
  const over = boards.scrollHeight - boards.clientHeight;
  if (narrow.matches || over <= 0) return;
  const { width, height } = layout.getBoundingClientRect();
  const fitted = Math.floor(width * (height - over - 2) / height);
  if (fitted > WIDE_MIN) board.style.maxWidth = `${fitted}px`; // else the felt scrolls
}
felt.addEventListener("felt:after", fit);
addEventListener("resize", fit);
document.fonts.ready.then(fit);
fit();

// ---- where one had scrolled to outlives a refresh
let scrolled = 0;
felt.addEventListener("felt:before", () => { scrolled = byId("boards").scrollTop; });
felt.addEventListener("felt:after", () => { byId("boards").scrollTop = scrolled; });

// ---- buttons and keys
BUTTONS.unshift(
  [".lifting #boards [data-bet]", lift],
  ["#clear, #rebet, #double", repeat],
  ["#down", toggleLifting],
  ["[data-lift]", (button) => { const spot = byId(button.dataset.lift); if (spot) return takeDown(spot); return null; }],
  [".tabs [data-tab]", turnTab],
  ["[data-tuck]", () => tuck(true)],
  ["[data-untuck]", () => tuck(false)],
);

const KEYS = { c: "clear", b: "rebet", d: "double", t: "down", h: "to-history", s: "sound" };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { lifting(false); byId("menu").open = false; }
  if (!isForTable(event)) return;
  const spot = spotOf(event.target);
  if (spot && ["Delete", "Backspace"].includes(event.key)) { event.preventDefault(); takeDown(spot); return; }
  const id = KEYS[event.key.toLowerCase()];
  if (id) { event.preventDefault(); byId(id)?.click(); }
});
document.addEventListener("click", (event) => {
  const menu = byId("menu");
  if (!menu.contains(event.target) || event.target.closest("button")) menu.open = false;
});
