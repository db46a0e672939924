// Proofs of single cards, checked in the browser: leaf, path, root, as docs/fairness.md gives the bytes.
import { digest } from "./fair.js";

const place = document.getElementById("verdict");
const proofs = JSON.parse(place.dataset.proofs);
const text = (words) => new TextEncoder().encode(words);
const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const number = (value) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value].map((part) => part & 255));

function rootOf(count, proof) {
  let hash = digest("leaf", number(proof.position), text(proof.card), bytes(proof.salt));
  let at = proof.position;
  let path = proof.path.map(bytes);
  for (let width = count; width > 1; width = Math.ceil(width / 2), at = Math.floor(at / 2)) {
    if (at === width - 1 && width % 2) continue;
    const other = path.shift();
    if (!other) return "";
    hash = at % 2 ? digest("node", other, hash) : digest("node", hash, other);
  }
  return path.length ? "" : hex(digest("root", number(count), hash));
}

if (!proofs.open) {
  let good = 0;
  let bad = 0;
  for (const cut of proofs.cuts) {
    for (const order of cut.orders) {
      for (const proof of order.proofs || []) {
        const holds = rootOf(order.count, proof) === order.root;
        holds ? good++ : bad++;
        const mark = document.querySelector(`[data-cut="${cut.cut}"][data-order="${order.index}"][data-position="${proof.position}"]`);
        if (mark) mark.textContent = holds ? "✓ proved" : "✗ not proved";
      }
    }
    for (const voice of cut.voices) {
      const kept = sessionStorage.getItem(`cut-/t/${place.dataset.table}-${cut.cut}-${cut.commitment.slice(0, 16)}`);
      if (voice.said === "given" && hex(digest("seal", bytes(voice.value))) !== voice.sealed) bad++;
      if (kept && cut.voices.every((other) => other.value !== kept)) bad++;
    }
  }
  place.textContent = bad ? `✗ ${bad} of ${good + bad} checks failed.` : `✓ All ${good} cards that you held or saw lay where they lay before the deal.`;
  place.classList.add(bad ? "bad" : "good");
}
