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

// Where wagers look at suits, the suit of a card follows its rank.
const asksSuits = () => Boolean(document.querySelector("[data-suit]"));

function suit(letter) {
  dealing = dealing.then(async () => {
    const hands = [...document.querySelectorAll("[data-cards]")];
    const hand = hands.find((one) => /(^|[\s,])(10|[2-9ajqk])\s*$/i.test(one.value));
    if (!hand) return say("Suit not entered: enter the rank of the card first.");
    hand.value = `${hand.value.trim()}${letter}`;
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
    const card = (typed) => typed.toUpperCase().replace(/^(.+)([SHDC])$/, (_, rank, letter) => rank + letter.toLowerCase());
    const hand = (name) => form.elements[name].value.split(/[\s,]+/).filter(Boolean).map(card);
    return { player: hand("player"), banker: hand("banker") };
  },
  key(key) {
    if (key === "backspace") takeBack();
    else if (/^[shdc]$/.test(key) && asksSuits()) suit(key);
    else if (RANK_KEYS[key] || /^[2-9]$/.test(key)) { typed = true; deal(RANK_KEYS[key] || key); }
    else return false;
    return true;
  },
  press(target) {
    const found = target.closest("[data-rank], [data-suit]");
    if (found?.dataset.suit) suit(found.dataset.suit);
    else if (found) found.dataset.rank ? deal(found.dataset.rank) : takeBack();
    return Boolean(found);
  },
  isTyped: () => typed,
  clear() { typed = false; },
  ready: () => dealing,
});
