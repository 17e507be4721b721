// Drafts of the lab: kept in this browser, and shared in a link that holds the text itself.

const KEY = "rackcard:drafts";
const MOST = 40;
const PREFIX = "#card=";

function read() {
  try { return JSON.parse(localStorage.getItem(KEY) || "[]"); } catch { return []; }
}

function store(drafts) {
  try { localStorage.setItem(KEY, JSON.stringify(drafts.slice(0, MOST))); return true; } catch { return false; }
}

/** The name of a text: its title, or its id. */
export const nameOf = (text) => /^title: *(.+?) *(?:#.*)?$/m.exec(text)?.[1] ?? /^card: *(\S+)/m.exec(text)?.[1] ?? "Untitled";

/** Keep a text; one of the same name is replaced. */
export const keep = (text) => store([{ name: nameOf(text), text, at: Date.now() }, ...read().filter((one) => one.name !== nameOf(text))]);

function button(words, label, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", action);
  return made;
}

/** List the drafts, each to open or to delete. */
export function list(where, open) {
  const drafts = read();
  where.replaceChildren(...drafts.map((one) => {
    const item = document.createElement("li");
    item.append(
      button(one.name, "", () => open(one.text)),
      button("Delete", `Delete ${one.name}`, () => { store(read().filter((other) => other.at !== one.at)); list(where, open); }),
    );
    return item;
  }));
  if (!drafts.length) {
    const none = document.createElement("li");
    none.textContent = "No drafts yet.";
    where.append(none);
  }
}

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The address of the lab with a text in it. */
export async function link(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const coded = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  return `${location.origin}/lab${PREFIX}${coded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The text in an address; null where there is none, or it cannot be read. */
export async function linked(hash) {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const coded = atob(hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(coded, (one) => one.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch { return null; }
}
