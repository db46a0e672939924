// A worker for all tabs of a browser: it counts their streams, and reads one for those that share.
const MOST = 3; // streams that tabs have for themselves, of six connections
const TYPES = ["beat", "replaced", "fault", "patch"];
const tabs = new Map(); // by port: root, table, the last event, and the time before which the table is not asked again
let source;
let soon;

addEventListener("connect", ({ ports: [port] }) => {
  port.onmessage = ({ data }) => take(port, data);
});

function take(port, { root, table, after, end }) {
  const before = tabs.get(port);
  if (end) tabs.delete(port);
  else tabs.set(port, { root, table, after, from: 0 });
  if (after !== undefined || before?.after !== undefined) begin(20);
  else if (!end && [...tabs.values()].filter((tab) => tab.after === undefined).length > MOST) port.postMessage({ share: true });
}

function begin(wait) {
  clearTimeout(soon);
  soon = setTimeout(open, wait);
}

function open() {
  source?.close();
  const now = Date.now();
  const shared = [...tabs].filter(([, tab]) => tab.after !== undefined);
  const due = shared.filter(([, tab]) => tab.from <= now);
  if (shared.length > due.length) begin(Math.min(...shared.map(([, tab]) => Math.max(tab.from - now, 500))));
  if (!due.length) return;
  const after = new Map();
  for (const [, { table, after: seq }] of due) after.set(table, Math.min(seq, after.get(table) ?? seq));
  source = new EventSource(`${due[0][1].root}/streams?${[...after].map(([table, seq]) => `t=${table}.${seq}`).join("&")}`);
  source.onopen = () => tell(due, { type: "open" });
  source.onerror = () => {
    source.close();
    tell(due, { type: "error" });
    begin(1000 + 1000 * Math.random());
  };
  for (const table of after.keys()) listen(table, due.filter(([, tab]) => tab.table === table));
}

function listen(table, due) {
  for (const type of TYPES)
    source.addEventListener(`${table}.${type}`, ({ data, lastEventId }) => {
      if (type === "patch") for (const [, tab] of due) tab.after = Number(lastEventId);
      tell(due, { type, data, id: lastEventId });
    });
  source.addEventListener(`${table}.end`, ({ data }) => {
    const { status, retry } = JSON.parse(data);
    for (const [, tab] of due) tab.from = Date.now() + retry;
    tell(due, { type: "error", closed: status !== 200 });
    begin(retry);
  });
}

function tell(due, message) {
  for (const [port] of due) if (tabs.has(port)) port.postMessage(message);
}
