// This device's part in the fair cut: a value of its own for each shuffle, sealed first and opened later.
import { shake256 } from "./shake.js";

const values = new Map();
const sent = new Set();
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

function valueFor(key) {
  if (!values.has(key)) {
    const kept = sessionStorage.getItem(`cut-${key}`);
    const value = kept ? Uint8Array.from(kept.match(/../g), (pair) => parseInt(pair, 16)) : crypto.getRandomValues(new Uint8Array(32));
    values.set(key, value);
    sessionStorage.setItem(`cut-${key}`, hex(value));
  }
  return values.get(key);
}

// Answer where this seat's device is asked: with a seal while sealing is open, with the value when seals are opened.
export function cutting(place, base, you) {
  if (!place?.dataset.cut) return;
  const cut = JSON.parse(place.dataset.cut);
  if (!cut.asked.includes(you)) return;
  const key = `${base}-${cut.number}-${cut.commitment.slice(0, 16)}`;
  const name = cut.stage === "sealing" ? "seal" : "value";
  if (sent.has(`${key}-${name}`)) return;
  sent.add(`${key}-${name}`);
  const value = valueFor(key);
  const body = new URLSearchParams({ number: cut.number, [name]: hex(name === "seal" ? digest("seal", value) : value) });
  fetch(`${base}/cut`, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => sent.delete(`${key}-${name}`));
}
