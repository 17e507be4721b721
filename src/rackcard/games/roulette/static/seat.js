// The racetrack of a layout: how many neighbors a press covers, which numbers those are, and the bets it makes.
// What a press bets is written into data-bets, a list of commands that the table's page gives one by one.
const REACH_MAX = 4;
let reach = 2;

/** The pocket and its neighbors, in the order of the wheel. */
function around(race, pocket) {
  const order = race.dataset.order.split(" ");
  const at = order.indexOf(pocket);
  return Array.from({ length: 2 * reach + 1 }, (_, step) => order[(at + step - reach + order.length) % order.length]);
}

const spotOf = (race, pocket) => race.querySelector(`[data-pocket="${pocket}"]`);

/** What a press on a pocket bets: the card's own wager on it and two on each side, or each number by itself. */
function bets(race, spot) {
  if (reach === 2 && spot.dataset.neighbors) return [JSON.parse(spot.dataset.neighbors)];
  return around(race, spot.dataset.pocket).map((pocket) => JSON.parse(spotOf(race, pocket).dataset.straight));
}

function light(race, spot) {
  for (const one of race.querySelectorAll(".covered")) one.classList.remove("covered");
  const covered = spot ? around(race, spot.dataset.pocket) : [];
  for (const pocket of covered) spotOf(race, pocket).classList.add("covered");
  race.querySelector("[data-numbers]").textContent = covered.join(", ");
}

function draw(race) {
  race.dataset.reach = reach;
  race.querySelector("#reach").textContent = reach;
  for (const spot of race.querySelectorAll(".race-spot[role]")) spot.dataset.bets = JSON.stringify(bets(race, spot));
}

const drawAll = () => document.querySelectorAll(".race").forEach(draw);
document.addEventListener("htmx:afterSwap", drawAll);
drawAll();

document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-reach-step]");
  if (!step) return;
  reach = Math.min(REACH_MAX, Math.max(0, reach + Number(step.dataset.reachStep)));
  drawAll();
});
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const race = event.target.closest?.(".race");
    if (race) light(race, event.target.closest(".race-spot[role]"));
  });
}
