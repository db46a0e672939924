// The stream of a table. Over HTTP/1.1 a browser has six connections for all its tabs, so from the fourth table on, tabs
// share one stream, which a shared worker reads. It has the interface of an EventSource.
const TYPES = ["beat", "replaced", "fault", "patch"];
const MANY = ["h2", "h3"];
const root = document.documentElement.dataset.root;
const alone = MANY.includes(performance.getEntriesByType("navigation")[0]?.nextHopProtocol) || !globalThis.SharedWorker;
const port = alone ? undefined : new SharedWorker(new URL("stream_worker.js", import.meta.url), { name: `streams${root}` }).port;

// A random name of this browser, so that onlookers without a name are counted once, however many tabs they have.
function browser() {
  try {
    return (localStorage.browser ??= Math.random().toString(36).slice(2));
  } catch {
    return "";
  }
}

export class TableStream extends EventTarget {
  constructor(base, seq) {
    super();
    this.seq = seq;
    this.table = base.split("/").pop();
    this.own = new EventSource(`${base}/stream?after=${seq}&browser=${browser()}`);
    for (const type of ["open", "error"]) this.own.addEventListener(type, () => this.dispatchEvent(new Event(type)));
    for (const type of TYPES) this.own.addEventListener(type, ({ data, lastEventId }) => this.tell(type, data, lastEventId));
    port?.addEventListener("message", this.hear);
    port?.start();
    port?.postMessage({ root, table: this.table });
    addEventListener("pagehide", this.leave);
  }

  get readyState() {
    return this.own ? this.own.readyState : this.state;
  }

  tell(type, data, lastEventId) {
    if (type === "patch") this.seq = Number(lastEventId);
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
  }

  hear = ({ data: { share, type, data, id, closed } }) => {
    if (share) {
      this.own?.close();
      this.own = undefined;
      port.postMessage({ root, table: this.table, after: this.seq });
    } else if (TYPES.includes(type)) {
      this.tell(type, data, id);
    } else {
      this.state = closed ? EventSource.CLOSED : type === "open" ? EventSource.OPEN : EventSource.CONNECTING;
      this.dispatchEvent(new Event(type));
    }
  };

  leave = () => port?.postMessage({ end: true });

  close() {
    this.own?.close();
    this.state = EventSource.CLOSED;
    port?.removeEventListener("message", this.hear);
    this.leave();
    removeEventListener("pagehide", this.leave);
  }
}
