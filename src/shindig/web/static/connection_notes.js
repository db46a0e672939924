// Notes about the page's stream at the foot of the window: it is lost, another page took its place, or a fault ended it.
import { say } from "./texts.js";

const here = (id) => document.getElementById(id);

function note(kind, id, text) {
  if (here(id)) return here(id);
  const made = document.createElement(kind);
  made.id = id;
  made.className = "lost";
  made.textContent = text;
  document.body.append(made);
  return made;
}

export const lost = () => stopped() || note("p", "lost", say("script-lost"));
export const found = () => here("lost")?.remove();
export const stopped = () => here("replaced") !== null || here("fault") !== null;

// No reconnect by itself: two pages would take turns for ever, and a fault would come again at once.
function stop(id, text, goOn) {
  found();
  const button = note("button", id, text);
  button.type = "button";
  button.onclick = goOn;
}

export const replace = (goOn) => stop("replaced", say("script-replaced"), goOn);
export const fail = (why, goOn) => stop("fault", say("script-fault", { why }), goOn);
