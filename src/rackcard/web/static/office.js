// The office: opening a live table, and changing an account, from forms.
import { fields, send, say } from "./rackcard.js";

const form = document.getElementById("open-table");
const cents = (value) => Math.round(Number(value) * 100);

document.getElementById("game").addEventListener("change", (event) => {
  for (const set of form.querySelectorAll("fieldset[data-game]")) set.hidden = set.dataset.game !== event.target.value;
});

// The id follows the name until somebody types another.
let written = false;
form.elements.table.addEventListener("input", () => { written = form.elements.table.value !== ""; });
form.elements.name.addEventListener("input", () => {
  if (written) return;
  const { name, table } = form.elements;
  const words = name.value.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-");
  table.value = words.replace(/^-+|-+$/g, "").slice(0, table.maxLength);
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const game = form.elements.game.value;
  const chosen = form.querySelectorAll(`fieldset[data-game="${game}"] input[name="card"]:checked`);
  const of = (kind, card) => [...form.querySelectorAll(`[data-${kind}][data-of="${card}"]`)];
  const cards = [...chosen].map(({ value: card }) => ({
    card,
    options: Object.fromEntries(of("option", card).map((one) => [one.dataset.option, one.value])),
    tables: Object.fromEntries(of("table", card).map((one) => [one.dataset.table, one.value])),
    accept: of("accept", card).flatMap((one) => one.value.split(/[\s,]+/).filter(Boolean)),
  }));
  const given = [...form.querySelectorAll("[data-limit]")].filter((one) => one.value !== "");
  const limits = Object.fromEntries(given.map((one) => [one.dataset.limit, cents(one.value)]));
  const table = form.elements.table.value;
  try {
    const chip = cents(document.getElementById("chip").value);
    const { name, rounding } = form.elements;
    await send("/api/tables", { table, name: name.value, game, cards, limits, live: true, chip, rounding: rounding.value });
    location.assign(`/tables/${table}/supervisor`);
  } catch (error) { say(error.message); }
});

const change = document.getElementById("change-account");
const account = () => `/api/accounts/${encodeURIComponent(change.elements.name.value)}`;
const isOwn = () => change.elements.name.value === change.dataset.own;

/** People who change their own password enter the current one. */
function askCurrent() {
  document.getElementById("current").hidden = !isOwn();
  change.elements.current.required = isOwn();
}

const remove = document.getElementById("remove-account");
const unsure = remove.textContent;

change.elements.name.addEventListener("change", () => {
  askCurrent();
  remove.textContent = unsure;
});
askCurrent();

change.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { password, current } = fields(change);
  try {
    await send(`${account()}/password`, { password, current: isOwn() ? current : undefined }, { method: "PUT" });
    change.elements.password.value = change.elements.current.value = "";
    say(`The password of ${change.elements.name.value} was changed.`);
  } catch (error) { say(error.message); }
});

// Pressed twice: the first press only says what the second will do.
remove.addEventListener("click", async () => {
  if (remove.textContent === unsure) {
    remove.textContent = `Yes, remove ${change.elements.name.value}`;
    return;
  }
  try {
    await send(account(), {}, { method: "DELETE" });
    location.reload();
  } catch (error) { say(error.message); }
  remove.textContent = unsure;
});
