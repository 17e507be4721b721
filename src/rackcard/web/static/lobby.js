// The lobby: cards by game and by name, and several of them at one practice table.
import { say, send } from "./rackcard.js";

const cards = [...document.querySelectorAll(".card[data-game]")];
const find = document.getElementById("find");
const filters = [...document.querySelectorAll(".filters button")];
const picks = [...document.querySelectorAll("[data-pick]")];
const bar = document.getElementById("together");
let game = "";

function show() {
  const words = find.value.toLowerCase().trim();
  for (const one of cards) one.hidden = (game !== "" && one.dataset.game !== game) || !one.dataset.find.includes(words);
  for (const one of filters) one.setAttribute("aria-pressed", String(one.dataset.game === game));
  document.getElementById("none-found").hidden = cards.some((one) => !one.hidden);
}

/** The cards picked so far; a table has one game, so those of other games cannot be added. */
function showPicked() {
  const picked = picks.filter((one) => one.checked);
  const own = picked[0]?.closest(".card").dataset.game;
  for (const one of picks) one.disabled = Boolean(own) && one.closest(".card").dataset.game !== own;
  bar.hidden = !picked.length;
  document.getElementById("together-count").textContent = picked.length === 1 ? "1 card:" : `${picked.length} cards:`;
  document.getElementById("together-names").textContent =
    picked.map((one) => one.closest(".card").querySelector("h3").textContent.trim()).join(", ");
}

find.addEventListener("input", show);
for (const one of filters) one.addEventListener("click", () => { game = one.dataset.game; show(); });
document.addEventListener("change", (event) => { if (event.target.matches("[data-pick]")) showPicked(); });
document.getElementById("clear-together").addEventListener("click", () => {
  for (const one of picks) one.checked = false;
  showPicked();
});
document.getElementById("play-together").addEventListener("click", async () => {
  const [card, ...more] = picks.filter((one) => one.checked).map((one) => one.dataset.pick);
  try { location.assign((await send("/api/practice", { cards: [card, ...more].map((one) => ({ card: one })) })).go); } catch (error) { say(error.message); }
});
showPicked();
