// The cuts of a match, checked in the browser as docs/fairness.md gives the bytes: each card that was seen, and where
// the match is open every whole order.
import { bytes, digest, digestOf, hashOfList, hex, listOf, number, sorted, text } from "./hash.js";
import { counted, differs, leftOutOf, others, owned, save, seenAt, triedFor } from "./seen.js";
import { say } from "./texts.js";

const place = document.getElementById("verdict");
const proofs = JSON.parse(place.dataset.proofs);
const seen = seenAt(proofs.table);
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
  for (let start = 0, end = 2 * order.cards.length + 32; ; [start, end] = [end, 2 * end]) {
    const block = digestOf(end, "stream", seed, number(order.index), text(order.of));
    for (let at = start; at < end; at += 2) yield block[at] * 256 + block[at + 1];
  }
}

// A shuffle starts from its cards sorted by their bytes; in a cut of release 1.0, from the cards as the rules list them.
function shuffled(seed, order, frozen) {
  const cards = frozen ? sorted(order.cards) : [...order.listed];
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
  for (const [at, voice] of cut.voices.entries()) {
    if (voice.said === "given") yield [`[data-voice="${at}"]`, hex(digest("seal", bytes(voice.value))) === voice.sealed];
  }
  if (seen[cut.cut]) yield ["[data-live]", !differs(seen[cut.cut], cut)];
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
  const seed = cut.frozen ? seedOf(secret, cut) : seedOfOld(bound, cut);
  for (const order of cut.orders) {
    const same = shuffled(seed, order, cut.frozen).join() === order.cards.join() && order.cards.length === order.count;
    yield [`[data-order="${order.index}"] [data-order-mark]`, same && rootOver(secret, order) === order.root];
  }
}

// What secret, list and values make.
function seedOf(secret, cut) {
  const opened = new Map(cut.voices.filter((voice) => voice.said === "given").map((voice) => [voice.sealed, bytes(voice.value)]));
  const values = listOf(cut).entries.filter(([, , left]) => !left).map(([, seal]) => opened.get(seal) ?? new Uint8Array());
  return digestOf(64, "list seed", secret, bytes(hashOfList(proofs.table, cut)), ...values);
}

// The same for cuts of release 1.0.
function seedOfOld(bound, cut) {
  const voices = cut.voices.flatMap((voice) => [number(voice.seat), text(voice.said), bytes(voice.value)]);
  return digestOf(64, "seed", ...bound, ...voices);
}

function mark(cut, selector, holds) {
  const box = document.querySelector(`[data-cut="${cut.cut}"]`);
  box.querySelector(selector).append(holds ? " ✓" : ` ✗ ${say("script-proof-wrong")}`);
  if (!holds) for (let part = box; part; part = part.parentElement.closest("details")) part.open = true;
}

// Whether this browser had a value for the cut that is not in it.
const leftOut = (cut) => seen[cut.cut] && !seen[cut.cut].sent && Object.keys(seen[cut.cut].values).length && !owned(seen[cut.cut], cut);

// What was seen of a cut while it was made.
function liveOf(cut) {
  const one = seen[cut.cut];
  if (!one) return say("script-proof-unseen");
  const live = one.cut.stage === "sealing" ? say("script-proof-before") : say("script-proof-during");
  return `${choiceOf(one, cut)} ${live}`;
}

// Among how many orders the house could choose when it knew this browser's value.
function choiceOf(one, cut) {
  const free = others(one, cut);
  if (free === null) return say("script-proof-unbound");
  if (!free.length) return say("script-proof-one-order");
  return say("script-proof-orders", { seats: free.map((seat) => seat + 1).join(", "), count: 2 ** free.length });
}

// Orders of seats, and of the depths that a cut may have: what lies there is no card.
const LOTS = ["seats", "cut"];

function told(bad, all) {
  if (bad) return say("script-proof-failed", { bad, all });
  if (proofs.open) return say(proofs.cuts.length === 1 ? "script-proof-shuffle" : "script-proof-shuffles");
  const orders = proofs.cuts.flatMap((cut) => cut.orders).filter((order) => !LOTS.includes(order.of));
  const cards = orders.reduce((sum, order) => sum + order.proofs.length, 0);
  return cards ? say("script-proof-cards", { count: cards }) : say("script-proof-no-card");
}

const listed = (numbers) => numbers.map(counted).join(", ");

// For how many shuffles this browser had our promise before, and in how many its own number is.
function livePart(seen, own) {
  const all = proofs.cuts.length;
  if (!seen && !own) return say("script-proof-live-none");
  if (seen < all || own < all) return say("script-proof-live", { seen, all, own });
  return all === 1 ? say("script-proof-live-one") : say("script-proof-live-all", { all });
}

// What that proves beside what was seen live, and what it does not.
function proven() {
  const bound = proofs.cuts.filter((cut) => seen[cut.cut]?.cut.stage === "sealing");
  const own = proofs.cuts.filter((cut) => seen[cut.cut] && owned(seen[cut.cut], cut));
  const alone = proofs.cuts.filter((cut) => !cut.voices.some((voice) => voice.said === "given")).map((cut) => cut.cut);
  const free = proofs.cuts.filter((cut) => others(seen[cut.cut], cut) === null).map((cut) => cut.cut);
  const lines = [livePart(bound.length, own.length)];
  if (bound.length + own.length && bound.length < proofs.cuts.length) lines.push(say("script-proof-others"));
  if (alone.length) lines.push(say("script-proof-alone", { cuts: listed(alone) }));
  if (bound.length && !proofs.open) lines.push(say("script-proof-later"));
  const untied = free.filter((cut) => !alone.includes(cut));
  if (untied.length) lines.push(say("script-proof-no-list", { cuts: listed(untied) }));
  const tried = triedFor(seen, proofs.cuts);
  if (tried.length) lines.push(say("script-proof-tried", { cuts: listed(tried) }));
  const off = proofs.cuts.filter((cut) => cut.called_off).map((cut) => cut.cut);
  if (off.length) lines.push(say("script-proof-off", { cuts: listed(off) }));
  if (!free.length && !tried.length && !off.length && proofs.open) lines.push(say("script-proof-below"));
  return lines.join("\n");
}

async function check() {
  place.textContent = say("script-proof-checking");
  let bad = 0;
  let all = 0;
  let since = performance.now();
  for (const cut of proofs.cuts) {
    document.querySelector(`[data-cut="${cut.cut}"] [data-live]`).textContent = liveOf(cut);
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
  const gap = leftOutOf(seen, proofs.cuts);
  if (gap) bad++;
  place.textContent = gap ? `✗ ${gap}` : told(bad, all);
  place.classList.add(bad ? "bad" : "good");
  document.getElementById("live").textContent = bad ? "" : proven();
  const missed = proofs.cuts.filter(leftOut).map((cut) => cut.cut);
  if (missed.length) document.getElementById("left-out").textContent = say("script-proof-unsent", { cuts: listed(missed) });
}

document.getElementById("save").addEventListener("click", () => save(proofs.table));
check();
