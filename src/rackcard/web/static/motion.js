// What moves: chips, wheel, marks, sweeps and wins. Nothing waits for it, and any key or press ends it.
import { felt } from "./live.js";
import { still } from "./table.js";

const CHIP_MS = 160, SWEEP_MS = 320, CARRY_MS = 280, DROP_MS = 220, SLIDE_MS = 240, WHEEL_MS = 1600, COUNT_MS = 600, SIGN_MS = 1900;
const GAP_MS = 60;
const FLIGHTS_MAX = 6;
const stage = document.getElementById("stage");
const byId = (id) => document.getElementById(id);
const story = () => byId("story");
const running = new Set();
let seen = Number(story()?.dataset.round || 0);
let angle = 0;
let chips = new Map(); // the chips on each place before a refresh
let marks = new Set(); // the marks before a refresh
let offer = "";

/** Animate, and let any key or press finish it. */
function animate(one, frames, options, done = () => {}) {
  const run = one.animate(frames, { easing: "ease-out", ...options });
  running.add(run);
  const end = () => { running.delete(run); done(); };
  run.finished.then(end, end);
  return run;
}
function finish() { for (const run of [...running]) run.finish(); }
addEventListener("pointerdown", finish);
addEventListener("keydown", finish);

const middle = (one) => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };

/** A chip flies from one place to another along a low arc. */
function fly(disc, [x, y], [toX, toY], duration, delay = 0) {
  const one = disc.cloneNode(true);
  one.classList.add("flying");
  one.hidden = false;
  stage.append(one);
  const at = (left, top) => `translate(${left - 17}px, ${top - 17}px)`;
  const frames = [at(x, y), at((x + toX) / 2, Math.min(y, toY) - 24), at(toX, toY)].map((transform) => ({ transform }));
  animate(one, frames, { duration, delay, fill: "both" }, () => one.remove());
}
const chosenDisc = () => document.querySelector(".chip-rack input:checked + .disc");

felt.addEventListener("felt:bet", ({ detail: { tile } }) => {
  const disc = chosenDisc();
  if (!still && disc) fly(disc, middle(disc), middle(tile), CHIP_MS);
});
felt.addEventListener("felt:lift", ({ detail: { tile } }) => {
  const disc = chosenDisc();
  if (!still && disc) fly(disc, middle(tile), middle(disc), CHIP_MS);
});

// ---- before and after a refresh
const stackOn = (id) => felt.querySelector(`[id="${id}"] .stack.mine, [data-of="${id}"] .stack.mine`);

/** A stack by itself, as large as it is on the felt. */
function lifted(one) {
  const { x, y, width, height } = one.getBBox();
  const { width: wide, height: tall } = one.getBoundingClientRect();
  const alone = document.createElementNS(one.namespaceURI, "svg");
  for (const [name, value] of Object.entries({ viewBox: `${x} ${y} ${width} ${height}`, width: wide, height: tall })) alone.setAttribute(name, value);
  alone.append(one.cloneNode(true));
  return alone;
}

const markOf = (one) => one.closest("[id]")?.id + one.textContent.trim();
const markedNow = () => felt.querySelectorAll("[data-new], .circles .on, .spin.on");

felt.addEventListener("felt:before", () => {
  chips = new Map();
  for (const one of felt.querySelectorAll("#boards .stack.mine")) {
    const id = one.closest("[data-of]")?.dataset.of ?? one.closest("[data-bet]")?.id;
    if (id && !chips.has(id) && one.getClientRects().length) chips.set(id, { one: lifted(one), at: one.getBoundingClientRect() });
  }
  marks = new Set([...markedNow()].map(markOf));
  angle = Number(felt.querySelector("[data-angle]")?.dataset.angle || 0);
  offer = felt.querySelector(".offer:not([hidden])")?.id || "";
});

/** The places that won are lit until the next outcome. */
function light() {
  for (const id of (story()?.dataset.won || "").split(" ").filter(Boolean)) byId(id)?.classList.add("lit");
}
light();

felt.addEventListener("felt:after", () => {
  light();
  const now = Number(story()?.dataset.round || 0);
  const isNew = now > seen;
  seen = now;
  if (still || document.hidden) return;
  if (isNew) {
    spin();
    sweep();
    drop();
    celebrate();
  }
  const shown = felt.querySelector(".offer:not([hidden])");
  if (shown && shown.id !== offer) {
    animate(shown, [{ transform: "translateY(24px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: SLIDE_MS });
  }
});

function spin() {
  const wheel = felt.querySelector("[data-angle]");
  if (!wheel) return;
  const to = Number(wheel.dataset.angle);
  const [, x, y] = /rotate\(\S+ (\S+) ([^)]+)\)/.exec(wheel.getAttribute("transform") || "") || [0, 0, 0];
  const turned = (one) => ({ transform: `translate(${x}px, ${y}px) rotate(${one}deg) translate(${-x}px, ${-y}px)` });
  felt.classList.add("spinning");
  animate(wheel, [turned(angle), turned(to + 720)], { duration: WHEEL_MS, easing: "cubic-bezier(.15,.7,.25,1)" },
    () => felt.classList.remove("spinning"));
}

/** Chips that lost are swept away first; then those that won are carried to the purse, one after another. */
function sweep() {
  const { won, lost } = story().dataset;
  for (const id of lost.split(" ").filter(Boolean)) {
    const held = chips.get(id);
    if (!held || stackOn(id)) continue;
    const one = held.one;
    one.classList.add("flying");
    stage.append(one);
    const { left, top } = held.at;
    animate(one, [
      { transform: `translate(${left}px, ${top}px)`, opacity: 0.6 }, { transform: `translate(${left}px, ${top - 60}px)`, opacity: 0 },
    ], { duration: SWEEP_MS, fill: "both" }, () => one.remove());
  }
  const purse = byId("purse"), disc = chosenDisc();
  if (!purse || !disc) return;
  const places = won.split(" ").map(byId).filter(Boolean).slice(0, FLIGHTS_MAX);
  places.forEach((spot, index) => fly(disc, middle(spot), middle(purse), CARRY_MS, SWEEP_MS + index * GAP_MS));
}

function drop() {
  for (const one of markedNow()) {
    if (marks.has(markOf(one))) continue;
    animate(one, [{ transform: "translateY(-18px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: DROP_MS });
  }
}

function celebrate() {
  const tier = Number(story().dataset.tier);
  if (tier >= 2) countUp(byId("net"));
  const sign = byId("sign");
  if (tier < 3 || !sign) return;
  const veil = document.createElement("div");
  veil.className = "veil";
  veil.append(sign.content.cloneNode(true));
  stage.append(veil);
  const board = veil.querySelector(".sign");
  animate(board, [{ scale: 0.6 }, { scale: 1.06, offset: 0.12 }, { scale: 1, offset: 0.2 }, { scale: 1 }], { duration: SIGN_MS });
  animate(board, [{ borderColor: "#ffd98a" }, { borderColor: "#fff6d8" }], { duration: 190, iterations: 10, direction: "alternate" });
  animate(veil, [{ opacity: 0 }, { opacity: 1, offset: 0.06 }, { opacity: 1, offset: 0.88 }, { opacity: 0 }], { duration: SIGN_MS },
    () => veil.remove());
  const disc = chosenDisc(), purse = byId("purse");
  for (let index = 0; disc && purse && index < FLIGHTS_MAX; index += 1) fly(disc, middle(board), middle(purse), 420, 700 + index * GAP_MS);
}

/** The net figure runs up to what it is; the server wrote it, and it ends as the server wrote it. */
function countUp(one) {
  if (!one) return;
  const last = one.textContent;
  const cents = Number(one.dataset.cents);
  const start = performance.now();
  const guard = animate(one, [{ opacity: 1 }, { opacity: 1 }], { duration: COUNT_MS }, () => { one.textContent = last; });
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  const step = () => {
    if (guard.playState === "finished" || !one.isConnected) return;
    one.textContent = `+${format.format(cents * Math.min(1, (performance.now() - start) / COUNT_MS) / 100)}`;
    requestAnimationFrame(step);
  };
  step();
}
