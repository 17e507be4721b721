// Following the log of a table. All tabs of a browser share one event stream, in a shared worker: a browser has only six
// connections to a server, and a stream holds one for as long as it lives. Where there are no shared workers, as on some
// phones, each tab has a stream of its own while it is in view.
import { csrf } from "./rackcard.js";
import { Source } from "./stream-source.js";

/** Follow a table from an entry on: `moved(seq, kind)` for each later entry; `opened`, `lost` and `ended` for the stream itself. */
export function follow(table, after, kinds, { moved, opened, lost, ended }) {
  let newest = after;
  const heard = ({ seq, kind, state }) => {
    if (state === "open") opened();
    else if (state === "lost") lost();
    else if (state === "ended") ended();
    else if (seq > newest) { newest = seq; moved(seq, kind); }
  };
  if ("SharedWorker" in window && navigator.locks) {
    const lock = `tab-${crypto.randomUUID()}`;
    const worker = new SharedWorker(new URL("./stream-worker.js", import.meta.url), { type: "module", name: "rackcard" });
    worker.onerror = () => followHere(table, () => newest, kinds, heard);
    worker.port.onmessage = ({ data }) => heard(data);
    navigator.locks.request(lock, () => {
      worker.port.postMessage({ table, after, kinds, session: csrf(), lock });
      return new Promise(() => {}); // held until the tab goes
    });
  } else followHere(table, () => newest, kinds, heard);
}

function followHere(table, newest, kinds, heard) {
  const source = new Source((_, news) => heard(news));
  const look = () => (document.hidden ? source.drop(table) : source.add(table, newest(), kinds, true));
  document.addEventListener("visibilitychange", look);
  look();
}
