// Occasions: a rare moment has a second and a half of its own over the table. A touch or a key ends it; with reduced motion
// there is none, and the log tells it.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LASTS = 1700;
const told = () => [...document.querySelectorAll("#r-occasion li")].map((one) => ({ kind: one.dataset.kind, html: one.innerHTML }));
const key = ({ kind, html }) => `${kind} ${html}`;
let seen = new Set(told().map(key));
let waiting = [];
let now;

// What has come since the last look, one after another.
export function celebrate() {
  const all = told();
  const fresh = all.filter((one) => !seen.has(key(one)));
  seen = new Set(all.map(key));
  if (calm.matches || document.hidden || !fresh.length) return;
  waiting.push(...fresh);
  if (!now) next();
}

function next() {
  now?.remove();
  const one = waiting.shift();
  now = undefined;
  if (!one) return;
  now = Object.assign(document.createElement("div"), { className: `occasion is-${one.kind}`, ariaHidden: "true" });
  now.append(Object.assign(document.createElement("p"), { innerHTML: one.html }));
  document.querySelector(one.kind === "disaster" ? ".cloth" : "main").append(now); // there the sentence is chosen that speaks to the viewer
  const { you } = document.querySelector("[data-you]").dataset;
  now.classList.toggle("calm", one.kind === "end" && you >= 0 && !now.querySelector(`.as-${you}`)); // another's win
  const mine = now;
  setTimeout(() => now === mine && next(), LASTS);
}

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => now && next(), { capture: true });
