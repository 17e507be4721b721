// The shared worker behind stream.js: holds the one event stream of a browser for all of its tabs.
import { Source } from "./stream-source.js";

const tabs = new Map(); // port -> the table that its tab shows
let session = "";

const source = new Source((table, news) => {
  for (const [port, followed] of tabs) if (followed === table) port.postMessage(news);
});

function leave(port) {
  const table = tabs.get(port);
  tabs.delete(port);
  if (![...tabs.values()].includes(table)) source.drop(table);
}

addEventListener("connect", ({ ports: [port] }) => {
  port.onmessage = ({ data: { table, after, kinds, session: who, lock } }) => {
    tabs.set(port, table);
    const isOther = who !== session; // somebody logged in or out: the stream is for whoever it is now
    session = who;
    source.add(table, after, kinds, isOther);
    navigator.locks.request(lock, () => leave(port)); // free when the tab has gone, however it went
  };
});
