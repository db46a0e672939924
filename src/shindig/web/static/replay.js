// Replays: arrow keys turn the pages, the slider goes anywhere, the log keeps the present step in sight.
import "./large_melds.js";

const step = (name) => document.querySelector(`.steps a[rel=${name}]`)?.click();
const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (pressed) => {
  if (pressed.target.matches("input, select") || pressed.ctrlKey || pressed.metaKey || pressed.altKey || !keys[pressed.key]) return;
  pressed.preventDefault();
  step(keys[pressed.key]);
});
document.querySelector(".steps input[type=range]").addEventListener("change", (changed) => changed.target.form.submit());
const now = document.querySelector(".log .now");
if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 80;
