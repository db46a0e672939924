// The coach's pointers: what it speaks of stands out, what is to be touched is marked, and "Go on" is at hand.
const here = (id) => document.getElementById(id);
const desk = matchMedia("(min-width: 1000px)");
const low = matchMedia("(min-width: 560px) and (max-height: 620px) and (orientation: landscape)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let shown;
let set;
let sent = false;

function clear() {
  for (const name of ["seen", "point", "right"]) for (const old of document.querySelectorAll(`.${name}`)) old.classList.remove(name);
}

// The amount that is meant, set once as if by hand.
function put(value) {
  const box = document.querySelector(".amount input[type=number]");
  if (!box || set === here("r-coach").dataset.moment) return;
  set = here("r-coach").dataset.moment;
  box.value = value;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

// The next thing to touch for a choice: cards that are not chosen yet, then the button. One with another amount is none.
function dress({ places, press, value, words, then }, name) {
  const cards = places.map((place) => document.querySelector(`.hand li[data-place="${place}"]`));
  const left = cards.filter((card) => card && !card.querySelector("input:checked"));
  for (const card of left) card.classList.add(name);
  const amount = document.querySelector(".amount input[type=number]");
  if (name === "right" && value !== null && Number(amount?.value) !== value) return;
  const button = press === "amount" ? document.querySelector(".amount button[name=amount]") : document.querySelector(`#move button[value="${press}"]`);
  const last = button || document.querySelector("#move .pick > button");
  if (last && !(left.length || last.disabled)) last.classList.add(name);
  const done = !left.length && (value === null || Number(amount?.value) === value);
  if (name === "point") here("r-coach").querySelector(".pointer").textContent = done && then ? then : words;
}

// What was touched for a choice that was wrong is touched no more; what is touched after it is.
// The reason and the way out light up once more, should it be wrong again.
addEventListener("submit", () => {
  sent = true;
  const told = here("r-coach").querySelector(".wrong") && !still.matches ? document.querySelectorAll("#r-coach .wrong, #move .point") : [];
  for (const part of told) part.animate({ opacity: [0.3, 1] }, 400);
}, { capture: true });

function lift() {
  sent = false;
  for (const box of document.querySelectorAll(".hand input:checked")) {
    box.checked = false;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function mark() {
  const coach = here("r-coach");
  clear();
  const told = JSON.parse(coach.dataset.point);
  if (!told) for (const id of coach.dataset.see.split(" ")) if (id !== "r-hand") here(id)?.classList.add("seen");
  if (sent && coach.querySelector(".wrong")) lift();
  const right = JSON.parse(coach.dataset.right);
  if (right) dress(right, "right");
  if (told && told.value !== null) put(told.value);
  if (told) dress(told, "point");
  for (const link of coach.querySelectorAll(".words a")) link.target = "_blank";
  if (!told) set = undefined;
  if (shown === coach.dataset.moment) return;
  shown = coach.dataset.moment;
  coach.querySelector(".words").scrollTop = 0;
  coach.querySelector(".rest").open = false;
  coach.querySelector("footer > form > .w2")?.focus({ preventScroll: true });
}

// Where the coach stands: between cloth and hand on a desk, under the cloth of a low window, else in one's own side.
function place() {
  if (desk.matches || low.matches) here("dock").before(here("r-coach"));
  else here("dock").prepend(here("r-coach"));
}

// What is drawn anew loses its marks, so they are made again; making them is no news.
const watch = new MutationObserver(follow);

function follow() {
  watch.disconnect();
  mark();
  for (const id of ["dock", "r-coach"]) watch.observe(here(id), { attributes: true, childList: true, subtree: true });
}

for (const size of [desk, low]) size.addEventListener("change", place);
place();
follow();
