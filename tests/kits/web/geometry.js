// What of a table's page is cut off, covered, spilt over its place, or too small to be touched: a list of sentences.
() => {
  const told = [];
  const name = (one) => one.id || one.getAttribute?.("class") || one.tagName;
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .skip, .fit > span") && !(one.closest("figcaption, .whole")?.getBoundingClientRect().width <= 1) && one.getClientRects().length > 0;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(shown);
  const box = (one) => one.getBoundingClientRect();
  const size = (one) => `${Math.round(box(one).width)}x${Math.round(box(one).height)}`;
  const place = (one) => { let r = box(one); return `[${[r.left, r.top, r.right, r.bottom].map(Math.round)}]`; };
  const inside = (a, b, by = 1.5) => a.left >= b.left - by && a.top >= b.top - by && a.right <= b.right + by && a.bottom <= b.bottom + by;
  const meet = (a, b, by = 1.5) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const area = (area) => {
    const dock = document.querySelector(".dock"), style = getComputedStyle(dock), from = box(dock);
    const probe = dock.appendChild(Object.assign(document.createElement("i"), { className: "probe" }));
    probe.style.cssText = `grid-area:${area};place-self:stretch;pointer-events:none`;
    const found = box(probe);
    probe.remove();
    return found;
  };

  // The page: as wide as the window; the stage as high, or as low as a stage may be.
  if (document.documentElement.scrollWidth > innerWidth) told.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const stage = box(document.querySelector(".stage"));
  if (stage.bottom > innerHeight + 1) told.push(`the stage ends at ${stage.bottom} of ${innerHeight}`);

  // Each seat and the middle keeps to its cell.
  for (const cell of all(".ring > div, .centre")) {
    for (const one of all("*", cell)) {
      if (one.closest(".laid .cards") && !one.matches(".cards")) continue;
      if (one.matches(".count, .card, .slot, .face i, figcaption *") || one.closest(".trick .pile")) continue;
      if (!inside(box(one), box(cell), 2)) told.push(`${name(cell)}: ${name(one)} ${place(one)} is out of ${place(cell)}`);
    }
  }
  for (const plate of all(".plate"))
    for (const one of all(".before > *, .foot > *", plate)) if (!inside(box(one), box(plate), 2)) told.push(`${name(plate)}: ${name(one)} ${place(one)} is out of ${place(plate)}`);
  // The cards of a trick, turned towards their seats, keep to the middle nearly.
  for (const one of all(".trick .card")) if (!inside(box(one), box(document.querySelector(".cloth")), 2)) told.push(`a card of the trick ${place(one)} is off the cloth`);
  // The dock's parts keep to theirs.
  const parts = [["mine", ".mine, .mine *"], ["tools", ".handtools *"], ["laid", ".laid.own, .laid.own .cards"], ["hand", "#r-hand .hand, #r-hand label"], ["ask", "#r-ask *"]];
  for (const [part, selector] of parts) {
    const room = area(part);
    for (const one of all(selector)) {
      if (one.matches("input[name=card], .help + *, .meld .card")) continue;
      if (!inside(box(one), room, 2)) told.push(`${part}: ${name(one)} ${place(one)} is out of [${[room.left, room.top, room.right, room.bottom].map(Math.round)}]`);
    }
  }

  // What comes next keeps to its place, which is larger where no hand is held.
  const after = document.querySelector(".at-table:not(:has(.onlooking)) .after:has(.finale) > .next") ?? document.querySelector(".after");
  if (after && shown(after)) for (const one of [after, ...all("*", after)]) {
    if (!inside(box(one), box(one === after ? document.querySelector(".dock") : after), 2)) told.push(`after: ${name(one)} ${place(one)} is out of ${place(after)}`);
  }

  // Nothing lies over another thing.
  const groups = [
    all(document.querySelector("[data-seating=tricks]") ? ".plate, .strip, .handtools, .middle .pile .cards" : ".plate, .centre, .strip, .handtools").filter((one) => !one.closest(".trick")),
    ...all(".plate").map((plate) => all(".name, .under, .before > *, .foot > :not(.badges), .badges > *, .laid > .pile", plate)),
    ...all(".plate").map((plate) => [...all(".name, .chips, .tag, .foot > :not(.badges), .badges > *", plate), ...all(".held .card", plate).slice(0, 1)]),
    ...all(".piles .pile").map((pile) => all(".cards, figcaption", pile)),
    all(".middle > .waiting, .middle > .result, .piles > .pile, .pots > div"),
    [...all(".mine > *:not(.badges), .mine .badges > *"), ...all(".handtools button"), ...all(".laid.own > .pile"), ...all("#r-hand .hand"), ...all("#r-ask .question, #r-ask .idle, #r-ask button, #r-ask .help, #r-ask input:not([type=hidden])").filter((one) => !one.parentElement.closest("button")), ...all(".after .question, .after .result, .after button, .after a, .after .agreed")],
  ];
  for (const group of groups)
    group.forEach((one, at) => group.slice(at + 1).forEach((other) => {
      if (!one.contains(other) && !other.contains(one) && meet(box(one), box(other))) told.push(`${name(one)} "${one.textContent.trim().slice(0, 20)}" ${place(one)} lies over ${name(other)} "${other.textContent.trim().slice(0, 20)}" ${place(other)}`);
    }));

  // No text is cut, on the table or in its head.
  for (const one of all(".bar *, .stage *")) {
    const style = getComputedStyle(one);
    const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
    if (!clips || style.clipPath !== "none" || style.textOverflow === "ellipsis" || one.closest(".laid .cards, .laid > .pile, .have-piles, .meld") || one.matches("input")) continue;
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2) told.push(`${name(one)} "${one.textContent.trim().slice(0, 30)}" is cut: ${one.scrollWidth}x${one.scrollHeight} in ${one.clientWidth}x${one.clientHeight}`);
  }

  // Nor does it run into what stands beside it.
  for (const one of all(".ticker, .pile figcaption, .name, .badges span, .question, .have-name"))
    if (getComputedStyle(one).textOverflow !== "ellipsis" && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline") told.push(`${name(one)} "${one.textContent.trim().slice(0, 30)}" runs out: ${one.scrollWidth} in ${one.clientWidth}`);
  for (const one of all(".ticker")) if (one.scrollHeight > one.parentElement.clientHeight) told.push(`the ticker is cut: ${one.scrollHeight} in ${one.parentElement.clientHeight}`);

  // No text is under 12 px.
  const letters = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = letters.nextNode(); text; text = letters.nextNode()) {
    const of = text.parentElement;
    if (!text.data.trim() || of.closest("script, style, noscript, .dot, [popover]:not(:popover-open)") || !shown(of)) continue;
    const high = parseFloat(getComputedStyle(of).fontSize);
    if (high < 11.99) told.push(`"${text.data.trim().slice(0, 20)}" of ${name(of)} is ${high} px`);
  }

  // At the showdown every hand is seen: cards of 34 px at least, the winner's 1.4 times as large where there is room.
  for (const one of all(".reveal .card")) if (one.closest(".cards") && one.offsetWidth < 33.9) told.push(`a card at the showdown is ${one.offsetWidth} px wide`);
  const [won, lost] = [".reveal .won .cards .card", ".reveal li:not(.won) .cards .card"].map((selector) => all(selector)[0]?.offsetWidth);
  if (won && lost && won < 1.25 * lost) told.push(`the winner's cards are ${won} px, the others ${lost}`);

  // Cards of melds are as wide, and the rank of each card of a trick is in sight.
  for (const one of all(".laid .card")) if (one.offsetWidth < 33.9) told.push(`a card of a meld is ${one.offsetWidth} px wide`);
  for (const one of all(".trick .pile")) {
    const at = box(one.querySelector(".card"));
    const hit = document.elementFromPoint(at.left + at.width * 0.16, at.top + at.height * 0.14);
    if (hit && !one.contains(hit)) told.push(`the rank of ${name(one)} ${place(one)} lies under ${name(hit)}`);
  }

  // Nor in a table beside it.
  for (const one of all(".side .scroll"))
    if (one.scrollWidth > one.clientWidth + 1) told.push(`${one.getAttribute("aria-label")} is cut: ${one.scrollWidth} in ${one.clientWidth}`);

  // What is to be touched or seen is on top, in the window, and large enough. Who joins is asked over the table.
  const top = (one, x, y) => { const hit = document.elementFromPoint(x, y); return hit && (one.contains(hit) || hit.contains(one) || hit.closest(".join")); };
  for (const one of all(".dock button, .dock .button, .piles .pile .cards, .plate .before .cards")) {
    const at = box(one);
    if (!top(one, at.left + at.width / 2, at.top + at.height / 2)) told.push(`${name(one)} "${one.textContent.trim().slice(0, 20)}" ${place(one)} is covered`);
  }
  for (const one of all(".dock button, .dock .button"))
    if (box(one).height < 43.5 || box(one).width < 43.5) told.push(`${name(one)} "${one.textContent.trim().slice(0, 20)}" is ${size(one)}`);
  for (const one of all(".hand li")) {
    const at = box(one.querySelector("label, span"));
    if (!top(one, at.left + 4, at.top + 9)) told.push(`a card of the hand ${place(one)} is covered`);
    const touched = one.querySelector("label") && top(one, at.left + 22, at.top + 9) && top(one, at.left + 4, at.top + 22);
    if (touched === false) told.push(`of a card of the hand ${place(one)} less than 24 by 24 are to be touched`);
  }
  return told;
}
