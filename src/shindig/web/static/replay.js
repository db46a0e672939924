// Replays: arrow keys turn the pages, the slider goes anywhere, the log keeps the present step in sight, and the match may go
// on by itself.
import "./large_melds.js";

const PACE = 1400; // milliseconds for each step
const RUNS = "#run"; // the page of a match that goes on by itself
const link = (name) => document.querySelector(`.steps a[rel=${name}]`);
const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
const run = document.getElementById("run");
const calls = run.ariaLabel;
const more = new URL(link("next").href).search !== location.search;
let timer;

// It goes from page to page until it ends, or until anything else is touched.
function show(runs) {
  clearTimeout(timer);
  timer = runs ? setTimeout(() => location.assign(link("next").href + RUNS), PACE) : 0;
  run.textContent = runs ? "❚❚" : "▶";
  run.ariaPressed = runs;
  run.title = run.ariaLabel = runs ? run.dataset.pause : calls;
}

run.hidden = false;
run.disabled = !more;
run.addEventListener("click", () => show(!timer));
document.addEventListener("pointerdown", ({ target }) => timer && !run.contains(target) && show(false));
document.addEventListener("keydown", (pressed) => {
  if (timer && pressed.target !== run) show(false);
  if (pressed.target.matches("input, select") || pressed.ctrlKey || pressed.metaKey || pressed.altKey || !keys[pressed.key]) return;
  pressed.preventDefault();
  link(keys[pressed.key])?.click();
});
if (location.hash === RUNS && more) show(true);
document.querySelector(".steps input[type=range]").addEventListener("change", (changed) => changed.target.form.submit());
const now = document.querySelector(".log .now");
if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 80;
