// Cards fly: each face has a name before and after a change, and the browser moves what kept its name. A card that nobody
// saw before comes from its seat or the deck, one that goes with a trick flies to who won it: an unseen mark with the
// card's name lies there. What lies still has no name: browsers count a named one that is laid out anew as moved.
import { parsed } from "./morph.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVED = /^(r-centre|r-mine|r-hand|seat-\d+)$/;
const place = (seat) => document.querySelector(`#seat-${seat} .before`) ?? document.querySelector("#dock .mine");
const seatOf = (pile) => /(?:^| )s(\d)(?: |$)/.exec(pile?.className ?? "")?.[1];

// Where in its region a card lies, and among how many.
function spot(card, root) {
  let path = root.id;
  for (let at = card; at !== root; at = at.parentNode) {
    const all = [...at.parentNode.children];
    path += `/${all.indexOf(at)}:${all.length}`;
  }
  return path;
}

// Names of the cards within these regions, in their order, and where they lie: equal cards are told apart by number.
function named(roots) {
  const seen = {};
  const names = new Map();
  for (const root of roots)
    for (const card of root.querySelectorAll(".card[data-card]")) {
      const code = card.dataset.card;
      seen[code] = (seen[code] || 0) + 1;
      names.set(`c-${code}-${seen[code]}`, { card, spot: spot(card, root) });
    }
  return names;
}

function nameAll(names, still) {
  for (const [name, { card }] of names) if (!still.has(name)) card.style.viewTransitionName = name;
}

function mark(name, at) {
  const unseen = document.createElement("i");
  unseen.className = "mark";
  unseen.style.viewTransitionName = name;
  at.append(unseen);
  return unseen;
}

// Where a card that is new in this change comes from: its seat for a trick's card or a meld, the deck for a hand.
function origin(card) {
  const seat = seatOf(card.closest(".trick .pile")) ?? seatOf(card.closest(".plate"));
  return seat === undefined ? document.querySelector(".middle .pile.stack .cards") : place(seat);
}

function unmark() {
  document.querySelectorAll(".mark").forEach((one) => one.remove());
  for (const card of document.querySelectorAll(".card[data-card]")) card.style.viewTransitionName = "";
}

// The change whose regions are not put yet: what comes later waits for it, lest the older be put over the newer.
let turning;

// Put regions, cards flying where that is wished; then do what follows.
export function fly(regions, put, then) {
  const done = () => (put(regions), then());
  const moves = !regions["r-reveal"]?.includes("<li") && Object.keys(regions).some((id) => MOVED.test(id));
  if (!document.startViewTransition || calm.matches || document.hidden || !moves) {
    if (turning) turning.updateCallbackDone.then(done, done);
    else done();
    return;
  }
  const there = () => named(Object.keys(regions).map((id) => document.getElementById(id)).filter(Boolean));
  const before = there();
  const coming = named(Object.values(regions).map(parsed));
  const still = new Set([...coming].filter(([name, { spot }]) => before.get(name)?.spot === spot).map(([name]) => name));
  nameAll(before, still);
  for (const [name, { card }] of coming) {
    const from = !before.has(name) && origin(card);
    if (from) mark(name, from);
  }
  const winner = seatOf(document.querySelector(".trick.done .pile:has(small)"));
  const trick = [...before].filter(([, { card }]) => card.closest(".trick")).map(([name]) => name);
  const turn = () => {
    unmark();
    done();
    const after = there();
    nameAll(after, still);
    if (winner !== undefined) for (const name of trick) if (!after.has(name)) mark(name, place(winner));
  };
  // Whatever comes of it, what waits for it goes on.
  const change = (turning = document.startViewTransition(() => {
    try {
      turn();
    } finally {
      if (turning === change) turning = undefined;
    }
  }));
  change.ready.catch(() => {});
  change.finished.catch(() => {}).then(() => turning || unmark());
}
