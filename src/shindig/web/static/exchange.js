// An exchange as one overview: cards that lie there and one's hand, taken and laid by touch, sent when it is done.
import { say } from "./texts.js";

const asked = () => document.querySelector("#r-ask .exchange");
let plan = null;

// What is to happen at each place: null leaves its card, "" waits for a card, a number is the place in the hand laid there.
// A page that is told of it once more goes on with what was laid.
function begin(box) {
  const { leave, lay } = JSON.parse(box.dataset.exchange);
  const places = [...box.querySelectorAll(".place")];
  const laid = plan?.box === box ? plan.laid : places.map(() => null);
  plan = { box, leave, lay, places, cards: places.map((place) => place.querySelector("img")), laid };
  box.hidden = false;
  box.parentElement.querySelector(":scope > .controls")?.remove();
  box.parentElement.querySelector(".question").textContent = box.dataset.help;
  places.forEach((place, at) => (place.onclick = () => touchPlace(at)));
  box.querySelector("[data-again]").onclick = () => (plan.laid.fill(null), draw());
  draw();
}

function touchPlace(at) {
  plan.laid[at] = plan.laid[at] === null ? "" : null;
  draw();
}

function touchHand(spot) {
  const at = plan.laid.indexOf(spot);
  const free = plan.laid.indexOf("");
  if (at >= 0) plan.laid[at] = "";
  else if (free >= 0 && plan.lay[spot] >= 0) plan.laid[free] = spot;
  draw();
}

const items = () => [...document.querySelectorAll(".hand li")];
const spotOf = (item) => Number(item.dataset.place);
const faceOf = (spot) => items().find((item) => spotOf(item) === spot)?.querySelector("img");

function draw() {
  const { box, places, cards, laid } = plan;
  places.forEach((place, at) => {
    const face = laid[at] === null ? cards[at] : laid[at] === "" ? null : faceOf(laid[at]);
    const copy = face?.cloneNode();
    if (copy) copy.style.viewTransitionName = "";
    place.replaceChildren(...(copy ? [copy] : []));
    place.setAttribute("aria-pressed", laid[at] !== null);
    place.setAttribute("aria-label", told(at, face));
    place.classList.toggle("waits", laid[at] === "");
  });
  const away = new Set(laid.filter((spot) => Number.isInteger(spot)));
  for (const item of items()) item.classList.toggle("laid-away", away.has(spotOf(item)));
  const taken = cards.filter((_, at) => laid[at] !== null);
  const waiting = laid.filter((spot) => spot === "").length;
  box.querySelector(".said").replaceChildren(...taken.map((card) => Object.assign(card.cloneNode(), { className: "card taken" })), words(taken.length, waiting));
  box.querySelector("[name=done]").disabled = waiting > 0;
  fields();
}

function told(at, face) {
  const there = plan.cards[at].alt;
  if (plan.laid[at] === null) return say("script-take", { there });
  return face ? say("script-laid", { card: face.alt, there }) : say("script-taken", { there });
}

function words(taken, waiting) {
  if (!taken) return say("script-leave-all");
  return waiting ? say("script-lay-more", { taken, waiting }) : say("script-laid-all", { taken });
}

// What the form sends: an action for each place.
function fields() {
  const { box, laid, leave, lay } = plan;
  box.querySelectorAll("input[name=plan]").forEach((old) => old.remove());
  for (const spot of laid) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "plan" });
    field.value = Number.isInteger(spot) ? lay[spot] : leave;
    box.append(field);
  }
}

// A touched card of the hand goes to the place that waits, before anything else hears of it.
function touched(changed) {
  const box = changed.target;
  if (!plan?.box.isConnected || !box.matches?.(".hand input")) return;
  changed.stopPropagation();
  box.checked = false;
  touchHand(Number(box.value));
}

function look() {
  const box = asked();
  if (box && box !== plan?.box) begin(box);
  else if (box?.hidden) begin(box);
  if (!box && plan) {
    plan = null;
    for (const item of items()) item.classList.remove("laid-away");
  }
}

// In a lesson an exchange goes card by card, as without a script: the coach speaks of each.
export function exchanges() {
  if (document.getElementById("r-coach")) return;
  addEventListener("change", touched, true);
  new MutationObserver(look).observe(document.getElementById("r-ask").parentElement, { childList: true, subtree: true });
  look();
}
