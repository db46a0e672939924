// Notes about the page's stream at the foot of the window: it is lost, another page took its place, or a fault ended it.
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

export const lost = () => stopped() || note("p", "lost", "The connection is lost; trying again…");
export const found = () => here("lost")?.remove();
export const stopped = () => here("replaced") !== null || here("fault") !== null;

// No reconnect by itself: two pages would take turns for ever, and a fault would come again at once.
function stop(id, text, goOn) {
  found();
  const button = note("button", id, text);
  button.type = "button";
  button.onclick = goOn;
}

export const replace = (goOn) => stop("replaced", "This table is open in another tab. Tap to continue here.", goOn);
export const fail = (why, goOn) => stop("fault", `${why} Tap to try again.`, goOn);
