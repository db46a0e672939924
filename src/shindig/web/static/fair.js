// This device's part in the fair cut: a value of its own for each shuffle, sealed first and opened later.
import { keepValue, notice, seenAt } from "./seen.js";
import { shake256 } from "./shake.js";

const AGAIN = 1000;
const values = new Map();
const sent = new Set();
let latest = "";
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The hash of docs/fairness.md: purpose and parts, each after its length in four bytes.
export function digestOf(length, purpose, ...parts) {
  const all = [new TextEncoder().encode(`shindig 1 ${purpose}`), ...parts];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of all) {
    view.setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return shake256(bytes, length);
}

export const digest = (purpose, ...parts) => digestOf(32, purpose, ...parts);

// The seal of this device's value for a cut: the one that it gave before, else a new one.
function sealFor(table, number) {
  const given = Object.keys(seenAt(table)[number].values)[0];
  if (given) return given;
  const value = crypto.getRandomValues(new Uint8Array(32));
  const sealed = hex(digest("seal", value));
  values.set(sealed, hex(value));
  keepValue(table, number, sealed, hex(value));
  return sealed;
}

// What is to be sent where this seat's device is asked: a seal while sealing is open, the value when seals are opened.
function part(table, cut, you) {
  if (cut.stage === "sealing") return { seal: sealFor(table, cut.number) };
  const sealed = cut.seals[you];
  const value = values.get(sealed) ?? seenAt(table)[cut.number].values[sealed];
  return value ? { value } : null;
}

// Take notice of the cut, and answer where this seat's device is asked; `tell` is given what is wrong.
export function cutting(place, table, you, tell) {
  const told = place?.dataset.cut;
  if (!told || told === latest) return;
  latest = told;
  const { cut, last_cut: made } = JSON.parse(told);
  const wrong = notice(table, cut, made);
  if (wrong) tell(`${wrong} Do not trust its shuffles.`);
  if (!cut?.asked.includes(you) || sent.has(`${cut.number}-${cut.stage}`)) return;
  const body = part(table, cut, you);
  if (body) send(place, table, you, tell, cut, body);
  else tell(`This page no longer has the number that it sealed for cut ${cut.number}, and cannot open it: the cut will say that it was withheld.`);
}

function send(place, table, you, tell, cut, body) {
  const name = `${cut.number}-${cut.stage}`;
  const repeat = () => setTimeout(() => (again(), cutting(place, table, you, tell)), AGAIN);
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
