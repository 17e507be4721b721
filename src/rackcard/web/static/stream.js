// Following the log of a table. All tabs of a browser share one event stream, in a shared worker: a browser has only six
// connections to a server, and a stream holds one for as long as it lives. Where there are no shared workers, as on some
// phones, each tab has a stream of its own while it is in view.
import { csrf } from "./rackcard.js";
import { Source } from "./stream-source.js";

/** Follow a table and a view of it from an entry on: `moved(seq, kind)` for each later entry, `drawn(change)` for what changes in the view;
 * `opened`, `lost` and `ended` for the stream itself. What it gives back turns to another view. */
export function follow(table, view, after, kinds, { moved, drawn, opened, lost, ended }) {
  let newest = after;
  const heard = ({ seq, kind, state, change }) => {
    if (state === "open") opened();
    else if (state === "lost") lost();
    else if (state === "ended") ended();
    else if (change) drawn(JSON.parse(change));
    else if (seq > newest) { newest = seq; moved(seq, kind); }
  };
  let turn = () => {};
  const here = () => { turn = followHere(table, view, () => newest, kinds, heard); };
  if ("SharedWorker" in window && navigator.locks) {
    const lock = `tab-${crypto.randomUUID()}`;
    const worker = new SharedWorker(new URL("./stream-worker.js", import.meta.url), { type: "module", name: "rackcard" });
    worker.onerror = here;
    worker.port.onmessage = ({ data }) => heard(data);
    navigator.locks.request(lock, () => {
      worker.port.postMessage({ table, view, after, kinds, session: csrf(), lock });
      return new Promise(() => {}); // held until the tab goes
    });
    turn = (other) => worker.port.postMessage({ table, view: other, after: newest, kinds, session: csrf() });
  } else here();
  return (other) => turn(other);
}

function followHere(table, view, newest, kinds, heard) {
  const source = new Source((_, news) => heard(news));
  let shown = view;
  const look = () => (document.hidden ? source.drop(table) : source.add(table, [shown], newest(), kinds, true));
  document.addEventListener("visibilitychange", look);
  look();
  return (other) => { shown = other; look(); };
}
