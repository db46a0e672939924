// The cuts of a match, checked in the browser as docs/fairness.md gives the bytes: each card that was seen, and where
// the match is open every whole order.
import { digest, digestOf } from "./fair.js";

const place = document.getElementById("verdict");
const proofs = JSON.parse(place.dataset.proofs);
const text = (words) => new TextEncoder().encode(words);
const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const number = (value) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value].map((part) => part & 255));
const leaf = (position, card, salt) => digest("leaf", number(position), text(card), salt);
const root = (count, top) => hex(digest("root", number(count), top));

// The root that one card and its path lead to.
function rootFrom(count, proof) {
  let hash = leaf(proof.position, proof.card, bytes(proof.salt));
  let at = proof.position;
  const path = proof.path.map(bytes);
  for (let width = count; width > 1; width = Math.ceil(width / 2), at = Math.floor(at / 2)) {
    if (at === width - 1 && width % 2) continue;
    const other = path.shift();
    if (!other) return "";
    hash = at % 2 ? digest("node", other, hash) : digest("node", hash, other);
  }
  return path.length ? "" : root(count, hash);
}

// The root over all cards of an order.
function rootOver(secret, order) {
  const salt = (position) => digest("salt", secret, number(order.index), number(position));
  let level = order.cards.map((card, position) => leaf(position, card, salt(position)));
  while (level.length > 1) {
    const pairs = level.map((hash, at) => (at + 1 < level.length ? digest("node", hash, level[at + 1]) : hash));
    level = pairs.filter((_, at) => at % 2 === 0);
  }
  return root(order.cards.length, level[0]);
}

// The stream of an order as 16-bit numbers.
function* drawn(seed, order) {
  for (let start = 0, end = 2 * order.listed.length + 32; ; [start, end] = [end, 2 * end]) {
    const block = digestOf(end, "stream", seed, number(order.index), text(order.of));
    for (let at = start; at < end; at += 2) yield block[at] * 256 + block[at + 1];
  }
}

function shuffled(seed, order) {
  const cards = [...order.listed];
  const numbers = drawn(seed, order);
  for (let last = cards.length - 1; last > 0; last--) {
    const limit = 65536 - (65536 % (last + 1));
    let next = numbers.next().value;
    while (next >= limit) next = numbers.next().value;
    const chosen = next % (last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

// Each check of a cut: where its mark goes, and what it finds.
function* checks(cut) {
  for (const voice of cut.voices) {
    if (voice.said === "given") yield [`[data-voice="${voice.seat}"]`, hex(digest("seal", bytes(voice.value))) === voice.sealed];
  }
  yield* proofs.open ? ordersMadeAgain(cut) : cardsProved(cut);
}

function* cardsProved(cut) {
  for (const order of cut.orders) {
    for (const proof of order.proofs) {
      const mark = `[data-order="${order.index}"] [data-position="${proof.position}"]`;
      yield [mark, rootFrom(order.count, proof) === order.root];
    }
  }
}

function* ordersMadeAgain(cut) {
  const secret = bytes(cut.secret);
  const bound = [text(proofs.table), number(cut.cut), secret];
  yield ["[data-commitment]", hex(digest("commitment", ...bound)) === cut.commitment];
  const voices = cut.voices.flatMap((voice) => [number(voice.seat), text(voice.said), bytes(voice.value)]);
  const seed = digestOf(64, "seed", ...bound, ...voices);
  for (const order of cut.orders) {
    const same = shuffled(seed, order).join() === order.cards.join() && order.cards.length === order.count;
    yield [`[data-order="${order.index}"] [data-order-mark]`, same && rootOver(secret, order) === order.root];
  }
}

function mark(cut, selector, holds) {
  const box = document.querySelector(`[data-cut="${cut.cut}"]`);
  box.querySelector(selector).append(holds ? " ✓" : " ✗ does not hold");
  if (!holds) box.open = true;
}

// Whether this browser had a value for the cut that is not in it.
function leftOut(cut) {
  const kept = sessionStorage.getItem(`cut-/t/${proofs.table}-${cut.cut}-${cut.commitment.slice(0, 16)}`);
  return kept && !cut.voices.some((voice) => voice.said === "given" && voice.value === kept);
}

function told(bad, all) {
  if (bad) return `✗ ${bad} of ${all} checks failed.`;
  const orders = proofs.cuts.flatMap((cut) => cut.orders);
  if (proofs.open) return `✓ All ${orders.length} shuffles are what the house's secrets and the players' values make.`;
  const cards = orders.reduce((sum, order) => sum + order.proofs.length, 0);
  return cards ? `✓ All ${cards} cards that you held or saw lay where they lay before the deal.` : "You saw no card of this match, so there is none to prove.";
}

async function check() {
  place.textContent = "Checking…";
  let bad = 0;
  let all = 0;
  let since = performance.now();
  for (const cut of proofs.cuts) {
    for (const [selector, holds] of checks(cut)) {
      mark(cut, selector, holds);
      all++;
      if (!holds) bad++;
      if (performance.now() - since > 50) {
        await new Promise((go) => setTimeout(go));
        since = performance.now();
      }
    }
  }
  place.textContent = told(bad, all);
  place.classList.add(bad ? "bad" : "good");
  const missed = proofs.cuts.filter(leftOut).map((cut) => cut.cut);
  if (missed.length) document.getElementById("left-out").textContent = `This browser's own value is not in cut ${missed.join(", ")}: it came too late, or the house left it out.`;
}

check();
