// This device's part in the fair cut: a value of its own for each shuffle, sealed first and opened later.
import { digest, hex, listHash } from "./hash.js";
import { counted, keepSent, keepValue, notice, seenAt } from "./seen.js";
import { say } from "./texts.js";

const AGAIN = 1000;
const sent = new Set();
let latest = "";
// The seal of this device's value for a cut: the one that it gave before, else a new one.
function sealFor(table, number) {
  const given = Object.keys(seenAt(table)[number].values)[0];
  if (given) return given;
  const value = crypto.getRandomValues(new Uint8Array(32));
  const sealed = hex(digest("seal", value));
  keepValue(table, number, sealed, hex(value));
  return sealed;
}

// What is to be sent where this seat's device is asked: a seal while sealing is open, the value when seals are opened;
// or why nothing is sent.
function part(table, cut, you) {
  if (cut.stage === "sealing") return { seal: sealFor(table, cut.number) };
  const kept = seenAt(table)[cut.number];
  const sealed = cut.seals[you];
  const value = Object.hasOwn(kept.values, sealed) && kept.values[sealed];
  if (!value) return { why: say("script-cut-lost", { cut: counted(cut.number) }) };
  const why = refuses(table, cut, kept, sealed);
  if (why) return { why: `${why} ${say("script-cut-shut")}` };
  const list = cut.frozen ? listHash(table, cut.number, cut.commitment, cut.frozen) : "";
  keepSent(table, cut.number, { value, list, stage: cut.stage, opened: Object.values(cut.opened) });
  return { value };
}

// Why this device does not open its value for what it is shown; empty where it does. A value that was once opened
// without a list, as for a cut that release 1.0 began, is known: it is opened for no list any more.
function refuses(table, cut, kept, sealed) {
  if (!cut.frozen) return kept.cut.version > 1 || cut.version > 1 ? say("script-cut-no-list", { cut: counted(cut.number) }) : "";
  const own = cut.frozen.entries.filter(([, seal, left]) => seal === sealed && !left);
  if (own.length !== 1) return say("script-cut-unlisted", { cut: counted(cut.number) });
  const hash = listHash(table, cut.number, cut.commitment, cut.frozen);
  if (kept.sent?.list === "") return say("script-cut-late-list", { cut: counted(cut.number) });
  if (kept.sent && kept.sent.list !== hash) return say("script-cut-second-seals", { cut: counted(cut.number) });
  return "";
}

// Take notice of the cut, and answer where this seat's device is asked; `tell` is given what is wrong. Only the tab that
// `leads` answers, and keeps what it sees.
export function cutting(place, table, you, tell, leads = () => true) {
  const told = place?.dataset.cut;
  if (!told || told === latest) return;
  latest = told;
  const shown = JSON.parse(told);
  const { cut } = shown;
  const wrong = notice(table, shown, leads());
  if (wrong) return tell(`${wrong} ${say("script-cut-distrust")}`);
  if (!leads() || !cut?.asked.includes(you) || sent.has(`${cut.number}-${cut.stage}`)) return;
  const body = part(table, cut, you);
  if (body.why) tell(body.why);
  else send(place, table, you, tell, leads, cut, body);
}

function send(place, table, you, tell, leads, cut, body) {
  const name = `${cut.number}-${cut.stage}`;
  const repeat = () => setTimeout(() => (again(), cutting(place, table, you, tell, leads)), AGAIN);
  sent.add(name);
  fetch(`${document.documentElement.dataset.root}/t/${table}/cut`, { method: "POST", body: new URLSearchParams({ number: cut.number, ...body }), headers: { accept: "application/json" } })
    .then((answer) => answer.status >= 500 && repeat())
    .catch(repeat);
}

// What was sent may not have arrived, or not have been stored: send it when it is asked for again.
export function again() {
  sent.clear();
  latest = "";
}
