// Notes about the page's stream at the foot of the window: it is lost, or another page took its place.
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

export const lost = () => replaced() || note("p", "lost", "The connection is lost; trying again…");
export const found = () => here("lost")?.remove();
export const replaced = () => here("replaced") !== null;

// No reconnect by itself: two pages would take turns for ever.
export function replace(goOn) {
  found();
  const button = note("button", "replaced", "This table is open in another tab. Tap to continue here.");
  button.type = "button";
  button.onclick = goOn;
}
