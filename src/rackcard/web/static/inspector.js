// The inspector: what a bet is, fetched when one points at it, focuses it or holds it; the last one stays.
import { felt, seat, strip, table } from "./live.js";

const HOVER_MS = 80;
const panel = () => document.getElementById("inspector");
const spotOf = (target) => target.closest?.("#boards [data-bet]");
let shown = "";
let timer = 0;
const known = new Map(); // by place, for as long as the table does not change

async function ask(spot) {
  const { card, wager } = JSON.parse(spot.dataset.bet);
  const key = `${strip().dataset.version} ${spot.id}`;
  if (known.has(key)) return known.get(key);
  const where = new URLSearchParams({ card, wager, ...(seat() === null ? {} : { seat: seat() }) });
  const answer = await fetch(`/tables/${table}/inspect?${where}`).catch(() => null);
  if (!answer?.ok) return null;
  const text = await answer.text();
  if (known.size > 200) known.clear();
  known.set(key, text);
  return text;
}

/** The chips of one's own on a place come down from here too: a finger has no right button. */
function offerDown(spot) {
  const here = JSON.parse(document.getElementById("down")?.dataset.down || "{}")[spot.id];
  if (!here?.wagers) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.dataset.lift = spot.id;
  button.textContent = "Take down";
  panel().append(button);
}

async function show(spot) {
  shown = spot.id;
  const text = await ask(spot);
  if (text === null || shown !== spot.id || !panel()) return;
  panel().innerHTML = text;
  offerDown(document.getElementById(shown) || spot);
}

felt.addEventListener("pointerover", (event) => {
  clearTimeout(timer);
  const spot = event.pointerType === "mouse" && spotOf(event.target);
  if (spot && spot.id !== shown) timer = setTimeout(() => show(spot), HOVER_MS);
});
felt.addEventListener("focusin", (event) => {
  const spot = spotOf(event.target);
  if (spot && spot.id !== shown && spot.matches(":focus-visible")) show(spot);
});
felt.addEventListener("felt:inspect", (event) => {
  show(spotOf(event.target));
  panel().classList.add("shown");
});
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#inspector")) panel()?.classList.remove("shown");
});
felt.addEventListener("felt:after", () => {
  const spot = shown ? document.getElementById(shown) : null;
  if (spot?.dataset.bet) show(spot);
});
