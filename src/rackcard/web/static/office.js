// The office: changing an account from a form.
import { fields, send, say } from "./rackcard.js";

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
