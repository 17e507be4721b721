// Zones that are folded: what a person opened or closed stays so when the felt is redrawn; a phone shows one at a time.
const felt = document.getElementById("felt");
const phone = matchMedia("(max-width: 700px)");
const chosen = new Map(); // what a person did, by the id of the zone
let shown = ""; // on a phone, the zone that is open

const zones = () => [...felt.querySelectorAll("details.zone")];

/** Open and close the zones as they were left; at first a phone opens the one with chips of its own. */
function arrange() {
  const every = zones();
  if (phone.matches && !(shown === "none" || every.some((one) => one.id === shown))) {
    shown = (every.find((one) => one.querySelector(".zone-chips .chip")) ?? every[0])?.id ?? "";
  }
  for (const one of every) {
    if (phone.matches) one.open = one.id === shown;
    else if (chosen.has(one.id)) one.open = chosen.get(one.id);
  }
}

felt.addEventListener("click", (event) => {
  const zone = event.target.closest("details.zone > summary")?.parentElement;
  if (!zone) return;
  if (phone.matches) {
    event.preventDefault();
    shown = zone.open ? "none" : zone.id;
    for (const one of zones()) one.open = one.id === shown;
  } else chosen.set(zone.id, !zone.open);
});
felt.addEventListener("htmx:afterSwap", arrange);
phone.addEventListener("change", () => { if (!phone.matches) for (const one of zones()) one.open = !one.classList.contains("zone-fold"); arrange(); });
arrange();
