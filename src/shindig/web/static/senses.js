// What is heard, felt and announced of the table, each only where it was wished: soft sounds made here, a tremor, a notice.
import { say } from "./texts.js";

const here = (id) => document.getElementById(id);
const wish = (name, usual = "") => localStorage.getItem(`sense-${name}`) ?? usual;
const TUNES = { deal: [330, 392], turn: [523, 659], trick: [262], win: [392, 494, 587] };
const TREMORS = { turn: [60], win: [40, 60, 40] };
let sounds;

// Browsers are silent and still until somebody has touched the page: what was kept back would be heard all at once then.
const allowed = () => navigator.userActivation?.hasBeenActive ?? true;

// Soft notes one after the other: a triangle wave that swells and fades.
function play(tune) {
  sounds ??= new AudioContext();
  sounds.resume();
  const loud = sounds.createGain();
  loud.gain.value = Number(wish("volume", "40")) / 400;
  loud.connect(sounds.destination);
  TUNES[tune].forEach((pitch, at) => {
    const [tone, swell, from] = [sounds.createOscillator(), sounds.createGain(), sounds.currentTime + at * 0.11];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    swell.gain.setValueAtTime(0, from);
    swell.gain.linearRampToValueAtTime(1, from + 0.02);
    swell.gain.exponentialRampToValueAtTime(0.001, from + 0.35);
    tone.connect(swell).connect(loud);
    tone.start(from);
    tone.stop(from + 0.4);
  });
}

// Something happened at the table: deal, turn, trick or win.
export function sense(what) {
  if (!allowed()) return;
  if (wish("sound")) play(what);
  if (wish("tremor") && TREMORS[what]) navigator.vibrate?.(TREMORS[what]);
}

// It has just become our turn, or not.
export function turned(now) {
  if (!now) return;
  sense("turn");
  if (!document.hidden || !wish("notice") || globalThis.Notification?.permission !== "granted") return;
  announce(say("script-turn"), { body: document.title.replace(/^● /, ""), tag: location.pathname }).catch(() => {});
}

// By the service worker where there is one: phones take notices from nobody else.
async function announce(title, about) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, about);
  const notice = new Notification(title, about);
  notice.onclick = () => (focus(), notice.close());
}

// What was dealt or won is seen in the regions that changed.
const seen = () => [document.querySelectorAll("#r-hand .hand li").length, Boolean(document.querySelector(".after .result"))];
let [held, told] = seen();

export function looked() {
  const [cards, result] = seen();
  if (cards > held + 2) sense("deal");
  if (cards && !held) {
    held = cards;
    offerSound();
  }
  if (result && !told) sense("win");
  [held, told] = [cards, result];
}

// Sound is offered once, when the first hand is dealt at a table; in a lesson it would be in the way.
function offerSound() {
  if (!held || document.getElementById("r-coach") || localStorage.getItem("sound-offered") || wish("sound") || !("AudioContext" in globalThis)) return;
  const offer = Object.assign(document.createElement("div"), { className: "offer-sound" });
  const answer = (text, kind, on) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: kind, textContent: text });
    button.addEventListener("click", () => {
      localStorage.setItem("sound-offered", "yes");
      if (on) localStorage.setItem("sense-sound", "on");
      const wish = document.querySelector("#senses [name=sound]");
      if (wish) wish.checked = on;
      offer.remove();
      if (on) play("turn");
    });
    return button;
  };
  offer.append(say("script-sound"), answer(say("script-yes"), "w1", true), answer(say("script-no"), "quiet", false));
  document.querySelector(".notes")?.append(offer);
}

offerSound();

const box = here("senses");

async function wished({ target }) {
  const name = target.name;
  if (name === "notice" && target.checked && (await Notification.requestPermission()) !== "granted") target.checked = false;
  localStorage.setItem(`sense-${name}`, target.type === "checkbox" ? (target.checked ? "on" : "") : target.value);
  if (name === "contrast") document.documentElement.classList.toggle("contrast", target.checked);
  if (name === "sound" ? target.checked : name === "volume" && wish("sound")) play("turn");
}

if (box) {
  for (const one of box.querySelectorAll("input")) {
    if (one.type === "checkbox") one.checked = Boolean(wish(one.name));
    else one.value = wish(one.name, one.value);
    one.addEventListener("change", wished);
  }
  const can = { tremor: "vibrate" in navigator && matchMedia("(pointer: coarse)").matches, notice: "Notification" in globalThis, sound: "AudioContext" in globalThis };
  for (const [name, there] of Object.entries(can)) box.querySelector(`[name=${name}]`).closest("label").hidden = !there;
  box.hidden = false;
}
