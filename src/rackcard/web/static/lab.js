// The lab: the editor with its files and drafts, and the panels that follow from the text.
import { say, tell } from "./rackcard.js";
import { cursor, draw, jump, write } from "./editor.js";
import { close } from "./completion.js";
import { keep, link, linked, list, nameOf } from "./drafts.js";
import { listen } from "./pays.js";

const find = (id) => document.getElementById(id);
const text = find("text");
const before = find("before");
const restart = find("restart");
const BYTES_MAX = 128 * 1024;
const BEFORE_MAX = 60 * 1024; // beyond it the two texts together would not fit a request
let opened = text.value;
const key = text.dataset.key;

function place() {
  const at = cursor();
  find("place").textContent = `line ${at.line}, column ${at.column}`;
}

function changed() {
  draw();
  place();
  if (document.activeElement === text) find("colors").children[cursor().line - 1]?.scrollIntoView({ block: "nearest" });
  restart.hidden = text.value === opened;
  find("shared").hidden = true;
  try { sessionStorage.setItem(key, text.value); } catch { /* no room: the draft is only not kept */ }
}

/** Write a whole text; it can be undone. */
function put(value, asBefore) {
  close();
  const start = find("editor").scrollTop;
  if (value !== text.value) write(0, text.value.length, value);
  else text.dispatchEvent(new Event("input", { bubbles: true }));
  text.setSelectionRange(0, 0);
  find("editor").scrollTop = asBefore ? 0 : start;
  if (asBefore) {
    opened = value;
    before.value = value.length <= BEFORE_MAX ? value : "";
    restart.hidden = true;
  }
}

text.addEventListener("input", changed);
for (const kind of ["keyup", "click", "focus"]) text.addEventListener(kind, place);

// ---- panels
const tabs = [...document.querySelectorAll("[role=tab]")];
const panel = (tab) => find(tab.getAttribute("aria-controls"));
const LAZY = { "panel-compare": "compare", "panel-chance": "chance" };

/** Fill a panel that is asked for only while it is shown. */
function fill() {
  for (const [id, form] of Object.entries(LAZY)) if (!find(id).hidden) htmx.trigger(`#${form}`, "checked");
}

function choose(tab) {
  for (const one of tabs) {
    one.setAttribute("aria-selected", String(one === tab));
    one.tabIndex = one === tab ? 0 : -1;
    panel(one).hidden = one !== tab;
  }
  fill();
}
document.querySelector("[role=tablist]").addEventListener("click", ({ target }) => { if (target.role === "tab") choose(target); });
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  choose(next);
  next.focus();
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "verdict") return;
  say("");
  draw();
  if (!document.querySelector(".fault-box")) fill();
});
// A request that a newer one replaces is no error.
document.addEventListener("htmx:sendAbort", (event) => event.stopPropagation());

document.addEventListener("click", async ({ target }) => {
  const to = target.closest("[data-jump]");
  if (to) { jump(...to.dataset.jump.split(":").map(Number)); place(); }
  const game = target.closest("[data-new]")?.dataset.new;
  if (game) {
    shut();
    const answer = await fetch(`/lab/skeleton?game=${game}`);
    put((await answer.json()).text, true);
  }
  const phrase = target.closest("[data-phrase]")?.dataset.phrase;
  if (phrase) { shut(); write(text.selectionStart, text.selectionEnd, phrase); }
  if (target.id === "own-weights") { find("weights").value = ""; htmx.trigger("#chance", "checked"); }
});
listen((value) => put(value, false));

// ---- menus close when one looks elsewhere
const menus = [...document.querySelectorAll("details.menu")];
const shut = (but) => { for (const one of menus) if (one !== but) one.open = false; };
document.addEventListener("click", ({ target }) => shut(target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  const open = menus.find((one) => one.open);
  if (event.key === "Escape" && open) { shut(); open.querySelector("summary").focus(); }
});
find("drafts").addEventListener("toggle", () => list(find("draft-list"), (value) => { shut(); put(value, true); }));
find("phrases").addEventListener("toggle", () => {
  const game = /^game: *([\w-]+)/m.exec(text.value)?.[1] ?? "";
  if (find("phrases").open) htmx.ajax("GET", `/lab/phrases?game=${encodeURIComponent(game)}`, "#phrase-list");
});

// ---- drafts, links and files
find("keep").addEventListener("click", () => {
  shut();
  if (keep(text.value)) tell(`“${nameOf(text.value)}” is saved in this browser.`); else say("This browser has no room for drafts.");
});
find("share").addEventListener("click", async () => {
  const address = await link(text.value);
  find("shared").hidden = false;
  find("link").value = address;
  find("link").select();
  try { await navigator.clipboard.writeText(address); tell("Link copied."); } catch { /* it can be copied by hand */ }
});
find("save").addEventListener("click", () => {
  const id = /^card: *([a-z0-9]+(?:-[a-z0-9]+)*) *(?:#.*)?$/m.exec(text.value);
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text.value], { type: "text/yaml" }));
  anchor.download = `${id ? id[1] : "card"}.yaml`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
});
async function load() {
  const [file] = find("load").files;
  find("load").value = "";
  if (!file) return;
  if (file.size > BYTES_MAX) say(`${file.name} is too large: a card may have at most ${BYTES_MAX / 1024} KiB.`);
  else put((await file.text()).replaceAll("\r\n", "\n"), true);
}
restart.addEventListener("click", () => { put(opened, true); text.focus(); });

// ---- what goes along with forms
document.addEventListener("submit", ({ target }) => {
  if (target.id === "practice" || target.id === "offer") target.elements.text.value = text.value;
}, true);
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.path !== "/lab/simulation") return;
  let browser = localStorage.getItem("rackcard:browser");
  if (!browser) localStorage.setItem("rackcard:browser", browser = crypto.randomUUID());
  detail.parameters.set("browser", browser);
  detail.parameters.set("weights", find("weights")?.value ?? "");
});
document.addEventListener("change", ({ target }) => {
  if (!target.dataset?.weight) return;
  const other = [...document.querySelectorAll("[data-weight]")].filter((one) => one.value.trim() !== one.dataset.own);
  find("weights").value = other.map((one) => `${one.dataset.weight}=${one.value.trim()}`).join(", ");
  htmx.trigger("#chance", "checked");
});

// ---- where to begin: a link, what was here before a reload, or what the server sent
let draft = null;
try { draft = sessionStorage.getItem(key); } catch { /* not allowed: start from the page as it came */ }
draw();
place();
async function begin() {
  const given = await linked(location.hash);
  if (given !== null) {
    history.replaceState(null, "", location.pathname + location.search);
    put(given, true);
  } else if (location.hash.startsWith("#card=")) say("This link does not contain a readable card.");
  else if (draft !== null && draft !== opened) put(draft, false);
  text.blur();
}
addEventListener("hashchange", begin);
// htmx listens once the page is ready; a module runs before that. A file may have been chosen even earlier.
document.addEventListener("DOMContentLoaded", () => setTimeout(() => begin().finally(() => {
  find("load").addEventListener("change", load);
  load();
})));
