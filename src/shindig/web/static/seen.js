// What this browser saw of a table's cuts while they were made, and the values that it gave: kept here, compared
// afterwards, saved as a file for `shindig verify --seen`.
import { listOf } from "./hash.js";
import { say } from "./texts.js";

const TABLES = 40;
// The notes that this page made or changed, by table, as text.
const mine = new Map();
const unkept = new Set();
// Each page keeps its notes under a key of its own, so that no tab writes over those of another one. Release 1.0 kept
// all of a table under one key, which is read still.
const page = Math.random().toString(36).slice(2);
const name = (table) => `cuts-${table}`;
const used = (table) => `used-${table}`;
// The number of a shuffle as people count.
export const counted = (cut) => cut + 1;

const keysOf = (table) => Object.keys(localStorage).filter((key) => key === name(table) || key.startsWith(`${name(table)}/`));

// Notes of a table's cuts, by their numbers, from all pages. What could not be stored is read from memory: what storage
// still has is older, and may lack that a value was sent.
export function seenAt(table) {
  const seen = {};
  for (const text of [...(unkept.has(table) ? [] : stored(table)), mine.get(table)]) {
    for (const [nth, [number, one]] of Object.entries(parsed(text)).entries()) {
      one.nth ??= nth;
      seen[number] = number in seen ? joined(seen[number], one) : one;
    }
  }
  return seen;
}

function stored(table) {
  try {
    const others = keysOf(table).filter((key) => key !== `${name(table)}/${page}`);
    return others.sort().map((key) => localStorage.getItem(key));
  } catch {
    return [];
  }
}

function parsed(text) {
  try {
    return JSON.parse(text ?? "{}") ?? {};
  } catch {
    return {};
  }
}

// The notes of two pages on one cut. The first counts, as it does for a single page; what contradicts it is kept with it.
function joined(one, other) {
  const all = { ...one, nth: Math.min(one.nth, other.nth), values: { ...one.values, ...other.values }, sent: one.sent ?? other.sent, ended: one.ended ?? other.ended };
  const { also = [], ...rest } = other;
  const beside = [...(one.also ?? []), ...(agree(one, other) ? [] : [rest]), ...also].map((note) => JSON.stringify(note));
  if (beside.length) all.also = [...new Set(beside)].map((note) => JSON.parse(note));
  if (!agree(one, other)) return all;
  const stage = other.cut.stage === "sealing" ? "sealing" : one.cut.stage;
  all.cut = { ...one.cut, stage, seals: { ...one.cut.seals }, frozen: one.cut.frozen ?? other.cut.frozen };
  for (const [seat, sealed] of older(other)) noteSeals(all, { [seat]: sealed });
  noteSeals(all, other.cut.seals);
  if ((other.last_cut?.orders.length ?? -1) > (one.last_cut?.orders.length ?? -1)) all.last_cut = other.last_cut;
  return all;
}

// Whether two pages were told the same of a cut.
function agree(one, other) {
  if (one.cut.commitment !== other.cut.commitment) return false;
  if (one.cut.frozen && other.cut.frozen && !alike(one.cut.frozen, other.cut.frozen)) return false;
  if (one.sent && other.sent && one.sent.list !== other.sent.list) return false;
  return !(one.last_cut && other.last_cut) || madeAlike(one.last_cut, other.last_cut);
}

// Change notes of a table, and keep those that are new as this page's own. Returns what `change` does.
function note(table, change, keeps = true) {
  const seen = seenAt(table);
  const before = Object.fromEntries(Object.entries(seen).map(([number, one]) => [number, JSON.stringify(one)]));
  const found = change(seen);
  const fresh = Object.entries(seen).filter(([number, one]) => JSON.stringify(one) !== before[number]);
  if (keeps && fresh.length) keep(table, seen, fresh);
  return found;
}

function keep(table, seen, fresh) {
  const first = !mine.has(table);
  mine.set(table, JSON.stringify({ ...parsed(mine.get(table)), ...Object.fromEntries(fresh) }));
  try {
    if (first) makeRoom(table);
    localStorage.setItem(used(table), Date.now());
    localStorage.setItem(`${name(table)}/${page}`, mine.get(table));
    unkept.delete(table);
  } catch {
    // Without storage this page remembers until it is closed.
    mine.set(table, JSON.stringify(seen));
    unkept.add(table);
    forget(table);
  }
}

// Forget the tables that were used longest ago. Those of release 1.0 have no time; one list has their order.
function makeRoom(table) {
  const listed = parsed(localStorage.getItem("cuts") ?? "[]");
  const time = (other) => Number(localStorage.getItem(used(other)) ?? listed.indexOf(other));
  const kept = new Set(Object.keys(localStorage).map((key) => /^cuts-([^/]+)/.exec(key)?.[1]));
  const others = [...kept].filter((other) => other && other !== table).sort((one, other) => time(one) - time(other));
  others.slice(0, Math.max(0, others.length + 1 - TABLES)).forEach(forget);
}

// Remove what storage has of a table: a page that is loaded anew must not open a value again for another list.
function forget(table) {
  try {
    for (const key of [...keysOf(table), used(table)]) localStorage.removeItem(key);
  } catch {
    // There is no storage.
  }
}

// Keep what a table tells of its cuts, the first commitment for each, and of its match where that is over. Returns what
// does not fit what was seen before. A tab that does not answer for the device compares, and keeps nothing.
export function notice(table, { cut, last_cut: made, match, state }, keeps) {
  const change = (seen) => {
    const wrong = [cut && noticeComing(seen, cut), made && noticeMade(seen, made)].find(Boolean);
    if (state === "over") noticeEnd(seen, match);
    return wrong;
  };
  return note(table, change, keeps);
}

function noticeComing(seen, { number, commitment, stage, seals, version, frozen }) {
  const nth = Object.keys(seen).length;
  const one = (seen[number] ??= { nth, cut: { number, commitment, stage, seals: {}, version }, values: {} });
  if (one.cut.commitment !== commitment) return say("script-cut-other-secret", { cut: counted(number) });
  noteSeals(one, seals);
  if (!frozen) return;
  one.cut.frozen ??= frozen;
  if (!alike(one.cut.frozen, frozen)) return say("script-cut-second-seals", { cut: counted(number) });
}

function noteSeals(one, seals) {
  for (const [seat, sealed] of Object.entries(one.cut.seals)) {
    if (seals[seat] && seals[seat] !== sealed && !older(one).some(([other, theirs]) => other === seat && theirs === sealed)) one.older = [...older(one), [seat, sealed]];
  }
  Object.assign(one.cut.seals, seals);
}

// Seals that were seen at a seat before another one: who sat there left, and the seal is still in the cut.
const older = (one) => one.older ?? [];

// Whether two frozen lists are the same.
const alike = (one, other) => ["match", "seats", "cutter", "of", "count", "before", "entries"].every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

function noticeMade(seen, made) {
  const one = seen[made.cut];
  if (!one) return;
  const wrong = differs(one, made);
  if (!wrong && made.orders.length >= (one.last_cut?.orders.length ?? 0)) one.last_cut = made;
  return wrong;
}

// Cuts in the order in which they were seen.
const inOrder = (seen) => Object.values(seen).sort((one, other) => one.nth - other.nth);
const matchOf = (one) => one.cut.frozen?.match ?? one.last_cut?.frozen?.match;

// Note that a match is over at the latest cut for which this browser opened its value, if it was a cut of that match.
function noticeEnd(seen, match) {
  const last = inOrder(seen).filter((one) => one.sent?.list).at(-1);
  if (last && matchOf(last) === match) last.ended = match;
}

// Whether two tell the same of how a cut was made. Its orders come one after another, and news of the earlier may be
// read after those of the later: what both tell of must be the same.
function madeAlike(before, made) {
  const same = (left, right) => left.slice(0, right.length).every((hash, at) => hash === right[at]);
  const hashes = (cut) => cut.voices.flatMap((voice) => [voice.seat, voice.said, voice.sealed, voice.value]);
  const roots = (cut) => cut.orders.flatMap((order) => [order.index, order.of, order.count, order.root]);
  return same(hashes(before), hashes(made)) && before.voices.length === made.voices.length && same(roots(before), roots(made));
}

// How a cut that was made differs from what any page saw of it live; empty where it does not.
export const differs = (one, made) => [one, ...(one.also ?? [])].map((seen) => differsFrom(seen, made)).find(Boolean) ?? "";

function differsFrom(one, made) {
  if (one.cut.commitment !== made.commitment) return say("script-cut-other-secret", { cut: counted(made.cut) });
  for (const [seat, sealed] of [...Object.entries(one.cut.seals), ...older(one)]) {
    if (!made.voices.some((voice) => voice.seat === Number(seat) && voice.sealed === sealed)) return say("script-cut-seal-missing", { seat: Number(seat) + 1, cut: counted(made.cut) });
  }
  const list = listOf(made);
  if (one.cut.frozen && !(list && alike(one.cut.frozen, list))) return say("script-cut-other-seals", { cut: counted(made.cut) });
  const wrong = one.sent?.list && differsFromSent(one.sent, made);
  if (wrong) return wrong;
  if (one.last_cut && !madeAlike(one.last_cut, made)) return say("script-cut-other-values", { cut: counted(made.cut) });
  return "";
}

const given = (made) => made.voices.filter((voice) => voice.said === "given").map((voice) => voice.value);

// How a cut that was made differs from what it was when this browser opened its value.
function differsFromSent({ value, stage, opened }, made) {
  const values = given(made);
  if (!values.includes(value)) return say("script-cut-own-missing", { cut: counted(made.cut) });
  const missing = opened.some((other) => !values.includes(other));
  const added = stage === "cutting" && values.some((other) => other !== value && !opened.includes(other));
  return missing || added ? say("script-cut-open-differ", { cut: counted(made.cut) }) : "";
}

// Seats whose seals could be opened or withheld when the house knew this browser's value; null where nothing bounds that.
export function others(one, made) {
  if (!made.frozen || !one?.sent?.list) return null;
  if (one.sent.stage === "cutting") return [];
  const known = [...one.sent.opened, one.sent.value];
  return made.voices.filter(({ said, value }) => said === "withheld" || (said === "given" && !known.includes(value))).map((voice) => voice.seat);
}

// Which cut of a match is left out of those that the house tells of; empty where none is.
export function leftOutOf(seen, cuts) {
  const numbers = cuts.map((cut) => cut.cut);
  const match = cuts.find((cut) => cut.frozen)?.frozen.match;
  if (match === undefined) return "";
  if (match <= 1 && numbers[0]) return say("script-cut-not-first", { cut: counted(numbers[0]) });
  const gap = numbers.find((number, at) => at && number !== numbers[at - 1] + 1);
  if (gap !== undefined) return say("script-cut-gap", { cut: counted(gap) });
  for (const { cut, sent, last_cut: made } of Object.values(seen)) {
    if (!sent?.list || numbers.includes(cut.number)) continue;
    if ((cut.frozen?.match ?? match) === match) return say("script-cut-left-out", { cut: counted(cut.number) });
    if (cut.number < numbers[0] && !made) return say("script-cut-never-made", { cut: counted(cut.number) });
  }
  return "";
}

// Cuts of other matches that may have been tries for this one: this browser opened its value for them before its last
// one for this match, and did not see their match end before its first one.
export function triedFor(seen, cuts) {
  const numbers = cuts.map((cut) => cut.cut);
  const sent = inOrder(seen).filter((one) => one.sent?.list);
  const own = sent.map((one, at) => (numbers.includes(one.cut.number) ? at : -1)).filter((at) => at >= 0);
  if (!own.length) return [];
  const played = sent.slice(0, own[0]).map((one) => one.ended);
  const others = sent.slice(0, own.at(-1)).filter((one) => !numbers.includes(one.cut.number));
  return others.filter((one) => !played.includes(matchOf(one))).map((one) => one.cut.number);
}

// Whether a value of this browser's counted in a cut.
export const owned = (one, made) => made.voices.some((voice) => voice.said === "given" && Object.values(one.values).includes(voice.value));

export const keepValue = (table, number, sealed, value) => note(table, (seen) => (seen[number].values[sealed] = value));

// Keep, before a value is sent, for which list that is; the first time counts.
export const keepSent = (table, number, sent) => note(table, (seen) => (seen[number].sent ??= sent));

// What the file has of a cut: its older seals, the rest, what contradicts that, and that its match is over.
function told({ cut, last_cut, values, sent, ended, older = [], also = [] }) {
  const { frozen, ...bare } = cut;
  const own = Object.values(values).map((value) => ({ cut: cut.number, ...(sent?.value === value ? sent : { value }) }));
  const end = ended === undefined ? [] : [{ match: ended, state: "over" }];
  return [...older.map(([seat, sealed]) => ({ cut: { ...bare, seals: { [seat]: sealed } } })), { cut, last_cut, values: own }, ...also.flatMap(told), ...end];
}

// The file that the page gives out, as JSON Lines.
export const linesOf = (table) => inOrder(seenAt(table)).flatMap(told).map((line) => `${JSON.stringify({ id: table, ...line })}\n`);

export function save(table) {
  const lines = linesOf(table);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  link.download = `shindig-${table}-seen.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
