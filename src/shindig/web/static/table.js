// The table's page: patches its regions from the stream, sends moves, and makes touching cards pleasant.
import { fail, found, lost, replace, stopped } from "./connection_notes.js";
import { again, cutting } from "./fair.js";
import { fly } from "./flight.js";
import { refresh } from "./large_melds.js";
import { lead } from "./lead.js";
import { morph, parsed } from "./morph.js";
import { save } from "./seen.js";
import { celebrate } from "./occasions.js";
import { looked, sense, turned } from "./senses.js";
import { reveal, shown } from "./showdown.js";
import { TableStream } from "./table_stream.js";
import { say } from "./texts.js";

// Words that style sheets write.
for (const id of ["script-bet", "script-new"]) document.documentElement.style.setProperty(id.replace("script", "--word"), JSON.stringify(say(id)));

const main = document.getElementById("main");
const table = main.dataset.table;
const base = main.dataset.base;
const here = (id) => document.getElementById(id);
let seq = Number(main.dataset.seq);
const seconds = () => performance.now() / 1000;
let ends = { easy: 0, until: 0, full: 1 };
let sortBy = "dealt";
const LIES = 1200;

function put(regions) {
  for (const [id, html] of Object.entries(regions)) {
    const old = here(id);
    if (old) morph(old, parsed(html));
  }
  dress();
  refresh();
  keepFocus();
}

// Focus stays in the question: what had it is often gone after a move, and a keyboard would begin at the top of the page.
let answering = false;
const QUESTION = "#move, .after, #r-undo";

addEventListener("focusin", ({ target }) => (answering = Boolean(target.closest(QUESTION))));
addEventListener("pointerdown", ({ target }) => (answering = Boolean(target.closest(QUESTION))));

function keepFocus() {
  if (!answering || !(document.activeElement === document.body || document.activeElement?.closest(":disabled"))) return;
  const next = document.querySelector("#r-ask.asked") ?? document.querySelector("#r-next .ask") ?? here("r-ask");
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

// A trick that is over lies until it was seen or somebody touches; what comes meanwhile is put after it.
let lying = 0;
let later;

const lies = () => Number(localStorage.getItem("trick") ?? LIES);

const AT_ONCE = ["r-cut", "r-clock", "r-tools"];

function show(regions) {
  if (performance.now() < lying) {
    const now = Object.fromEntries(Object.entries(regions).filter(([id]) => AT_ONCE.includes(id)));
    later = { ...later, ...regions };
    return put(now);
  }
  const before = Boolean(document.querySelector(".trick.done"));
  const hands = shown();
  fly(regions, put, () => {
    reveal(hands);
    celebrate();
    takePart();
    looked();
    if (before || !document.querySelector(".trick.done")) return;
    sense("trick");
    lying = performance.now() + lies();
    setTimeout(goOn, lies());
  });
}

function goOn() {
  lying = 0;
  const regions = later;
  later = undefined;
  if (regions) show(regions);
}

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => lying && goOn(), { capture: true });

// The sheet beside the table: one touch opens the log, talk or the menu.
const side = here("side");

function openSide(button) {
  side.dataset.show = button.dataset.side;
  here("side-title").textContent = button.getAttribute("aria-label");
  const talk = here("talk");
  if (button.dataset.side === "talk" && talk) talk.open = true;
}

for (const button of document.querySelectorAll("[data-side]")) button.addEventListener("click", () => openSide(button));
side?.addEventListener("toggle", ({ newState }) => newState === "open" && toEnd());
side?.addEventListener("submit", ({ target }) => target.closest(".talk") && side.matches(":popover-open") && side.hidePopover());

// The story of the match comes closed, so that it moves nothing beside the table; a touch opens it.
addEventListener("click", (clicked) => {
  const ending = here("ending");
  const link = clicked.target.closest(".to-ending");
  if (!ending || !link) return;
  clicked.preventDefault();
  link.closest("details")?.removeAttribute("open");
  ending.open = true;
  if (getComputedStyle(side).display === "none") {
    side.dataset.show = "log";
    here("side-title").textContent = link.textContent;
    side.showPopover();
  }
  ending.scrollIntoView();
  ending.querySelector("summary").focus({ preventScroll: true });
});

// The stream. The browser reconnects by itself and says where it was. A connection that dies silently is noticed by its missing
// heartbeats; each is answered, so that the others see who is here.
let source;
let heard = false;
let closed = false;
let every = 5;
let latest = seconds();

function alive() {
  latest = seconds();
}

function beat({ data }) {
  alive();
  const told = JSON.parse(data);
  every = told.every;
  fetch(`${base}/here`, { method: "POST", body: new URLSearchParams({ of: told.of }), headers: { accept: "application/json" } }).catch(() => {});
}

const ended = () => closed || stopped();

// Two heartbeats are missing: the connection is dead, whatever the browser thinks of it.
function miss() {
  if (ended() || seconds() - latest < 2 * every + 1) return;
  lost();
  listen();
}

// The device was asleep, or the page was out of sight: what it has may be old.
function awake() {
  if (!ended() && (source?.readyState === EventSource.CLOSED || seconds() - latest > every + 1)) listen();
}

function listen() {
  source?.close();
  alive();
  source = new TableStream(base, seq);
  source.addEventListener("open", () => {
    alive();
    found();
    reached();
    if (heard) again();
    heard = true;
  });
  source.addEventListener("beat", beat);
  source.addEventListener("error", () => {
    if (ended()) return;
    lost();
    if (source.readyState === EventSource.CLOSED) comeBack();
  });
  source.addEventListener("replaced", () => {
    source.close();
    device.drop();
    replace(() => location.reload());
  });
  source.addEventListener("fault", (message) => {
    source.close();
    device.drop();
    fail(JSON.parse(message.data).error, () => location.reload());
  });
  source.addEventListener("patch", (message) => {
    alive();
    seq = Number(message.lastEventId);
    hear(JSON.parse(message.data));
  });
}

// The room refused the stream: perhaps it has just no place or no database. The page stays until it answers again.
async function comeBack() {
  await new Promise((go) => setTimeout(go, 1000 + 2000 * Math.random()));
  const answer = await fetch(location.href).catch(() => null);
  if (answer && answer.status < 500) location.reload();
  else comeBack();
}

// News of the table: from its stream, or as the answer to what was done where there is no stream.
function hear(news) {
  if (String(news.you) !== main.dataset.you) return location.reload();
  if (main.classList.contains("barred") && news.log.some(([, html]) => html.startsWith('<li class="readmit"'))) return location.reload();
  if (news.led && !main.classList.contains("barred")) return location.assign(`${document.documentElement.dataset.root}/t/${news.led}`);
  if (news.state === "closed") {
    closed = true;
    source?.close();
    found();
  }
  if (news.state !== "waiting") document.querySelector(".invite")?.remove();
  countDown(news.left);
  if (news.waits) wait(news.waits);
  addToLog(news.log, news.fresh);
  if (Object.keys(news.html).length) show(news.html);
  takePart();
  const poked = !news.fresh && news.log.some(([, html]) => html.startsWith('<li class="poke"'));
  turned(news.turn === news.you && (poked || main.dataset.turn !== String(news.you)));
  main.dataset.turn = news.turn ?? "";
  document.title = document.title.replace(/^(● )?/, news.turn === news.you ? "● " : "");
}

addEventListener("offline", () => table && !ended() && lost());
addEventListener("online", () => table && !ended() && listen());
addEventListener("pageshow", (shown) => table && shown.persisted && !ended() && listen());
document.addEventListener("resume", () => table && !ended() && listen());
document.addEventListener("visibilitychange", () => table && !document.hidden && awake());

function addToLog(items, fresh) {
  const log = here("log");
  const last = Number(log.lastElementChild?.dataset.seq || 0);
  for (const [number, html] of items) if (number > last) log.append(parsed(html));
  while (log.children.length > 200) log.firstElementChild.remove();
  if (following || fresh) toEnd();
  tell();
}

// The log follows what happens until somebody reads further up; a log of another size goes on following.
let following = true;

function toEnd() {
  const log = here("log");
  log.scrollTop = log.scrollHeight;
}

here("log").addEventListener("scroll", ({ target: log }) => (following = log.scrollTop + log.clientHeight > log.scrollHeight - 40));
new ResizeObserver(() => following && toEnd()).observe(here("log"));

// The latest lines over the cloth, where the log is out of sight.
function tell() {
  const quiet = localStorage.getItem("mute") === "on" ? ":not(.say)" : "";
  const lines = [...here("log").querySelectorAll(`li:not(.seat)${quiet} p`)].slice(-2);
  const ticker = here("ticker");
  ticker.replaceChildren(...lines.map((line) => line.cloneNode(true)));
  if (lines.length > 1 && ticker.scrollHeight > ticker.clientHeight) ticker.firstElementChild.remove();
  for (const line of ticker.querySelectorAll("p, span")) {
    const list = line.closest("p").scrollWidth > ticker.clientWidth && [...line.childNodes].find((node) => node.data?.includes(": "));
    while (list?.nextSibling) list.nextSibling.remove();
    if (list) list.data = list.data.replace(/: .*/, ".");
  }
  ticker.classList.remove("long");
  ticker.classList.toggle("long", ticker.scrollHeight > ticker.clientHeight);
}

addEventListener("resize", () => {
  tell();
  dress();
});

// Forms go without leaving the page.
document.addEventListener("submit", async (submitted) => {
  const form = submitted.target;
  const path = new URL(submitted.submitter?.getAttribute("formaction") ?? form.action, location).pathname;
  if (form.method !== "post" || !path.startsWith(base)) return;
  if (path.endsWith("/leave") || path.endsWith("/sit")) return source?.close();
  submitted.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitted.submitter));
  const buttons = [...form.querySelectorAll("button")].filter((button) => !button.disabled);
  buttons.forEach((button) => (button.disabled = true));
  try {
    const answer = await fetch(path, { method: "POST", body, headers: { accept: "application/json" } });
    if (answer.redirected) return location.assign(answer.url);
    if (answer.ok) {
      const told = answer.status === 200 ? await answer.json() : {};
      if (told.html) hear(told);
      complain(told.error, told.clause);
      if (!told.error) here("hints").textContent = "";
      if (!told.error && path.endsWith("/say")) form.reset();
    } else {
      complain((await answer.json()).error);
    }
  } catch {
    complain(say("script-not-sent"));
    unreached = true;
  } finally {
    buttons.forEach((button) => (button.disabled = false));
    dress();
    keepFocus();
  }
});

// What was said of a line that is back is no longer so.
let unreached = false;

function reached() {
  if (unreached) complain();
  unreached = false;
}

function complain(text, clause) {
  const place = here("problem");
  place.replaceChildren();
  if (!text) return;
  const line = document.createElement("p");
  const [before, after] = clause && text.includes(clause) ? text.split(clause) : [text, ""];
  line.append(before);
  if (clause && text.includes(clause)) {
    const link = document.createElement("a");
    link.href = `${document.documentElement.dataset.root}/rules/${main.dataset.game}#${clause}`;
    link.target = "_blank";
    link.textContent = clause;
    line.append(link, after);
  }
  place.append(line);
}

// Touching cards: the buttons offer what the touched set makes.
const touched = () => [...document.querySelectorAll(".hand input:checked")].map((box) => Number(box.value)).sort((a, b) => a - b);

function dress() {
  sortHand();
  const set = touched().join();
  const made = (pick) => JSON.parse(pick.dataset.choices).filter(([places]) => [...places].sort((a, b) => a - b).join() === set);
  for (const pick of document.querySelectorAll(".pick")) {
    const choices = made(pick);
    const first = pick.querySelector("button");
    pick.querySelectorAll(":scope > button + button").forEach((more) => more.remove());
    offer(pick);
    first.disabled = !choices.length;
    first.className = choices.length && !set ? "w1" : "w2";
    first.name = choices.length ? "press" : "pick";
    first.value = choices.length ? choices[0][1] : pick.dataset.index;
    label(first, choices.length ? choices[0][2] : first.dataset.label);
    explain(first, why(pick, choices.length));
    let last = first;
    for (const [, action, text] of choices.slice(1)) {
      const more = document.createElement("button");
      more.className = "w1";
      more.name = "press";
      more.value = action;
      more.textContent = text;
      last.after(more);
      last = more;
    }
  }
  document.querySelectorAll(".amount").forEach(dressAmount);
  document.querySelectorAll(".controls [data-key]").forEach((button) => { if (!button.querySelector("u") && !button.dataset.label) label(button, ""); });
  here("handtools").hidden = false;
  here("sort").classList.toggle("away", !document.querySelector(".hand"));
  here("hint").classList.toggle("away", !document.querySelector("#r-ask[data-advised]"));
  main.classList.toggle("my-turn", Boolean(document.querySelector("#r-ask.asked")));
  takePart();
}

// What a button for cards still needs, or what else may be done than choosing none.
function why(pick, may) {
  if (touched().length) return may ? "" : say("script-no-choice");
  return say(may ? "script-touch-swap" : "single" in pick.dataset ? "script-touch-first" : "script-touch-cards");
}

// It stands in the button itself, and describes it for screen readers.
function explain(button, text) {
  const id = `why-${button.name}-${button.value}`;
  button.removeAttribute("aria-describedby");
  if (!text) return;
  button.append(Object.assign(document.createElement("small"), { className: "help", id, textContent: text, ariaHidden: "true" }));
  button.setAttribute("aria-describedby", id);
}

// A card says its name: to a mouse that rests on it, and to a touch in the line over the hand.
function nameCard({ target, type }) {
  const card = target.closest?.(".hand li, .stage .slot")?.querySelector(".card[data-card]");
  if (!card) return;
  card.title = card.alt;
  if (type !== "pointerover") here("ticker").replaceChildren(Object.assign(document.createElement("p"), { textContent: card.alt }));
}

for (const kind of ["pointerover", "click", "focusin"]) addEventListener(kind, nameCard);

// This device's part in the fair cut. Of its tabs at this table one answers.
const device = table && lead(`cuts-${table}`, () => (again(), takePart()));

function takePart() {
  cutting(here("cut"), table, Number(main.dataset.you), (text) => here("cut-problem").replaceChildren(Object.assign(document.createElement("p"), { textContent: text })), () => device.leads);
}

// Where it takes several cards to make something, what can be made together: a touch picks its cards, another one lays them back. What
// shares a card with an earlier one is left to the fingers.
function offer(pick) {
  const choices = JSON.parse(pick.dataset.choices);
  const focused = pick.querySelector(".offers :focus")?.id;
  pick.querySelector(".offers")?.remove();
  if (here("r-coach") || !choices.length || choices.some(([places]) => places.length < 3)) return;
  const set = touched().join();
  const taken = [];
  const together = choices.filter(([places]) => !places.some((place) => taken.includes(place)) && taken.push(...places));
  const offers = document.createElement("span");
  offers.className = "offers";
  for (const [places, , text] of together) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "chipset meld";
    chip.id = `meld-${places.join("-")}`;
    chip.ariaPressed = String([...places].sort((a, b) => a - b).join() === set);
    chip.ariaLabel = text;
    chip.append(...faces(places), together.length > 2 ? text.split(": ").pop() : text);
    chip.addEventListener("click", () => touch((card) => chip.ariaPressed === "false" && places.includes(Number(card.dataset.place))));
    offers.append(chip);
  }
  pick.append(offers);
  const ask = here("r-ask");
  while (ask.scrollHeight > ask.clientHeight && offers.children.length) offers.lastChild.remove();
  if (focused) here(focused)?.focus();
}

// Cards of the hand, drawn small.
function faces(places) {
  return places.flatMap((place) => {
    const face = document.querySelector(`.hand li[data-place="${place}"] img`)?.cloneNode();
    face?.removeAttribute("data-card");
    face?.removeAttribute("style");
    return face ? [Object.assign(face, { className: "card" })] : [];
  });
}

// A button's text with the letter underlined that presses it.
function label(button, text) {
  const node = [...button.childNodes].find((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()) || button.firstChild;
  const words = text || node?.data || "";
  const at = words.toLowerCase().indexOf(button.dataset.key || "\0");
  const line = document.createElement("span");
  if (at < 0) line.textContent = words;
  else {
    const mark = document.createElement("u");
    mark.textContent = words[at];
    line.append(words.slice(0, at), mark, words.slice(at + 1));
  }
  if (text) {
    if (button.textContent !== words) button.replaceChildren(line);
  } else if (node) node.replaceWith(line);
}

document.addEventListener("change", (changed) => {
  const box = changed.target;
  if (!box.matches?.(".hand input")) return;
  const picks = [...document.querySelectorAll(".pick")];
  if (box.checked && picks.length && picks.every((pick) => "single" in pick.dataset)) {
    for (const other of document.querySelectorAll(".hand input:checked")) if (other !== box) other.checked = false;
  }
  dress();
});

// A second touch plays a card where one card is all it takes.
document.addEventListener("click", (clicked) => {
  const box = clicked.target.closest?.(".hand label")?.previousElementSibling;
  const button = document.querySelector(".controls:not(:has(.pick ~ .pick)) > .pick[data-single] > button:not(:disabled)");
  if (box?.checked && button) {
    clicked.preventDefault();
    button.click();
  }
});

function touch(taken) {
  for (const box of document.querySelectorAll(".hand input")) box.checked = Boolean(taken(box.parentElement));
  dress();
}

// Amounts: a slider that grows faster the further it goes, presets, and the number in the button.
const steep = (low, high) => (high - low > 400 ? 3 : 1);

function dressAmount(group) {
  const box = group.querySelector("input[type=number]");
  const slide = group.querySelector(".slide");
  const button = group.querySelector("button[name=amount]");
  const low = Number(box.min);
  const high = Number(box.max);
  const value = Number(box.value);
  slide.hidden = false;
  slide.disabled = box.readOnly = low === high;
  for (const one of group.querySelectorAll(".presets .chipset")) one.ariaPressed = String(one.dataset.value === box.value);
  group.querySelector(".presets").hidden = false;
  slide.value = Math.round(1000 * ((Math.min(high, Math.max(low, value)) - low) / Math.max(1, high - low)) ** (1 / steep(low, high)));
  button.disabled = !(Number.isInteger(value) && value >= low && value <= high);
  label(button, `${button.dataset.label} ${Number.isFinite(value) ? value.toLocaleString() : ""}`);
  explain(button, button.disabled ? say("script-range", { low: low.toLocaleString(), high: high.toLocaleString() }) : "");
  const more = say("script-more", { count: (value - Number(group.dataset.paid)).toLocaleString() });
  if (group.dataset.paid && !button.disabled) button.append(Object.assign(document.createElement("small"), { className: "help", textContent: more }));
}

document.addEventListener("input", (input) => {
  const group = input.target.closest?.(".amount");
  if (!group) return;
  const box = group.querySelector("input[type=number]");
  group.dataset.chosen = "";
  if (input.target.matches(".slide")) {
    const low = Number(box.min);
    const high = Number(box.max);
    box.value = Math.round(low + (high - low) * (Number(input.target.value) / 1000) ** steep(low, high));
  }
  dressAmount(group);
});

document.addEventListener("click", async (clicked) => {
  const preset = clicked.target.closest?.(".presets .chipset");
  if (preset) {
    const group = preset.closest(".amount");
    group.querySelector("input[type=number]").value = preset.dataset.value;
    group.dataset.chosen = "";
    dressAmount(group);
  }
  if (clicked.target.closest?.("[data-save]")) save(table);
  const levels = clicked.target.closest?.(".plate.empty") && document.getElementById("levels");
  if (levels) levels.open = true;
  const copy = clicked.target.closest?.("[data-copy]");
  if (copy) copy.textContent = (await copied(copy.dataset.copy)) ? say("script-copied") : say("script-select");
  const send = clicked.target.closest?.("[data-send]");
  if (send) navigator.share({ url: send.dataset.send, title: document.title }).catch(() => {});
});

// A page on plain HTTP has no clipboard of its own: there the link is selected, and the browser asked to copy it.
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const link = document.querySelector(".invite .link");
  if (link) getSelection().selectAllChildren(link);
  const write = (copying) => { copying.clipboardData.setData("text/plain", text); copying.preventDefault(); };
  document.addEventListener("copy", write, { once: true });
  return document.execCommand("copy");
}

// Sorting one's hand: only on this page.
const SORTS = { dealt: [say("script-dealt"), "place"], suit: [say("script-suit"), "suit"], rank: [say("script-rank"), "rank"] };

function sortHand() {
  const hand = document.querySelector(".hand");
  if (!hand) return;
  const key = SORTS[sortBy][1];
  const cards = [...hand.children];
  const sorted = [...cards].sort((a, b) => Number(a.dataset[key]) - Number(b.dataset[key]));
  if (sorted.some((card, at) => card !== cards[at])) {
    const focused = document.activeElement;
    hand.append(...sorted);
    if (hand.contains(focused)) focused.focus();
  }
  breakRows(hand);
}

// A hand in two rows breaks between suits, if one ends near the middle.
function breakRows(hand) {
  const cards = [...hand.children];
  const half = Math.ceil(cards.length / 2);
  const suit = (at) => cards[at]?.querySelector("img").dataset.card?.slice(-1).replace(/\d/, "");
  const ends = (at) => suit(at - 1) !== suit(at) && (at === half || Math.max(at, cards.length - at) < 12);
  const at = [0, 1, -1].map((by) => half + by).find(ends) ?? half;
  hand.style.setProperty("--n", Math.max(at, cards.length - at) - 1);
  cards.forEach((card, place) => (card.style.gridColumnStart = hand.matches(".rows") && place === at ? 1 : ""));
}

here("sort").addEventListener("click", () => {
  const names = Object.keys(SORTS);
  sortBy = names[(names.indexOf(sortBy) + 1) % names.length];
  here("sort-by").textContent = SORTS[sortBy][0];
  localStorage.setItem(`sort-${main.dataset.game}`, sortBy);
  sortHand();
});

here("hint").addEventListener("click", async (clicked) => {
  if (clicked.detail) clicked.currentTarget.blur(); // by the mouse: Enter is for the table again
  const place = here("hints");
  const turn = () => document.querySelector("#move input[name=token]")?.value;
  const asked = turn();
  const waits = Object.assign(document.createElement("p"), { textContent: say("script-thinking") });
  place.replaceChildren(waits, ...[1, 2].map(() => Object.assign(document.createElement("p"), { className: "skeleton line" })));
  const told = await fetch(`${base}/advice`, { headers: { accept: "application/json" } }).then((answer) => answer.json(), () => ({}));
  const lines = told.advice ?? [told.error ?? say("script-unreached")];
  if (turn() !== asked) return;
  const close = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: say("script-close") });
  close.addEventListener("click", () => (place.replaceChildren(), here("hint").focus()));
  place.replaceChildren(...lines.map((text) => Object.assign(document.createElement("p"), { textContent: text })), close);
});

// Keys.
const help = here("help");
here("keys").addEventListener("click", () => help.showModal());
here("keys-on").checked = localStorage.getItem("keys") !== "off";
here("keys-on").addEventListener("change", (changed) => localStorage.setItem("keys", changed.target.checked ? "on" : "off"));

// What Enter does: what was touched or set, or the one thing that costs nothing. It never spends what nobody chose.
const USUAL = "#move .pick > button:not(:disabled), #move .amount[data-chosen] button[name=amount]:not(:disabled), #move .controls > button.w2:not(:disabled)";

function press(key) {
  if (key >= "1" && key <= "9") return document.querySelectorAll(".hand li input")[Number(key) - 1]?.click();
  if (key === "l") return here("log").focus();
  if (key === "m") return (document.querySelector(".hand input") || here("dock")).focus();
  if (key === "Enter") return document.querySelector(USUAL)?.click();
  return [...document.querySelectorAll("[data-key]")].find((button) => button.dataset.key === key && !button.disabled && button.checkVisibility({ checkVisibilityCSS: true }))?.click();
}

document.addEventListener("keydown", (pressed) => {
  const typing = pressed.target.matches("input:not([type=checkbox]), select, textarea");
  const own = pressed.key === "Enter" && pressed.target.matches("button, a, summary");
  if (typing || own || pressed.ctrlKey || pressed.metaKey || pressed.altKey || document.querySelector("dialog[open]") || !here("keys-on").checked) return;
  if (press(pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key) !== undefined) pressed.preventDefault();
});

// The clock: seconds that are left, counted down from when they were told.
function countDown(left) {
  if (!left) return;
  const [easy, until] = left.map((some) => seconds() + some);
  const full = Math.abs(until - ends.until) > 1 ? Math.max(left[1], 1) : ends.full;
  ends = { easy, until, full };
  tick();
}

function tick() {
  const clock = here("r-clock");
  if (clock && !clock.hidden) {
    const left = ends.until - seconds();
    const easy = ends.easy - seconds();
    const bar = clock.querySelector("i") || clock.appendChild(document.createElement("i"));
    const text = clock.querySelector("span") || clock.appendChild(document.createElement("span"));
    bar.style.transform = `scaleX(${Math.max(0, Math.min(1, left / ends.full))})`;
    clock.classList.toggle("yours", main.dataset.turn !== "" && main.dataset.turn === main.dataset.you);
    clock.classList.toggle("late", easy < 0);
    text.hidden = easy > 20;
    text.textContent = easy > 0 || ends.easy === ends.until ? time(easy) : say("script-bank", { time: time(left) });
  }
}

// For how long the table waits for somebody, and until when; after ten seconds they may be poked.
let began;
let until;
const POKE = 10;

function wait({ waited, until: left }) {
  began = waited === null ? undefined : seconds() - waited;
  until = left === null ? undefined : seconds() + left;
  tickWaits();
}

const time = (some) => (some < 90 ? say("script-seconds", { count: Math.max(0, Math.ceil(some)) }) : say("script-minutes", { count: Math.round(some / 60) }));

function tickWaits() {
  const place = here("waits");
  if (place) place.textContent = until !== undefined ? `${time(until - seconds())}.` : began === undefined || seconds() - began < POKE ? "" : say("script-waited", { time: time(seconds() - began) });
  const poke = here("poke");
  if (poke) poke.hidden = began === undefined || until !== undefined || seconds() - began < POKE || !place || main.dataset.turn === "" || main.dataset.turn === main.dataset.you;
}

// A group's page leads to each of its tables once.
if (table) sessionStorage.setItem("went", `/t/${table}`);

const watch = here("watch");
if (watch) {
  watch.hidden = false;
  watch.addEventListener("click", () => (here("join").remove(), main.classList.remove("stranger")));
}

const mute = here("mute");
const muted = () => localStorage.getItem("mute") === "on";
if (mute) mute.checked = muted();
here("log").classList.toggle("muted", muted());
mute?.addEventListener("change", () => {
  localStorage.setItem("mute", mute.checked ? "on" : "off");
  here("log").classList.toggle("muted", mute.checked);
  tell();
});
document.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = false));
document.querySelectorAll("[data-send]").forEach((button) => (button.hidden = !navigator.share));
sortBy = localStorage.getItem(`sort-${main.dataset.game}`) || "dealt";
if (!SORTS[sortBy]) sortBy = "dealt";
here("sort-by").textContent = SORTS[sortBy][0];
toEnd();
if (matchMedia("(min-width: 1000px)").matches && !document.querySelector("#r-panels details[open]")) {
  const first = document.querySelector("#r-panels details");
  if (first) first.open = true;
}
tell();
dress();
countDown(JSON.parse(main.dataset.left));
wait(JSON.parse(main.dataset.waits));
setInterval(() => (tick(), tickWaits(), table && miss()), 500);
if (table) listen();
