// What this browser saw of a table's cuts while they were made, and the values that it gave: kept here, compared
// afterwards, saved as a file for `shindig verify --seen`.
const TABLES = 40;
const memory = new Map();
const name = (table) => `cuts-${table}`;

export function seenAt(table) {
  try {
    return JSON.parse(localStorage.getItem(name(table))) ?? memory.get(table) ?? {};
  } catch {
    return memory.get(table) ?? {};
  }
}

function keep(table, seen) {
  memory.set(table, seen);
  try {
    const others = JSON.parse(localStorage.getItem("cuts") ?? "[]").filter((other) => other !== table);
    others.splice(0, Math.max(0, others.length + 1 - TABLES)).forEach((other) => localStorage.removeItem(name(other)));
    localStorage.setItem("cuts", JSON.stringify([...others, table]));
    localStorage.setItem(name(table), JSON.stringify(seen));
  } catch {
    // Without storage this page remembers until it is closed.
  }
}

// Keep what a table tells of its cuts, the first commitment for each: what does not fit what was seen before.
export function notice(table, coming, made) {
  const seen = seenAt(table);
  const wrong = [coming && noticeComing(seen, coming), made && noticeMade(seen, made)].find(Boolean);
  keep(table, seen);
  return wrong;
}

function noticeComing(seen, { number, commitment, stage, seals }) {
  const one = (seen[number] ??= { cut: { number, commitment, stage, seals: {} }, values: {} });
  if (one.cut.commitment !== commitment) return `The house had bound itself to another secret for cut ${number}.`;
  Object.assign(one.cut.seals, seals);
}

function noticeMade(seen, made) {
  const one = seen[made.cut];
  if (!one) return;
  const wrong = differs(one, made);
  if (!wrong && made.orders.length >= (one.last_cut?.orders.length ?? 0)) one.last_cut = made;
  return wrong;
}

// How a cut that was made differs from what was seen of it live; empty where it does not. Its orders come one after
// another, and news of the earlier may be read after those of the later: what both tell of must be the same.
export function differs(one, made) {
  const same = (left, right) => left.slice(0, right.length).every((hash, at) => hash === right[at]);
  const hashes = (cut) => cut.voices.flatMap((voice) => [voice.seat, voice.said, voice.sealed, voice.value]);
  const roots = (cut) => cut.orders.flatMap((order) => [order.index, order.of, order.count, order.root]);
  if (one.cut.commitment !== made.commitment) return `The house had bound itself to another secret for cut ${made.cut}.`;
  for (const [seat, sealed] of Object.entries(one.cut.seals)) {
    if (!made.voices.some((voice) => voice.seat === Number(seat) && voice.sealed === sealed)) return `What seat ${Number(seat) + 1} sealed for cut ${made.cut} is left out.`;
  }
  const before = one.last_cut;
  if (before && !(same(hashes(before), hashes(made)) && before.voices.length === made.voices.length && same(roots(before), roots(made)))) return `Other values or roots were published for cut ${made.cut} before.`;
  return "";
}

// Whether a value of this browser's counted in a cut.
export const owned = (one, made) => made.voices.some((voice) => voice.said === "given" && Object.values(one.values).includes(voice.value));

export function keepValue(table, number, sealed, value) {
  const seen = seenAt(table);
  seen[number].values[sealed] = value;
  keep(table, seen);
}

// The file that the page gives out: JSON Lines, one for each cut.
export function save(table) {
  const lines = Object.values(seenAt(table)).map(({ cut, last_cut, values }) => {
    const own = Object.values(values).map((value) => ({ cut: cut.number, value }));
    return `${JSON.stringify({ id: table, cut, last_cut, values: own })}\n`;
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  link.download = `shindig-${table}-seen.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
