// A group's page: it asks for itself every other second, says so that we are here, and goes along when a match begins.
import { morph } from "./morph.js";
import { say } from "./texts.js";

const EVERY = 2000;
const main = () => document.getElementById("main");

// Once to each table: who comes back to this page stays on it.
function go() {
  const goes = main().dataset.goes;
  if (!goes || sessionStorage.getItem("went") === goes) return false;
  sessionStorage.setItem("went", goes);
  location.assign(`${document.documentElement.dataset.root}${goes}`);
  return true;
}

async function ask() {
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  if (page) {
    morph(main(), page);
    dress();
    if (go()) return;
  }
  setTimeout(ask, EVERY);
}

function dress() {
  document.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = false));
  document.querySelectorAll("[data-send]").forEach((button) => (button.hidden = !navigator.share));
  const talk = document.getElementById("talk");
  if (talk) talk.scrollTop = talk.scrollHeight;
}

document.addEventListener("click", async ({ target }) => {
  const copy = target.closest?.("[data-copy]");
  if (copy && navigator.clipboard) await navigator.clipboard.writeText(copy.dataset.copy);
  else if (copy) (document.querySelector(".link").select(), document.execCommand("copy"));
  if (copy) copy.textContent = say("script-copied");
  const send = target.closest?.("[data-send]");
  if (send) navigator.share({ url: send.dataset.send, title: document.title }).catch(() => {});
});

if ("group" in main().dataset) {
  dress();
  if (!go()) setTimeout(ask, EVERY);
}
