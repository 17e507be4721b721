// The shared worker behind stream.js: holds the one event stream of a browser for all of its tabs.
import { Source } from "./stream-source.js";

const tabs = new Map(); // port -> the table and the view that its tab shows
let session = "";

const source = new Source((table, news) => {
  for (const [port, one] of tabs) if (one.table === table && (news.view ?? one.view) === one.view) port.postMessage(news);
});

/** The views of a table that tabs show. */
const viewsOf = (table) => [...new Set([...tabs.values()].filter((one) => one.table === table).map((one) => one.view))];

function leave(port) {
  const { table } = tabs.get(port);
  tabs.delete(port);
  if (!viewsOf(table).length) source.drop(table);
}

addEventListener("connect", ({ ports: [port] }) => {
  port.onmessage = ({ data: { table, view, after, kinds, session: who, lock } }) => {
    tabs.set(port, { table, view });
    const isOther = who !== session; // somebody logged in or out: the stream is for whoever it is now
    session = who;
    source.add(table, viewsOf(table), after, kinds, isOther);
    if (lock) navigator.locks.request(lock, () => leave(port)); // free when the tab has gone, however it went
  };
});
