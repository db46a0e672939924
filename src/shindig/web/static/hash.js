// The hashes of docs/fairness.md, and the one of a frozen list.
import { shake256 } from "./shake.js";

export const text = (words) => new TextEncoder().encode(words);
export const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const number = (value) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value].map((part) => part & 255));

// Cards in the ascending order of the bytes of their texts.
export const sorted = (cards) => cards.map((card) => [hex(text(card)), card]).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)).map(([, card]) => card);

// Purpose and parts, each after its length in four bytes.
export function digestOf(length, purpose, ...parts) {
  const all = [text(`shindig 1 ${purpose}`), ...parts];
  const whole = new Uint8Array(all.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of all) {
    view.setUint32(at, part.length);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return shake256(whole, length);
}

export const digest = (purpose, ...parts) => digestOf(32, purpose, ...parts);

// The hash of a frozen list, in hexadecimal.
export function listHash(table, cut, commitment, list) {
  const head = [number(cut), bytes(commitment), number(list.match), number(list.seats), number(list.cutter === null ? 0 : list.cutter + 1)];
  const seals = list.entries.flatMap(([seat, seal, left]) => [number(seat), new Uint8Array([left ? 1 : 0]), bytes(seal)]);
  return hex(digest("list", text(table), ...head, text(list.of), number(list.count), bytes(list.before), ...seals));
}

// The frozen list of a cut that was made, with its seals; none for a cut of release 1.0.
export function listOf(made) {
  if (!made.frozen) return null;
  const entries = made.voices.filter((voice) => voice.said !== "absent").map((voice) => [voice.seat, voice.sealed, voice.said === "left"]);
  return { ...made.frozen, entries };
}

export function hashOfList(table, made) {
  const list = listOf(made);
  return list && listHash(table, made.cut, made.commitment, list);
}
