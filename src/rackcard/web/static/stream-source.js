// One event stream for any number of tables: opened again when a table is added, resumed where it broke off.

const RETRY_MS = 2000;
const VIEWS_MAX = 64; // so many the server draws for one stream

/** Follows the logs of the tables that somebody here asks for; `heard` takes what there is to say of each. */
export class Source {
  constructor(heard) {
    this.heard = heard;
    this.seen = new Map(); // the newest entry of each table
    this.kinds = new Set();
    this.views = new Map(); // the views of each table that pages follow
    this.source = null;
    this.timer = 0;
  }

  /** Follow a table and views of it from an entry on; `anew` opens the stream again even where all are followed already. */
  add(table, views, after, kinds, anew) {
    for (const kind of kinds) this.kinds.add(kind);
    const isOther = views.some((one) => !this.views.get(table)?.includes(one));
    this.views.set(table, views);
    const isBehind = !(this.seen.get(table) <= after); // a tab may be behind the others
    if (isBehind) this.seen.set(table, after);
    if (isBehind || isOther || anew || !this.source) this.open();
  }

  drop(table) {
    this.seen.delete(table);
    this.views.delete(table);
    if (!this.seen.size) this.close();
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  open() {
    this.close();
    if (!this.seen.size) return;
    const tables = [...this.seen].map(([table, seq]) => `${table}:${seq}`).join(",");
    const views = [...this.seen.keys()].flatMap((one) => this.views.get(one).map((view) => `${one}:${view}`)).slice(0, VIEWS_MAX).join(",");
    const source = this.source = new EventSource(`/api/events?tables=${tables}&views=${views}`);
    let table = "";
    source.addEventListener("drawn", ({ data }) => {
      const end = data.indexOf(" ");
      this.heard(table, { view: data.slice(0, end), change: data.slice(end + 1) });
    });
    source.addEventListener("table", (event) => { table = event.data; });
    source.addEventListener("ended", (event) => { this.seen.delete(event.data); this.heard(event.data, { state: "ended" }); });
    for (const kind of this.kinds) {
      source.addEventListener(kind, (event) => {
        const seq = Number(event.lastEventId);
        if (seq > (this.seen.get(table) ?? Infinity)) this.seen.set(table, seq);
        this.heard(table, { seq, kind });
      });
    }
    source.onopen = () => this.all("open");
    source.onerror = () => { // the browser would resume by the last entry of one table alone
      if (this.source !== source) return;
      this.close();
      this.all("lost");
      this.timer = setTimeout(() => this.open(), RETRY_MS);
    };
  }

  all(state) {
    for (const table of [...this.seen.keys()]) this.heard(table, { state });
  }
}
