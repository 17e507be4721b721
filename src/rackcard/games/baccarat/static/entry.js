// The dealer's entry of a hand: the cards as they are dealt.
import { register } from "../../entry.js";
import { say } from "../../rackcard.js";

// Cards go where the server says that the rules send them; one is put down before the next is asked about.
const RANK_KEYS = { a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K" };
let dealing = Promise.resolve();
let dealt = [];
let typed = false;

async function askNext() {
  const form = document.getElementById("entry-form");
  const { table } = document.getElementById("felt").dataset;
  const held = new URLSearchParams({ player: form.elements.player.value, banker: form.elements.banker.value });
  const answer = await fetch(`/tables/${table}/next-entry?${held}`).then((one) => one.json()).catch(() => ({}));
  for (const hand of form.querySelectorAll("[data-cards]")) hand.toggleAttribute("data-next", hand.name === answer.next);
  document.getElementById("next-card").textContent = answer.says || "";
}

function deal(rank) {
  dealing = dealing.then(async () => {
    const hand = document.querySelector("[data-cards][data-next]");
    if (!hand) return say(`Card not entered: ${document.getElementById("next-card").textContent}.`);
    hand.value = `${hand.value.trim()} ${rank}`.trim();
    dealt.push(hand);
    await askNext();
  });
}

function takeBack() {
  dealing = dealing.then(async () => {
    const hand = dealt.pop();
    if (hand) hand.value = hand.value.trim().split(/\s+/).slice(0, -1).join(" ");
    await askNext();
  });
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-cards]")) { dealt = []; dealing = dealing.then(askNext); }
});
document.addEventListener("reset", (event) => {
  if (event.target.id === "entry-form") { dealt = []; dealing = dealing.then(askNext); }
});

register({
  entered(form) {
    const hand = (name) => form.elements[name].value.toUpperCase().split(/[\s,]+/).filter(Boolean);
    return { player: hand("player"), banker: hand("banker") };
  },
  key(key) {
    if (key === "backspace") takeBack();
    else if (RANK_KEYS[key] || /^[2-9]$/.test(key)) { typed = true; deal(RANK_KEYS[key] || key); }
    else return false;
    return true;
  },
  press(target) {
    const found = target.closest("[data-rank]");
    if (found) found.dataset.rank ? deal(found.dataset.rank) : takeBack();
    return Boolean(found);
  },
  isTyped: () => typed,
  clear() { typed = false; },
  ready: () => dealing,
});
